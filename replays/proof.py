"""Proves a whole log: its chain, and every server die whose seed is published (contract 5, 6)."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from replays.chain import Broken, verify_event
from replays.dice import Draws, Entropy, prove, round_of
from schemas.events import ZERO_HASH, Roll

_Past = tuple[int, Draws]


class _Seen(Struct, frozen=True):
    """As much of an event as the dice's names follow from; effects stay plain, for newer ones too."""

    seq: int
    command: dict[str, msgspec.Raw]
    rolls: tuple[msgspec.Raw, ...]
    effects: tuple[msgspec.Raw, ...]


class _Fact(Struct, frozen=True):
    type: str
    round: int = 0
    to: int = 0
    epoch: int | None = None
    entropy: msgspec.Raw = msgspec.Raw(b"null")


_seen = msgspec.json.Decoder(_Seen).decode
_fact = msgspec.json.Decoder(_Fact).decode
_roll = msgspec.json.Decoder(Roll).decode
_entropy = msgspec.json.Decoder(Entropy).decode


class Prover:
    """Reads events in the order of the log and says which is the first that does not hold.

    `seeds` maps the epoch that a seed was committed in to the seed; an epoch uses the last one committed
    at or before it, and dice of epochs without a published seed are left unproved.
    """

    def __init__(self, seeds: Mapping[int, bytes]) -> None:
        self._seeds = dict(seeds)
        self._prev = ZERO_HASH
        self._seq = 0
        self._entropy: Entropy | None = None
        self._past: list[_Past] = [(0, Draws())]

    def read(self, body: bytes) -> Broken | None:
        """Checks the next event."""
        self._seq += 1
        self._prev, broken = verify_event(body, self._prev, self._seq)
        if broken is not None:
            return broken
        try:
            return self._dice(_seen(body))
        except msgspec.MsgspecError as error:
            return Broken(self._seq, "form", "an event", str(error))

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
            if fact.type == "round-started":
                round_ = fact.round
            elif fact.type in ("rewound", "branched"):
                if fact.type == "rewound":
                    round_, draws = self._past[fact.to]
                if fact.epoch is not None:
                    draws = Draws(fact.epoch, round_)
            elif fact.type == "started" and self._entropy is None:
                self._entropy = () if bytes(fact.entropy) == b"null" else _entropy(fact.entropy)
        self._past.append((round_, draws.at_round(round_)))
        return None

    def _seed(self, epoch: int) -> bytes | None:
        committed = [one for one in self._seeds if one <= epoch]
        return self._seeds[max(committed)] if committed else None


def prove_log(bodies: Iterable[bytes], seeds: Mapping[int, bytes]) -> Broken | None:
    """The first event of a whole log that does not hold, or None."""
    prover = Prover(seeds)
    for body in bodies:
        broken = prover.read(body)
        if broken is not None:
            return broken
    return None
