// A battle's sentences in order; what was taken back is folded up, and every line links to its event.

import { el } from "../base/dom.js";
import { say, word } from "../base/texts.js";
import { dice } from "../view/dice.js";
import { takenBack } from "./marks.js";
import { tell } from "./words.js";

// What changes nothing that is told is named by its command.
export const sentenceOf = ({ text, by, command }) => text || tell("silent", { by: word("seat", by), command: word("do", command.type ?? "") });

const CHUNK = 40; // lines that are laid out together, once they come near
const STEPPED_IN = ["ruled", "rewound"];

export class Lines {
  runs = [];

  // `jump`: what leads to the marked lines at once.
  constructor(jump) {
    this.list = el("div", { class: "told", role: "list", tabindex: 0, "aria-label": say("log") });
    this.node = el("section", { class: "panel sentences" }, el("h2", {}, say("log")), jump, this.list);
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
  }

  // Draws all of it; names are those of `state`, runs that somebody opened stay open.
  show(events, state) {
    const open = new Set(this.runs.filter((run) => run.node.open).map((run) => run.first));
    this.lines = new Map(events.map((event) => [event.seq, line(event, state)]));
    this.runs = takenBack(events).map((run) => this.fold(run, open.has(run.first)));
    const starts = new Map(this.runs.map((run) => [run.first, run]));
    const entries = [];
    for (let seq = events[0].seq; seq <= events.at(-1).seq; seq += 1) {
      const run = starts.get(seq);
      entries.push(run ? el("div", { role: "listitem" }, run.node) : this.lines.get(seq));
      seq = run?.last ?? seq;
    }
    const chunks = Array.from({ length: Math.ceil(entries.length / CHUNK) }, (_, n) => entries.slice(n * CHUNK, (n + 1) * CHUNK));
    this.list.replaceChildren(...chunks.map((chunk) => el("div", { class: "chunk" }, chunk)));
  }

  fold({ first, last }, open) {
    const lines = Array.from({ length: last - first + 1 }, (_, n) => this.lines.get(first + n));
    const title = first === last ? tell("taken-back-one", { first }) : tell("taken-back", { first, last });
    return { first, last, node: el("details", { open }, el("summary", {}, title), el("div", { role: "list" }, lines)) };
  }

  get folded() {
    return this.runs.filter((run) => !run.node.open);
  }

  // Marks where we are.
  mark(seq) {
    const run = this.runs.find(({ first, last }) => first <= seq && seq <= last);
    if (run) run.node.open = true;
    this.current?.removeAttribute("aria-current");
    this.current = this.lines.get(seq).firstChild;
    this.current.setAttribute("aria-current", "step");
  }

  // Brings it into the list's window, never moving the page.
  reveal() {
    const [box, own] = [this.list.getBoundingClientRect(), this.current.getBoundingClientRect()];
    if (own.top < box.top || own.bottom > box.bottom) this.list.scrollTop += own.top - box.top - box.height / 3;
  }

  // What is folded up on the screen is told on paper.
  print(whole) {
    for (const run of this.runs) {
      if (whole) run.wasOpen = run.node.open;
      run.node.open = whole || run.wasOpen;
    }
  }
}

function line(event, state) {
  const steppedIn = event.effects.some((fact) => STEPPED_IN.includes(fact.type));
  return el("div", { role: "listitem", class: steppedIn ? "stepped-in" : null }, el("a", { href: `#${event.seq}` },
    el("small", { class: "soft" }, `${event.seq} `), sentenceOf(event)), dice(event, state));
}
