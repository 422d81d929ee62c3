// Choices, moves and dice in words.

import { say, word } from "../base/texts.js";
import { nameOf, spot } from "../view/names.js";

const ARROWS = { n: "↑", ne: "↗", e: "→", se: "↘", s: "↓", sw: "↙", w: "←", nw: "↖" };

// A value that a command may hold: a unit, a place, a direction, or commands within it.
export function valueText(state, value) {
  if (ARROWS[value]) return `${ARROWS[value]} ${word("why", value)}`;
  if (typeof value === "string") return state.units?.[value] ? nameOf(state, value) : spot(state, value);
  if (Array.isArray(value)) {
    if (!value.length) return say("nothing");
    return value.every(Number.isInteger) ? spot(state, value) : value.map((one) => valueText(state, one)).join(" → ");
  }
  if (value && typeof value === "object") {
    const { type, unit: _, ...rest } = value;
    return [type && word("do", type), ...Object.values(rest).map((one) => valueText(state, one))].filter(Boolean).join(" ");
  }
  return String(value);
}

export function choiceText(state, choice) {
  const parts = [choice.label ?? valueText(state, choice.value)];
  if (choice.cost != null) parts.push(say("cost", { cost: choice.cost }));
  const struck = (choice.strikes ?? []).filter((id) => id !== choice.value);
  if (struck.length) parts.push(say("will-strike", { units: struck.map((id) => nameOf(state, id)).join(", ") }));
  return parts.join(" · ");
}

// What a move's data says in single words and numbers; the rest is for the rules.
export function moveText(unit, id) {
  const move = unit?.moves?.find((one) => one.id === id);
  if (!move) return "";
  const { id: _, name, ...facts } = move;
  return Object.entries(facts).filter(([, value]) => ["string", "number"].includes(typeof value))
    .map(([key, value]) => (key === "type" || key === "category" || key === "class" ? value : `${key.replaceAll("_", " ")} ${value}`)).join(" · ");
}

export const diceText = (state, needs) => needs.map((need) => {
  const what = [need.unit && nameOf(state, need.unit), word("die", need.for)].filter(Boolean).join(", ");
  const die = say("die-asked", { for: what, count: need.count, die: need.die });
  return need.needs == null ? die : `${die} (${say("needs", { needs: need.needs })})`;
}).join(" · ");
