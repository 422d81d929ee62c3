"""Which events count (contract 1, 4): a rewind jumps back, so a state's past is a list of spans.

A log is kept whole; its marks (one a row) say what each event is, without decoding any. The state before
event n is always the state after event n − 1; the state after a rewind to k is the state after k.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field

Mark = Literal["c", "s", "n", "S", "u", "r", "b"]
"""What an event is to the lineage: `c` a command that counts, `S` the start (it counts too), `s` what the
server appended by itself, `n` a note or the like that nothing counts, `u` an undo or rewind, `r` a redo,
`b` a branch's first event or the creation."""
TURNING = frozenset("urb")
"""Marks of events after which the state is not the one before with something added."""

Spans = list[tuple[int, int]]
"""(first, last) of each stretch of a log that counts, in the order in which they count."""


class Lineage(Struct):
    """The marks of one battle's log, read as they come; `start` is its own first seq (1, or a branch's).

    `counted[n]` is the last event that an undo at n would take back, 0 for none; `changed` is the last
    event that was more than a note or the like.
    """

    start: int = 1
    jumps: list[tuple[int, int]] = []
    counted: list[int] = field(default_factory=lambda: [0])
    undone: list[int] = []
    first_start: int | None = None
    changed: int = 0

    @property
    def head(self) -> int:
        """The last seq read."""
        return len(self.counted) - 1

    def add(self, seq: int, mark: Mark | str, base: int | None) -> None:
        """Reads the next event's mark; `base` is where a rewind, undo or redo goes."""
        before = self.counted[seq - 1]
        if base is not None:
            self.jumps.append((seq, base))
            before = self.counted[base] if base >= self.start else 0
        if mark in ("c", "S"):
            before = seq
        elif mark == "b":
            before = 0
            self.start = seq
        self.counted.append(before)
        if mark != "n":
            self.changed = seq
        if mark == "S" and self.first_start is None:
            self.first_start = seq
        if mark == "u":
            self.undone.append(seq - 1)
        elif mark == "r":
            self.undone.pop()
        elif mark not in ("s", "n"):
            self.undone.clear()

    def until(self, at: int) -> "Lineage":
        """The same log read only up to `at`, as a branch begins; nothing undone there can come back."""
        started = self.first_start if self.first_start is not None and self.first_start <= at else None
        jumps = self.jumps[: bisect_right(self.jumps, (at, self.head + 1))]
        return Lineage(self.start, jumps, self.counted[: at + 1], [], started)

    def undo_to(self) -> int | None:
        """The seq whose state an undo now brings back; None: nothing to undo."""
        last = self.counted[self.head]
        return last - 1 if last > self.start else None

    def redo_to(self) -> int | None:
        """The seq whose state a redo now brings back; None: nothing to redo."""
        return self.undone[-1] if self.undone else None

    def spans(self, at: int) -> Spans:
        """The events that count for the state after `at`."""
        spans: Spans = []
        while at > 0:
            index = bisect_right(self.jumps, (at, self.head + 1)) - 1
            first, base = self.jumps[index] if index >= 0 else (1, 0)
            spans.append((first, at))
            at = base
        return spans[::-1]


def last_on(spans: Spans, kept: Sequence[int]) -> int | None:
    """The last of the seqs `kept` (in order) that spans pass through."""
    for first, last in reversed(spans):
        found = bisect_right(kept, last)
        if found and kept[found - 1] >= first:
            return kept[found - 1]
    return None


def parted(spans: Spans, seq: int) -> tuple[Spans, Spans]:
    """What counts before an event, and what behind it."""
    before = [(first, min(last, seq - 1)) for first, last in spans if first < seq]
    return before, [(max(first, seq + 1), last) for first, last in spans if last > seq]


def lineage_of(marks: list[tuple[int, str, int | None]]) -> Lineage:
    """Reads a whole log's (seq, mark, base)."""
    lineage = Lineage()
    for seq, mark, base in marks:
        lineage.add(seq, mark, base)
    return lineage
