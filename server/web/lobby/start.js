// Start a fight: a card for each rule system; one tap makes its sample battle. Or a battle of one's own, as JSON.

import { call } from "../base/api.js";
import { button, el, field, fold, select } from "../base/dom.js";
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
  return section("start", el("ul", { class: "cards" }, cards), fold(say("own-spec"), ownSpec(rulesets, begin, told)));
}

function ownSpec(rulesets, begin, told) {
  const spec = el("textarea", { name: "spec", rows: 5, spellcheck: "false", required: true });
  const samples = rulesets.flatMap(({ id, title, samples: names }) => names.map((name) => [`${id}/${name}`, `${title}: ${word("sample", name)}`]));
  const from = select("from", [["", "–"], ...samples], { change: () => {
    fill(spec, from.value).catch((error) => told(error.message));
  } });
  return el("form", { submit: (event) => {
    event.preventDefault();
    begin(() => parsed(spec.value));
  } }, field(say("spec-from"), from), field(say("paste-spec"), spec), el("button", { type: "submit" }, say("create")));
}

// What a sample is created from, to be changed and sent as one's own; a cell stands on one line.
async function fill(spec, sample) {
  const [ruleset, name] = sample.split("/");
  const found = name ? JSON.stringify((await call(`/v1/rulesets/${ruleset}`)).sample_battles[name], null, 1) : "";
  spec.value = found.replaceAll(/\[\s+(\d+),\s+(\d+)\s+\]/g, "[$1, $2]");
}

function card(system, begin) {
  const [first, ...others] = system.samples;
  const start = (sample) => () => begin(() => ({ ruleset: system.id, sample }));
  return el("li", { "data-ruleset": system.id },
    el("button", { class: "card", type: "button", click: start(first) }, facts(system.title, word("sample", first))),
    others.length ? el("div", { class: "buttons", role: "group", "aria-label": say("more-samples") }, others.map((sample) => button(word("sample", sample), start(sample)))) : null);
}
