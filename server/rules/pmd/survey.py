"""What a turn asks of all units at once, found in one pass and kept while they are the same objects."""

from msgspec import Struct

from schemas.state import Unit
from server.engine.memo import Memo
from server.rules.pmd import SIDES


class Survey(Struct, frozen=True):
    """`fallen` have no hit points and are not out yet; `away` take no part; `sides` have one left (P44)."""

    fallen: tuple[str, ...]
    away: frozenset[str]
    attracted: tuple[str, ...]
    sides: tuple[str, ...]


def takes_part(unit: Unit) -> bool:
    """P7: standing, placed, and not lurking."""
    return unit.at is not None and not unit.fainted and not unit.hidden


def _surveyed(units: dict[str, Unit]) -> Survey:
    fallen, away, attracted, sides = [], [], [], set()
    for id_, unit in units.items():
        if not unit.fainted:
            sides.add(unit.side)
            if unit.hp <= 0:
                fallen.append(id_)
        if not takes_part(unit):
            away.append(id_)
        if "attraction" in unit.statuses:
            attracted.append(id_)
    left = tuple(side for side in SIDES if side in sides)
    return Survey(tuple(fallen), frozenset(away), tuple(attracted), left)


survey: Memo[Survey] = Memo(_surveyed, size=64)
