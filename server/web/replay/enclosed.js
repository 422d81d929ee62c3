// A replay that its page brings along: a case file has no server to ask.

import { Reel } from "./reel.js";

export class Enclosed {
  constructor(given) {
    this.given = given;
  }

  open() {
    const { title, ruleset, view, state, from, parts, tape } = this.given;
    const lines = tape.split("\n").slice(from, from + parts.length);
    const events = lines.map((line, index) => ({ ...JSON.parse(line), ...parts[index] }));
    return { title, ruleset, view, views: [view], shares: [], reel: new Reel(state, events), parent: null };
  }

  async tape() {
    return new TextEncoder().encode(this.given.tape);
  }

  async rules() {
    return this.given.rules;
  }
}
