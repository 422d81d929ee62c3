"""Moves, items and natures as this system reads them from a battle's log (D1, D2, D7)."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from schemas.state import State, Unit
from server.engine.memo import Memo, memo
from server.engine.movedata import AnyMoveEffect, Small

Category = Literal["physical", "special", "status"]


class Data(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry of a catalogue, or the same given inline."""


class Move(Data, frozen=True, kw_only=True):
    """D1. `accuracy` in percent, none where it always hits; `pp` how often it may be used."""

    id: str
    name: str | None = None
    type: str | None = None
    category: Category = "physical"
    power: Small | None = None
    accuracy: Small | None = None
    pp: Small | None = None
    priority: Small = 0
    effects: tuple[AnyMoveEffect, ...] = ()

    @property
    def strikes(self) -> bool:
        """D6: whether it deals damage."""
        return self.category != "status" and (self.power or 0) > 0

    @property
    def only_user(self) -> bool:
        """Whether it touches nobody but the one who uses it."""
        return not self.strikes and all(effect.on_user for effect in self.effects)


class Item(Data, frozen=True, kw_only=True):
    """D10: what a trainer may use on a creature of the own side."""

    id: str
    name: str | None = None
    heal: Small = 0
    cure: tuple[str, ...] = ()
    pp: Small = 0
    revive: bool = False
    stage: dict[str, Small] = {}


_item = memo(lambda plain: msgspec.convert(plain, Item))
_moves: Memo[dict[str, Move]] = memo(
    lambda moves: {move.id: move for move in (msgspec.convert(plain, Move) for plain in moves)}
)


def moves_of(unit: Unit) -> dict[str, Move]:
    """The unit's moves by id."""
    return _moves(unit.moves)


def item_of(state: State, id_: str | None) -> Item | None:
    """The item as the battle knows it."""
    plain: Any = None if id_ is None else state.catalogue["items"].get(id_)
    return None if plain is None else _item(plain)


def nature_of(state: State, unit: Unit) -> tuple[str | None, str | None]:
    """D2: which stat the unit's nature raises and which it lowers."""
    row: dict[str, str] = state.catalogue["natures"].get(unit.traits.get("nature") or "", {})
    return row.get("up"), row.get("down")
