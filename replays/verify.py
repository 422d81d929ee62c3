"""Verifies a tape line by line (`replays/README.md` tells the same steps to a stranger).

The first line that fails is named with both sides. Each kind of failure has an exit code of its own.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from replays import tape
from replays.chain import Broken, canonical
from replays.proof import Prover
from replays.reducer import UnknownEffect, fold_event, read_facts
from schemas import effects as e
from schemas.events import ZERO_HASH, Facts
from schemas.state import State

EXIT = {
    "form": 3, "truncated": 4, "chain": 5, "digest": 6, "dice": 7, "effects": 8, "rules": 9, "head": 10,
    "full": 11, "unknown": 12, "redacted": 13, "footer": 14, "header": 15,
}  # fmt: skip
"""One exit code for each kind of failure; 0 is a tape that holds, 1 and 2 are the command line's own."""


class Finding(Exception):
    """The first thing that does not hold: its kind, the line (1 is the header), what, and both sides."""

    def __init__(self, kind: str, line: int, what: str, expected: Any, got: Any) -> None:
        super().__init__(f"line {line}: {what}: expected {_short(expected)}, got {_short(got)}")
        self.kind = kind
        self.line = line
        self.what = what
        self.expected = expected
        self.got = got


class Tape(Struct, frozen=True):
    """A tape that holds: `states[n]` is the state after event n; none where parts are withheld."""

    header: tape.Header
    bodies: list[bytes]
    seeds: dict[int, bytes]
    head: str
    whole: bool
    states: list[State]


_header = msgspec.json.Decoder(tape.Header).decode
_footer = msgspec.json.Decoder(tape.Footer).decode


def verify(data: bytes, head: str | None = None, tick: Callable[[], object] = lambda: None) -> Tape:
    """The tape's content, all of it checked. Raises Finding. `head`: the hash it must end with."""
    plain = _unpacked(data)
    lines = _lines(plain)
    header = _read_header(lines[0])
    footer = _read_footer(lines, head)
    bodies = lines[1:-1] if footer is not None else lines[1:]
    log = plain[len(lines[0]) :]
    for epoch, promise in header.commitments.items():
        if promise.encode() not in log:
            raise Finding("header", 1, f"the commitment of epoch {epoch}", "one that the log makes", promise)
    seeds = _seeds(header, footer, len(lines))
    whole = b'"type":"hidden"' not in plain or not any(map(withheld, bodies))
    found = _Reader(header, seeds, whole)
    for line, body in enumerate(bodies, 2):
        found.read(line, body)
        tick()
    _check_header(header, found)
    if footer is not None:
        _check_footer(footer, found, len(lines), plain[: -len(lines[-1]) - 1])
    if head is not None and found.hash != head:
        raise Finding("head", len(lines), "the head given by hand is not reached", head, found.hash)
    return Tape(header, bodies, seeds, found.hash, whole, found.states)


def _unpacked(data: bytes) -> bytes:
    try:
        return tape.unpack(data)
    except tape.NotATape as error:
        raise Finding("form", 1, "packing", "a tape, or one in gzip or zstd", str(error)) from error


def _lines(plain: bytes) -> list[bytes]:
    lines = plain.split(b"\n")
    if lines[-1]:
        raise Finding("truncated", len(lines), "the last line", "a line feed at its end", lines[-1][-40:])
    if len(lines) == 1:
        raise Finding("truncated", 1, "the file", "a header", "nothing")
    return lines[:-1]


def _read_header(line: bytes) -> tape.Header:
    try:
        header = _header(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Finding("form", 1, "the header", "a header", str(error)) from error
    if header.tape != tape.FORMAT:
        raise Finding("form", 1, "the format", tape.FORMAT, header.tape)
    _canonical(1, line, header)
    return header


def _canonical(line: int, got: bytes, value: Any) -> None:
    expected = canonical(value)
    if expected != got:
        raise Finding("form", line, "canonical JSON", expected, got)


def _read_footer(lines: list[bytes], head: str | None) -> tape.Footer | None:
    line, at = lines[-1], len(lines)
    if at == 1 or _is_event(line):
        if head is None:
            raise Finding("truncated", at, "the last line", "a footer", line[:80])
        return None
    try:
        footer = _footer(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Finding("footer", at, "the footer", "a footer", str(error)) from error
    if not footer.end:
        raise Finding("footer", at, "end", True, footer.end)
    _canonical(at, line, footer)
    return footer


def _is_event(line: bytes) -> bool:
    return line.startswith(b'{"at":') and b'"seq":' in line


def _seeds(header: tape.Header, footer: tape.Footer | None, line: int) -> dict[int, bytes]:
    found: dict[int, bytes] = {}
    for epoch, seed in ((footer.seeds if footer else None) or {}).items():
        promise = header.commitments.get(epoch)
        try:
            raw = bytes.fromhex(seed)
            number = int(epoch)
        except ValueError as error:
            raise Finding("dice", line, "a seed", "64 hex digits", seed) from error
        got = "sha256:" + sha256(raw).hexdigest()
        if got != promise or raw.hex() != seed:
            raise Finding("dice", line, f"the seed of epoch {epoch}", promise, got)
        found[number] = raw
    return found


def withheld(body: bytes) -> bool:
    """Whether parts of an event are withheld."""
    if b'"hidden"' not in body:
        return False
    try:
        event = msgspec.json.decode(body)
        parts = [event["command"], *event["rolls"], *event["effects"]]
    except (msgspec.MsgspecError, KeyError, TypeError, UnicodeDecodeError):
        return False
    return any(isinstance(part, dict) and part.get("type") == "hidden" and "leaf" in part for part in parts)


class _Reader:
    """Reads event after event: chain, form, dice, effects."""

    def __init__(self, header: tape.Header, seeds: dict[int, bytes], whole: bool) -> None:
        self.hash = ZERO_HASH
        self.count = 0
        self.title: str | None = None
        self.ruleset: str | None = None
        self.commitments: dict[str, str] = {}
        self.states = [State(battle=header.battle)]
        self._whole = whole
        self._prover = Prover(seeds)

    def read(self, line: int, body: bytes) -> None:
        """Raises Finding for the first check that fails."""
        broken = self._prover.read(body)
        if broken is not None:
            raise _finding(line, broken, self.count)
        try:
            event = msgspec.json.decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Finding("form", line, "an event", "JSON", str(error)) from error
        _canonical(line, body, event)
        self.hash = event["hash"]
        self.count += 1
        self._note(event)
        if self._whole:
            self._fold(line, body)

    def _note(self, event: Any) -> None:
        for fact in event["effects"]:
            if fact["type"] in ("created", "branched"):
                self.title = fact.get("title")
                self.ruleset = fact.get("ruleset", self.ruleset)
            tape.add_commitment(self.commitments, fact)

    def _fold(self, line: int, body: bytes) -> None:
        try:
            facts = read_facts(body)
        except UnknownEffect as error:
            raise Finding("unknown", line, "an effect", "one this version knows", error.message) from error
        before = self.states[-1]
        for fact in facts.effects:
            if isinstance(fact, e.Rewound):
                if not 1 <= fact.to < facts.seq:
                    raise Finding("effects", line, "rewound", f"1 … {facts.seq - 1}", fact.to)
                before = self.states[fact.to]
        self.states.append(_folded(line, before, facts))


def _folded(line: int, before: State, facts: Facts) -> State:
    try:
        return fold_event(before, facts)
    except UnknownEffect as error:
        raise Finding("unknown", line, "an effect", "one this version knows", error.message) from error
    except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise Finding("effects", line, "the reducer", "effects it can apply", repr(error)) from error


def _finding(line: int, broken: Broken, seen: int) -> Finding:
    if broken.what.startswith(("die", "seed")):
        return Finding("dice", line, broken.what, broken.expected, broken.got)
    if broken.what == "form":
        return Finding("form", line, "an event", broken.expected, broken.got)
    return Finding("chain", line, broken.what, broken.expected, broken.got)


def _check_header(header: tape.Header, found: _Reader) -> None:
    expected = {"commitments": found.commitments, "title": found.title, "ruleset": found.ruleset}
    for name, value in expected.items():
        got = getattr(header, name)
        if value is not None and got != value:
            raise Finding("header", 1, name, value, got)


def _check_footer(footer: tape.Footer, found: _Reader, line: int, before: bytes) -> None:
    if footer.events != found.count:
        kind = "truncated" if found.count < footer.events else "footer"
        raise Finding(kind, line, "events", footer.events, found.count)
    if footer.head != found.hash:
        raise Finding("footer", line, "head", found.hash, footer.head)
    digest = sha256(before).hexdigest()
    if footer.digest != digest:
        raise _digest(line, digest, footer.digest)


def _digest(line: int, expected: str, got: str) -> Finding:
    """Every event holds, so the header differs; or the digest, if most of its digits are right."""
    alike = sum(one == other for one, other in zip(expected, got, strict=False))
    if len(got) == len(expected) and alike < len(expected) // 2:
        return Finding("digest", 1, "the header is not the one that the digest was made over", expected, got)
    return Finding("digest", line, "digest", expected, got)


def opened(whole: Tape, view: Tape) -> Iterator[int]:
    """Every withheld part of `view` opened with the full tape (`--full`); yields each one's line."""
    for line, (full, shown) in enumerate(zip(whole.bodies, view.bodies, strict=False), 2):
        left, right = msgspec.json.decode(full), msgspec.json.decode(shown)
        if left["hash"] != right["hash"]:
            raise Finding("full", line, "the event's hash", left["hash"], right["hash"])
        for part, hidden in zip(_parts(left), _parts(right), strict=True):
            if hidden.get("type") == "hidden" and "leaf" in hidden:
                _shown_truly(line, part, hidden.get("shows") or {})
                yield line
    if len(whole.bodies) < len(view.bodies):
        raise Finding(
            "full", len(whole.bodies) + 2, "events in the full tape", len(view.bodies), len(whole.bodies)
        )


def _parts(event: Any) -> list[Any]:
    return [event["command"], *event["rolls"], *event["effects"]]


def _shown_truly(line: int, part: Any, shows: Any) -> None:
    """Equal hashes prove the leaf; what was shown in its place must not contradict the part."""
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


def _short(value: Any) -> str:
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    return text if len(text) <= 200 else text[:200] + "…"
