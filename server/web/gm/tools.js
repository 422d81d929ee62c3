// What the game master may do beside the rules, and what everybody at the table may: notes and dice.

import { button, el } from "../base/dom.js";
import { say } from "../base/texts.js";
import { sidesOf } from "../view/names.js";
import { enlist } from "./enlist.js";
import { choice, form, text, typedIn, unitsOf } from "./forms.js";
import { everywhere, ruling } from "./ruling.js";

const note = (given) => form(given, "note", [text("note-text", "text", { required: true })], ({ text: said }) => given.send({ type: "note", text: said }));

const roll = (given) => form(given, "roll", [text("roll-dice", "dice", { required: true, placeholder: "2d6+1", maxlength: 12 }), text("reason", "reason")],
  ({ dice, reason }) => given.send({ type: "roll", dice: dice.replaceAll(" ", ""), reason }));

function handOver(given) {
  const { state, send, gm, seat } = given;
  const units = unitsOf(state, (unit) => gm || unit.seat === seat);
  const seats = ["gm", ...(state.seats ?? [])].map((one) => [one, one]);
  return units.length ? form(given, "hand-over", [choice("unit", "unit", units), choice("to-seat", "to", seats)],
    ({ unit, to }) => send({ type: "hand-over", unit, to })) : null;
}

function reveal(given) {
  const { state, send, choose } = given;
  const hidden = unitsOf(state, (unit) => unit.hidden);
  if (!hidden.length) return null;
  return form(given, "reveal", [choice("unit", "unit", hidden), el("p", { class: "soft" }, say("then-board"))], ({ unit }) => {
    const option = { label: say("reveal"), command: { type: "reveal", unit }, choose: { at: everywhere(state) } };
    if (state.units[unit].at != null || !option.choose.at.length) return send(option.command && { type: "reveal", unit });
    choose({ title: say("reveal"), options: [option], refused: [], free: true });
    return true;
  });
}

function reserve(given) {
  const { state, send } = given;
  const late = unitsOf(state, (unit) => unit.at == null && !unit.reserve && unit.out !== false);
  return state.phase === "setup" && late.length
    ? form(given, "reserve", [choice("unit", "unit", late)], ({ unit }) => send({ type: "reserve", unit })) : null;
}

function ending(given) {
  const { state, send } = given;
  const sides = [["", say("nobody")], ...sidesOf(state).map((side) => [side, side])];
  return state.phase !== "ended" ? form(given, "end", [choice("winner", "winner", sides), text("reason", "reason", { required: true })],
    ({ winner, reason }) => send({ type: "end", reason, ...(winner ? { winner } : {}) })) : null;
}

function faint(given) {
  const { state, send, gm, seat } = given;
  const units = unitsOf(state, (unit) => !unit.fainted && (gm || unit.seat === seat));
  return state.phase === "battle" && units.length ? form(given, "faint", [choice("unit", "unit", units), text("reason", "reason", { required: true })],
    ({ unit, reason }) => send({ type: "faint", unit, reason })) : null;
}

class Tools extends HTMLElement {
  #shown = "";

  // `given`: state, gm, seat, battle, ruleset, send(command), choose(group). The forms are made anew where what they
  // offer has changed, and what somebody is filling in stays.
  show(given) {
    this.given = given;
    const { phase, window, seats, units } = given.state;
    const about = Object.values(units ?? {}).map((unit) =>
      [unit.id, unit.name, unit.side, unit.seat, unit.at == null, unit.fainted, unit.hidden, unit.reserve]);
    const shown = JSON.stringify([phase, Boolean(window), seats, about]);
    if (given.seat === "spectator" || shown === this.#shown) return;
    this.#shown = shown;
    this.#draw();
  }

  #draw() {
    const open = [...this.querySelectorAll("[data-form][open]")];
    const at = open.find((one) => one.contains(document.activeElement));
    const named = document.activeElement?.name;
    const given = { ...this.given, typed: typedIn(this) };
    const shared = [note(given), roll(given), faint(given), handOver(given)];
    this.replaceChildren(el("h2", {}, say(given.gm ? "gm-tools" : "table-tools")), ...(given.gm ? this.#master(given) : []),
      ...shared.filter(Boolean));
    for (const { dataset } of open) this.querySelector(`[data-form=${dataset.form}]`)?.setAttribute("open", "");
    const again = at && named ? this.querySelector(`[data-form=${at.dataset.form}]`) : null;
    again?.addEventListener("toggle", () => again.querySelector(`[name=${named}]`)?.focus(), { once: true });
  }

  #master(given) {
    const now = (type) => button(say(type), () => given.send({ type }));
    return [el("div", { class: "buttons" }, now("undo"), now("redo"), given.state.window ? now("close-window") : null),
      ruling(given), enlist(given), reveal(given), reserve(given), ending(given)].filter(Boolean);
  }
}

customElements.define("bt-tools", Tools);
