// The scrubber: a slider over all events, marked where rounds begin, somebody faints, the game master steps in.

import { el } from "../base/dom.js";
import { say } from "../base/texts.js";
import { tell } from "./words.js";

const SIGNS = { round: "", faint: "✕", ruling: "§", force: "!", rewind: "↶" };
const NEAREST = 0.012;

export class Scrubber {
  constructor(onGo) {
    this.slider = el("input", { type: "range", step: 1, "aria-label": tell("position"), input: () => onGo(Number(this.slider.value)) });
    this.strip = el("div", { class: "marks-strip", "aria-hidden": "true" });
    this.jump = el("select", { "aria-label": tell("jump"), change: () => {
      if (this.jump.value) onGo(Number(this.jump.value));
      this.jump.value = "";
    } });
    this.node = el("div", { class: "scrubber" }, this.strip, this.slider);
  }

  span(first, last, marks, sentenceOf) {
    Object.assign(this.slider, { min: first, max: last });
    const share = (seq) => (last > first ? (seq - first) / (last - first) : 0);
    this.strip.replaceChildren(...sparse(marks, share).map(({ seq, kind }) => placed(kind, share(seq))));
    const kinds = Object.keys(SIGNS).map((kind) => [kind, marks.filter((mark) => mark.kind === kind)]);
    this.jump.replaceChildren(el("option", { value: "" }, tell("jump")),
      ...kinds.filter(([, found]) => found.length).map(([kind, found]) => el("optgroup", { label: `${SIGNS[kind]} ${tell(`mark-${kind}`)}` },
        found.map(({ seq, fact }) => el("option", { value: seq }, kind === "round" ? say("round", fact) : `${seq}. ${sentenceOf(seq)}`.slice(0, 80))))));
  }

  show(seq, text) {
    this.slider.value = seq;
    this.slider.setAttribute("aria-valuetext", text);
  }
}

// One sign for a crowd of the same kind: a long battle has more marks than the strip has pixels.
function sparse(marks, share) {
  const drawn = {};
  return marks.filter(({ seq, kind }) => {
    const free = !(share(seq) - drawn[kind] < NEAREST);
    if (free) drawn[kind] = share(seq);
    return free;
  });
}

function placed(kind, share) {
  const sign = el("span", { class: kind }, SIGNS[kind]);
  sign.style.left = `${share * 100}%`;
  return sign;
}
