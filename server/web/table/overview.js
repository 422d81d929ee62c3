// Everything that may be done now, as buttons; a grey one says why not.

import { button, el, fold } from "../base/dom.js";
import { say } from "../base/texts.js";
import { nameOf, hpText } from "../view/names.js";
import { groups, isActive, ofTable, ofUnit } from "./options.js";

// `open(group)` goes on with a group, `why(command)` asks for a refusal.
function groupButton(group, { open, why }) {
  if (group.options.length) return button(group.title + (group.options.length > 1 ? " ▸" : ""), () => open(group));
  return button(group.title, () => why(group), { "aria-disabled": "true" });
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

export function overview(given, acts) {
  const { state, options } = given;
  const own = Object.values(state.units ?? {}).filter((unit) => given.commands(unit) && !unit.fainted);
  const active = own.filter((unit) => isActive(unit, given));
  const able = active.filter((unit) => ofUnit(options, unit.id).length);
  const rest = own.filter((unit) => !active.includes(unit) && (unit.at != null || ofUnit(options, unit.id).length));
  const table = ofTable(options).map((option) => button(option.label, () => acts.open({ title: option.label, options: [option] }), { class: "first" }));
  const none = !table.length && !able.length;
  return [table.length ? el("div", { class: "buttons" }, table) : null,
    able.map((unit) => el("section", { "data-acts": unit.id }, el("h3", {}, heading(unit)), unitButtons(unit, given, acts))),
    none ? el("p", { class: "soft" }, say(given.reading ? "reading" : "nothing-now")) : null,
    outOfTurn(rest, given, acts)].flat();
}

export const actor = (state, option) => nameOf(state, option.command.unit ?? "");
