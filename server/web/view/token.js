// A unit on a grid: its side's shape, name, hit points, statuses, whose turn it is. One user unit is one cell.

import { svg } from "../base/dom.js";
import { say, word } from "../base/texts.js";
import { extent, hpShare, hpText, sideNumber, spot, statusesOf } from "./names.js";

const SHAPES = [
  (w, h) => svg("ellipse", { cx: w / 2, cy: h / 2, rx: w / 2 - 0.06, ry: h / 2 - 0.06 }),
  (w, h) => svg("rect", { x: 0.09, y: 0.09, width: w - 0.18, height: h - 0.18, rx: 0.06 }),
  (w, h) => svg("polygon", { points: `${w / 2},.02 ${w - 0.02},${h / 2} ${w / 2},${h - 0.02} .02,${h / 2}` }),
  (w, h) => svg("polygon", { points: `${w / 2},.04 ${w - 0.04},${h - 0.06} .04,${h - 0.06}` }),
];
const LARGEST = 0.3;
const EASY = 0.2;
const SMALLEST = 0.17;
const SHORT = 0.5; // of two letters, where a wide board is looked at on a phone
const LETTER = 0.68; // the mean width of a letter, in font sizes

// The name within its own cells where it can be read there, else reaching out, cut only where even that is too narrow.
function fitted(name, own, room, largest) {
  const within = Math.min(largest, own / (LETTER * name.length));
  if (within >= EASY) return { name, size: within, shift: 0 };
  const size = Math.min(EASY, room.width / (LETTER * name.length));
  if (size >= SMALLEST) return { name, size, shift: room.shift };
  return { name: `${name.slice(0, Math.max(2, Math.floor(room.width / (LETTER * SMALLEST)) - 1))}…`, size: SMALLEST, shift: room.shift };
}

function bar(unit, w, h) {
  const share = hpShare(unit);
  if (share === null) return [];
  const at = { x: 0.1, y: h - 0.17, height: 0.12, rx: 0.03 };
  const level = share <= 0.25 ? "hp low" : "hp";
  return [svg("rect", { class: "hpback", ...at, width: w - 0.2 }), svg("rect", { class: level, ...at, width: (w - 0.2) * share })];
}

function spoken(unit, state) {
  return [unit.name ?? unit.id, word("side", unit.side), spot(state, unit.at), hpText(unit), ...statusesOf(unit),
    state.turn === unit.id && say("now"), state.window?.waiting?.includes(unit.id) && say("may-answer"),
    unit.hidden && say("hidden")].filter(Boolean).join(", ");
}

export function token(unit, state, room) {
  const [w, h] = extent(unit);
  const shape = SHAPES[sideNumber(state, unit.side)](w, h);
  shape.setAttribute("class", `side${sideNumber(state, unit.side)}`);
  const label = spoken(unit, state);
  const { name, size, shift } = fitted(unit.name ?? unit.id, w - 0.06, room, LARGEST * Math.min(w, h, 2));
  const badges = statusesOf(unit).map((status) => status.slice(0, 3)).slice(0, 3 * w).join(" ");
  return svg("g", { class: `token${unit.hidden ? " hidden" : ""}`, role: "img", "aria-label": label, "data-unit": unit.id },
    svg("title", {}, label), shape,
    state.turn === unit.id ? svg("rect", { class: "turn", x: 0.03, y: 0.03, width: w - 0.06, height: h - 0.06, rx: 0.08 }) : null,
    state.window?.waiting?.includes(unit.id) ? svg("text", { class: "ask", x: w - 0.14, y: 0.3 }, "?") : null,
    badges ? svg("text", { class: "name", x: w / 2, y: 0.27, "font-size": 0.21 }, badges) : null,
    svg("text", { class: "name long", x: w / 2 + shift, y: h / 2 + size * 0.35, "font-size": size }, name),
    svg("text", { class: "name short", x: w / 2, y: h / 2 + 0.16, "font-size": SHORT }, name.slice(0, 2)), bar(unit, w, h));
}
