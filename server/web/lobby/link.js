// I have a link: to a seat at a table, or to a replay.

import { el, field } from "../base/dom.js";
import { say } from "../base/texts.js";
import { section } from "./parts.js";

export function linked(told) {
  const input = el("input", { type: "text", name: "link", autocomplete: "off", inputmode: "url", required: true });
  const open = (event) => {
    event.preventDefault();
    const found = input.value.match(/\/(battles|r)\/[^\s#?]+(#\S*)?/);
    if (found) location.assign(found[0]);
    else told(say("link-bad"));
  };
  return section("link", el("form", { submit: open }, field(say("link-paste"), input), el("button", { type: "submit" }, say("open"))));
}
