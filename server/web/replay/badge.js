// The verification badge: the tape of the replay that is shown, checked here in the browser.

import { el } from "../base/dom.js";
import { unchained } from "./chain.js";
import { judged, verdict } from "./report.js";
import { tell } from "./words.js";

const badEvent = ({ seq }) => ({ holds: false, title: tell("stray", { seq }), body: "" });

// The events on the page came beside the tape: each must be the one that the tape holds.
async function whole(bytes, shown, tick) {
  const found = await judged(bytes, tick);
  const stray = found.holds && shown.find((event) => found.events[event.seq - 1]?.hash !== event.hash);
  return stray ? badEvent(stray) : found;
}

function part(shown) {
  const stray = unchained(shown);
  if (stray) return badEvent(stray);
  return { holds: true, title: tell("tape-holds-part", { first: shown[0].seq, last: shown.at(-1).seq }), body: el("p", {}, tell("tape-holds-part-why")) };
}

export class Badge {
  node = el("div", { role: "status" });

  // `source` has a tape, or only the events `shown` where it begins later.
  async check(source, shown) {
    this.wait(0, "…");
    try {
      const found = source.tape ? await whole(await source.tape(), shown, (done, all) => this.wait(done, all)) : part(shown);
      this.node.replaceChildren(verdict(found, !found.holds));
    } catch (error) {
      this.node.replaceChildren(el("p", { class: "soft" }, tell("unchecked", { why: error.message })));
    }
  }

  wait(done, all) {
    this.node.replaceChildren(el("p", { class: "soft" }, tell("checking", { done, all })));
  }
}
