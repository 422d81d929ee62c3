"""A second verifier, written from `replays/README.md` alone with nothing but the standard library.

It imports nothing of the house on purpose.
"""

import hashlib
import hmac
import json
from typing import Any

HEADER = {"tape", "ruleset", "title", "battle", "exported_at", "view", "commitments"}
COMMITTING = ("created", "rewound", "branched")
EVENT = {"at", "by", "command", "effects", "hash", "prev", "rolls", "seq"}
FOOTER = {"end", "events", "head", "seeds", "digest", "signature"}


class Bad(Exception):
    """A line that fails."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def jcs(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def need(true: object, line: int, what: str) -> None:
    if not true:
        raise Bad(line, what)


def check(data: bytes) -> int | None:
    """None where the tape holds, else the first line that does not."""
    try:
        _check(data)
    except Bad as bad:
        return bad.line
    return None


def _check(data: bytes) -> None:
    lines = data.split(b"\n")
    need(lines.pop() == b"", len(lines) + 1, "truncated")
    need(lines, 1, "truncated")
    header = _parsed(lines[0], 1)
    need(set(header) == HEADER and header["tape"] == 1, 1, "header")
    last = lines[-1]
    truncated = len(lines) == 1 or (last.startswith(b'{"at":') and b'"seq":' in last)
    need(not truncated, len(lines), "truncated")
    events = []
    head = "0" * 64
    for number, line in enumerate(lines[1:-1], 2):
        event = _parsed(line, number)
        _link(event, number, head)
        head = event["hash"]
        events.append(event)
    _header(header, events)
    footer = _parsed(last, len(lines))
    seeds = _footer(footer, len(lines), header, len(events), head)
    _digest(footer["digest"], data[: -len(last) - 1], len(lines), events)
    if seeds:
        _dice(events, seeds)


def _parsed(line: bytes, number: int) -> Any:
    try:
        value = json.loads(line)
        canonical = jcs(value) == line
    except ValueError:
        raise Bad(number, "JSON") from None
    need(canonical and isinstance(value, dict), number, "canonical JSON")
    return value


def _link(event: Any, line: int, prev: str) -> None:
    need(set(event) - {"salts"} == EVENT, line, "event")
    try:
        parts = [event["command"], *event["rolls"], *event["effects"]]
        salts = event.get("salts") or [""] * len(parts)
        leaves = [
            part["leaf"]
            if part.get("type") == "hidden" and "leaf" in part
            else sha(salt.encode() + jcs(part))
            for part, salt in zip(parts, salts, strict=True)
        ]
        tail = 1 + len(event["rolls"])
        withheld = [part for part in parts if part.get("type") == "hidden" and "leaf" in part]
        need(all(set(part) == {"type", "leaf", "shows"} for part in withheld), line, "a withheld part")
        whole = [prev, line - 1, event["at"], event["by"], leaves[0], leaves[1:tail], leaves[tail:]]
        held = event["seq"] == line - 1 and event["prev"] == prev and event["hash"] == sha(jcs(whole))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Bad(line, "event") from None
    need(held, line, "chain")


def _header(header: Any, events: list[Any]) -> None:
    facts = [fact for event in events for fact in event["effects"]]
    commitments = {
        str(fact.get("epoch", 0)): fact["commitment"]
        for fact in facts
        if fact["type"] in COMMITTING and fact.get("commitment")
    }
    need(header["commitments"] == commitments, 1, "commitments")
    for fact in facts:
        if fact["type"] in ("created", "branched"):
            title = fact["title"]
            need(fact.get("ruleset", header["ruleset"]) == header["ruleset"], 1, "ruleset")
    if any(fact["type"] in ("created", "branched") for fact in facts):
        need(header["title"] == title, 1, "title")


def _footer(footer: Any, line: int, header: Any, events: int, head: str) -> dict[int, bytes]:
    need(set(footer) == FOOTER and footer["end"] is True and footer["signature"] is None, line, "footer")
    need(footer["events"] == events and footer["head"] == head, line, "footer")
    seeds = {}
    for epoch, seed in (footer["seeds"] or {}).items():
        try:
            seeds[int(epoch)] = bytes.fromhex(seed)
        except ValueError:
            raise Bad(line, "seed") from None
        promise = "sha256:" + sha(seeds[int(epoch)])
        need(seed == seed.lower() and header["commitments"].get(epoch) == promise, line, "seed")
    return seeds


def _digest(got: str, before: bytes, line: int, events: list[Any]) -> None:
    digest = sha(before)
    alike = sum(one == other for one, other in zip(digest, got, strict=False))
    parts = [part for event in events for part in (event["command"], *event["rolls"], *event["effects"])]
    whole = not any(part["type"] == "hidden" and "leaf" in part for part in parts if "type" in part)
    need(got == digest, 1 if whole and len(got) == 64 and alike < 32 else line, "digest")


def _dice(events: list[Any], seeds: dict[int, bytes]) -> None:
    past: list[tuple[int, int, tuple[int, dict[Any, int]]]] = [(0, 0, (0, {}))]
    committed = [0]
    entropy = next(
        (f.get("entropy") or [] for event in events for f in event["effects"] if f["type"] == "started"), []
    )
    for line, event in enumerate(events, 2):
        epoch, round_, (counted, counts) = past[-1]
        now = round_ + (event["command"].get("type") == "start-round")
        counts = dict(counts) if counted == now else {}
        seed = seeds.get(max(one for one in committed if one <= epoch))
        for roll in event["rolls"]:
            key = (roll.get("unit"), roll["for"])
            for value in roll["values"]:
                n = counts.get(key, 0)
                counts[key] = n + 1
                name = f"{epoch}/{now}/{roll.get('unit') or '-'}/{roll['for']}/{n}"
                if seed is not None and roll["source"] == "server":
                    need(_value(seed, entropy, name, roll["die"]) == value, line, f"die {name}")
        counted = now
        for fact in event["effects"]:
            if fact["type"] in COMMITTING and fact.get("commitment"):
                committed.append(fact.get("epoch", 0))
            if fact["type"] == "round-started":
                round_ = fact["round"]
            if fact["type"] == "rewound":
                epoch, round_, (counted, counts) = past[fact["to"]]
            if fact["type"] in ("rewound", "branched") and fact.get("epoch") is not None:
                epoch, counts = fact["epoch"], {}
        past.append((epoch, round_, (counted, counts)))


def _value(seed: bytes, entropy: Any, name: str, die: int) -> int:
    retry = 0
    while True:
        u = int.from_bytes(hmac.new(seed, jcs([entropy, name, retry]), "sha256").digest()[:8], "big")
        if u < 2**64 - 2**64 % die:
            return 1 + u % die
        retry += 1
