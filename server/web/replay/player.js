// The replay player: where am I, go there, draw. The position is one number; all that is seen follows from it.

import { button, el } from "../base/dom.js";
import { say } from "../base/texts.js";
import "../view/board.js";
import { dice } from "../view/dice.js";
import "../view/queue.js";
import { Cast } from "./cast.js";
import { quote } from "./decided.js";
import { icon } from "./icons.js";
import { listen } from "./keys.js";
import { Lines, sentenceOf } from "./lines.js";
import { marksOf } from "./marks.js";
import { Playing } from "./playing.js";
import { stepped } from "./reel.js";
import { Scrubber } from "./scrubber.js";
import { tell } from "./words.js";

const SETTLED_MS = 120;
const ON_BOARD = ["board", "units", "turn", "window", "pending"];
const IN_QUEUE = ["queue", "turn"];

export class Player {
  // `rules`: texts by number; `onSettled(seq)` hears of a position once somebody stays there.
  constructor(reel, rules, onSettled) {
    Object.assign(this, { reel, rules, onSettled, at: reel.first });
    this.scrubber = new Scrubber((seq) => this.go(seq));
    this.lines = new Lines(this.scrubber.jump);
    this.playing = new Playing(() => this.step(1));
    this.board = el("bt-board");
    this.queue = el("bt-queue");
    this.cast = new Cast();
    this.caption = el("div", { class: "panel caption" });
    this.spoken = el("p", { class: "spoken", "aria-live": "polite" });
    this.transport = this.controls();
    this.lengthened();
    listen({ ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.go(reel.first),
      End: () => this.go(reel.last), " ": () => this.playing.toggle() });
    // Not location.hash: a position that settles in between may have written its own there.
    addEventListener("hashchange", ({ newURL }) => this.follow(new URL(newURL).hash));
  }

  controls() {
    const to = (key, act) => button(icon(key), act, { "aria-label": tell(key), title: tell(key) });
    return el("section", { class: "panel transport", "aria-label": tell("transport") }, el("div", { class: "buttons" },
      to("first", () => this.go(this.reel.first)), to("back", () => this.step(-1)), this.playing.button,
      to("forward", () => this.step(1)), to("last", () => this.go(this.reel.last)), this.playing.speed), this.scrubber.node);
  }

  // There are events that were not there when it was drawn last.
  lengthened() {
    const { reel } = this;
    this.lines.show(reel.events, reel.state(reel.last));
    this.scrubber.span(reel.first, reel.last, marksOf(reel.events), (seq) => sentenceOf(reel.event(seq)));
    this.go(this.at);
  }

  // More events of a battle that goes on; who was at the end stays at the end.
  append(events) {
    const atEnd = this.at === this.reel.last;
    events.forEach((event) => this.reel.append(event));
    if (atEnd) this.at = this.reel.last;
    this.lengthened();
  }

  // The event that an address names after its #.
  follow(hash) {
    const seq = Number(hash.replace(/^#/, ""));
    if (Number.isInteger(seq) && seq > 0) this.go(seq);
  }

  step(by) {
    const next = stepped(this.reel, this.at, by, this.lines.folded);
    const moved = next !== this.at;
    if (moved) this.go(next);
    return moved;
  }

  // However often it is called, a frame draws once.
  go(seq) {
    this.at = this.reel.within(seq);
    this.frame ??= requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = undefined;
    const { at, reel } = this;
    const [event, state] = [reel.event(at), reel.state(at)];
    const changed = (part) => state[part] !== this.state?.[part];
    if (Math.abs(state.seq - this.state?.seq) !== 1) this.board.before = new Map(); // only a step glides
    if (ON_BOARD.some(changed)) this.picture(state);
    if (IN_QUEUE.some(changed)) this.queue.show(state);
    this.state = state;
    const phase = state.phase === "battle" ? say("round", { round: state.round }) : say(state.phase);
    this.caption.replaceChildren(el("p", { class: "soft" }, `${tell("event-of", { seq: at, last: reel.last })} · ${phase}`),
      el("p", {}, sentenceOf(event)), dice(event, state) ?? "", ...event.effects.map((fact) => quote(fact, this.rules) ?? ""));
    this.scrubber.show(at, `${at}. ${sentenceOf(event)}`);
    this.lines.mark(at);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settled(event), SETTLED_MS);
  }

  picture(state) {
    this.board.show(state);
    if (state.board?.type === "grid") this.cast.show(state); // on other boards the cards are the board
  }

  // What is too slow for every frame of scrubbing, or too much to hear.
  settled(event) {
    this.lines.reveal();
    this.spoken.textContent = `${event.seq}. ${sentenceOf(event)}`;
    this.onSettled(event.seq);
  }
}
