// What happened, in sentences, newest first, with the dice as they fell; what was taken back is struck through.

import { el } from "../base/dom.js";
import { say, word } from "../base/texts.js";
import { dice } from "./dice.js";
import { counting } from "./lineage.js";
import { seatName } from "./names.js";

class Log extends HTMLElement {
  events = [];

  // `tools(event)`: what may be done with an event, as buttons.
  begin(tools = () => []) {
    this.tools = tools;
    this.list = el("ol", { reversed: true, tabindex: 0, role: "list", "aria-label": say("log") });
    this.older = el("p", {});
    this.replaceChildren(el("h2", {}, say("log")), this.list, this.older);
  }

  add(events, state) {
    for (const event of events) {
      this.events.push(event);
      this.list.prepend(this.entry(event, state));
    }
    this.strike();
  }

  addOlder(events, state) {
    this.events.unshift(...events);
    for (const event of events.toReversed()) this.list.append(this.entry(event, state));
    this.strike();
  }

  entry(event, state) {
    const text = event.text || say("silent", { by: seatName(event.by), command: word("do", event.command?.type ?? "") });
    return el("li", { value: event.seq, "data-seq": event.seq },
      el("p", {}, el("small", { class: "soft" }, `${event.seq} `), text), dice(event, state), this.tools(event));
  }

  strike() {
    const counts = counting(this.events);
    for (const item of this.list.children) item.classList.toggle("undone", !counts.has(Number(item.dataset.seq)));
  }
}

customElements.define("bt-log", Log);
