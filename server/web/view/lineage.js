// Which events still count: a rewind jumps back, and what it jumped over is told but counts no more.

// The events that count at the end of these, which follow one another without a gap.
export function counting(events) {
  const base = new Map();
  for (const event of events) {
    const back = (event.effects ?? []).find((effect) => effect.type === "rewound");
    if (back) base.set(event.seq, back.to);
  }
  const counts = new Set();
  const first = events[0]?.seq ?? 1;
  for (let seq = events.at(-1)?.seq ?? 0; seq >= first; seq = base.get(seq) ?? seq - 1) counts.add(seq);
  return counts;
}
