// Forms that fold: a title, fields, and what becomes of them. What somebody fills in outlasts their being made anew.

import { el, field, fold, select } from "../base/dom.js";
import { say } from "../base/texts.js";

const filled = (node) => Object.fromEntries(new FormData(node));

// What is filled in by now, by the forms' titles.
export const typedIn = (root) =>
  Object.fromEntries([...root.querySelectorAll("[data-form] > form")].map((node) => [node.parentNode.dataset.form, filled(node)]));

export function fillIn(node, values = {}) {
  for (const [name, value] of Object.entries(values)) {
    const control = node.elements[name];
    if (!control || (control.options && ![...control.options].some((one) => one.value === value))) continue;
    control.value = value;
    control.dispatchEvent(new Event("change"));
  }
}

// `done(values)` answers whether it was accepted. The form is empty as soon as it is sent, and filled in again if it was not.
export const sent = (title, done) => async (event) => {
  event.preventDefault();
  const node = event.target;
  const values = filled(node);
  node.reset();
  if (!await done(values)) fillIn(document.querySelector(`[data-form=${title}] form`) ?? node, values);
};

// `typed`: as `typedIn` gave it.
export function form({ typed }, title, fields, done, submit = "send") {
  const node = el("form", { submit: sent(title, done) }, fields, el("button", { type: "submit" }, say(submit)));
  fillIn(node, typed[title]);
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
