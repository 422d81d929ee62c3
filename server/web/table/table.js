// The table of one battle: takes one state, applies patches, offers options, sends commands, shows refusals.

import { Battle, Problem } from "../base/api.js";
import { button, el } from "../base/dom.js";
import { mine, remember } from "../base/keep.js";
import { loadTexts, say } from "../base/texts.js";
import "../gm/invites.js";
import "../gm/tools.js";
import "../view/board.js";
import { cards } from "../view/cards.js";
import "../view/log.js";
import { seatName } from "../view/names.js";
import "../view/queue.js";
import { arrive } from "./arrive.js";
import "./choices.js";
import "./latest.js";
import { Follower } from "./live.js";
import { applied } from "./patch.js";
import "./refusal.js";
import { Sender } from "./sender.js";
import { startingPlace, toPlace } from "./setup.js";
import "./status.js";

const PAST = 100;
const UNCOUNTED = ["note", "roll", "ready"]; // they change nothing that rules read
const part = (name) => document.querySelector(name);

class Table {
  linked = true;
  trying = false;
  plan = null;
  summary = { waiting_for: [] };

  constructor(id, { token, seat }) {
    this.id = id;
    this.seat = seat;
    this.battle = new Battle(id, token);
    this.sender = new Sender(this.battle, (trying) => this.link({ trying }));
  }

  get gm() {
    return this.seat === "gm";
  }

  async open() {
    this.state = await this.battle.get("/state");
    part("#title").textContent = this.state.title || say("table");
    Object.assign(part("#replay"), { href: `/battles/${encodeURIComponent(this.id)}/replay`, textContent: say("replay"), hidden: false });
    if (this.battle.token) remember(this.id, { title: this.state.title, seat: this.seat });
    part("#main").dataset.board = this.state.board?.type ?? "none";
    if (this.state.board?.type !== "grid") part("#field").before(part("bt-choices"));
    await this.past();
    await this.draw();
    this.follower = new Follower(this.battle, this.state.seq, {
      onEvents: (events) => this.happened(events),
      onLink: (linked) => this.link({ linked }),
      onPresence: (present) => this.here(present),
      onEnd: (problem) => part("bt-refusal").say(problem.message),
    });
    this.follower.run();
  }

  async past() {
    part("bt-log").begin((event) => this.logTools(event));
    const first = Math.max(0, this.state.seq - PAST);
    const events = await this.pageOf(first, this.state.seq);
    part("bt-log").add(events, this.state);
    part("bt-invites").heard(events);
    this.older(first);
  }

  async pageOf(after, to) {
    const { events } = await this.battle.get(`/events?after=${after}&limit=${Math.max(1, to - after)}&with=text`);
    return events;
  }

  older(first) {
    part("bt-log").older.replaceChildren(...(first ? [button(say("older"), async () => {
      const next = Math.max(0, first - PAST);
      part("bt-log").addOlder(await this.pageOf(next, first), this.state);
      this.older(next);
    })] : []));
  }

  logTools(event) {
    if (!this.gm) return null;
    const names = { title: say("back-to"), "aria-label": `${say("back-to")}: ${event.seq}` };
    return button("↶", () => this.send({ type: "rewind", to: event.seq }), names);
  }

  happened(events) {
    for (const event of events) this.state = applied(this.state, event.patch ?? {});
    part("bt-log").add(events, this.state);
    part("bt-latest").tell(events, this.state);
    part("bt-invites").heard(events);
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.draw(), 20);
  }

  link(news) {
    Object.assign(this, news);
    this.drawStatus();
  }

  here(present) {
    const names = Object.keys(present).map(seatName);
    part("#people").replaceChildren(el("span", { class: "spoken" }, say("here", { who: names.join(", ") })),
      ...names.map((name) => el("span", { "aria-hidden": "true", class: "here" }, name)));
    part("bt-invites").here(present);
  }

  drawStatus() {
    if (!this.state) return;
    part("bt-status").show({ state: this.state, waiting: this.summary.waiting_for, seat: this.seat, linked: this.linked, trying: this.trying });
  }

  // The board is looked at while something is chosen on it, and the buttons do not cover it.
  look() {
    const [board, below] = ["bt-board svg, bt-board", "bt-choices"].map((name) => part(name).getBoundingClientRect());
    if (board.top < 0 || (below.top < board.bottom && board.top < below.top)) part("bt-board").scrollIntoView({ block: "start" });
  }

  drawBoard() {
    part("bt-board").show(this.state, this.plan);
  }

  // Links are sent before the start; afterwards they are out of the way. A battle begins at the top of the page.
  arrange() {
    const { phase } = this.state;
    if (part("#main").dataset.phase === phase) return;
    if (part("#main").dataset.phase === "setup") scrollTo({ top: 0 });
    part("#main").dataset.phase = phase;
    if (phase === "setup") part("bt-queue").after(part("bt-invites"));
    else part("bt-tools").before(part("bt-invites"));
  }

  async draw() {
    const { state } = this;
    this.arrange();
    this.drawBoard();
    part("bt-queue").show(state);
    if (state.board?.type === "grid") part("#units").replaceChildren(cards(Object.values(state.units ?? {}), state));
    const reading = this.seat === "spectator";
    const [summary, found] = await Promise.all([this.battle.get(), reading ? { options: [] } : this.battle.get("/options")])
      .catch(() => [this.summary, { options: [] }]);
    if (state !== this.state) return; // something came meanwhile, and with it another drawing
    this.summary = summary;
    this.drawStatus();
    part("bt-choices").show(this.given(found.options, reading));
    part("bt-tools").show({ state, gm: this.gm, seat: this.seat, battle: this.battle, ruleset: summary.ruleset, send: (command) => this.send(command),
      choose: (group) => part("bt-choices").open(group) });
    part("bt-invites").show({ id: this.id, state, battle: this.battle, kept: mine()[this.id] ?? {}, gm: this.gm });
  }

  given(options, reading) {
    return { state: this.state, options, waiting: this.summary.waiting_for, seat: this.seat, reading, battle: this.battle,
      commands: (unit) => !reading && (this.gm || unit.seat === this.seat), send: (command) => this.send(command), placeAll: () => this.placeAll(),
      look: () => this.look(),
      plan: (plan) => {
        this.plan = plan;
        this.drawBoard();
      } };
  }

  async placeAll() {
    for (let left = Object.keys(this.state.units).length; left > 0; left -= 1) {
      const { options } = await this.battle.get("/options");
      const [option] = toPlace({ state: this.state, options });
      if (!option || !await this.send({ ...option.command, at: startingPlace(option, this.state) })) return;
    }
  }

  // Whether the command was accepted. In play it says which state it was chosen on.
  async send(command) {
    part("bt-refusal").clear();
    const counts = this.state.phase !== "setup" && !UNCOUNTED.includes(command.type);
    try {
      const events = await this.sender.send({ ...command, ...(counts ? { expected: this.state.seq } : {}) });
      if (events) this.follower.take(events);
      return Boolean(events);
    } catch (error) {
      this.refused(error, command);
      return false;
    }
  }

  refused(error, command) {
    if (!(error instanceof Problem)) part("bt-refusal").say(say("offline"));
    else if (error.code === "rolls-needed" && error.body.needs) {
      part("bt-choices").askDice(error.body.needs, (rolls) => this.send({ ...command, rolls: [...(command.rolls ?? []), ...rolls] }));
    } else {
      const ruled = error.status === 422 && error.body.rule && error.code !== "invalid-setup";
      const forceable = this.gm && ruled && !command.force;
      part("bt-refusal").say(error.message, forceable ? (reason) => this.send({ ...command, force: reason }) : null);
    }
  }
}

// The second click of a double click is none, also where the first has put another button under the finger.
function once(event) {
  if (event.detail > 1 && event.target.closest("button, .pick")) event.stopPropagation();
}

async function main() {
  document.addEventListener("click", once, { capture: true });
  await loadTexts();
  const id = decodeURIComponent(location.pathname.split("/")[2]);
  addEventListener("hashchange", () => location.reload());
  try {
    await new Table(id, await arrive(id)).open();
  } catch (error) {
    part("bt-refusal").say(error.message);
  }
}

main();
