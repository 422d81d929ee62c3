// Where a replay comes from: a link, or a battle this browser has a seat in (or a public one).
//
// Each answers the same: `open()` → {title, ruleset, view, views, shares, reel, parent}, `tape()` its bytes, `rules(id)`,
// `branch(at, title)`, null for whom the server would refuse it; a seat also `branchesOf(id)` and `follow(after, onEvents)`, where the battle may go on.

import { Battle, battlePath, call, Problem } from "../base/api.js";
import { asked } from "../base/language.js";
import { Follower } from "../table/live.js";
import { Reel } from "./reel.js";

async function bytesAt(path, token, more = {}) {
  const headers = { ...asked(), ...more };
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(path, { headers });
  if (!answer.ok) throw new Problem(await answer.json().catch(() => ({})), answer.status);
  return new Uint8Array(await answer.arrayBuffer());
}

// Once it has ended nothing is hidden from anybody.
const isOpen = ({ hidden, reveal }) => !hidden?.length || reveal === "end";

class Served {
  async rules(ruleset) {
    return (await call(`/v1/rulesets/${encodeURIComponent(ruleset)}`)).rules;
  }

  branch(at, title) {
    return this.battle.post("/branches", { at, title });
  }
}

// What stands behind /r/{token}. The token speaks for its holder where the battle is branched.
export class Link extends Served {
  constructor(token) {
    super();
    this.token = token;
    this.path = `/v1/replays/${encodeURIComponent(token)}`;
  }

  async open() {
    const { ruleset, title, view, state, events } = await call(`${this.path}?with=patch,text`);
    this.battle = new Battle(state.battle, this.token);
    if (events[0].seq > 1) this.tape = this.branch = null;
    return { title, ruleset, view, views: [view], shares: [], reel: new Reel(state, events), parent: null };
  }

  // A link that begins later gives none, and nothing to branch: both would show what came before.
  tape() {
    return bytesAt(`${this.path}?format=tape`);
  }
}

// A battle as its seat sees it; the game master may look as anybody.
export class Seat extends Served {
  constructor(id, { token, seat = "spectator" }, as) {
    super();
    this.battle = new Battle(id, token);
    this.seat = seat;
    this.view = as ?? seat;
    this.as = as && as !== seat ? `as=${encodeURIComponent(as)}` : "";
  }

  async open() {
    const [{ title, ruleset, seats, parent, phase, settings }, state, events] = await Promise.all(
      [this.battle.get(`?${this.as}`), this.battle.get(`/state?at=1&${this.as}`), this.events()]);
    const gm = this.seat === "gm";
    if (!gm && !(phase === "ended" && isOpen(settings))) this.branch = null;
    const shares = gm ? ["public", ...seats, "gm"] : this.seat === "spectator" ? [] : [this.seat];
    return { title, ruleset, view: this.view, views: gm ? ["gm", ...seats, "spectator"] : [this.view], shares, reel: new Reel(state, events), parent };
  }

  async events() {
    const lines = await bytesAt(`${this.battle.path}/events?with=patch,text&${this.as}`, this.battle.token, { Accept: "application/x-ndjson" });
    return new TextDecoder().decode(lines).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }

  tape() {
    return bytesAt(`${this.battle.path}/tape?${this.as}`, this.battle.token);
  }

  branchesOf(id) {
    return call(`${battlePath(id)}/branches`, { token: this.battle.token });
  }

  // Only through the own eyes: the stream is that of the token.
  follow(after, onEvents) {
    if (!this.as) new Follower(this.battle, after, { onEvents, onLink: () => {}, onPresence: () => {}, onEnd: () => {} }).run();
  }
}
