// Start a fight: a card for each rule system; one tap makes its sample battle. Or a battle of one's own, as JSON.

import { call } from "../base/api.js";
import { button, el, field, fold } from "../base/dom.js";
import { remember } from "../base/keep.js";
import { parsed, say, word } from "../base/texts.js";
import { facts, section } from "./parts.js";

// The creator becomes the game master; the players come in by links that work once.
async function create(spec) {
  const body = { seating: "invites", ...spec };
  const { battle, tokens, invites } = await call("/v1/battles", { method: "POST", body });
  remember(battle.id, { token: tokens.gm, seat: "gm", title: battle.title, tokens, invites });
  location.assign(`/battles/${battle.id}`);
}

export async function starting(told) {
  const { rulesets } = await call("/v1/rulesets");
  let busy = false;
  const begin = async (make) => {
    if (busy) return;
    busy = true;
    told("");
    try {
      await create(make());
    } catch (error) {
      told(error.message);
      busy = false;
    }
  };
  const cards = rulesets.filter((system) => system.samples.length).map((system) => card(system, begin));
  const spec = el("textarea", { name: "spec", rows: 5, spellcheck: "false", required: true });
  const form = el("form", { submit: (event) => {
    event.preventDefault();
    begin(() => parsed(spec.value));
  } }, field(say("paste-spec"), spec), el("button", { type: "submit" }, say("create")));
  return section("start", el("ul", { class: "cards" }, cards), fold(say("own-spec"), form));
}

function card(system, begin) {
  const [first, ...others] = system.samples;
  const start = (sample) => () => begin(() => ({ ruleset: system.id, sample }));
  return el("li", { "data-ruleset": system.id },
    el("button", { class: "card", type: "button", click: start(first) }, facts(system.title, word("sample", first))),
    others.length ? el("div", { class: "buttons", role: "group", "aria-label": say("more-samples") }, others.map((sample) => button(word("sample", sample), start(sample)))) : null);
}
