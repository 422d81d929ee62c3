// A grid as SVG: terrain, footprints, places to choose. One user unit is one cell.

import { el, svg } from "./dom.js";
import { say } from "./texts.js";
import { sidesOf } from "./units.js";

const cellName = ([x, y]) => `${x}, ${y}`;

function ground(board) {
  const kinds = new Map();
  for (const part of board.terrain ?? []) for (const cell of part.cells) kinds.set(String(cell), part.name ?? part.kind);
  const walls = new Set((board.terrain ?? []).filter((part) => part.kind === "wall").flatMap((part) => part.cells.map(String)));
  return { kinds, walls };
}

function cells(board, { kinds, walls }) {
  const found = [];
  for (let y = 0; y < board.height; y += 1) for (let x = 0; x < board.width; x += 1) {
    const key = `${x},${y}`;
    const kind = walls.has(key) ? "wall" : kinds.has(key) ? "cell ground" : "cell";
    found.push(svg("rect", { class: kind, x, y, width: 1, height: 1 }));
  }
  return found;
}

const SHAPES = [
  (s) => svg("circle", { cx: s / 2, cy: s / 2, r: s * 0.42 }),
  (s) => svg("rect", { x: s * 0.1, y: s * 0.1, width: s * 0.8, height: s * 0.8 }),
  (s) => svg("polygon", { points: `${s / 2},0.04 ${s - 0.04},${s / 2} ${s / 2},${s - 0.04} 0.04,${s / 2}` }),
  (s) => svg("polygon", { points: `${s / 2},0.06 ${s - 0.06},${s - 0.1} 0.06,${s - 0.1}` }),
];

function token(unit, state) {
  const side = sidesOf(state).indexOf(unit.side) % 4;
  const size = unit.size ?? 1;
  const [x, y] = unit.at;
  const shape = SHAPES[side](size);
  shape.setAttribute("class", `side${side}`);
  const share = typeof unit.hp === "number" && unit.max_hp ? Math.max(0, Math.min(1, unit.hp / unit.max_hp)) : null;
  return svg("g", { class: "token pe", transform: `translate(${x} ${y})` }, shape,
    state.turn === unit.id ? svg("rect", { class: "turn", x: 0.03, y: 0.03, width: size - 0.06, height: size - 0.06 }) : null,
    svg("text", { class: "name", x: size / 2, y: size / 2 + 0.08 }, (unit.name ?? unit.id).slice(0, 6)),
    share === null ? null : svg("rect", { class: "hpback", x: 0.1, y: size - 0.16, width: size - 0.2, height: 0.1 }),
    share === null ? null : svg("rect", { class: "hp", x: 0.1, y: size - 0.16, width: (size - 0.2) * share, height: 0.1 }),
    Object.keys(unit.statuses ?? {}).length ? svg("text", { class: "name", x: size / 2, y: 0.28 }, Object.keys(unit.statuses).map((one) => one.slice(0, 3)).join(" ")) : null);
}

function pick(choice, [x, y], size, onPick) {
  const label = [choice.label ?? cellName([x, y]), choice.cost == null ? "" : say("cost", { cost: choice.cost })].join(" ");
  const take = (event) => {
    if (event.type === "click" || event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onPick(choice);
    }
  };
  return svg("rect", { class: "pick", x: x + 0.03, y: y + 0.03, width: size - 0.06, height: size - 0.06,
    role: "button", tabindex: 0, "aria-label": label, click: take, keydown: take });
}

// Places and units among the choices, as [choice, cell, size].
function placed(choices, state) {
  return choices.flatMap((choice) => {
    if (Array.isArray(choice.value) && choice.value.length === 2) return [[choice, choice.value, 1]];
    const unit = typeof choice.value === "string" ? state.units?.[choice.value] : null;
    return unit && Array.isArray(unit.at) ? [[choice, unit.at, unit.size ?? 1]] : [];
  });
}

export function grid(state, choices, onPick) {
  const board = state.board;
  const units = Object.values(state.units ?? {}).filter((unit) => Array.isArray(unit.at));
  const edge = [
    ...Array.from({ length: board.width }, (_, x) => svg("text", { class: "coord", x: x + 0.5, y: -0.12 }, x)),
    ...Array.from({ length: board.height }, (_, y) => svg("text", { class: "coord", x: -0.22, y: y + 0.58 }, y)),
  ];
  return svg("svg", { viewBox: `-0.45 -0.4 ${board.width + 0.5} ${board.height + 0.45}`, role: "group", "aria-label": say("board") },
    edge, cells(board, ground(board)), placed(choices, state).map(([choice, at, size]) => pick(choice, at, size, onPick)),
    units.map((unit) => token(unit, state)));
}

export function asTable(state) {
  const { kinds } = ground(state.board);
  const rows = Object.values(state.units ?? {}).filter((unit) => Array.isArray(unit.at)).map((unit) =>
    el("tr", {}, el("td", {}, cellName(unit.at)), el("td", {}, `${unit.name ?? unit.id} (${unit.side})`), el("td", {}, kinds.get(String(unit.at)) ?? "")));
  for (const part of state.board.terrain ?? []) rows.push(el("tr", {}, el("td", {}, part.cells.map(cellName).join("; ")), el("td", {}, ""), el("td", {}, part.name ?? part.kind)));
  return el("table", {}, el("thead", {}, el("tr", {}, ["place", "who", "ground"].map((key) => el("th", { scope: "col" }, say(key))))), el("tbody", {}, rows));
}
