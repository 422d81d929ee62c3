// What is offered, in an order for people: by unit, and within a unit a group for each move and each kind of command.

import { say } from "../base/texts.js";
import { moveName, nameOf } from "../view/names.js";

export const ofTable = (options) => options.filter((option) => option.command.unit === undefined);

export const ofUnit = (options, id) => options.filter((option) => option.command.unit === id);

// Whom the battle waits for comes first; the others may act out of turn, if at all.
export function isActive(unit, { state, waiting }) {
  return state.turn === unit.id || Boolean(state.window?.waiting?.includes(unit.id))
    || waiting.some((one) => (one.unit ? one.unit === unit.id : one.seat === (unit.seat ?? "gm")));
}

// An option's label says whose it is; under the unit's own name that need not stand again.
export function titleOf(option, state) {
  const name = nameOf(state, option.command.unit);
  const label = option.label.startsWith(`${name}: `) ? option.label.slice(name.length + 2) : option.label;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

const keyOf = ({ command }) => (command.move ? `move ${command.move}` : command.type);

function groupTitle(options, unit, state) {
  const [{ command }] = options;
  if (options.length === 1) return titleOf(options[0], state);
  return command.move ? moveName(unit, command.move) : say(`do-${command.type}`);
}

// `[{title, options, refused}]`: `refused` are commands that are not offered now and can tell why.
export function groups(options, unit, state) {
  const found = new Map();
  for (const option of options) found.set(keyOf(option), [...(found.get(keyOf(option)) ?? []), option]);
  const ready = [...found.values()].map((list) => ({ title: groupTitle(list, unit, state), options: list }));
  return [...ready, ...refused(options, unit, state)];
}

function refused(options, unit, state) {
  const kind = state.window ? "interrupt" : "use-move";
  const moves = (unit.moves ?? []).filter((move) => !options.some(({ command }) => command.move === move.id))
    .map((move) => ({ title: moveName(unit, move.id), command: { type: kind, unit: unit.id, move: move.id } }));
  const bag = Object.entries(state.inventory?.[unit.side] ?? {}).filter(([item, count]) =>
    count > 0 && !options.some(({ command }) => command.type === "use-item" && command.item === item));
  const items = bag.map(([item]) => ({ title: item.replaceAll("-", " "), command: { type: "use-item", unit: unit.id, item } }));
  return [...moves, ...items].map(({ title, command }) => ({ title, options: [], command }));
}
