// What has just happened, at the top of the table and spoken: every event's sentence, with its dice.

import { el } from "../base/dom.js";
import { dice } from "../view/dice.js";

const BURST = 1200; // milliseconds within which events are told together
const MOST = 4;

class Latest extends HTMLElement {
  connectedCallback() {
    this.setAttribute("aria-live", "polite");
    this.tabIndex = 0; // it may have to be scrolled
  }

  tell(events, state) {
    const now = performance.now();
    if (now - (this.last ?? 0) > BURST) this.replaceChildren();
    this.last = now;
    const told = events.filter((event) => event.text).map((event) => el("div", {}, el("p", {}, event.text), dice(event, state)));
    this.append(...told);
    while (this.children.length > MOST) this.firstChild.remove();
    this.scrollTop = told.find((one) => one.isConnected)?.offsetTop ?? 0;
  }
}

customElements.define("bt-latest", Latest);
