// Getting ready: who still has to be placed comes first, one tap may place everybody; the rest is folded away.

import { button, el, fold } from "../base/dom.js";
import { say } from "../base/texts.js";
import { sidesOf } from "../view/names.js";
import { alone, groups, ofTable, ofUnit } from "./options.js";
import { groupButton } from "./overview.js";

export const toPlace = ({ state, options }) =>
  options.filter(({ command, choose }) => command.type === "place" && choose && state.units[command.unit]?.at == null);

// Whom the reader still has to place, now or once others stand.
const unplaced = ({ state, commands }) => Object.values(state.units ?? {})
  .filter((unit) => commands(unit) && unit.at == null && unit.out !== false && !unit.reserve);

// Sides line up at opposite edges; among the places offered that is only where to begin looking.
export function startingPlace(option, state) {
  const left = sidesOf(state).indexOf(state.units[option.command.unit].side) === 0;
  const values = option.choose.at.map((choice) => choice.value);
  if (!Array.isArray(values[0])) return left ? values[0] : values.at(-1);
  const middle = (state.board.height ?? 1) / 2;
  const rank = ([x, y]) => (left ? x : -x) * 1000 + Math.abs(y - middle);
  return values.reduce((best, value) => (rank(value) < rank(best) ? value : best));
}

function more(given, acts) {
  const units = Object.values(given.state.units ?? {}).filter(given.commands);
  const parts = units.map((unit) => {
    const waits = unit.at == null;
    const list = groups(ofUnit(given.options, unit.id), unit, given.state)
      .filter((group) => group.options.length && !(waits && group.options[0].command.type === "place"));
    const buttons = el("div", { class: "buttons" }, list.map((group) => groupButton(group, acts)));
    return list.length ? el("section", {}, el("h3", {}, unit.name), buttons) : null;
  });
  return parts.some(Boolean) ? fold(say("before-start"), parts, { "data-fold": "before-start" }) : null;
}

export function setup(given, acts) {
  const { state } = given;
  const waiting = toPlace(given);
  const table = ofTable(given.options).map((option) =>
    button(option.label, () => acts.open(alone(option)), { class: "first" }));
  const places = waiting.map((option, index) =>
    button(option.label, () => acts.open(alone(option)), { class: index || table.length ? "" : "first" }));
  const idle = given.reading ? "reading" : state.ready?.includes(given.seat) ? "ready-waits" : "setup-waits";
  return [el("div", { class: "buttons" }, table),
    el("div", { class: "buttons" }, places, waiting.length && unplaced(given).length > 1 ? button(say("place-all"), acts.placeAll) : null),
    !table.length && !waiting.length ? el("p", { class: "soft" }, say(idle)) : null,
    more(given, acts)];
}
