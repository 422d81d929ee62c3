// One step of a choice: what is left open is chosen from what is offered, on the board or here, then confirmed.

import { button, el, field, select } from "../base/dom.js";
import { say, word } from "../base/texts.js";
import { choiceText, diceText, moveText, valueText } from "./words.js";

const MOST_BUTTONS = 10;

const heading = (...text) => el("h2", { tabindex: -1 }, ...text);

const back = (acts) => button(say("cancel"), acts.back);

export function listed(group, acts) {
  return [heading(group.title), el("div", { class: "buttons" },
    group.options.map((option) => button(acts.title(option), () => acts.open({ title: acts.title(option), options: [option], refused: [] }))),
    group.refused.map((grey) => button(grey.title, () => acts.why(grey), { "aria-disabled": "true" })), back(acts)), acts.whyLine()];
}

function chooser(choices, name, state, take) {
  const texts = choices.map((choice) => choiceText(state, choice));
  const cells = Array.isArray(choices[0]?.value) && choices.length > 3; // the board is there for them
  if (choices.length <= MOST_BUTTONS && !cells) {
    return el("div", { class: "buttons" }, choices.map((choice, index) => button(texts[index], () => take(choice))));
  }
  const picker = select("choice", texts.map((text, index) => [index, text]));
  return el("div", { class: "pickone" }, field(word("choose", name), picker), button(say("choose-it"), () => take(choices[picker.value]), { class: "first" }));
}

export function choosing(step, name, state, acts) {
  const unit = state.units?.[step.option.command.unit];
  const facts = moveText(unit, step.option.command.move);
  return [heading(`${step.title} – ${word("choose", name)}`), facts ? el("p", { class: "soft" }, facts) : null,
    chooser(step.option.choose[name], name, state, (choice) => acts.take(name, choice)),
    el("div", { class: "buttons" }, back(acts))];
}

// What has been chosen, what it costs, whom it strikes, what the server foresees; then the one button.
export function confirming(step, state, acts) {
  const unit = state.units?.[step.option.command.unit];
  const chosen = Object.entries(step.chosen).map(([name, choice]) =>
    el("li", {}, `${word("choose", name)}: `, el("strong", {}, choiceText(state, choice))));
  const facts = moveText(unit, step.option.command.move);
  return [heading(step.title), facts ? el("p", { class: "soft" }, facts) : null, el("ul", {}, chosen),
    el("p", { "data-foreseen": "", role: "status" }),
    el("div", { class: "buttons" }, button(say("confirm"), acts.confirm, { class: "first", "data-confirm": "" }), back(acts))];
}

// What a preview says, in words: the server's sentence, the way and the dice.
export function foreseen({ needs = [], effects = [], text }, state) {
  const moved = effects.find((effect) => effect.type === "moved");
  const way = moved?.path?.length > 1 ? say("path", { path: moved.path.map((cell) => valueText(state, cell)).join(" → ") }) : "";
  const dice = needs.length ? say("dice-to-come", { dice: diceText(state, needs) }) : "";
  return [text, way, dice].filter(Boolean).join(" ");
}
