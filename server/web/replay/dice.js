// The dice (replays/README.md, step 5): every value drawn again from its published seed and its name.

import { bytesOf } from "./chain.js";
import { hex, hmac, sha256 } from "./sha256.js";

const SPAN = 2n ** 64n;
const COMMITTING = ["created", "rewound", "branched"];
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

export const commitment = (seed) => `sha256:${hex(sha256(seed))}`;

export function valueOf(seed, entropy, name, die) {
  const sides = BigInt(die);
  const limit = SPAN - (SPAN % sides);
  for (let retry = 0; ; retry += 1) {
    const u = new DataView(hmac(seed, bytesOf([entropy, name, retry])).buffer).getBigUint64(0);
    if (u < limit) return 1 + Number(u % sides);
  }
}

export const promised = (fact) => (COMMITTING.includes(fact.type) && typeof fact.commitment === "string" ? fact.commitment : null);

const isRoll = (roll) => typeof roll.for === "string" && ["server", "table"].includes(roll.source) && roll.die > 0 &&
  Number.isSafeInteger(roll.die) && Array.isArray(roll.values) && roll.values.every(Number.isSafeInteger);

// Reads events in the order of the log; counts how often each name was drawn, and what could be proved.
export class DiceProver {
  constructor(seeds) {
    this.seeds = seeds;
    this.committed = [0];
    this.entropy = null;
    this.past = [{ epoch: 0, round: 0, counted: 0, counts: new Map() }];
    this.tally = { proved: 0, unproved: 0, table: 0 };
  }

  // What does not hold in the next event: {kind, what, expected, got}, or null.
  read(event) {
    const before = this.past.at(-1);
    const now = before.round + (event.command?.type === "start-round" ? 1 : 0);
    const counts = new Map(now === before.counted ? before.counts : []);
    const rolls = event.rolls.filter((roll) => roll?.type !== "hidden");
    if (!rolls.every(isRoll)) return { kind: "form", what: "rolls", expected: "dice", got: event.rolls };
    for (const roll of rolls) {
      const wrong = this.roll(roll, before.epoch, now, counts);
      if (wrong) return wrong;
    }
    return this.facts(event, { ...before, counted: now, counts });
  }

  roll({ for: what, unit, die, values, source }, epoch, round, counts) {
    const key = `${unit ?? "-"}/${what}`;
    const seed = source === "server" ? this.seeds.get(Math.max(...this.committed.filter((one) => one <= epoch))) : null;
    for (const got of values) {
      const n = counts.get(key) ?? 0;
      counts.set(key, n + 1);
      this.tally[source === "table" ? "table" : seed ? "proved" : "unproved"] += 1;
      const name = `${epoch}/${round}/${key}/${n}`;
      const expected = seed ? valueOf(seed, this.entropy ?? [], name, die) : got;
      if (expected !== got) return { kind: "dice", what: name, expected, got };
    }
    return null;
  }

  facts(event, now) {
    for (const fact of event.effects) {
      const wrong = this.commit(fact);
      if (wrong) return wrong;
      if (fact.type === "round-started") now.round = fact.round;
      if (fact.type === "rewound") {
        if (!isCount(fact.to) || fact.to >= event.seq) return { kind: "form", what: "rewound", expected: `0 … ${event.seq - 1}`, got: fact.to };
        now = { ...this.past[fact.to] };
      }
      if (["rewound", "branched"].includes(fact.type) && fact.epoch != null) Object.assign(now, { epoch: fact.epoch, counts: new Map() });
      if (fact.type === "started") this.entropy ??= fact.entropy ?? [];
    }
    this.past.push(now.counted === now.round ? now : { ...now, counted: now.round, counts: new Map() });
    return null;
  }

  commit(fact) {
    const promise = promised(fact);
    if (promise === null) return null;
    const epoch = fact.epoch ?? 0;
    this.committed.push(epoch);
    const seed = this.seeds.get(epoch);
    return !seed || commitment(seed) === promise ? null : { kind: "dice", what: `seed ${epoch}`, expected: promise, got: commitment(seed) };
  }
}
