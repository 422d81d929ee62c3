"""What is kept from one reader in one state (contract 8); `sheets` and `withheld` apply it."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from schemas.state import State, Unit

Plain = dict[str, Any]

SHOWN = "shown"
"""A unit's counter: what the battle has shown of its sheet (`move:ID`, `released`, names in a sheet)."""


class Eye(Struct, frozen=True):
    """`blind` units are not wholly seen, `absent` ones not at all, nor the bags of sides not in `bags`.

    `names`: items, moves and abilities that stand on hidden sheets only.
    """

    hp: bool
    sheets: bool
    blind: frozenset[str]
    absent: frozenset[str]
    bags: frozenset[str]
    names: frozenset[str]
    state: State


def look(state: State, kinds: frozenset[str], own: frozenset[str]) -> Eye | None:
    """What of `kinds` is kept from who has units on the sides `own`; None: nothing."""
    blind = frozenset(id_ for id_, unit in state.units.items() if unit.side not in own)
    if not kinds or not blind:
        return None
    sheets = "enemy-sheets" in kinds
    absent = frozenset(id_ for id_ in blind if "enemy-units" in kinds and _unknown(state.units[id_]))
    bags = frozenset(side for side in state.inventory if not sheets or side in own)
    return Eye(
        hp=sheets or "enemy-hp" in kinds,
        sheets=sheets,
        blind=blind,
        absent=absent,
        bags=bags,
        names=_secret_names(state, blind if sheets else frozenset(), absent, bags),
        state=state,
    )


def _unknown(unit: Unit) -> bool:
    """Hidden, or not yet released; one that was called back has been seen."""
    return unit.hidden or (not unit.out and "released" not in shown_of(unit))


def _secret_names(
    state: State, veiled: frozenset[str], absent: frozenset[str], bags: frozenset[str]
) -> frozenset[str]:
    hidden: set[str] = set()
    seen: set[str] = {item for side in bags for item in state.inventory[side]}
    for id_, unit in state.units.items():
        shown = shown_of(unit)
        for mark, name in _names(unit):
            secret = id_ in absent or (id_ in veiled and mark not in shown)
            (hidden if secret else seen).add(name)
    return frozenset(hidden - seen)


def _names(unit: Unit) -> Iterator[tuple[str, str]]:
    """What a sheet names, each with the mark that it bears once the battle has shown it."""
    for move in unit.moves:
        yield f"move:{id_of(move)}", id_of(move)
    if unit.held is not None:
        yield "held", unit.held
    if unit.ability is not None:
        yield "ability", id_of(unit.ability)


def id_of(move: Any) -> str:
    """The id of a move or an ability, given as an object or by name."""
    return str(move.get("id") or move.get("name")) if isinstance(move, Mapping) else str(move)


def shown_of(unit: Unit | None) -> frozenset[str]:
    """What the battle has shown of a unit's sheet."""
    known = unit.counters.get(SHOWN) if unit is not None else None
    return frozenset(known) if isinstance(known, list | tuple) else frozenset()


def mentions(value: Any, names: frozenset[str]) -> bool:
    """Whether any text or key in it is one of these."""
    if isinstance(value, str):
        return value in names
    if isinstance(value, Mapping):
        return any(key in names or mentions(one, names) for key, one in value.items())
    return isinstance(value, list | tuple) and any(mentions(one, names) for one in value)
