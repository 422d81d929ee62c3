"""Opens what a view withheld with the whole tape beside it (`battletape verify --full`).

Every part of every event is compared leaf by leaf, each under its own salt, and what was shown in a withheld
part's place must not say another thing than the part itself.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from replays.chain import canonical, is_withheld, leaf
from replays.finding import Finding
from replays.verify import Tape


def opened(whole: Tape, view: Tape) -> Iterator[int]:
    """Yields the line of every withheld part as it is opened. Raises Finding."""
    if not whole.whole:
        raise Finding("redacted", 1, "the full tape", "a whole tape", whole.header.view)
    for line, (full, shown) in enumerate(zip(whole.bodies, view.bodies, strict=False), 2):
        yield from _event(line, msgspec.json.decode(full), msgspec.json.decode(shown))
    if len(whole.bodies) < len(view.bodies):
        raise Finding("full", len(whole.bodies) + 2, "events", len(view.bodies), len(whole.bodies))


def _event(line: int, full: Any, shown: Any) -> Iterator[int]:
    parts, others = _parts(full), _parts(shown)
    if len(parts) != len(others):
        raise Finding("full", line, "parts of the event", len(parts), len(others))
    salts, theirs = (event.get("salts") or [""] * len(parts) for event in (full, shown))
    for index, (part, other) in enumerate(zip(parts, others, strict=True)):
        hidden = is_withheld(other)
        expected = leaf(canonical(part), salts[index])
        got = other["leaf"] if hidden else leaf(canonical(other), theirs[index] or "")
        if expected != got:
            raise Finding("full", line, f"leaf {index} of the event", expected, got)
        if hidden:
            _shown_truly(line, part, other.get("shows") or {})
            yield line
    if full["hash"] != shown["hash"]:
        raise Finding("full", line, "the event's hash", full["hash"], shown["hash"])


def _parts(event: Any) -> list[Any]:
    return [event["command"], *event["rolls"], *event["effects"]]


def _shown_truly(line: int, part: Any, shows: Any) -> None:
    for key, value in shows.items():
        if key in part and not _agrees(part[key], value):
            raise Finding("full", line, f"shows.{key}", part[key], value)


def _agrees(part: Any, shown: Any) -> bool:
    """What remains of a value says no other thing than the value; a word may stand for a number."""
    if isinstance(part, dict) and isinstance(shown, dict):
        return all(_agrees(part[key], value) for key, value in shown.items() if key in part)
    if isinstance(part, list) and isinstance(shown, list):
        rest = iter(part)
        return all(any(_agrees(one, value) for one in rest) for value in shown)
    return type(part) is not type(shown) or bool(part == shown)
