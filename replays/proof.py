"""Proves a whole log: its chain, and every server die whose seed is published (contract 5, 6)."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from replays.chain import Broken, verify_event
from replays.dice import Draws, Entropy, commitment, prove, round_of
from schemas.events import ZERO_HASH, Roll

_Past = tuple[int, Draws]
COMMITTING = ("created", "rewound", "branched")
"""Facts that commit the dice to a seed."""


class _Seen(Struct, frozen=True):
    """As much of an event as the dice's names follow from; effects stay plain, for newer ones too."""

    seq: int
    command: dict[str, msgspec.Raw]
    rolls: tuple[msgspec.Raw, ...]
    effects: tuple[msgspec.Raw, ...]


class _Fact(Struct, frozen=True):
    """Any fact, its fields unread: of another type `to` is a cell or whoever holds an item now."""

    type: str
    round: msgspec.Raw = msgspec.Raw(b"0")
    to: msgspec.Raw = msgspec.Raw(b"0")
    epoch: msgspec.Raw = msgspec.Raw(b"null")
    entropy: msgspec.Raw = msgspec.Raw(b"null")
    commitment: msgspec.Raw = msgspec.Raw(b"null")


_seen = msgspec.json.Decoder(_Seen).decode
_fact = msgspec.json.Decoder(_Fact).decode
_roll = msgspec.json.Decoder(Roll).decode
_text = msgspec.json.Decoder(str | None).decode
_number = msgspec.json.Decoder(int).decode
_maybe = msgspec.json.Decoder(int | None).decode
_entropy = msgspec.json.Decoder(Entropy).decode


class Prover:
    """Reads events in the order of the log and says which is the first that does not hold.

    `seeds` maps the epoch that a seed was committed in to the seed; an epoch uses the last one that the log
    commits at or before it, which must be what was committed. Dice without a published seed stay unproved.
    """

    def __init__(self, seeds: Mapping[int, bytes]) -> None:
        self._seeds = dict(seeds)
        self._committed: list[int] = [0]
        self._prev = ZERO_HASH
        self._entropy: Entropy | None = None
        self._past: list[_Past] = [(0, Draws())]

    def read(self, body: bytes) -> Broken | None:
        """Checks the next event's link and dice."""
        self._prev, broken = verify_event(body, self._prev, self._seq)
        return broken or self.dice(body)

    def dice(self, body: bytes) -> Broken | None:
        """Checks the next event's dice alone."""
        try:
            return self._dice(_seen(body))
        except (msgspec.MsgspecError, IndexError) as error:
            return Broken(self._seq, "form", "an event", str(error))

    @property
    def _seq(self) -> int:
        """Of the event that is read: what was is kept for every one before it."""
        return len(self._past)

    def _dice(self, event: _Seen) -> Broken | None:
        round_, draws = self._past[-1]
        kind = msgspec.json.decode(event.command["type"]) if "type" in event.command else ""
        draws = draws.at_round(round_of(kind, round_))
        rolls = [_roll(raw) for raw in event.rolls if b'"hidden"' not in bytes(raw)]
        seed = self._seed(draws.epoch)
        if seed is not None:
            wrong = prove(draws, rolls, seed, self._entropy or ())
            if wrong is not None:
                return Broken(self._seq, f"die {wrong.name}", str(wrong.expected), str(wrong.got))
        draws = draws.after(rolls)
        for raw in event.effects:
            fact = _fact(raw)
            broken = self._commit(fact)
            if broken is not None:
                return broken
            if fact.type == "round-started":
                round_ = _number(fact.round)
            elif fact.type in ("rewound", "branched"):
                if fact.type == "rewound":
                    round_, draws = self._past[_number(fact.to)]
                epoch = _maybe(fact.epoch)
                if epoch is not None:
                    draws = Draws(epoch, round_)
            elif fact.type == "started" and self._entropy is None:
                self._entropy = () if bytes(fact.entropy) == b"null" else _entropy(fact.entropy)
        self._past.append((round_, draws.at_round(round_)))
        return None

    def _commit(self, fact: _Fact) -> Broken | None:
        """Notes what a fact commits the dice to; a published seed must be the one committed."""
        promise = _text(fact.commitment) if fact.type in COMMITTING else None
        if promise is None:
            return None
        epoch = _maybe(fact.epoch) or 0
        self._committed.append(epoch)
        seed = self._seeds.get(epoch)
        if seed is None or commitment(seed) == promise:
            return None
        return Broken(self._seq, f"seed {epoch}", promise, commitment(seed))

    def _seed(self, epoch: int) -> bytes | None:
        return self._seeds.get(max(one for one in self._committed if one <= epoch))


def prove_log(bodies: Iterable[bytes], seeds: Mapping[int, bytes]) -> Broken | None:
    """The first event of a whole log that does not hold, or None."""
    prover = Prover(seeds)
    for body in bodies:
        broken = prover.read(body)
        if broken is not None:
            return broken
    return None
