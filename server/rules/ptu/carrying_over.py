"""T28, T48, T49, T52, T57: a unit as a spec for the next battle.

Hit points, injuries, lasting conditions, death, what is held and what is used up for the day stay; stages,
temporary hit points, every other condition and what belongs to a turn end.
"""

from typing import Any

import msgspec

from schemas.state import Unit
from server.rules.ptu import DEAD, LASTING, frequency
from server.rules.ptu.data import moves_of, number

KEPT = (
    "id", "name", "side", "seat", "kind", "types", "level", "stats", "hp", "max_hp", "held", "moves",
    "ability", "footprint", "capabilities", "meta",
)  # fmt: skip


def carried(unit: Unit) -> dict[str, Any]:
    """What the unit takes along; whoever was caught is its catcher's."""
    spec = {name: getattr(unit, name) for name in KEPT} | {
        "statuses": {name: one for name, one in unit.statuses.items() if name in (*LASTING, DEAD)},
        "injuries": number(unit, "injuries") or None,
        "out": None if unit.out else False,
        **unit.traits,
        "trainer": unit.counters.get("caught_by", unit.traits.get("trainer")),
        "daily_uses": _uses(unit),
    }
    plain: dict[str, Any] = msgspec.to_builtins({k: v for k, v in spec.items() if v is not None})
    return plain


def _uses(unit: Unit) -> dict[str, int] | None:
    """T48: of the moves that are had so often a day."""
    counted = {
        id_: frequency.uses_today(unit, move)
        for id_, move in moves_of(unit).items()
        if move.frequency.startswith("daily")
    }
    return {id_: count for id_, count in counted.items() if count} or None
