// What happened, in sentences, newest first, with the dice as they fell; new ones are spoken.

import { el } from "./dom.js";
import { say } from "./texts.js";

class Log extends HTMLElement {
  connectedCallback() {
    this.live = el("p", { class: "soft", "aria-live": "polite" });
    this.list = el("ol", { tabindex: 0 });
  }

  begin(onRewind) {
    this.onRewind = onRewind;
    this.list.setAttribute("aria-label", say("log"));
    this.replaceChildren(el("h2", {}, say("log")), this.live, this.list);
  }

  add(event, spoken) {
    const text = event.text ?? event.command?.type ?? "";
    const rolls = (event.rolls ?? []).filter((roll) => roll?.values);
    const dice = rolls.map((roll) => say("rolled", { for: `${roll.unit ? `${roll.unit} ` : ""}${roll.for}`, values: roll.values.join(", "), die: roll.die })).join(" · ");
    this.list.prepend(el("li", {}, el("p", {}, `${event.seq}. ${text}`), dice ? el("p", { class: "dice" }, `🎲 ${dice}`) : null,
      this.onRewind ? el("button", { type: "button", "aria-label": `${say("back-to")}: ${event.seq}`, click: () => this.onRewind(event.seq) }, "↶ ", say("back-to")) : null));
    if (spoken) this.live.textContent = text;
  }
}

customElements.define("bt-log", Log);
