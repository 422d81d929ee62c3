// The order of the round: who acted, who acts, who waits, who delayed.

import { el } from "../base/dom.js";
import { say } from "../base/texts.js";
import { nameOf, sideNumber } from "./names.js";

const MARKS = { now: "▶ ", done: "✓ ", later: "", waits: "" };

function wordOf(entry, state) {
  if (entry.unit === state.turn) return "now";
  if (entry.done) return "done";
  return state.round && state.units?.[entry.unit]?.counters?.delayed === state.round ? "later" : "waits";
}

class Queue extends HTMLElement {
  show(state) {
    const queue = state.queue ?? [];
    const entries = queue.map((entry) => {
      const word = wordOf(entry, state);
      const side = sideNumber(state, state.units?.[entry.unit]?.side);
      return el("li", { class: `${word} side${side}`, "aria-current": word === "now" && "step" }, MARKS[word], nameOf(state, entry.unit),
        el("small", {}, ` ${entry.initiative ?? ""}`), el("span", { class: "spoken" }, `, ${say(word)}`), word === "later" ? el("small", {}, ` ${say("later")}`) : null);
    });
    this.replaceChildren(el("ol", { "aria-label": say("queue"), tabindex: 0 }, entries));
    this.hidden = !entries.length;
    requestAnimationFrame(() => this.reveal()); // asked at once, it would lay the page out twice
  }

  reveal() {
    const now = this.querySelector(".now");
    if (now) this.firstChild.scrollLeft = now.offsetLeft - 24;
  }
}

customElements.define("bt-queue", Queue);
