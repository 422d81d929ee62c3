"""The lines of a tape, each by itself: its bytes, its form, its link to the one before."""

from typing import Any

import msgspec

from replays import tape
from replays.chain import Broken, canonical, is_withheld, verify_event
from replays.finding import Finding
from schemas.events import ZERO_HASH

WITHHELD = {"type", "leaf", "shows"}
"""The keys of a withheld part."""


def split(plain: bytes) -> list[bytes]:
    """A tape's lines. Raises Finding where the last one has no end."""
    lines = plain.split(b"\n")
    if lines[-1]:
        raise Finding("truncated", len(lines), "the last line", "a line feed at its end", lines[-1][-40:])
    if len(lines) == 1:
        raise Finding("truncated", 1, "the file", "a header", "nothing")
    return lines[:-1]


def must_be_canonical(line: int, got: bytes, value: Any) -> None:
    """Raises Finding where a line's bytes are not the one way to write what it says."""
    expected = canonical(value)
    if expected != got:
        raise Finding("form", line, "canonical JSON", expected, got)


class Log:
    """Reads event after event: its own form, its link, and what it says that header and footer repeat."""

    def __init__(self) -> None:
        self.hash = ZERO_HASH
        self.count = 0
        self.title: str | None = None
        self.ruleset: str | None = None
        self.commitments: dict[str, str] = {}
        self.whole = True

    def read(self, line: int, body: bytes) -> None:
        """Raises Finding."""
        self.count += 1
        self.hash, broken = verify_event(body, self.hash, self.count)
        if broken is not None:
            raise finding_of(line, broken)
        event = msgspec.json.decode(body)
        must_be_canonical(line, body, event)
        for roll in event["rolls"]:
            self._see(line, roll)
        for part in (event["command"], *event["effects"]):
            if not isinstance(part, dict) or not isinstance(part.get("type"), str):
                raise Finding("form", line, "the command or an effect", "an object with a type", part)
            self._see(line, part)
        for fact in event["effects"]:
            self._note(fact)

    def _see(self, line: int, part: Any) -> None:
        if is_withheld(part):
            self.whole = False
            if part.keys() != WITHHELD:
                raise Finding("form", line, "a withheld part", sorted(WITHHELD), sorted(part))

    def _note(self, fact: Any) -> None:
        if fact["type"] in ("created", "branched"):
            self.title = fact.get("title")
            self.ruleset = fact.get("ruleset", self.ruleset)
        tape.add_commitment(self.commitments, fact)


def finding_of(line: int, broken: Broken) -> Finding:
    """What does not hold in an event, as it is told of its line."""
    kinds = {"form": "form", "seq": "chain", "prev": "chain", "hash": "chain"}
    return Finding(kinds.get(broken.what, "dice"), line, broken.what, broken.expected, broken.got)
