// What the table decided beside the rules: rulings, forced commands and rewinds, each with the rule it overrode.

import { el } from "../base/dom.js";
import { sentenceOf } from "./lines.js";
import { tell } from "./words.js";

const KINDS = ["ruling", "force", "rewind"];

// A rulebook is Markdown, where **R** marks a ruling of its own.
const plain = (text) => text.replaceAll("**R** ", "").replaceAll("`", "");

// A fact's rule in the words of the rulebook; null where it names none.
export const quote = ({ rule }, rules) =>
  (rule ? el("blockquote", {}, el("strong", {}, rule), " ", plain(rules[rule.split("/")[1]]?.text ?? "")) : null);

export function decided(reel, marks, rules) {
  const found = marks.filter(({ kind }) => KINDS.includes(kind));
  if (!found.length) return [];
  return [el("section", { class: "panel" }, el("h2", {}, tell("decided")), el("ol", {}, found.map(({ seq, kind, fact }) =>
    el("li", {}, el("a", { href: `#${seq}` }, el("small", { class: "soft" }, `${seq} · ${tell(`mark-${kind}`)} `), sentenceOf(reel.event(seq))), quote(fact, rules)))))];
}
