// Verifies a tape line by line with nothing but its bytes, in the order of replays/README.md (steps 1 to 5).
// What follows from the facts (step 6) needs the reducer and is left to `battletape verify`.

import { broken, isEvent, isWithheld, partsOf, ZERO_HASH } from "./chain.js";
import { commitment, DiceProver, promised } from "./dice.js";
import { hex, sha256, unhex } from "./sha256.js";
import { demandCanonical, demandClosed, Finding, footerOf, headerOf, linesOf, parsed, unpacked } from "./tapefile.js";

const AT_ONCE = 50;
const turn = () => new Promise((go) => setTimeout(go));

function seedsOf(header, footer, line) {
  const seeds = new Map();
  for (const [epoch, text] of Object.entries(footer.seeds ?? {})) {
    const promise = header.commitments[epoch];
    const seed = unhex(/^([0-9a-f]{2})*$/.test(text) ? text : "");
    if (!seed.length || !/^\d+$/.test(epoch)) throw new Finding("dice", line, `seed ${epoch}`, "64 hex digits", text);
    if (commitment(seed) !== promise) throw new Finding("dice", line, `seed ${epoch}`, promise, commitment(seed));
    seeds.set(Number(epoch), seed);
  }
  return seeds;
}

const WITHHELD = "leaf, shows, type";
const EVENT = ["at", "by", "command", "effects", "hash", "prev", "rolls", "salts", "seq"];
const fieldsOf = (value) => Object.keys(value ?? {}).sort().join(", ");

// Reads event after event and keeps what header and footer are held to.
class Log {
  constructor() {
    this.hash = ZERO_HASH;
    this.events = [];
    this.withheld = 0;
    this.noted = { commitments: {}, title: null, ruleset: null };
  }

  read(bytes, line) {
    const event = parsed(bytes, line);
    if (!isEvent(event) || Object.keys(event).some((key) => !EVENT.includes(key))) throw new Finding("form", line, "event", EVENT.join(", "), fieldsOf(event));
    const chain = broken(event, this.events.length + 1, this.hash);
    if (chain) throw new Finding("chain", line, chain.what, chain.expected, chain.got);
    demandCanonical(bytes, line, event);
    this.hash = event.hash;
    this.events.push(event);
    for (const part of partsOf(event).filter(isWithheld)) {
      this.withheld += 1;
      if (fieldsOf(part) !== WITHHELD) throw new Finding("form", line, "hidden", WITHHELD, fieldsOf(part));
    }
    for (const fact of event.effects) this.note(fact, line);
  }

  note(fact, line) {
    if (typeof fact?.type !== "string") throw new Finding("form", line, "effect", "{type}", JSON.stringify(fact));
    const promise = promised(fact);
    if (promise !== null) this.noted.commitments[fact.epoch ?? 0] = promise;
    if (!["created", "branched"].includes(fact.type)) return;
    this.noted.title = fact.title ?? null;
    this.noted.ruleset = fact.ruleset ?? this.noted.ruleset;
  }
}

const alike = (one, other) => JSON.stringify(one, Object.keys(one ?? {}).sort()) === JSON.stringify(other, Object.keys(other ?? {}).sort());

function checkHeader(header, noted) {
  for (const [name, expected] of Object.entries(noted)) {
    const same = name === "commitments" ? alike(expected, header[name]) : expected === header[name];
    if (expected !== null && !same) throw new Finding("header", 1, name, JSON.stringify(expected), JSON.stringify(header[name]));
  }
}

// The seeds it publishes.
function checkFooter(header, footer, found, line, before) {
  const count = found.events.length;
  if (footer.events !== count) throw new Finding(count < footer.events ? "truncated" : "footer", line, "events", footer.events, count);
  if (footer.head !== found.hash) throw new Finding("footer", line, "head", found.hash, footer.head);
  const seeds = seedsOf(header, footer, line);
  const digest = hex(sha256(before));
  if (footer.digest === digest) return seeds;
  // Every event holds: a digest mostly right was mistyped, any other was made over another header, or over what
  // a withheld part shows.
  const right = [...digest].filter((one, at) => one === footer.digest[at]).length;
  const mistyped = footer.digest.length !== digest.length || right >= digest.length / 2;
  throw new Finding("digest", mistyped || found.withheld ? line : 1, "digest", digest, footer.digest);
}

function prove(events, seeds) {
  const prover = new DiceProver(seeds);
  for (const event of events) {
    const wrong = prover.read(event);
    if (wrong) throw new Finding(wrong.kind, event.seq + 1, wrong.what, wrong.expected, wrong.got);
  }
  return prover.tally;
}

// What was found of a tape that holds; throws a Finding for the first line that does not.
export async function verify(data, tick = () => {}) {
  const bytes = await unpacked(data);
  const lines = linesOf(bytes);
  const header = headerOf(lines[0]);
  const last = lines.length;
  demandClosed(lines[last - 1], last);
  const found = new Log();
  for (const [index, line] of lines.slice(1, -1).entries()) {
    found.read(line, index + 2);
    if (index % AT_ONCE === 0) {
      tick(index, last);
      await turn();
    }
  }
  checkHeader(header, found.noted);
  const footer = footerOf(lines[last - 1], last);
  const seeds = checkFooter(header, footer, found, last, bytes.subarray(0, bytes.length - lines[last - 1].length - 1));
  return { header, footer, events: found.events, head: found.hash, withheld: found.withheld, dice: prove(found.events, seeds), seeds: footer.seeds !== null };
}
