// Where am I, go there: a battle as its events and the states between them. Pure: draws and fetches nothing.
//
// Every state once reached is kept. A patch leaves alone most of what it is applied to, and what it leaves
// alone is the same object, so two thousand states weigh little more than one and going back costs nothing.

import { applied } from "../table/patch.js";

export class Reel {
  // `state` is the one after the first of `events`; the events' patches lead to the others.
  constructor(state, events) {
    this.events = events;
    this.states = [state];
  }

  get first() {
    return this.events[0].seq;
  }

  get last() {
    return this.events.at(-1).seq;
  }

  event(seq) {
    return this.events[seq - this.first];
  }

  state(seq) {
    const { states, events } = this;
    while (states.length <= seq - this.first) states.push(applied(states.at(-1), events[states.length].patch ?? {}));
    return states[seq - this.first];
  }

  append(event) {
    this.events.push(event);
  }

  within(seq) {
    return Math.min(Math.max(seq, this.first), this.last);
  }
}

// The event one step on (`by` 1) or back (−1); runs that are folded up are passed over.
export function stepped(reel, seq, by, folded) {
  const next = reel.within(seq + by);
  const run = folded.find(({ first, last }) => first <= next && next <= last);
  if (!run) return next;
  const beyond = by > 0 ? run.last + 1 : run.first - 1;
  return beyond === reel.within(beyond) ? beyond : seq;
}
