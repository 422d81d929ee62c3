// The table of one battle: takes one state, applies patches, offers options, sends commands.

import { Battle, newId, Problem } from "./api.js";
import "./board.js";
import "./choices.js";
import { el, field } from "./dom.js";
import { links, noteForm, tools } from "./gm.js";
import { mine, remember, takeToken } from "./keep.js";
import { Follower } from "./live.js";
import "./log.js";
import { applied } from "./patch.js";
import "./queue.js";
import { loadTexts, say } from "./texts.js";

const PAST = 200;
const part = (selector) => document.querySelector(selector);

class Table {
  constructor(id) {
    this.id = id;
    const { token, seat } = takeToken(id);
    this.seat = seat ?? (token ? null : "spectator");
    this.battle = new Battle(id, token);
    this.busy = false;
    this.linked = true;
  }

  get gm() {
    return this.seat === "gm";
  }

  async open() {
    this.state = await this.battle.get("/state");
    document.title = part("#title").textContent = this.state.title || say("table");
    if (this.battle.token) remember(this.id, { title: this.state.title });
    part("bt-log").begin(this.gm ? (to) => this.send({ type: "rewind", to }) : null);
    const after = Math.max(0, this.state.seq - PAST);
    const { events } = await this.battle.get(`/events?after=${after}&limit=${PAST}&with=text`);
    events.filter((event) => event.seq <= this.state.seq).forEach((event) => part("bt-log").add(event, false));
    this.aside();
    await this.draw();
    new Follower(this.battle, {
      after: this.state.seq,
      onEvent: (event) => this.happened(event),
      onLink: (up) => this.link(up),
      onPresence: () => {},
    }).run();
  }

  happened(event) {
    this.state = applied(this.state, event.patch ?? {});
    part("bt-log").add(event, true);
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.draw(), 30);
  }

  link(up) {
    if (up !== this.linked) {
      this.linked = up;
      this.phase();
    }
  }

  async draw() {
    const asked = this.state.seq;
    part("bt-queue").show(this.state);
    part("bt-board").show(this.state);
    const reading = this.seat === "spectator";
    const [summary, found] = await Promise.all([
      this.battle.get(),
      reading ? { options: [] } : this.battle.get("/options").catch(() => ({ options: [] })),
    ]);
    if (asked !== this.state.seq) return;
    this.summary = summary;
    this.phase();
    part("bt-choices").show({ state: this.state, options: found.options, reading, board: part("bt-board"),
      extra: this.extra(), send: (command) => this.send(command) });
    if (this.gm) this.tools.replaceChildren(tools(this.state, (make, from) => this.made(make, from)));
  }

  extra() {
    const own = this.summary.waiting_for.some((one) => one.why === "ready" && one.seat === this.seat);
    return own ? [el("button", { type: "button", class: "first", click: () => this.send({ type: "ready" }) }, say("ready"))] : [];
  }

  name(unit) {
    return this.state.units?.[unit]?.name ?? unit;
  }

  phase() {
    const { state } = this;
    const words = [];
    if (!this.linked) words.push(say("offline"));
    words.push(state.phase === "battle" ? say("round", { round: state.round ?? 0 }) : say(state.phase));
    if (state.turn) words.push(say("turn-of", { unit: this.name(state.turn) }));
    for (const one of state.pending ?? []) words.push(say("declared", { unit: this.name(one.unit), move: one.move?.name ?? one.move ?? one.item ?? one.command?.move ?? one.command?.type ?? "…" }));
    if (state.window) words.push(say("answers", { units: (state.window.waiting ?? []).map((id) => this.name(id)).join(", ") }));
    const who = [...new Set((this.summary?.waiting_for ?? []).map((one) => one.seat))].join(", ");
    if (who) words.push(say("waiting", { who }));
    if (state.outcome) words.push(say("over", { winner: state.outcome.winner ?? say("nobody") }));
    part("#phase").textContent = words.join(" · ");
    part("#phase").dataset.phase = state.phase;
  }

  aside() {
    this.tools = el("div", {});
    const kept = mine()[this.id];
    part("#side").replaceChildren(
      kept?.tokens && this.gm ? links(this.id, kept.tokens) : "", this.tools,
      this.seat === "spectator" ? "" : el("section", {}, noteForm((make, from) => this.made(make, from))));
  }

  async made(make, from) {
    try {
      if (await this.send(make())) from?.reset();
    } catch (error) {
      this.refuse(error.message);
    }
  }

  // One command at a time: a second click while the first is under way is no second command.
  async send(command, id = newId()) {
    if (this.busy) return false;
    this.busy = true;
    this.refuse();
    try {
      const { events } = await this.battle.send({ ...command, id });
      return Boolean(events);
    } catch (error) {
      this.failed(error, command);
      return false;
    } finally {
      this.busy = false;
    }
  }

  failed(error, command) {
    if (!(error instanceof Problem)) {
      this.refuse(say("offline"));
    } else if (error.body.code === "rolls-needed" && error.body.needs) {
      part("bt-choices").askDice(error.body.needs, (rolls) =>
        this.send({ ...command, rolls: [...(command.rolls ?? []), ...rolls] }));
    } else {
      this.refuse(error.message, this.gm && error.status === 422 ? command : null);
    }
  }

  refuse(text, forceable = null) {
    const parts = text ? [el("p", { class: "refusal" }, text)] : [];
    if (forceable) {
      const reason = el("input", { type: "text", required: true, maxlength: 200 });
      parts.push(el("form", { submit: (event) => {
        event.preventDefault();
        this.send({ ...forceable, force: reason.value });
      } }, field(say("force"), reason), el("button", { type: "submit" }, say("force-do"))));
    }
    part("#refusal").replaceChildren(...parts);
  }
}

async function main() {
  await loadTexts();
  const table = new Table(decodeURIComponent(location.pathname.split("/")[2]));
  try {
    await table.open();
  } catch (error) {
    table.refuse(error.message);
  }
}

main();
