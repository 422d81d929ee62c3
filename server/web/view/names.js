// What things of a state are called on the page.

import { say, word } from "../base/texts.js";

export const nameOf = (state, id) => state.units?.[id]?.name ?? String(id);

export const sidesOf = (state) => [...new Set(Object.values(state.units ?? {}).map((unit) => unit.side))];

export const seatName = (seat) => (["gm", "spectator"].includes(seat) ? word("seat", seat) : seat ?? "");

// Colour and shape of a side go by its place among the sides.
export const sideNumber = (state, side) => Math.max(0, sidesOf(state).indexOf(side)) % 4;

// Where something is: a cell, a zone by its name, or words.
export function spot(state, at) {
  if (Array.isArray(at)) return at.join(", ");
  return state.board?.zones?.find((zone) => zone.id === at)?.name ?? word("word", String(at));
}

// What a declared action or a move of a unit is called.
export const moveName = (unit, id) => unit?.moves?.find((move) => move.id === id)?.name ?? (id && word("move", id));

// A pool of its own word, or the uses of one move.
export const poolName = (unit, name) => unit.moves?.find((move) => move.id === name)?.name ?? word("word", name);

export const itemName = (state, id) => state.catalogue?.items?.[id]?.name ?? word("word", id);

export function hpText(unit) {
  if (typeof unit.hp !== "number") return unit.hp ? word("word", unit.hp) : "";
  return unit.max_hp == null ? String(unit.hp) : say("hp-of", { now: unit.hp, max: unit.max_hp });
}

export const hpShare = (unit) =>
  typeof unit.hp === "number" && unit.max_hp ? Math.max(0, Math.min(1, unit.hp / unit.max_hp)) : null;

function statusText(name, status) {
  const value = status?.value;
  const shown = value == null || value === 1 || typeof value === "object" ? "" : ` ${value}`;
  return word("word", name) + shown;
}

export const statusesOf = (unit) => Object.entries(unit.statuses ?? {}).map(([name, one]) => statusText(name, one));

// Width and height on a grid, in cells.
export const extent = (unit) => unit.footprint ?? [unit.size ?? 1, unit.size ?? 1];

export const onGrid = (state) => Object.values(state.units ?? {}).filter((unit) => Array.isArray(unit.at));
