// Playing on by itself: one step after another at the chosen speed, until nothing follows.

import { el } from "../base/dom.js";
import { icon } from "./icons.js";
import { tell } from "./words.js";

const STEP_MS = 1500;
const SPEEDS = [0.5, 1, 2, 4, 8];

export class Playing {
  // `onStep` goes one on and says whether there was one.
  constructor(onStep) {
    this.onStep = onStep;
    this.button = el("button", { type: "button", class: "first", click: () => this.toggle() });
    this.speed = el("select", { "aria-label": tell("speed") }, SPEEDS.map((speed) => el("option", { value: speed, selected: speed === 1 }, `${speed}×`)));
    this.stop();
  }

  get on() {
    return this.timer !== undefined;
  }

  toggle() {
    if (this.on) this.stop();
    else this.play();
  }

  play() {
    this.label("pause");
    if (!this.onStep()) this.stop();
    else this.timer = setTimeout(() => this.play(), STEP_MS / Number(this.speed.value));
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.label("play");
  }

  label(key) {
    this.button.replaceChildren(icon(key));
    this.button.setAttribute("aria-label", tell(key));
  }
}
