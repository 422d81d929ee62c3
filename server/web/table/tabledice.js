// Dice that people roll at the table: one field a die, asked for in the order they fall.

import { button, el, field } from "../base/dom.js";
import { say, word } from "../base/texts.js";
import { nameOf } from "../view/names.js";

function inputs(need) {
  return Array.from({ length: need.count }, () =>
    el("input", { type: "number", inputmode: "numeric", min: 1, max: need.die, required: true }));
}

function label(need, index, state) {
  const what = [need.unit && nameOf(state, need.unit), word("die", need.for)].filter(Boolean).join(", ");
  const which = need.count > 1 ? ` ${index + 1}` : "";
  return `${what}${which} (d${need.die}${need.needs == null ? "" : `, ${say("needs", { needs: need.needs })}`})`;
}

export function diceForm(needs, state, onRolls, onBack) {
  const asked = needs.map(inputs);
  const form = el("form", { submit: (event) => {
    event.preventDefault();
    onRolls(needs.map(({ for: what, unit }, index) =>
      ({ for: what, ...(unit ? { unit } : {}), values: asked[index].map((input) => Number(input.value)) })));
  } }, el("h2", { tabindex: -1 }, say("dice-title")), needs.map((need, n) => asked[n].map((input, index) => field(label(need, index, state), input))),
  el("div", { class: "buttons" }, el("button", { type: "submit" }, say("send-dice")), button(say("cancel"), onBack)));
  return [form];
}
