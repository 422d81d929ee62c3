// Dice as they fell: grouped by what they were rolled for, one chip a die, its shape by its sides.

import { el } from "../base/dom.js";
import { say, word } from "../base/texts.js";
import { nameOf } from "./names.js";

const shape = (sides) => ([4, 6, 8, 10, 12, 20, 100].includes(sides) ? `d${sides}` : "d6");

const whose = (one, state) => (one.unit ? nameOf(state, one.unit) : "");

function spoken(one, state) {
  const what = [whose(one, state), word("die", one.for ?? "")].filter(Boolean).join(", ");
  return say("rolled", { for: what, values: one.values.join(", "), die: one.die });
}

function group(rolls, state) {
  const [{ for: what, die }] = rolls;
  const chips = rolls.map((one) => el("span", { class: "roll" }, whose(one, state), " ", one.values.map((value) => el("b", { class: `die ${shape(die)}` }, value))));
  return [el("span", { class: "spoken" }, rolls.map((one) => `${spoken(one, state)}. `)),
    el("span", { class: "rolls", "aria-hidden": "true" }, `${word("die", what ?? "")} d${die}: `, chips)];
}

export function dice(event, state) {
  const groups = new Map();
  for (const roll of event.rolls ?? []) {
    if (!roll?.values?.length) continue;
    const key = `${roll.for} ${roll.die}`;
    groups.set(key, [...(groups.get(key) ?? []), roll]);
  }
  return groups.size ? el("p", { class: "dice" }, [...groups.values()].map((rolls) => group(rolls, state))) : null;
}
