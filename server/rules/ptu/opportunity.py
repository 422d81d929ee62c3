"""T56: attacks of opportunity: a free struggle at whoever turns away, once a round."""

from collections.abc import Iterator
from itertools import pairwise

from schemas import commands as c
from schemas.base import Cell
from schemas.state import Pending, State, Unit
from server.engine import windows
from server.engine.refusals import Refusal
from server.rules.ptu import conditions, places
from server.rules.ptu.data import STRUGGLE, Move, takes_part
from server.rules.ptu.places import Rect, rect

USED = "opportunity"
AFAR = ("ranged", "blast")
TRIGGERS = "provoked"
"""The key of a declaration's details that lists whom the declared action provokes."""


def able(state: State, foe: Unit) -> bool:
    """T56: not asleep, flinched or paralysed, nor (T22) kept from interrupts; and not yet this round."""
    kept = conditions.unready(foe) or "paralysis" in foe.statuses
    return takes_part(foe) and foe.counters.get(USED) != state.round and not kept


def _near(state: State, unit: Unit) -> list[Unit]:
    if not state.settings["opportunity"]:
        return []
    return [foe for foe in places.foes(state, unit) if able(state, foe) and places.adjacent(unit, foe)]


def by_shift(
    state: State, unit: Unit, path: tuple[Cell, ...], foot: tuple[int, int] | None = None
) -> list[str]:
    """T56: foes that the shift steps, or (T2) turns, out of reach of; not those adjacent at every step."""
    foes = places.foes(state, unit) if state.settings["opportunity"] else []
    start = rect(unit)
    if start is None:
        return []
    wide, high = start[2] - start[0], start[3] - start[1]
    areas: list[Rect] = [start, *((x, y, x + wide, y + high) for x, y in path)]
    if foot is not None:  # it turns as it arrives
        x, y = areas[-1][:2]
        areas[1:] = [*areas[1:-1], (x, y, x + foot[0] - 1, y + foot[1] - 1)]
    return [foe.id for foe in foes if able(state, foe) and _left(areas, foe)]


def _left(areas: list[Rect], foe: Unit) -> bool:
    other = rect(foe)
    if other is None:
        return False
    near = [places.touch(area, other) for area in areas]
    return any(here and not there for here, there in pairwise(near))


def by_rising(state: State, unit: Unit) -> list[str]:
    """T56: standing up, picking something up by a standard action."""
    return [foe.id for foe in _near(state, unit)]


def by_move(state: State, unit: Unit, move: Move, struck: tuple[str, ...]) -> list[str]:
    """T56: a ranged attack that is at nobody adjacent to its user."""
    if move.range.kind not in AFAR or any(places.adjacent(unit, state.units[id_]) for id_ in struck):
        return []
    return by_rising(state, unit)


def by_maneuver(state: State, unit: Unit, target: str) -> list[str]:
    """T56: a push, grapple, disarm, trip or dirty trick that is not at oneself."""
    return [foe.id for foe in _near(state, unit) if foe.id != target]


def declared(state: State) -> Pending | None:
    """What may be answered now."""
    return next((one for one in state.pending if one.answers is None and one.action != "declare"), None)


def provoked(state: State, id_: str) -> bool:
    """Whether what is declared gives this unit an attack of opportunity still."""
    one = declared(state)
    if one is None or not able(state, state.units[id_]):
        return False
    details = one.details or {}
    return id_ in (details.get(TRIGGERS) or ())


def is_one(state: State, unit: Unit, move: str) -> bool:
    """Whether an interrupt is meant as an attack of opportunity."""
    return move == STRUGGLE.id


def check(state: State, unit: Unit, said: c.Interrupt) -> Iterator[Refusal]:
    """T56: at the one who provoked it, while it is waited for."""
    if not windows.waits_for(state, unit.id) or not provoked(state, unit.id):
        yield Refusal("not-eligible", "T56", "not-provoked", {"unit": unit.id})
        return
    one = declared(state)
    assert one is not None
    if said.target != one.unit:
        yield Refusal("no-target", "T56", "not-the-one", {"unit": one.unit})
    elif not places.adjacent(unit, state.units[said.target]):
        yield Refusal("out-of-range", "T56", "not-adjacent", {"unit": said.target})
