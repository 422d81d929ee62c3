"""Verifies a tape line by line (`replays/README.md` tells the same steps to a stranger).

The order of the steps is what makes the line named the one that is wrong: each line's own bytes come first,
then what the header and the footer say of the log, and only then what needs both, the dice and the effects.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct

from replays import tape
from replays.finding import Finding
from replays.lines import Log, finding_of, must_be_canonical, split
from replays.proof import Prover
from replays.reducer import UnknownEffect, fold_event, read_facts
from schemas import effects as e
from schemas.events import Facts
from schemas.state import State


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
    lines = split(plain)
    header = _read_header(lines[0])
    closed = _is_closed(lines, head)
    bodies = lines[1:-1] if closed else lines[1:]
    log = Log()
    for line, body in enumerate(bodies, 2):
        log.read(line, body)
        tick()
    _check_header(header, log)
    if head is not None and log.hash != head:
        raise Finding("head", len(lines), "the head given by hand is not reached", head, log.hash)
    seeds = _check_footer(lines, plain, header, log) if closed else {}
    _prove(bodies, seeds)
    states = _states(header, bodies) if log.whole else [State(battle=header.battle)]
    return Tape(header, bodies, seeds, log.hash, log.whole, states)


# ---- the lines ---------------------------------------------------------------------------------------------


def _unpacked(data: bytes) -> bytes:
    try:
        return tape.unpack(data)
    except tape.NotATape as error:
        raise Finding("form", 1, "packing", "a tape, or one in gzip or zstd", str(error)) from error


def _read_header(line: bytes) -> tape.Header:
    try:
        header = _header(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Finding("form", 1, "the header", "a header", str(error)) from error
    if header.tape != tape.FORMAT:
        raise Finding("form", 1, "the format", tape.FORMAT, header.tape)
    must_be_canonical(1, line, header)
    return header


def _is_closed(lines: list[bytes], head: str | None) -> bool:
    """Whether the last line is no event. Raises Finding where no head given by hand stands for a footer."""
    last = lines[-1]
    if len(lines) > 1 and not (last.startswith(b'{"at":') and b'"seq":' in last):
        return True
    if head is None:
        raise Finding("truncated", len(lines), "the last line", "a footer", last[:80])
    return False


# ---- header and footer -------------------------------------------------------------------------------------


def _check_header(header: tape.Header, log: Log) -> None:
    expected = {"commitments": log.commitments, "title": log.title, "ruleset": log.ruleset}
    for name, value in expected.items():
        got = getattr(header, name)
        if value is not None and got != value:
            raise Finding("header", 1, name, value, got)


def _check_footer(lines: list[bytes], plain: bytes, header: tape.Header, log: Log) -> dict[int, bytes]:
    """The seeds it publishes."""
    at = len(lines)
    footer = _read_footer(lines[-1], at)
    if footer.events != log.count:
        kind = "truncated" if log.count < footer.events else "footer"
        raise Finding(kind, at, "events", log.count, footer.events)
    if footer.head != log.hash:
        raise Finding("footer", at, "head", log.hash, footer.head)
    seeds = _seeds(header, footer, at)
    digest = sha256(plain[: -len(lines[-1]) - 1]).hexdigest()
    if footer.digest != digest:
        raise _digest(at, digest, footer.digest, log.whole)
    return seeds


def _read_footer(line: bytes, at: int) -> tape.Footer:
    try:
        footer = _footer(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Finding("footer", at, "the footer", "a footer", str(error)) from error
    if not footer.end:
        raise Finding("footer", at, "end", True, footer.end)
    must_be_canonical(at, line, footer)
    return footer


def _seeds(header: tape.Header, footer: tape.Footer, line: int) -> dict[int, bytes]:
    found: dict[int, bytes] = {}
    for epoch, seed in (footer.seeds or {}).items():
        try:
            raw, number = bytes.fromhex(seed), int(epoch)
        except ValueError as error:
            raise Finding("dice", line, "a seed", "64 hex digits", seed) from error
        promise = header.commitments.get(epoch)
        got = "sha256:" + sha256(raw).hexdigest()
        if got != promise or raw.hex() != seed:
            raise Finding("dice", line, f"the seed of epoch {epoch}", promise, got)
        found[number] = raw
    return found


def _digest(line: int, expected: str, got: str, whole: bool) -> Finding:
    """Every event holds, so the header differs; or the digest itself, if most of its digits are right.

    What a withheld part shows stands under no other hash: which line differs only `--full` tells.
    """
    alike = sum(one == other for one, other in zip(expected, got, strict=False))
    if len(got) != len(expected) or alike >= len(expected) // 2:
        return Finding("digest", line, "digest", expected, got)
    if whole:
        return Finding("digest", 1, "the header is not the one that the digest was made over", expected, got)
    return Finding("digest", line, "the header or what a withheld part shows is another", expected, got)


# ---- dice and effects --------------------------------------------------------------------------------------


def _prove(bodies: Sequence[bytes], seeds: dict[int, bytes]) -> None:
    prover = Prover(seeds)
    for line, body in enumerate(bodies, 2):
        broken = prover.dice(body)
        if broken is not None:
            raise finding_of(line, broken)


def _states(header: tape.Header, bodies: Sequence[bytes]) -> list[State]:
    states = [State(battle=header.battle)]
    for line, body in enumerate(bodies, 2):
        try:
            facts = read_facts(body)
        except UnknownEffect as error:
            raise Finding("unknown", line, "an effect", "one this version knows", error.message) from error
        states.append(_folded(line, _before(line, states, facts), facts))
    return states


def _before(line: int, states: list[State], facts: Facts) -> State:
    """The state an event stands on: a rewind's is an earlier one."""
    for fact in facts.effects:
        if isinstance(fact, e.Rewound):
            if not 1 <= fact.to < facts.seq:
                raise Finding("effects", line, "rewound", f"1 … {facts.seq - 1}", fact.to)
            return states[fact.to]
    return states[-1]


def _folded(line: int, before: State, facts: Facts) -> State:
    try:
        return fold_event(before, facts)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise Finding("effects", line, "the reducer", "effects it can apply", repr(error)) from error
