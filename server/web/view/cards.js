// Units as cards, the same for every kind of board: side by colour and line, hit points, statuses, sheet.

import { el } from "../base/dom.js";
import { say, word } from "../base/texts.js";
import { hpShare, hpText, itemName, poolName, sideNumber, spot, statusesOf } from "./names.js";

const MOST_POOLS = 2;

// Of many pools only those that something was taken from.
function poolsOf(unit) {
  const pools = Object.entries(unit.pools ?? {});
  return pools.length > MOST_POOLS ? pools.filter(([, pool]) => pool.now < pool.max) : pools;
}

function sheet(unit, state) {
  const stages = Object.entries(unit.stages ?? {}).filter(([, by]) => by)
    .map(([stat, by]) => `${word("word", stat)} ${by > 0 ? "+" : ""}${by}`);
  const pools = poolsOf(unit).map(([name, pool]) => `${poolName(unit, name)} ${pool.now}/${pool.max}`);
  const held = unit.held ? [say("holds", { item: itemName(state, unit.held) })] : [];
  return [...(unit.types ?? []).map((type) => word("type", type)), ...stages, ...pools, ...held].join(" · ");
}

function classes(unit, state) {
  const waited = state.window?.waiting?.includes(unit.id);
  return [`unit side${sideNumber(state, unit.side)}`, state.turn === unit.id && "active", waited && "asked",
    unit.fainted && "fallen", unit.out === false && "away"].filter(Boolean).join(" ");
}

export function card(unit, state) {
  const share = hpShare(unit);
  const marks = [state.turn === unit.id && say("now"), state.window?.waiting?.includes(unit.id) && say("may-answer"),
    unit.fainted && say("fallen"), unit.out === false && !unit.fainted && say("away")].filter(Boolean);
  const place = unit.at == null ? say("not-placed") : spot(state, unit.at);
  const where = state.board?.type === "none" || unit.fainted ? [] : [place];
  return el("li", { class: classes(unit, state), "data-unit": unit.id },
    el("p", { class: "who" }, el("strong", {}, unit.name ?? unit.id), el("span", { class: "soft" }, ` ${[word("side", unit.side), ...where].join(" · ")}`)),
    marks.length ? el("p", { class: "marks" }, marks.join(" · ")) : null,
    share === null ? null : el("meter", { min: 0, max: unit.max_hp, low: unit.max_hp / 4, value: Math.max(0, unit.hp), "aria-label": hpText(unit) }),
    el("p", {}, hpText(unit), statusesOf(unit).map((status) => [" ", el("span", { class: "badge" }, status)])),
    el("p", { class: "soft" }, sheet(unit, state)));
}

// Who is there comes before who waits to be sent out, and the fallen last.
const rank = (unit) => (unit.fainted ? 2 : unit.out === false ? 1 : 0);

export const cards = (units, state) =>
  el("ul", { class: "units" }, units.toSorted((a, b) => rank(a) - rank(b)).map((unit) => card(unit, state)));
