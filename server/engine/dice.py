"""Where dice come from (design 6): a server's seed or the table's hands, behind one small protocol.

Tests script their dice with `TableDice` too: it fails when a die is missing and when one is left over.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from msgspec import Struct

from replays.dice import Draws, Entropy, value_of
from schemas.commands import GivenRoll
from schemas.replies import Needed
from server.engine.refusals import Refused, RollsNeeded


class Ask(Struct, frozen=True, gc=False):
    """A wish for `count` dice of `die` sides, for a purpose and (mostly) a unit."""

    what: str
    unit: str | None
    die: int
    count: int = 1
    needs: int | str | None = None


class Dice(Protocol):
    """A source of dice. `draw` answers one list of values for each ask, or raises RollsNeeded."""

    source: Literal["server", "table"]

    def draw(self, asks: Sequence[Ask]) -> list[tuple[int, ...]]: ...

    def finish(self) -> None:
        """Raises Refused where dice were given that nobody asked for."""


class ServerDice:
    """Dice from a committed seed, by name."""

    source: Literal["server", "table"] = "server"

    def __init__(self, seed: bytes, entropy: Entropy, draws: Draws) -> None:
        self.draws = draws
        self._seed = seed
        self._entropy = entropy
        self._drawn: dict[tuple[str | None, str], int] = {}

    def draw(self, asks: Sequence[Ask]) -> list[tuple[int, ...]]:
        return [self._draw(ask) for ask in asks]

    def _draw(self, ask: Ask) -> tuple[int, ...]:
        key = (ask.unit, ask.what)
        first = self._drawn.get(key, 0)
        self._drawn[key] = first + ask.count
        names = self.draws.names(ask.unit, ask.what, ask.count, first)
        return tuple([value_of(self._seed, self._entropy, name, ask.die) for name in names])

    def finish(self) -> None:
        return


class TableDice:
    """Dice that people rolled, given by purpose and unit in any order, or plain in the order asked."""

    source: Literal["server", "table"] = "table"

    def __init__(self, given: Sequence[int | GivenRoll] | None) -> None:
        self._plain: list[int] | None = None
        self._named: dict[tuple[str | None, str], list[int]] = {}
        rolls = given or ()
        plain = [one for one in rolls if isinstance(one, int)]
        if plain and len(plain) != len(rolls):
            raise Refused("malformed", why="rolls-mixed", path="$.rolls")
        if plain:
            self._plain = plain
        for one in rolls:
            if isinstance(one, GivenRoll):
                self._named.setdefault((one.unit, one.what), []).extend(one.values)

    def draw(self, asks: Sequence[Ask]) -> list[tuple[int, ...]]:
        taken = [self._take(ask) for ask in asks]
        missing = tuple(
            Needed(what=ask.what, unit=ask.unit, die=ask.die, count=ask.count - len(values), needs=ask.needs)
            for ask, values in zip(asks, taken, strict=True)
            if len(values) < ask.count
        )
        if missing:
            raise RollsNeeded(missing)
        for ask, values in zip(asks, taken, strict=True):
            for value in values:
                if not 1 <= value <= ask.die:
                    raise Refused("rolls-invalid", what=ask.what, unit=ask.unit, die=ask.die, value=value)
        return taken

    def _take(self, ask: Ask) -> tuple[int, ...]:
        stock = self._named.get((ask.unit, ask.what), []) if self._plain is None else self._plain
        values = tuple(stock[: ask.count])
        del stock[: ask.count]
        return values

    def finish(self) -> None:
        if self._plain:
            raise Refused("rolls-unused", why="rolls-unused-plain", values=tuple(self._plain))
        for (unit, what), values in self._named.items():
            if values:
                raise Refused("rolls-unused", what=what, unit=unit, values=tuple(values))
