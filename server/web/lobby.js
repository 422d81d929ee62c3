// The first page: watch, start, come in by a link, go back to a battle.

import { call } from "./api.js";
import { el, field } from "./dom.js";
import { forget, mine, remember } from "./keep.js";
import { loadTexts, say } from "./texts.js";

const section = (key, ...inside) => el("section", { class: "panel" }, el("h2", {}, say(key)), ...inside);

const go = (id) => location.assign(`/battles/${id}`);

function told(error) {
  document.getElementById("refusal").replaceChildren(el("p", { class: "refusal" }, error.message));
}

async function create(spec) {
  try {
    const { battle, tokens } = await call("/v1/battles", { method: "POST", body: spec });
    remember(battle.id, { token: tokens.gm, seat: "gm", title: battle.title, tokens });
    go(battle.id);
  } catch (error) {
    told(error);
  }
}

async function watching() {
  const { battles } = await call("/v1/battles?limit=10");
  if (!battles.length) return section("watch", el("p", {}, say("watch-none")));
  const links = battles.map((one) =>
    el("li", {}, el("a", { class: "card", href: `/battles/${one.id}` },
      el("strong", {}, one.title || one.ruleset), el("span", {}, `${one.ruleset} · ${say(one.status)}`))));
  return section("watch", el("ul", { class: "cards" }, links));
}

async function starting() {
  const { rulesets } = await call("/v1/rulesets");
  const cards = rulesets.flatMap((system) => system.samples.map((sample) =>
    el("li", {}, el("button", { class: "card", type: "button", click: (event) => {
      event.currentTarget.disabled = true;
      create({ ruleset: system.id, sample }).finally(() => { for (const b of document.querySelectorAll("button")) b.disabled = false; });
    } }, el("strong", {}, sample.replaceAll("-", " ")), el("span", {}, say("rules-of", { ruleset: system.id }))))));
  const spec = el("textarea", { name: "spec", rows: 5, spellcheck: "false" });
  const form = el("form", { submit: (event) => {
    event.preventDefault();
    try {
      create(JSON.parse(spec.value));
    } catch (error) {
      told(error);
    }
  } }, field(say("paste-spec"), spec), el("button", { type: "submit" }, say("create")));
  return section("start", el("ul", { class: "cards" }, cards),
    el("details", {}, el("summary", {}, say("own-spec")), form));
}

function linked() {
  const input = el("input", { type: "text", name: "link", autocomplete: "off", inputmode: "url" });
  const open = (event) => {
    event.preventDefault();
    const found = input.value.match(/\/battles\/[^\s#?]+(#\S*)?|\/r\/[^\s#?]+/);
    if (found) location.assign(found[0]);
    else told(new Error(say("link-bad")));
  };
  return section("link", el("form", { submit: open }, field(say("link-paste"), input),
    el("button", { type: "submit" }, say("open"))));
}

async function standing([id, kept]) {
  try {
    const summary = await call(`/v1/battles/${encodeURIComponent(id)}`, { token: kept.token });
    const turn = summary.waiting_for.some((one) => one.seat === kept.seat);
    return { id, title: summary.title, word: turn ? "your-turn" : summary.phase, turn, seat: kept.seat };
  } catch {
    return { id, title: kept.title ?? id, word: "gone", turn: false, seat: kept.seat };
  }
}

async function own() {
  const found = await Promise.all(Object.entries(mine()).slice(-20).map(standing));
  if (!found.length) return null;
  found.sort((a, b) => Number(b.turn) - Number(a.turn));
  const rows = found.map((one) => el("li", { class: "row" },
    el("a", { class: "card", href: `/battles/${one.id}` }, el("strong", {}, one.title || one.id),
      el("span", {}, `${one.seat ?? ""} · ${say(one.word)}`)),
    el("button", { type: "button", "aria-label": say("forget", { title: one.title || one.id }),
      click: (event) => { forget(one.id); event.currentTarget.parentNode.remove(); } }, "×")));
  return section("mine", el("ul", { class: "cards" }, rows));
}

async function main() {
  await loadTexts();
  const parts = await Promise.all([own(), watching(), starting()]);
  document.getElementById("main").replaceChildren(
    el("div", { id: "refusal", role: "alert" }), ...parts.filter(Boolean), linked());
}

main();
