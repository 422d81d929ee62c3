// A grid as SVG. `plan` is what is being chosen on it: `choices` to pick from, the one `chosen`, its `path`.

import { svg } from "../base/dom.js";
import { say } from "../base/texts.js";
import { extent, nameOf, onGrid, spot } from "./names.js";
import { ground, patterns } from "./terrain.js";
import { token } from "./token.js";

const NEAR = 48; // pixels a cell, looked at closely
const WIDE = 11; // cells; beyond them a phone has no room for names

const middle = (unit) => {
  const [w, h] = extent(unit);
  return [unit.at[0] + w / 2, unit.at[1] + h / 2];
};

// Names may reach into the cells beside a unit where nobody stands: how wide, and how far off the middle.
function rooms(units, width) {
  const taken = new Set(units.flatMap((unit) => {
    const [w, h] = extent(unit);
    return Array.from({ length: w * h }, (_, n) => `${unit.at[0] + (n % w)},${unit.at[1] + Math.floor(n / w)}`);
  }));
  return (unit) => {
    const [w, h] = extent(unit);
    const [x, y] = unit.at;
    const rows = Array.from({ length: h }, (_, n) => y + n);
    const free = (column) => column >= 0 && column < width && !rows.some((row) => taken.has(`${column},${row}`));
    const [left, right] = [x - 1, x + w].map((column) => (free(column) ? 0.4 : 0));
    return { width: w + left + right - 0.06, shift: (right - left) / 2 };
  };
}

// Where a value lies on the board: a cell, a unit, or the first such thing within it.
function placeOf(value, state) {
  if (Array.isArray(value) && value.length === 2 && value.every(Number.isInteger)) return { at: value, extent: [1, 1] };
  if (typeof value === "string") {
    const unit = state.units?.[value];
    return unit && Array.isArray(unit.at) ? { at: unit.at, extent: extent(unit), unit: value } : null;
  }
  if (Array.isArray(value)) return value.length === 1 ? placeOf(value[0], state) : null;
  if (value && typeof value === "object") return placeOf(value.to ?? value.at ?? value.target, state);
  return null;
}

// What there is to tap: the choices that lie on the board, else whom they strike.
function picks(choices, state) {
  const found = new Map();
  for (const choice of choices) {
    const own = placeOf(choice.value, state);
    const places = own ? [own] : (choice.strikes ?? []).map((id) => placeOf(id, state)).filter(Boolean);
    for (const place of places) if (!found.has(String(place.at))) found.set(String(place.at), { choice, ...place });
  }
  return [...found.values()];
}

function pick({ choice, at: [x, y], extent: [w, h], unit }, state, plan) {
  const cost = choice.cost == null ? "" : say("cost", { cost: choice.cost });
  const label = [unit ? nameOf(state, unit) : choice.label ?? spot(state, [x, y]), cost].filter(Boolean).join(" · ");
  const same = JSON.stringify(choice.value) === JSON.stringify(plan.chosen);
  const take = (event) => {
    if (event.type === "click" || event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      plan.onPick(choice);
    }
  };
  return svg("rect", { class: `pick${unit ? " target" : ""}${same ? " chosen" : ""}`, x: x + 0.04, y: y + 0.04, width: w - 0.08,
    height: h - 0.08, rx: 0.08, role: "button", tabindex: -1, "aria-label": label, "data-at": `${x},${y}`, click: take, keydown: take });
}

function way(plan, state) {
  if (!plan.path?.length) return [];
  const unit = state.units?.[plan.unit];
  const [w, h] = unit ? extent(unit) : [1, 1];
  const steps = [...(Array.isArray(unit?.at) ? [unit.at] : []), ...plan.path].map(([x, y]) => `${x + w / 2},${y + h / 2}`);
  return [svg("polyline", { class: "path", points: steps.join(" ") })];
}

// Declared and not carried out yet: a line from who declared to whom it is meant for.
function aims(state) {
  return (state.pending ?? []).flatMap((one) => {
    const from = state.units?.[one.unit];
    const to = placeOf(one.target ?? one.at, state);
    if (!Array.isArray(from?.at) || !to) return [];
    const [x1, y1] = middle(from);
    return [svg("line", { class: "aim", x1, y1, x2: to.at[0] + to.extent[0] / 2, y2: to.at[1] + to.extent[1] / 2 })];
  });
}

function edges({ width, height }) {
  const size = Math.max(0.26, Math.max(width, height) / 34);
  const every = Math.ceil(size * 2.2);
  const mark = (n, place) => (n % every ? null : svg("text", { class: "coord", "font-size": size, ...place }, n));
  return { size, marks: [
    ...Array.from({ length: width }, (_, x) => mark(x, { x: x + 0.5, y: -size * 0.35 })),
    ...Array.from({ length: height }, (_, y) => mark(y, { x: -size * 0.75, y: y + 0.5 + size * 0.35 }))] };
}

function lines({ width, height }) {
  const d = [...Array.from({ length: width + 1 }, (_, x) => `M${x} 0V${height}`),
    ...Array.from({ length: height + 1 }, (_, y) => `M0 ${y}H${width}`)].join("");
  return [svg("rect", { class: "cell", width, height }), svg("path", { class: "lines", d })];
}

// One stop for the tab key, then the arrows: each goes to the nearest place in its direction.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function roam(event) {
  const step = ARROWS[event.key];
  if (!step || !event.target.matches?.(".pick")) return;
  event.preventDefault();
  const place = (node) => node.dataset.at.split(",").map(Number);
  const [x, y] = place(event.target);
  const ahead = [...event.currentTarget.querySelectorAll(".pick")].map((node) => {
    const [dx, dy] = [place(node)[0] - x, place(node)[1] - y];
    const along = dx * step[0] + dy * step[1];
    return { node, along, far: along + 3 * Math.abs(dx * step[1] + dy * step[0]) };
  }).filter(({ along }) => along > 0).sort((a, b) => a.far - b.far);
  ahead[0]?.node.focus();
}

export function grid(state, plan, near) {
  const { board } = state;
  const { size, marks } = edges(board);
  const units = onGrid(state);
  const room = rooms(units, board.width);
  const tokens = units.map((unit) => {
    const node = token(unit, state, room(unit));
    node.setAttribute("transform", `translate(${unit.at.join(" ")})`);
    return node;
  });
  const places = picks(plan?.choices ?? [], state).map((one) => pick(one, state, plan));
  (places.find((one) => one.matches(".chosen")) ?? places[0])?.setAttribute("tabindex", 0);
  const margin = size * 1.4;
  return svg("svg", { viewBox: `${-margin} ${-margin} ${board.width + margin + 0.06} ${board.height + margin + 0.06}`,
    class: board.width > WIDE && !near ? "grid wide" : "grid", width: near ? NEAR * (board.width + margin) : null,
    role: "group", "aria-label": say("board"), keydown: roam },
  patterns(), marks, lines(board), ground(board), aims(state), tokens, places, plan ? way(plan, state) : []);
}
