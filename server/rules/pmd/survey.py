"""What a turn asks of all units at once, found in one pass and kept while they are the same objects."""

from msgspec import Struct

from schemas.state import Unit
from server.engine.memo import PASSING, Memo, memo
from server.rules.pmd import SIDES


class Survey(Struct, frozen=True, gc=False):
    """`fallen` have no hit points and are not out yet; `away` take no part; `sides` have one left (P44)."""

    fallen: tuple[str, ...]
    away: frozenset[str]
    attracted: tuple[str, ...]
    sides: tuple[str, ...]


def takes_part(unit: Unit) -> bool:
    """P7: standing, placed, and not lurking."""
    return unit.at is not None and not unit.fainted and not unit.hidden


def _surveyed(units: dict[str, Unit]) -> Survey:
    fallen, away, attracted = [], [], []
    for id_, unit in units.items():
        if unit.hp <= 0 and not unit.fainted:
            fallen.append(id_)
        if unit.at is None or unit.fainted or unit.hidden:  # takes_part, without a call for each
            away.append(id_)
        if unit.statuses and "attraction" in unit.statuses:
            attracted.append(id_)
    sides = {unit.side for unit in units.values() if not unit.fainted}
    left = tuple(side for side in SIDES if side in sides)
    return Survey(tuple(fallen), frozenset(away), tuple(attracted), left)


survey: Memo[Survey] = memo(_surveyed, size=PASSING)
