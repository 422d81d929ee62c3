"""A second verifier, written from `replays/README.md` alone with nothing but the standard library.

It imports nothing of the house on purpose.
"""

import hashlib
import hmac
import json
from typing import Any

HEADER = {"tape", "ruleset", "title", "battle", "exported_at", "view", "commitments"}
FOOTER = {"end", "events", "head", "seeds", "digest", "signature"}


class Bad(Exception):
    """A line that fails."""


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def jcs(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check(data: bytes) -> str | None:
    """None where the tape holds, else what does not."""
    try:
        _check(data)
    except (Bad, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        return repr(error)
    return None


def need(true: object, what: str) -> None:
    if not true:
        raise Bad(what)


def _check(data: bytes) -> None:
    need(data.endswith(b"\n"), "truncated")
    lines = data[:-1].split(b"\n")
    parsed = []
    for number, line in enumerate(lines, 1):
        value = json.loads(line)
        need(jcs(value) == line, f"line {number}: canonical")
        parsed.append(value)
    header, events, footer = parsed[0], parsed[1:-1], parsed[-1]
    need(set(header) == HEADER and header["tape"] == 1, "line 1: header")
    need(set(footer) == FOOTER and footer["end"] is True and footer["signature"] is None, "footer")
    seeds = {}
    for epoch, seed in (footer["seeds"] or {}).items():
        need(seed == seed.lower(), "seed")
        seeds[int(epoch)] = bytes.fromhex(seed)
        need("sha256:" + sha(bytes.fromhex(seed)) == header["commitments"][epoch], "seed")
    head, committed = _chain(events)
    need(committed[0] == header["commitments"] and committed[1] == header["title"], "line 1")
    need(footer["events"] == len(events) and footer["head"] == head, "footer")
    need(footer["digest"] == sha(data[: len(data) - len(lines[-1]) - 1]), "digest")
    _dice(events, seeds)


def _chain(events: list[Any]) -> tuple[str, tuple[dict[str, str], str]]:
    prev, commitments, title = "0" * 64, {}, ""
    for seq, event in enumerate(events, 1):
        parts = [event["command"], *event["rolls"], *event["effects"]]
        salts = event.get("salts") or [""] * len(parts)
        leaves = [
            part["leaf"]
            if part.get("type") == "hidden" and "leaf" in part
            else sha(salt.encode() + jcs(part))
            for part, salt in zip(parts, salts, strict=True)
        ]
        dice = len(event["rolls"])
        whole = [prev, seq, event["at"], event["by"], leaves[0], leaves[1 : dice + 1], leaves[dice + 1 :]]
        need(
            event["seq"] == seq and event["prev"] == prev and event["hash"] == sha(jcs(whole)), f"event {seq}"
        )
        prev = event["hash"]
        for fact in event["effects"]:
            if fact["type"] in ("created", "rewound", "branched") and fact.get("commitment"):
                commitments[str(fact.get("epoch", 0))] = fact["commitment"]
            if fact["type"] in ("created", "branched"):
                title = fact["title"]
    return prev, (commitments, title)


def _dice(events: list[Any], seeds: dict[int, bytes]) -> None:
    past: list[tuple[int, int, tuple[int, dict[Any, int]]]] = [(0, 0, (0, {}))]
    committed = [0]
    entropy = next(
        (f.get("entropy") or [] for event in events for f in event["effects"] if f["type"] == "started"), []
    )
    for event in events:
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
                    need(_value(seed, entropy, name, roll["die"]) == value, f"die {name}")
        counted = now
        for fact in event["effects"]:
            if fact["type"] in ("created", "rewound", "branched") and fact.get("commitment"):
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
