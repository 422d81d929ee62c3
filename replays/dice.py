"""Named dice (contract 6): drawing them from a seed, counting their names, proving them from a log.

A die's name is `epoch/round/unit/for/n`; its value follows from the seed, the seats' entropy and the name
alone, so the same roll falls the same after a rewind, and anyone who is given the seed can check it.
"""

import hmac
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256

from msgspec import Struct

from replays.chain import canonical
from schemas.events import Roll

Entropy = tuple[tuple[str, str], ...]
"""(seat, entropy) in seat order: that of the battle's first start."""

_SPAN = 2**64


def commitment(seed: bytes) -> str:
    """What is published of a seed before it is: `sha256:` and 64 hex digits."""
    return "sha256:" + sha256(seed).hexdigest()


@lru_cache(maxsize=64)
def _keyed(seed: bytes) -> hmac.HMAC:
    """A seed's HMAC before any message: copying it is half as dear as keying it again."""
    return hmac.new(seed, digestmod="sha256")


def value_of(seed: bytes, entropy: Entropy, name: str, die: int) -> int:
    """The value, 1…die, of the die called `name`."""
    keyed, limit, retry = _keyed(seed), _SPAN - _SPAN % die, 0
    while True:
        message = canonical([entropy, name, retry])
        mac = keyed.copy()
        mac.update(message)
        u = int.from_bytes(mac.digest()[:8], "big")
        if u < limit:
            return 1 + u % die
        retry += 1


class Draws(Struct, frozen=True, gc=False):
    """How often each name was drawn in the epoch and round in play."""

    epoch: int = 0
    round: int = 0
    counts: Mapping[tuple[str | None, str], int] = {}

    def at_round(self, round_: int) -> "Draws":
        """The same, its counts begun anew where the round is another one."""
        return self if round_ == self.round else Draws(self.epoch, round_, {})

    def in_epoch(self, epoch: int) -> "Draws":
        """The count as a new epoch begins."""
        return Draws(epoch, self.round, {})

    def names(self, unit: str | None, what: str, count: int, ahead: int = 0) -> list[str]:
        """The names of the next dice for this purpose, but for `ahead` of them."""
        first = self.counts.get((unit, what), 0) + ahead
        purpose = f"{self.epoch}/{self.round}/{unit or '-'}/{what}"
        return [f"{purpose}/{n}" for n in range(first, first + count)]

    def after(self, rolls: Iterable[Roll]) -> "Draws":
        """The count after these rolls fell in the round in play."""
        counts = dict(self.counts)
        for roll in rolls:
            key = (roll.unit, roll.what)
            counts[key] = counts.get(key, 0) + len(roll.values)
        return Draws(self.epoch, self.round, counts)


class Wrong(Struct, frozen=True):
    """A recorded die that is not the one the seed gives."""

    name: str
    expected: int
    got: int


def prove(draws: Draws, rolls: Iterable[Roll], seed: bytes, entropy: Entropy) -> Wrong | None:
    """Draws every server die of an event again; the first that differs, or None."""
    for roll in rolls:
        if roll.source == "server":
            names = draws.names(roll.unit, roll.what, len(roll.values))
            for name, got in zip(names, roll.values, strict=True):
                expected = value_of(seed, entropy, name, roll.die)
                if expected != got:
                    return Wrong(name, expected, got)
        draws = draws.after([roll])
    return None


def round_of(command_type: str, round_: int) -> int:
    """The round in a die's name: a `start-round` rolls in the round it begins."""
    return round_ + 1 if command_type == "start-round" else round_
