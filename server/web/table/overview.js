// Everything that may be done now, as buttons; a grey one says why not.

import { button, el, fold } from "../base/dom.js";
import { say } from "../base/texts.js";
import { hpText } from "../view/names.js";
import { alone, groups, isActive, ofTable, ofUnit } from "./options.js";

const several = (group) => group.options.length > 1 || group.refused.length > 0;

// `open(group)` goes on with a group, `why(grey)` asks for a refusal.
export function groupButton(group, { open, why }) {
  if (group.command) return button(group.title, () => why(group), { "aria-disabled": "true" });
  return button(group.title + (several(group) ? " ▸" : ""), () => open(group));
}

function unitButtons(unit, given, acts) {
  const list = groups(ofUnit(given.options, unit.id), unit, given.state);
  return el("div", { class: "buttons" }, list.map((group) => groupButton(group, acts)));
}

const heading = (unit) => [unit.name ?? unit.id, hpText(unit)].filter(Boolean).join(" · ");

function outOfTurn(units, given, acts) {
  if (!units.length) return null;
  return fold(say("out-of-turn"), () => el("div", {}, units.map((unit) =>
    el("section", {}, el("h3", {}, heading(unit)), unitButtons(unit, given, acts)))), { "data-fold": "out-of-turn" });
}

// Where one unit alone is asked, the question is put to it.
export function question(given) {
  if (given.state.phase === "setup") return say("getting-ready");
  const able = askedUnits(given);
  return able.length === 1 ? say("may-do-unit", { unit: able[0].name ?? able[0].id }) : say("may-do");
}

const ownUnits = ({ state, commands }) => Object.values(state.units ?? {}).filter((unit) => commands(unit) && !unit.fainted);

const askedUnits = (given) =>
  ownUnits(given).filter((unit) => isActive(unit, given) && ofUnit(given.options, unit.id).length);

function idle({ state, reading }) {
  if (state.phase === "ended") return "nothing-more";
  return reading ? "reading" : "nothing-now";
}

export function overview(given, acts) {
  const { options } = given;
  const able = askedUnits(given);
  const rest = ownUnits(given).filter((unit) => !isActive(unit, given) && (unit.at != null || ofUnit(options, unit.id).length));
  const table = ofTable(options).map((option) => button(option.label, () => acts.open(alone(option)), { class: "first" }));
  const none = !table.length && !able.length;
  return [table.length ? el("div", { class: "buttons" }, table) : null,
    able.map((unit) => el("section", { "data-acts": unit.id }, able.length > 1 ? el("h3", {}, heading(unit)) : null, unitButtons(unit, given, acts))),
    none ? el("p", { class: "soft" }, say(idle(given))) : null,
    outOfTurn(rest, given, acts)].flat();
}
