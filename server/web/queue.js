// The order of the round: who acted, who acts, who waits.

import { el } from "./dom.js";
import { say } from "./texts.js";

class Queue extends HTMLElement {
  show(state) {
    const entries = (state.queue ?? []).map((entry) => {
      const now = state.turn === entry.unit;
      const word = now ? "now" : entry.done ? "done" : "waits";
      const name = state.units?.[entry.unit]?.name ?? entry.unit;
      return el("li", { class: word, "aria-current": now && "step", title: say(word) },
        `${now ? "▶ " : entry.done ? "✓ " : ""}${name} ${entry.initiative ?? ""}`);
    });
    this.replaceChildren(el("ol", { "aria-label": say("queue") }, entries));
    this.hidden = !entries.length;
  }
}

customElements.define("bt-queue", Queue);
