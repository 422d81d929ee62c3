// What the scrubber shows of a battle at a glance, and which lines were taken back. Pure.

import { counting } from "../view/lineage.js";

const KINDS = { "round-started": "round", fainted: "faint", ruled: "ruling", rewound: "rewind" };

const isForced = ({ command }) => (command.force ?? command.shows?.force) != null;

// [{seq, kind, fact}]; kind: round, faint, ruling, force, rewind.
export function marksOf(events) {
  return events.flatMap((event) => event.effects.filter((fact) => fact.type in KINDS).map((fact) => (
    { seq: event.seq, kind: fact.type === "ruled" && isForced(event) ? "force" : KINDS[fact.type], fact })));
}

// The runs of events that do not count for the state at the end, as [{first, last}] in order.
export function takenBack(events) {
  const counts = counting(events);
  const runs = [];
  for (const { seq } of events) {
    if (counts.has(seq)) continue;
    if (runs.at(-1)?.last === seq - 1) runs.at(-1).last = seq;
    else runs.push({ first: seq, last: seq });
  }
  return runs;
}
