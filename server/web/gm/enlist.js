// A further unit for a battle that is on: one of the rule system's samples by a tap, or a sheet as JSON.

import { call } from "../base/api.js";
import { el, field, fold } from "../base/dom.js";
import { parsed, say } from "../base/texts.js";
import { sidesOf } from "../view/names.js";
import { choice, fillIn, sent, text } from "./forms.js";

const free = (state, id) => {
  if (!state.units?.[id]) return id;
  for (let n = 2; ; n += 1) if (!state.units[`${id}-${n}`]) return `${id}-${n}`;
};

function spec({ sample, side, seat, name, sheet }, state) {
  if (sheet) return parsed(sheet);
  return { id: free(state, sample), sample, side, ...(seat === "gm" ? {} : { seat }), ...(name ? { name } : {}) };
}

async function fields({ ruleset, state }) {
  const system = await call(`/v1/rulesets/${encodeURIComponent(ruleset)}`);
  const samples = Object.entries(system.units ?? {}).map(([id, unit]) => [unit.id ?? id, unit.name ?? unit.id ?? id]);
  return [choice("sample", "sample", samples), choice("side", "side", sidesOf(state).map((side) => [side, side])),
    choice("to-seat", "seat", ["gm", ...(state.seats ?? [])].map((seat) => [seat, seat])), text("name", "name"),
    fold(say("sheet"), field(say("sheet"), el("textarea", { name: "sheet", rows: 4, spellcheck: "false" })))];
}

export function enlist(given) {
  return fold(say("enlist"), () => {
    const inside = el("div", {}, say("loading"));
    const complain = el("p", { role: "status" });
    const node = el("form", { submit: sent("enlist", async (values) => {
      complain.textContent = "";
      try {
        return await given.send({ type: "enlist", unit: spec(values, given.state) });
      } catch (error) {
        complain.textContent = error.message;
        return false;
      }
    }) }, inside, complain, el("button", { type: "submit" }, say("enlist")));
    fields(given).then((found) => {
      inside.replaceChildren(...found);
      fillIn(node, given.typed.enlist);
    }, (error) => { complain.textContent = error.message; });
    return node;
  }, { "data-form": "enlist" });
}
