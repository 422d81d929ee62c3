// The game master's tools, and the links to send.

import { el, field, select } from "./dom.js";
import { say } from "./texts.js";

function form(title, fields, send, read) {
  return el("details", {}, el("summary", {}, say(title)), el("form", { submit: (event) => {
    event.preventDefault();
    send(() => read(Object.fromEntries(new FormData(event.target))), event.target);
  } }, fields, el("button", { type: "submit" }, say("send"))));
}

const text = (key, name, rest = {}) => field(say(key), el("input", { name, type: "text", maxlength: 200, ...rest }));

export const noteForm = (send) =>
  form("note", [text("note-text", "text", { required: true })], send, ({ text: said }) => ({ type: "note", text: said }));

export function tools(state, send) {
  const units = Object.values(state.units ?? {}).map((unit) => [unit.id, unit.name ?? unit.id]);
  const seats = ["gm", ...(state.seats ?? [])].map((seat) => [seat, seat]);
  const now = (type) => el("button", { type: "button", click: () => send(() => ({ type })) }, say(type));
  const effects = el("textarea", { name: "effects", rows: 3, spellcheck: "false" }, '[{"type": "status-gained", "unit": "…", "status": "…"}]');
  return el("section", {}, el("h2", {}, say("gm-tools")),
    el("div", { class: "buttons" }, now("undo"), now("redo"), state.window ? now("close-window") : null),
    form("ruling", [text("reason", "reason", { required: true }), field(say("effects"), effects)], send,
      (given) => ({ type: "ruling", reason: given.reason, effects: JSON.parse(given.effects) })),
    form("hand-over", [field(say("unit"), select("unit", units)), field(say("to-seat"), select("to", seats))], send,
      ({ unit, to }) => ({ type: "hand-over", unit, to })),
    form("end", [text("reason", "reason", { required: true }), text("winner", "winner")], send,
      ({ reason, winner }) => ({ type: "end", reason, ...(winner ? { winner } : {}) })));
}

// Over plain http there is no clipboard: the field is selected, the person copies.
export function links(id, tokens) {
  const origin = say("public-url").startsWith("http") ? say("public-url").replace(/\/$/, "") : location.origin;
  const seats = { ...tokens.seats, spectator: tokens.spectator };
  const rows = Object.entries(seats).map(([seat, token]) => {
    const input = el("input", { type: "text", readonly: true, value: `${origin}/battles/${id}#token=${encodeURIComponent(token)}&seat=${seat}`, "data-seat": seat });
    const button = el("button", { type: "button", "aria-label": `${say("copy")}: ${seat}`, click: () => {
      input.focus();
      input.select();
      button.textContent = say("copied");
    } }, say("copy"));
    return el("div", {}, field(say("link-for", { seat }), input), button);
  });
  return el("section", {}, el("details", { open: true }, el("summary", {}, say("send-these")), rows));
}
