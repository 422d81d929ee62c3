// What the server refused, in its words; the game master may force it, with a reason.

import { el, field } from "../base/dom.js";
import { say } from "../base/texts.js";

class Refusal extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "alert");
  }

  clear() {
    this.replaceChildren();
  }

  // `onForce(reason)` where the refusal is a rule's and the reader may pass over it.
  say(text, onForce = null) {
    const reason = el("input", { type: "text", name: "force", required: true, maxlength: 200 });
    const form = onForce && el("form", { submit: (event) => {
      event.preventDefault();
      onForce(reason.value);
    } }, field(say("force"), reason), el("button", { type: "submit" }, say("force-do")));
    this.replaceChildren(el("p", { class: "refusal" }, text), ...(form ? [form] : []));
    this.scrollIntoView({ block: "nearest" });
  }
}

customElements.define("bt-refusal", Refusal);
