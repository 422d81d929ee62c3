// Forms that fold: a title, fields, and what becomes of them.

import { el, field, fold, select } from "../base/dom.js";
import { say } from "../base/texts.js";

// `done(values)` answers whether it was accepted; the form is empty again then.
export function form(title, fields, done, submit = "send") {
  const node = el("form", { submit: async (event) => {
    event.preventDefault();
    if (await done(Object.fromEntries(new FormData(node)))) node.reset();
  } }, fields, el("button", { type: "submit" }, say(submit)));
  return fold(say(title), node, { "data-form": title });
}

export const text = (key, name, rest = {}) =>
  field(say(key), el("input", { name, type: "text", maxlength: 200, autocomplete: "off", ...rest }));

export const number = (key, name, rest = {}) =>
  field(say(key), el("input", { name, type: "number", inputmode: "numeric", required: true, ...rest }));

export const choice = (key, name, pairs) => field(say(key), select(name, pairs));

// A text with suggestions.
export function suggested(key, name, values, rest = {}) {
  const id = `suggest-${name}`;
  return [text(key, name, { list: id, required: true, ...rest }),
    el("datalist", { id }, [...new Set(values)].map((value) => el("option", { value })))];
}

export const unitsOf = (state, some = () => true) =>
  Object.values(state.units ?? {}).filter(some).map((unit) => [unit.id, unit.name ?? unit.id]);
