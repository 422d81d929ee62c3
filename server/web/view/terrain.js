// The ground of a grid: which kinds lie where, each with a pattern of its own, and a legend.

import { el, svg } from "../base/dom.js";
import { word } from "../base/texts.js";

const PATTERNS = 5;
const solid = (part) => part.kind === "wall" || part.kind === "blocking" || (part.blocks ?? []).includes("enter");

const groundName = (part) => {
  const kind = word("ground", part.kind);
  return part.name ? `${part.name} (${kind})` : kind;
};

// Each part of the terrain with its class: solid ones alike, the others by the place of their kind.
export function parts(board) {
  const kinds = [...new Set((board.terrain ?? []).filter((part) => !solid(part)).map((part) => part.kind))];
  return (board.terrain ?? []).map((part) => ({ ...part, look: solid(part) ? "wall" : `ground${kinds.indexOf(part.kind) % PATTERNS}` }));
}

// The kinds of ground at a cell, in words.
export function at(board, [x, y]) {
  return (board.terrain ?? []).filter((part) => part.cells.some((cell) => cell[0] === x && cell[1] === y)).map(groundName);
}

const STROKES = ["M0 .25H1M0 .75H1", "M0 1L1 0", "M.5 .3V.7M.3 .5H.7", "M0 0L1 1", "M.25 0V1M.75 0V1"];

export const patterns = () => svg("defs", {}, STROKES.map((d, index) =>
  svg("pattern", { id: `ground${index}`, width: 0.5, height: 0.5, patternUnits: "userSpaceOnUse" },
    svg("path", { class: `stroke${index}`, d, transform: "scale(.5)" }))));

export function ground(board) {
  return parts(board).flatMap((part) => part.cells.map(([x, y]) =>
    svg("rect", { class: part.look, x, y, width: 1, height: 1, fill: part.look === "wall" ? null : `url(#${part.look})` })));
}

export function legend(board) {
  const shown = new Map(parts(board).map((part) => [groundName(part), part.look]));
  if (!shown.size) return null;
  return el("ul", { class: "legend" }, [...shown].map(([name, look]) => el("li", {},
    svg("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" }, svg("rect", { class: "cell", width: 1, height: 1 }),
      svg("rect", { class: look, width: 1, height: 1, fill: look === "wall" ? null : `url(#${look})` })), name)));
}
