// The chain (replays/README.md, step 2): a hash for every part of an event, one for the event, each over the last.

import { hex, sha256 } from "./sha256.js";

export const ZERO_HASH = "0".repeat(64);

const utf8 = new TextEncoder();
const isText = (value) => typeof value === "string";

// RFC 8785. `JSON.stringify` writes strings and whole numbers as it asks; keys are sorted by UTF-16 units.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

export const bytesOf = (value) => utf8.encode(canonical(value));

const hashOf = (text) => hex(sha256(utf8.encode(text)));

export const isWithheld = (part) => part?.type === "hidden" && "leaf" in part;

export const partsOf = (event) => [event.command, ...event.rolls, ...event.effects];

export function isEvent(event) {
  const { seq, at, by, rolls, effects, prev, hash, salts } = event ?? {};
  if (!Number.isSafeInteger(seq) || ![at, by, prev, hash].every(isText)) return false;
  if (!("command" in event) || !Array.isArray(rolls) || !Array.isArray(effects)) return false;
  if (salts == null) return true;
  return Array.isArray(salts) && salts.every((one) => one === null || isText(one)) &&
    (salts.length === 0 || salts.length === partsOf(event).length);
}

function leaves(event) {
  const salts = event.salts ?? [];
  return partsOf(event).map((part, index) =>
    isWithheld(part) ? String(part.leaf) : hashOf((salts[index] ?? "") + canonical(part)));
}

export function hashOfEvent(event) {
  const [command, ...rest] = leaves(event);
  const dice = event.rolls.length;
  const { prev, seq, at, by } = event;
  return hashOf(canonical([prev, seq, at, by, command, rest.slice(0, dice), rest.slice(dice)]));
}

// The first of events that follow each other without a gap that is not what was hashed, or null.
export function unchained(events) {
  let { prev } = events[0];
  for (const event of events) {
    if (!isEvent(event) || broken(event, event.seq, prev)) return event;
    prev = event.hash;
  }
  return null;
}

// What does not hold between an event and the one before it: {what, expected, got}, or null.
export function broken(event, seq, prev) {
  if (event.seq !== seq) return { what: "seq", expected: seq, got: event.seq };
  if (event.prev !== prev) return { what: "prev", expected: prev, got: event.prev };
  const hash = hashOfEvent(event);
  return hash === event.hash ? null : { what: "hash", expected: hash, got: event.hash };
}
