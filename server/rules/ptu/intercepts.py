"""T55: who could throw itself into an attack on an ally, and by which way (`settings.intercept`)."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from schemas import effects as e
from schemas.base import Cell
from schemas.state import Grid, Pending, State, Unit
from server.engine import grid
from server.engine.refusals import Refusal
from server.rules.ptu import initiative, movement, outcomes, places, shifting
from server.rules.ptu.commands import Maneuver, Move
from server.rules.ptu.data import move_of
from server.rules.ptu.ground import ground_of
from server.rules.ptu.places import rect

MELEE: Literal["intercept-melee"] = "intercept-melee"
RANGED: Literal["intercept-ranged"] = "intercept-ranged"
KIND_OF = {MELEE: "melee", RANGED: "ranged"}
"""Each answers attacks of one kind of range."""
UNABLE = (
    "sleep", "freeze", "confusion", "rage", "paralysis", "flinch", "stuck", "grappled", "tripped",
    "totally-blind",
)  # fmt: skip
METERS_FOR_ONE = 3
"""T55: what a meter to an ally who is struck asks of the check."""


class Way(Struct, frozen=True):
    """How the unit would get there: the path, its cost, and where the ally is pushed."""

    path: tuple[Cell, ...]
    cost: int
    pushed: Cell | None = None


def possible(state: State, unit: Unit, declared: Pending | e.Declared) -> bool:
    """T55: whether the unit could intercept what is declared in some way."""
    return next(choices(state, unit, declared), None) is not None


def choices(state: State, unit: Unit, declared: Pending | e.Declared) -> Iterator[Maneuver]:
    """T55: every interception of what is declared that the unit could try."""
    if not state.settings["intercept"] or declared.target is None:
        return
    melee = Maneuver(unit=unit.id, maneuver=MELEE, target=declared.target)
    if isinstance(way(state, unit, melee, declared), Way):
        yield melee
    ranged = replace(melee, maneuver=RANGED)
    if _why_not(state, unit, ranged, declared) is None:
        yield from (replace(ranged, path=path) for path in _paths(state, unit, declared))


def way(state: State, unit: Unit, said: Maneuver, declared: Pending | e.Declared) -> Way | Refusal:
    """T55: the way of an interception, or why there is none."""
    why = _why_not(state, unit, said, declared)
    if why is not None:
        return why
    ally = state.units[declared.target or ""]
    if said.maneuver == MELEE:
        return _to_ally(state, unit, ally) if said.path is None else _malformed("no-path-here")
    return _between(state, unit, said, declared)


def _why_not(state: State, unit: Unit, said: Maneuver, declared: Pending | e.Declared) -> Refusal | None:
    """T55: the conditions that forbid it, whom it is for, and which attacks can be intercepted."""
    held = next((name for name in UNABLE if name in unit.statuses), None)
    if held is not None:
        return Refusal("cannot-act", "T55", "held-fast", {"unit": unit.id, "status": held})
    if said.target is None or said.target != declared.target:
        return Refusal("no-target", "T55", "not-the-struck", {"unit": declared.target or ""})
    attacker, ally = state.units[declared.unit], state.units[said.target]
    if ally.id == unit.id or ally.side != unit.side or attacker.side == unit.side:
        return Refusal("no-target", "T55", "no-ally-aimed-at", {"unit": ally.id})
    move = move_of(attacker, declared.move) if declared.action == "use-move" else None
    if move is None or move.range.kind != KIND_OF[said.maneuver] or move.ac is None:
        return Refusal("not-eligible", "T55", "not-that-attack", {"unit": attacker.id})
    if move.priority is not None and initiative.speed(unit) <= initiative.speed(attacker):
        return Refusal("not-eligible", "T55", "too-slow", {"unit": unit.id, "attacker": attacker.id})
    return None


def _malformed(why: str) -> Refusal:
    return Refusal("malformed", "T55", why, {"path": "$.path"})


def _to_ally(state: State, unit: Unit, ally: Unit) -> Way | Refusal:
    """T55: into the ally's place, which is pushed a meter on."""
    target = grid.cell_of(ally)
    if target is None or not isinstance(state.board, Grid):
        return Refusal("impossible", "T55", "needs-grid")
    cleared = replace(state, units={**state.units, ally.id: replace(ally, at=None)})
    found = movement.way_to(cleared, unit, target)
    if found is None or not ground_of(cleared, unit).free(target):
        return Refusal("blocked", "T55", "no-way", {"at": target})
    allowed = movement.allowance(unit, found.used)
    if found.cost > allowed:
        return Refusal("too-far", "T55", facts={"at": target, "cost": found.cost, "allowed": allowed})
    after = replace(state, units={**state.units, unit.id: replace(unit, at=target)})
    pushed = next((at for at in outcomes.onward(unit, ally) if outcomes.fits(after, ally, at)), None)
    if pushed is None:
        return Refusal("blocked", "T55", "no-room", {"unit": ally.id})
    return Way(found.path(), found.cost, pushed)


def _between(state: State, unit: Unit, said: Maneuver, declared: Pending | e.Declared) -> Way | Refusal:
    """T55: onto a cell that lies directly between the attacker and the ally."""
    if not said.path:
        return _malformed("name-path-between")
    found = shifting.shift(state, unit, Move(unit=unit.id, path=said.path))
    if isinstance(found, Refusal):
        return found
    area = rect(replace(unit, at=said.path[-1]))
    assert area is not None
    if not _line(state, declared) & set(places.covered(area)):
        return Refusal("no-target", "T55", "not-between", {"at": said.path[-1]})
    return Way(found.path, found.cost)


def _line(state: State, declared: Pending | e.Declared) -> set[Cell]:
    """The cells strictly between the attacker and the ally, on the lines of their nearest cells."""
    one, other = rect(state.units[declared.unit]), rect(state.units[declared.target or ""])
    if one is None or other is None:
        return set()
    lines = places.nearest_pairs(one, other)
    return {cell for pair in lines for cells in places.between(*pair) for cell in cells}


def _paths(state: State, unit: Unit, declared: Pending | e.Declared) -> Iterator[tuple[Cell, ...]]:
    """The cheapest way to every place from which the unit covers a cell of the line."""
    if not isinstance(state.board, Grid) or grid.cell_of(unit) is None:
        return
    line = _line(state, declared)
    for cell in movement.reachable(state, unit):
        area = rect(replace(unit, at=cell))
        if area is not None and line & set(places.covered(area)):
            found = movement.way_to(state, unit, cell)
            if found is not None:
                yield found.path()
