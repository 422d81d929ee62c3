"""The ledger (design 2): a rule writes facts here, the one reducer applies them, the next rule reads on.

Nothing can happen that is not written down, since this is the only way to a new state.
"""

from collections.abc import Sequence

from replays.reducer import apply
from schemas.effects import Effect
from schemas.events import Roll
from schemas.state import State, Unit
from server.engine.dice import Ask, Dice


class Ledger:
    """What one command does: `effects` and `rolls` become the event, `state` what the next rule reads.

    `by` is the seat that sent it, or `server`.
    """

    __slots__ = ("by", "dice", "effects", "rolls", "state")

    def __init__(self, state: State, by: str, dice: Dice) -> None:
        self.state = state
        self.by = by
        self.dice = dice
        self.effects: list[Effect] = []
        self.rolls: list[Roll] = []

    def write(self, effect: Effect) -> None:
        """Makes a fact true."""
        self.effects.append(effect)
        self.state = apply(self.state, effect)

    def unit(self, id_: str) -> Unit:
        """A unit as it stands now."""
        return self.state.units[id_]

    def roll(self, what: str, unit: str | None, die: int, count: int = 1) -> tuple[int, ...]:
        """Rolls dice for one purpose. Raises RollsNeeded where the table has not given them."""
        return self.roll_all([Ask(what, unit, die, count)])[0]

    def roll_one(self, what: str, unit: str | None, die: int) -> int:
        """Rolls a single die."""
        return self.roll_all([Ask(what, unit, die)])[0][0]

    def roll_all(self, asks: Sequence[Ask]) -> list[tuple[int, ...]]:
        """Rolls for several purposes at once, so that all that is missing can be named together."""
        drawn = self.dice.draw(asks)
        for ask, values in zip(asks, drawn, strict=True):
            self.rolls.append(
                Roll(what=ask.what, unit=ask.unit, die=ask.die, values=values, source=self.dice.source)
            )
        return drawn
