// Dice as they fell: one chip a die, its shape by its sides.

import { el } from "../base/dom.js";
import { say, word } from "../base/texts.js";
import { nameOf } from "./names.js";

const shape = (sides) => ([4, 6, 8, 10, 12, 20, 100].includes(sides) ? `d${sides}` : "d6");

function roll(one, state) {
  const what = [one.unit && nameOf(state, one.unit), word("die", one.for ?? "")].filter(Boolean).join(", ");
  return el("span", { class: "roll" }, el("span", { class: "spoken" }, say("rolled", { for: what, values: one.values.join(", "), die: one.die })),
    el("span", { "aria-hidden": "true" }, `${what} d${one.die} `, one.values.map((value) => el("b", { class: `die ${shape(one.die)}` }, value))));
}

export function dice(event, state) {
  const rolls = (event.rolls ?? []).filter((one) => one?.values?.length);
  return rolls.length ? el("p", { class: "dice" }, rolls.map((one) => roll(one, state))) : null;
}
