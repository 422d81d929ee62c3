// What may I do now: every option a button; what is left open is chosen step by step.

import { el, field } from "./dom.js";
import { say } from "./texts.js";

const nameOf = (state, value) =>
  Array.isArray(value) ? value.join(", ") : state.units?.[value]?.name ?? String(value);

class Choices extends HTMLElement {
  // {state, options, own: is anything commanded here, send, board}
  show(given) {
    this.given = given;
    this.step = null;
    this.given.board.offer([], null);
    this.overview();
  }

  overview() {
    const { state, options, extra } = this.given;
    const groups = Map.groupBy
      ? Map.groupBy(options, (option) => option.command.unit ?? "")
      : options.reduce((map, one) => map.set(one.command.unit ?? "", [...(map.get(one.command.unit ?? "") ?? []), one]), new Map());
    // An option that puts something on the board leads its group.
    for (const list of groups.values()) list.sort((a, b) => Number("choose" in b) - Number("choose" in a));
    const sorted = [...groups].sort(([a], [b]) => rank(a, groups, state) - rank(b, groups, state));
    const parts = sorted.map(([unit, list], index) => this.group(unit, list, index === 0 || sorted.length < 3 || sorted[0][0] === "" && index === 1));
    this.replaceChildren(el("h2", { tabindex: -1 }, say("may-do")), el("div", { class: "buttons" }, extra),
      ...(parts.length || extra.length ? parts : [el("p", { class: "soft" }, say(this.given.reading ? "reading" : "nothing-now"))]));
  }

  group(unit, list, open) {
    const buttons = el("div", { class: "buttons" }, list.map((option) =>
      el("button", { type: "button", class: unit === "" ? "first" : "", click: () => this.begin(option) }, option.label)));
    if (unit === "") return buttons;
    return el("details", { open }, el("summary", {}, say("all-options", { unit: nameOf(this.given.state, unit) })), buttons);
  }

  begin(option) {
    this.step = { option, command: { ...option.command }, open: Object.keys(option.choose ?? {}) };
    this.next();
  }

  next() {
    const { option, command, open } = this.step;
    if (!open.length) {
      this.given.board.offer([], null);
      this.given.send(command);
      this.overview();
      return;
    }
    const name = open[0];
    const choices = option.choose[name];
    const take = (choice) => {
      command[name] = choice.value;
      this.step.open = open.slice(1);
      this.next();
    };
    this.given.board.offer(choices, take);
    const heading = el("h2", { tabindex: -1 }, `${option.label} – ${say("choose", { field: name })}`);
    const onBoard = choices.some((choice) => Array.isArray(choice.value));
    this.replaceChildren(heading, onBoard ? el("p", {}, say("choose-on-board")) : "",
      choices.length > 12 ? this.list(choices, name, take) : el("div", { class: "buttons" }, choices.map((choice) =>
        el("button", { type: "button", click: () => take(choice) }, this.label(choice)))),
      el("button", { type: "button", click: () => this.show(this.given) }, say("cancel")));
    heading.focus({ preventScroll: true });
  }

  list(choices, name, take) {
    const picker = el("select", { name }, choices.map((choice, index) => el("option", { value: index }, this.label(choice))));
    return el("div", {}, field(name, picker),
      el("button", { type: "button", class: "first", click: () => take(choices[picker.value]) }, say("confirm")));
  }

  label(choice) {
    const { state } = this.given;
    const parts = [choice.label ?? nameOf(state, choice.value)];
    if (choice.cost != null) parts.push(say("cost", { cost: choice.cost }));
    if (choice.strikes?.length) parts.push(say("will-strike", { units: choice.strikes.map((id) => nameOf(state, id)).join(", ") }));
    return parts.join(" · ");
  }

  // Dice that people roll: one field a die.
  askDice(needs, onDice) {
    const inputs = needs.map((need) => Array.from({ length: need.count }, () =>
      el("input", { type: "number", inputmode: "numeric", min: 1, max: need.die, required: true })));
    const form = el("form", { submit: (event) => {
      event.preventDefault();
      onDice(needs.map(({ for: what, unit }, index) => ({ for: what, ...(unit ? { unit } : {}), values: inputs[index].map((input) => Number(input.value)) })));
    } }, el("h2", {}, say("dice-title")), needs.map((need, index) => inputs[index].map((input) =>
      field(`${need.unit ? `${nameOf(this.given.state, need.unit)} – ` : ""}${say("dice-one", { ...need, count: 1 })}`, input))),
    el("button", { type: "submit" }, say("send-dice")), el("button", { type: "button", click: () => this.show(this.given) }, say("cancel")));
    this.replaceChildren(form);
    form.querySelector("input")?.focus();
  }
}

// The table's own first, then whoever acts or may answer, then who still has to come onto the board.
function rank(unit, groups, state) {
  if (unit === "") return -3;
  if (unit === state.turn || state.window?.waiting?.includes(unit)) return -2;
  return groups.get(unit).some((option) => Array.isArray(Object.values(option.choose ?? {})[0]?.[0]?.value)) && state.units?.[unit]?.at == null ? -1 : 0;
}

customElements.define("bt-choices", Choices);
