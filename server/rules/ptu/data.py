"""Moves and items as this system reads them from a battle's log, and what stats count for (T37, T42-T46)."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from schemas.state import State, Unit
from server.engine.memo import Memo, memo
from server.engine.movedata import AnyMoveEffect, Small

RangeKind = Literal["melee", "ranged", "burst", "blast", "close-blast", "cone", "line", "self", "field"]
AIMED = ("melee", "ranged")
DIRECTED = ("cone", "line")
PLACED = ("blast", "close-blast")
PLACELESS = ("self", "field")
STATUS_STAGES = {"burn": ("defense", -2), "poison": ("special_defense", -2), "toxic": ("special_defense", -2),
                 "paralysis": ("speed", -4)}  # fmt: skip
"""T51: what a condition takes off a stat's stages while it lasts."""


class Data(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry of a catalogue, or the same given inline."""


class Range(Data, frozen=True, kw_only=True):
    """T47. `n` reaches; `size` is the side of a blast's square (left out: `n`)."""

    kind: RangeKind
    n: Small = 1
    size: Small | None = None

    @property
    def side(self) -> int:
        """The side of a blast's square."""
        return self.n if self.size is None else self.size


class Move(Data, frozen=True, kw_only=True, rename={"category": "class"}):
    """T42. `ac` null: no roll to hit."""

    id: str
    name: str | None = None
    type: str | None = None
    category: Literal["physical", "special", "status"] = "physical"
    ac: Small | None = None
    base: Small = 0
    range: Range = Range(kind="melee")
    frequency: str = "at-will"
    keywords: tuple[str, ...] = ()
    crit: Small = 20
    effects: tuple[AnyMoveEffect, ...] = ()

    @property
    def damages(self) -> bool:
        """Whether it rolls damage."""
        return self.category != "status" and self.base > 0

    @property
    def priority(self) -> str | None:
        """T17-T19: the kind of priority it has."""
        kinds = ("priority", "priority-limited", "priority-advanced")
        return next((word for word in self.keywords if word in kinds), None)

    @property
    def interrupts(self) -> bool:
        """T16, T20: whether it answers what others declare; swift actions belong to one's own turn."""
        return "interrupt" in self.keywords and "swift" not in self.keywords

    @property
    def teleports(self) -> bool:
        """Whether the command must name a cell in `at`."""
        return any(type(effect).__name__ == "Teleport" for effect in self.effects)


class Item(Data, frozen=True, kw_only=True):
    """T14, T57: what an item does for who gets it, or how well a ball holds."""

    id: str
    name: str | None = None
    heal: Small = 0
    cure: tuple[str, ...] = ()
    temporary_hp: Small = 0
    ball: Small | None = None


STRUGGLE = Move(id="struggle", name="Struggle", type="normal", ac=4, base=4)
"""T46: no STAB."""

_move: Memo[Move] = memo(lambda plain: msgspec.convert(plain, Move))
_item: Memo[Item] = memo(lambda plain: msgspec.convert(plain, Item))
_moves: Memo[dict[str, Move]] = memo(lambda moves: {move.id: move for move in map(_move, moves)})


def moves_of(unit: Unit) -> dict[str, Move]:
    """The unit's moves by id, without struggle."""
    return _moves(unit.moves)


def move_of(unit: Unit, id_: str | None) -> Move | None:
    """The unit's move of that id, or struggle."""
    return STRUGGLE if id_ == STRUGGLE.id else moves_of(unit).get(id_ or "")


def item_of(state: State, id_: str | None) -> Item | None:
    """The item as the battle knows it."""
    plain: Any = None if id_ is None else state.catalogue["items"].get(id_)
    return None if plain is None else _item(plain)


def number(unit: Unit, counter: str) -> int:
    """A counter that counts; 0 where it is not there."""
    value = unit.counters.get(counter, 0)
    return value if isinstance(value, int) else 0


def stages(unit: Unit, stat: str) -> int:
    """T43, T51: a stat's stages with what conditions take off, −6…+6."""
    taken = {stat_: by for name, (stat_, by) in STATUS_STAGES.items() if name in unit.statuses}
    return max(-6, min(6, unit.stages.get(stat, 0) + taken.get(stat, 0)))


def effective(unit: Unit, stat: str) -> int:
    """T43: +20 % of the stat for each stage up, −10 % for each down."""
    stage = stages(unit, stat)
    tenths = 10 + (2 * stage if stage > 0 else stage)
    return unit.stats.get(stat, 0) * tenths // 10


def tick(unit: Unit) -> int:
    """T50: a tenth of the real maximum, at least 1."""
    return max(1, unit.max_hp // 10)


def takes_part(unit: Unit) -> bool:
    """Standing, out, placed, not lurking."""
    return unit.at is not None and unit.out and not unit.fainted and not unit.hidden


def is_trainer(unit: Unit) -> bool:
    """T1."""
    return unit.kind == "trainer"
