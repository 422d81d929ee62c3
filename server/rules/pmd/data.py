"""Moves, items and abilities as this system reads them from a battle's log (P15, P37-P41, P45)."""

from functools import partial
from typing import Any, Literal

import msgspec
from msgspec import Struct

from schemas.state import State, Unit
from server.engine.grid import Terrains
from server.engine.memo import Memo, memo
from server.engine.movedata import AnyMoveEffect, Small

Category = Literal["physical", "special", "status"]


class Data(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An entry of a catalogue, or the same given inline."""


class Crit(Data, frozen=True, kw_only=True):
    """P21: d10, at `on` or more `bonus` is added."""

    on: Small
    bonus: Small = 1


class Move(Data, frozen=True, kw_only=True):
    """P15. `range` and `radius` in cells, `pp` what it costs."""

    id: str
    name: str | None = None
    type: str | None = None
    category: Category = "physical"
    power: Small = 0
    range: Small = 1
    pp: Small = 1
    shape: Literal["line", "area", "self"] = "line"
    center: Literal["user", "target"] = "user"
    radius: Small = 1
    affects: Literal["all", "foes", "allies"] = "all"
    pierce: bool = False
    over: bool = False
    priority: bool = False
    accuracy: Small | None = None
    hits: Small = 1
    crit: Crit | None = None
    effects: tuple[AnyMoveEffect, ...] = ()

    @property
    def aimed(self) -> bool:
        """Whether it needs a direction or a target."""
        return self.shape == "line" or (self.shape == "area" and self.center == "target")

    @property
    def fire_attack(self) -> bool:
        """P23: what thaws."""
        return self.type == "fire" and self.category != "status"

    @property
    def teleports(self) -> bool:
        """P22: whether the command must name a cell in `at`."""
        return any(type(effect).__name__ == "Teleport" for effect in self.effects)


class Throw(Data, frozen=True, kw_only=True):
    """P40: flat damage along a line of any length; `over` flies over everything."""

    power: Small
    over: bool = False


class Item(Data, frozen=True, kw_only=True):
    """P37-P41. It is used (`cure`, `heal`, `pp`, `revive`), thrown, or held for what it gives."""

    id: str
    name: str | None = None
    cure: tuple[str, ...] = ()
    heal: Small = 0
    pp: Small = 0
    revive: bool = False
    throw: Throw | None = None
    stat: dict[str, Small] = {}
    protects: tuple[str, ...] = ()
    keeps_stages: bool = False
    crit_again: bool = False
    feeds: Small = 0

    @property
    def consumable(self) -> bool:
        """Whether using it does something at all."""
        return bool(self.cure or self.heal or self.pp or self.revive)


class Condition(Data, frozen=True, kw_only=True):
    """P45: when a hook applies; `hp_at_most` is a fraction [numerator, denominator] of the maximum."""

    type: str | None = None
    category: Category | None = None
    contact: bool | None = None
    hp_at_most: tuple[Small, Small] | None = None


class Hook(Data, frozen=True, kw_only=True, rename={"condition": "if"}):
    """P45: what an ability does at a moment."""

    when: Literal["enters", "strikes", "struck", "turn-ends"]
    condition: Condition = Condition()
    effects: tuple[AnyMoveEffect, ...]


class Ability(Data, frozen=True, kw_only=True):
    """P45."""

    id: str
    name: str | None = None
    stat: dict[str, Small] = {}
    immune: tuple[str, ...] = ()
    types: dict[str, Literal["immune", "resist", "absorb"]] = {}
    hooks: tuple[Hook, ...] = ()


BASIC_ATTACK = Move(id="basic-attack", name="Basic attack", power=1, range=1, pp=0)
"""P13: typeless, physical, power 1, range 1, no PP."""

terrains = memo(partial(Terrains, solid="wall"))
"""P1: what walls stop, and whatever else says so."""
_NO_ABILITY = Ability(id="none")
_move = memo(lambda plain: msgspec.convert(plain, Move))
_item = memo(lambda plain: msgspec.convert(plain, Item))
_ability = memo(lambda plain: msgspec.convert(plain, Ability))


def moves_of(unit: Unit) -> dict[str, Move]:
    """The unit's moves by id, without the basic attack."""
    return _moves(unit.moves)


_moves: Memo[dict[str, Move]] = memo(lambda moves: {move.id: move for move in map(_move, moves)})


def priority_moves(unit: Unit) -> tuple[Move, ...]:
    """P26: what the unit could answer with; most have nothing."""
    return _priority(unit.moves)


_priority: Memo[tuple[Move, ...]] = memo(
    lambda moves: tuple(one for one in map(_move, moves) if one.priority)
)


def move_of(unit: Unit, id_: str) -> Move | None:
    """The unit's move of that id, or its basic attack."""
    return BASIC_ATTACK if id_ == BASIC_ATTACK.id else moves_of(unit).get(id_)


def item_of(state: State, id_: str | None) -> Item | None:
    """The item as the battle knows it; None for a label."""
    plain: Any = None if id_ is None else state.catalogue["items"].get(id_)
    return None if plain is None else _item(plain)


def held_by(state: State, unit: Unit) -> Item | None:
    """What the unit holds, where the rules know it."""
    return None if unit.held is None else item_of(state, unit.held)


def ability_of(unit: Unit) -> Ability:
    """The unit's ability; a mere label does nothing."""
    return _ability(unit.ability) if isinstance(unit.ability, dict) else _NO_ABILITY


def effective(state: State, unit: Unit, stat: str) -> int:
    """P6: bonus + stages + held item (and ability, P45); burn −1 on attack; paralysis makes speed 0."""
    statuses = unit.statuses
    if stat == "speed" and "paralysis" in statuses:
        return 0
    value = unit.stats.get(stat, 0) + unit.stages.get(stat, 0)
    if unit.held is not None:
        item = item_of(state, unit.held)
        if item is not None:
            value += item.stat.get(stat, 0)
    if unit.ability is not None:
        value += ability_of(unit).stat.get(stat, 0)
    if stat == "attack" and "burn" in statuses:
        value -= 1
    return value
