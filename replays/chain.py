"""The chain (contract 5): every part of an event is a leaf, every event carries the hash of the one before.

A leaf is SHA-256 over salt + canonical JSON (RFC 8785). msgspec's sorted encoding is canonical for our
keys (`[a-z0-9_:-]`) and integers within 2^53; `rfc8785` is its oracle in the tests.
"""

import hmac
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from schemas.base import LARGEST
from schemas.effects import Effect
from schemas.events import ZERO_HASH, Roll

canonical = msgspec.json.Encoder(order="sorted").encode


class NotCanonical(ValueError):
    """A value that the chain cannot carry: an integer past 2^53 − 1, a fraction, a strange key."""


class Sealed(Struct, frozen=True, gc=False):
    """An event in its canonical bytes, and its hash."""

    seq: int
    hash: str
    body: bytes


def leaf(part: bytes, salt: str = "") -> str:
    """The hash of one part in hex; `salt` is hashed as ASCII."""
    return sha256(salt.encode() + part).hexdigest()


def salt(key: bytes, seq: int, index: int) -> str:
    """The salt of part `index` (command, rolls, effects, counted through): 32 hex characters."""
    return hmac.digest(key, f"{seq}/{index}".encode(), "sha256")[:16].hex()


def link(prev: str, seq: int, at: str, by: str, leaves: list[str], rolls: int) -> str:
    """An event's hash; `leaves` are command, `rolls` rolls, then effects."""
    tail = rolls + 1
    parts = [prev, seq, at, by, leaves[0], leaves[1:tail], leaves[tail:]]
    return sha256(canonical(parts)).hexdigest()


def seal(
    prev: str,
    seq: int,
    at: str,
    by: str,
    command: Any,
    rolls: Iterable[Roll],
    effects: Iterable[Effect],
    salt_key: bytes | None = None,
) -> Sealed:
    """Hashes an event and writes it down, each part encoded once."""
    said = canonical(command)
    dice = [canonical(roll) for roll in rolls]
    facts = [canonical(effect) for effect in effects]
    parts = [said, *dice, *facts]
    salted = b""
    if salt_key is None:
        leaves = [sha256(part).hexdigest() for part in parts]
    else:
        salts = [salt(salt_key, seq, index) for index in range(len(parts))]
        leaves = [leaf(part, one) for part, one in zip(parts, salts, strict=True)]
        salted = b',"salts":' + canonical(salts)
    hash_ = link(prev, seq, at, by, leaves, len(dice))
    body = (
        b'{"at":"%s","by":"%s","command":%s,"effects":[%s],"hash":"%s","prev":"%s","rolls":[%s]%s,"seq":%d}'
        % (at.encode(), by.encode(), said, b",".join(facts), hash_.encode(), prev.encode(),
           b",".join(dice), salted, seq)
    )  # fmt: skip
    return Sealed(seq, hash_, body)


class Broken(Struct, frozen=True):
    """The first event that does not hold: which, and both sides."""

    seq: int
    what: str
    expected: str
    got: str


class _Linked(Struct, frozen=True, forbid_unknown_fields=True):
    seq: int
    at: str
    by: str
    command: msgspec.Raw
    rolls: tuple[msgspec.Raw, ...]
    effects: tuple[msgspec.Raw, ...]
    prev: str
    hash: str
    salts: tuple[str | None, ...] | None = None


_read = msgspec.json.Decoder(_Linked).decode


def is_withheld(part: Any) -> bool:
    """Whether this stands in the place of a part that the reader may not see."""
    return isinstance(part, dict) and part.get("type") == "hidden" and "leaf" in part


def _leaves(event: _Linked) -> Iterator[str]:
    parts = (event.command, *event.rolls, *event.effects)
    salts = event.salts or ("",) * len(parts)
    for raw, one in zip(parts, salts, strict=True):
        value = msgspec.json.decode(raw)
        if is_withheld(value):
            yield str(value["leaf"])
        else:
            yield leaf(canonical(value), one or "")


def verify_event(body: bytes, prev: str, seq: int) -> tuple[str, Broken | None]:
    """Checks one event against its predecessor: (its hash, what is wrong or None)."""
    try:
        event = _read(body)
        got = link(event.prev, event.seq, event.at, event.by, list(_leaves(event)), len(event.rolls))
    except (msgspec.MsgspecError, ValueError) as error:
        return ZERO_HASH, Broken(seq, "form", "an event", str(error))
    if event.seq != seq:
        return event.hash, Broken(seq, "seq", str(seq), str(event.seq))
    if event.prev != prev:
        return event.hash, Broken(seq, "prev", prev, event.prev)
    if event.hash != got:
        return event.hash, Broken(seq, "hash", got, event.hash)
    return event.hash, None


def verify(bodies: Iterable[bytes], prev: str = ZERO_HASH, first: int = 1) -> Broken | None:
    """Checks a whole log; the first event that does not hold, or None."""
    for seq, body in enumerate(bodies, first):
        prev, broken = verify_event(body, prev, seq)
        if broken:
            return broken
    return None


def plain(value: Any, path: str = "$") -> Any:
    """`value` as it is, where the chain can carry it. Raises NotCanonical, naming the path."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int):
        if abs(value) > LARGEST:
            raise NotCanonical(f"{path}: an integer beyond 2^53 − 1")
        return value
    if isinstance(value, list | tuple):
        for index, one in enumerate(value):
            plain(one, f"{path}[{index}]")
        return value
    if isinstance(value, dict):
        for key, one in value.items():
            if not _fit(key):
                raise NotCanonical(f"{path}: the key {key[:60]!r} is not of a-z, 0-9, _ : - (1 to 40)")
            plain(one, f"{path}.{key}")
        return value
    raise NotCanonical(f"{path}: numbers are integers")


_KEY = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_:-")


def _fit(key: str) -> bool:
    return 1 <= len(key) <= 40 and _KEY.issuperset(key)
