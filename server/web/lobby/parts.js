// What the sections of the first page are made of.

import { el } from "../base/dom.js";
import { say } from "../base/texts.js";

export const section = (key, ...inside) => el("section", { class: "panel", "data-section": key }, el("h2", {}, say(key)), ...inside);

export const facts = (title, ...lines) => [el("strong", {}, title), lines.filter(Boolean).map((line) => el("span", {}, line))];
