// A ruling by form: what the table decides, as effects, with its reason.

import { el, field, fold, select } from "../base/dom.js";
import { parsed, say } from "../base/texts.js";
import { sidesOf } from "../view/names.js";
import { choice, fillIn, number, sent, suggested, text, unitsOf } from "./forms.js";

const units = (state) => Object.values(state.units ?? {});
const keys = (state, name) => units(state).flatMap((unit) => Object.keys(unit[name] ?? {}));
const unit = (state) => choice("unit", "unit", unitsOf(state));
const slug = (words) => words.trim().toLowerCase().replaceAll(/\s+/g, "-");

// Every kind of ruling: its fields, and the effects it makes of them.
const KINDS = {
  "rule-damage": { fields: (state) => [unit(state), number("amount", "amount", { min: 0 })],
    effects: (given) => [{ type: "damaged", unit: given.unit, amount: Number(given.amount) }] },
  "rule-heal": { fields: (state) => [unit(state), number("amount", "amount", { min: 0 })],
    effects: (given) => [{ type: "healed", unit: given.unit, amount: Number(given.amount) }] },
  "rule-status": { fields: (state) => [unit(state), suggested("status", "status", keys(state, "statuses")),
    number("rounds", "rounds", { min: 0, required: false, placeholder: say("rounds-open") })],
  effects: (given, state) => [{ type: "status-gained", unit: given.unit, status: slug(given.status), ...until(given, state) }] },
  "rule-cure": { fields: (state) => [unit(state), suggested("status", "status", keys(state, "statuses"))],
    effects: (given) => [{ type: "status-lost", unit: given.unit, status: slug(given.status) }] },
  "rule-stage": { fields: (state) => [unit(state), suggested("stat", "stat", keys(state, "stats")), number("by", "by")],
    effects: (given) => [{ type: "stage-changed", unit: given.unit, stat: given.stat, by: Number(given.by) }] },
  "rule-pool": { fields: (state) => [unit(state), suggested("pool", "pool", keys(state, "pools")), number("now-value", "now", { min: 0 })],
    effects: (given) => [{ type: "pool-changed", unit: given.unit, pool: given.pool, now: Number(given.now) }] },
  "rule-move": { fields: (state) => [unit(state), el("p", { class: "soft" }, say("then-board"))], place: true,
    effects: (given) => [{ type: "moved", unit: given.unit, to: given.at }] },
  "rule-faint": { fields: (state) => [unit(state)], effects: (given) => [{ type: "fainted", unit: given.unit }] },
  "rule-revive": { fields: (state) => [unit(state), number("hp", "now", { min: 1 }), el("p", { class: "soft" }, say("then-board"))], place: true,
    effects: (given) => [{ type: "revived", unit: given.unit, now: Number(given.now), at: given.at }] },
  "rule-outcome": { fields: (state) => [choice("winner", "winner", [["", say("nobody")], ...sidesOf(state).map((side) => [side, side])])],
    effects: (given) => [{ type: "outcome", winner: given.winner || null, reason: given.reason }] },
  "rule-json": { fields: () => [field(say("effects"), el("textarea", { name: "effects", rows: 4, spellcheck: "false", required: true }))],
    effects: (given) => parsed(given.effects) },
};

const until = ({ rounds }, state) =>
  (Number(rounds) > 0 ? { until: { round: state.round + Number(rounds) - 1, when: "round-end" } } : {});

// Every place of the board, to be tapped.
export function everywhere(state) {
  const { board } = state;
  if (board?.type === "grid") {
    return Array.from({ length: board.width * board.height }, (_, n) => ({ value: [n % board.width, Math.floor(n / board.width)] }));
  }
  return (board?.zones ?? []).map((zone) => ({ value: zone.id, label: zone.name }));
}

export function ruling(given) {
  const { state, send, choose, typed } = given;
  const fields = el("div", {});
  const show = () => fields.replaceChildren(...KINDS[kind.value].fields(state).flat());
  const kind = select("kind", Object.keys(KINDS).map((key) => [key, say(key)]), { change: show });
  show();
  const complain = el("p", { role: "status" });
  const rule = (values) => send({ type: "ruling", reason: values.reason, effects: KINDS[values.kind].effects(values, state) });
  const node = el("form", { reset: () => queueMicrotask(show), submit: sent("ruling", async (values) => {
    complain.textContent = "";
    const places = KINDS[values.kind].place ? everywhere(state) : [];
    if (places.length) {
      const option = { label: say(values.kind), command: { unit: values.unit }, choose: { at: places } };
      choose({ title: say(values.kind), options: [option], refused: [], free: true, finish: ({ at }) => rule({ ...values, at }) });
      return true;
    }
    try {
      return await rule(values);
    } catch (error) {
      complain.textContent = error.message;
      return false;
    }
  }) }, field(say("ruling-kind"), kind), fields, text("reason", "reason", { required: true }), complain,
  el("button", { type: "submit" }, say("rule")));
  fillIn(node, typed.ruling);
  return fold(say("ruling"), node, { "data-form": "ruling" });
}
