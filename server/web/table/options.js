// What is offered, in an order for people: by unit, and within a unit a group for each move and each kind of command.

import { word } from "../base/texts.js";
import { itemName, moveName, nameOf } from "../view/names.js";

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

const ITEM = "use-item";

const keyOf = ({ command }) => (command.move ? `move ${command.move}` : command.type);

function groupTitle(options, unit, state) {
  const [{ command }] = options;
  if (options.length === 1) return titleOf(options[0], state);
  return command.move ? moveName(unit, command.move) : word("do", command.type);
}

// `[{title, options, refused}]`; what is refused is a command that is not offered now and can tell why.
export function groups(options, unit, state) {
  const found = new Map();
  for (const option of options) found.set(keyOf(option), [...(found.get(keyOf(option)) ?? []), option]);
  const items = greyItems(options, unit, state);
  const ready = [...found].map(([key, list]) => {
    const refused = key === ITEM ? items : [];
    return { title: refused.length ? word("do", ITEM) : groupTitle(list, unit, state), options: list, refused };
  });
  const bag = items.length && !found.has(ITEM) ? [{ title: word("do", ITEM), options: [], refused: items }] : [];
  return [...ready, ...greyMoves(options, unit, state), ...bag];
}

function greyMoves(options, unit, state) {
  const type = state.window ? "interrupt" : "use-move";
  return (unit.moves ?? []).filter((move) => !options.some(({ command }) => command.move === move.id))
    .map((move) => ({ title: moveName(unit, move.id), options: [], refused: [], command: { type, unit: unit.id, move: move.id } }));
}

function greyItems(options, unit, state) {
  const offered = options.map(({ command }) => command.type === ITEM && command.item);
  return Object.entries(state.inventory?.[unit.side] ?? {}).filter(([item, count]) => count > 0 && !offered.includes(item))
    .map(([item]) => ({ title: itemName(state, item), command: { type: ITEM, unit: unit.id, item } }));
}

// A single option as a group of its own.
export const alone = (option) => ({ title: option.label, options: [option], refused: [] });
