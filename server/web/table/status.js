// How the battle stands, in a line or two: the round, whose turn, what is declared, who is waited for.

import { el } from "../base/dom.js";
import { say, word } from "../base/texts.js";
import { itemName, moveName, nameOf, seatName } from "../view/names.js";

function where({ state }) {
  if (state.outcome) return say("over", { winner: state.outcome.winner ? word("side", state.outcome.winner) : say("nobody") });
  if (state.phase !== "battle") return say(state.phase);
  const round = say("round", { round: state.round ?? 0 });
  return state.turn ? `${round} · ${say("turn-of", { unit: nameOf(state, state.turn) })}` : round;
}

function declared(one, state) {
  const what = one.move ? moveName(state.units?.[one.unit], one.move) : one.item ? itemName(state, one.item) : word("do", one.action);
  const whom = one.target ? ` → ${nameOf(state, one.target)}` : "";
  return say("declared", { unit: nameOf(state, one.unit), move: what + whom });
}

// What is waited for from the reader, and from whom else.
function waits({ state, waiting, seat }) {
  const units = (list) => list.map((one) => one.unit && nameOf(state, one.unit)).filter(Boolean).join(", ");
  const own = waiting.filter((one) => one.seat === seat);
  const kinds = [...new Set(own.map((one) => one.why))];
  const told = kinds.map((why) => say(`you-${why}`, { units: units(own.filter((one) => one.why === why)) }).trim());
  const others = waiting.filter((one) => one.seat !== seat).map((one) =>
    `${seatName(one.seat)} (${[one.unit && nameOf(state, one.unit), word("why", one.why)].filter(Boolean).join(", ")})`);
  return { told, others: [...new Set(others)] };
}

class Status extends HTMLElement {
  // `given`: state, waiting, seat, linked, trying.
  show(given) {
    const { state } = given;
    const { told, others } = waits(given);
    const window = state.window?.waiting?.length ? say("answers", { units: state.window.waiting.map((id) => nameOf(state, id)).join(", ") }) : "";
    const pending = (state.pending ?? []).map((one) => declared(one, state));
    this.replaceChildren(
      el("p", { class: "phase", id: "phase" }, where(given)),
      ...(pending.length ? [el("p", { class: "declared" }, [...pending, window].filter(Boolean).join(". "))] : []),
      ...told.map((text) => el("p", { class: "yours" }, text)),
      ...(others.length ? [el("p", {}, say("waiting", { who: others.join(", ") }))] : []),
      el("p", { class: "offline", role: "status" }, given.linked ? (given.trying ? say("trying") : "") : say("offline")));
    document.title = `${told.length ? "● " : ""}${state.title || say("table")}`;
  }
}

customElements.define("bt-status", Status);
