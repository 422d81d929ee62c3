// A grid as a table of cells with its coordinates as headings, for those who do not see the drawing.

import { el } from "../base/dom.js";
import { say } from "../base/texts.js";
import { extent, hpText, onGrid, statusesOf } from "./names.js";
import { at } from "./terrain.js";

const holds = (unit, x, y) => {
  const [w, h] = extent(unit);
  return x >= unit.at[0] && x < unit.at[0] + w && y >= unit.at[1] && y < unit.at[1] + h;
};

const told = (unit) => [unit.name ?? unit.id, unit.side, hpText(unit), ...statusesOf(unit)].filter(Boolean).join(", ");

export function coordinates(state) {
  const { width, height } = state.board;
  const units = onGrid(state);
  const columns = Array.from({ length: width }, (_, x) => x);
  const rows = Array.from({ length: height }, (_, y) => el("tr", {}, el("th", { scope: "row" }, y), columns.map((x) =>
    el("td", {}, [...units.filter((unit) => holds(unit, x, y)).map(told), ...at(state.board, [x, y])].join("; ")))));
  const table = el("table", { class: "coordinates" }, el("caption", {}, say("board-table")),
    el("thead", {}, el("tr", {}, el("td", {}), columns.map((x) => el("th", { scope: "col" }, x)))), el("tbody", {}, rows));
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("board-table") }, table);
}
