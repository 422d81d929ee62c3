// Units as cards, the same for every kind of board: side by colour and line, hit points, statuses.

import { el } from "./dom.js";
import { say } from "./texts.js";

export const sidesOf = (state) => [...new Set(Object.values(state.units ?? {}).map((unit) => unit.side))];

const hpText = (unit) =>
  typeof unit.hp === "number" ? say("hp-of", { now: unit.hp, max: unit.max_hp ?? "?" }) : unit.hp ?? "";

const valued = (name, value) => (value == null || value === 1 || typeof value === "object" ? name : `${name} ${value}`);

function facts(unit) {
  const statuses = Object.entries(unit.statuses ?? {}).map(([name, one]) => valued(name, one?.value));
  const stages = Object.entries(unit.stages ?? {}).filter(([, by]) => by).map(([stat, by]) => `${stat} ${by > 0 ? "+" : ""}${by}`);
  const pools = Object.entries(unit.pools ?? {}).map(([name, pool]) => `${name} ${pool.now}/${pool.max}`);
  const held = unit.held ? [say("holds", { item: unit.held.name ?? unit.held.id ?? unit.held })] : [];
  return [...statuses, ...stages, ...pools, ...held].join(" · ").replaceAll("_", " ");
}

export function card(unit, state) {
  const side = sidesOf(state).indexOf(unit.side) % 4;
  const numbers = typeof unit.hp === "number" && unit.max_hp;
  return el("li", { class: `unit s${side}${state.turn === unit.id ? " active" : ""}${unit.fainted ? " fallen" : ""}` },
    el("p", {}, el("strong", {}, unit.name ?? unit.id), ` · ${unit.side}`, unit.fainted ? ` · ${say("fallen")}` : ""),
    numbers ? el("meter", { min: 0, max: unit.max_hp, value: Math.max(0, unit.hp), "aria-label": hpText(unit) }) : null,
    el("p", {}, `${hpText(unit)} ${(unit.types ?? []).join(", ")}`),
    el("p", { class: "soft" }, facts(unit)));
}

export const cards = (units, state) =>
  el("ul", { class: "units" }, units.map((unit) => card(unit, state)));
