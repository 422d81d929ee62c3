// Watch a fight: the public battles, the finished ones first.

import { call } from "../base/api.js";
import { el } from "../base/dom.js";
import { say, word } from "../base/texts.js";
import { facts, section } from "./parts.js";

// A fight that is over is watched from its beginning.
const address = ({ id, status }) => `/battles/${id}${status === "ended" ? "/replay" : ""}`;

export async function watching() {
  const { battles } = await call("/v1/battles?limit=6");
  if (!battles.length) return section("watch", el("p", { class: "soft" }, say("watch-none")));
  battles.sort((a, b) => Number(b.status === "ended") - Number(a.status === "ended"));
  return section("watch", el("ul", { class: "cards" }, battles.map((one) => el("li", {},
    el("a", { class: "card", href: address(one) }, facts(one.title || one.ruleset, `${word("ruleset", one.ruleset)} · ${say(one.status)}`))))));
}
