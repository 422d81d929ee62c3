// My battles: those this browser has a seat in; where one is waited for comes first.

import { battlePath, call } from "../base/api.js";
import { button, el } from "../base/dom.js";
import { forget, mine } from "../base/keep.js";
import { say, word } from "../base/texts.js";
import { seatName } from "../view/names.js";
import { facts, section } from "./parts.js";

const MOST = 20;

async function standing([id, kept]) {
  try {
    const found = await call(battlePath(id), { token: kept.token });
    const waiting = [...new Set(found.waiting_for.map((one) => one.seat))];
    const turn = waiting.includes(kept.seat) && found.phase !== "ended";
    const others = found.phase === "battle" && waiting.length ? say("waiting", { who: waiting.map(seatName).join(", ") }) : say(found.phase);
    const words = [seatName(kept.seat), word("ruleset", found.ruleset), turn ? say("your-turn") : others];
    return { id, title: found.title || found.ruleset, words, rank: turn ? 0 : found.phase === "ended" ? 2 : 1 };
  } catch {
    return { id, title: kept.title || id, words: [seatName(kept.seat), say("gone")], rank: 3 };
  }
}

function row(one) {
  const item = el("li", { class: `row${one.rank ? "" : " turn"}` }, el("a", { class: "card", href: `/battles/${one.id}` }, facts(one.title, one.words.join(" · "))),
    button("×", () => {
      forget(one.id);
      item.remove();
    }, { "aria-label": say("forget", { title: one.title }) }));
  return item;
}

export async function own() {
  const kept = Object.entries(mine()).slice(-MOST).reverse();
  if (!kept.length) return null;
  const found = await Promise.all(kept.map(standing));
  return section("mine", el("ul", { class: "cards" }, found.sort((a, b) => a.rank - b.rank).map(row)));
}
