"""T31-T37: one shift as a command says it: its path, what it costs, and why it cannot be."""

from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from schemas.base import Cell
from schemas.state import State, Unit
from server.engine import grid
from server.engine.refusals import Refusal
from server.rules.ptu import movement, places
from server.rules.ptu.commands import Jump, Move
from server.rules.ptu.ground import BITS, LACKS, Ground, capability, ground_of


class Shift(Struct, frozen=True, kw_only=True):
    """What a shift comes to."""

    path: tuple[Cell, ...]
    cost: int
    allowed: int
    diagonals: int
    used: int
    footprint: tuple[int, int] | None = None


def shift(state: State, unit: Unit, said: Move) -> Shift | Refusal:
    """The shift that the command means, or the first reason why not."""
    here = grid.cell_of(unit)
    if here is None:
        return Refusal("not-your-turn", "T31", "not-on-board", {"unit": unit.id})
    foot = _turned(unit) if said.turned else None
    if said.path is None:
        if not isinstance(said.to, tuple):
            return Refusal("malformed", why="to-or-path", facts={"path": "$.to"})
        found = _cheapest(state, unit, said.to, said.by, foot, said.jump)
        if isinstance(found, Refusal):
            return found
        path: tuple[Cell, ...] = found
    elif not said.path and not said.turned:
        return Refusal("malformed", "T31", "to-or-path", {"path": "$.path"})
    else:
        path = said.path
    return walked(state, unit, here, path, said.by, said.jump, foot)


def _turned(unit: Unit) -> tuple[int, int]:
    wide, high = unit.footprint or (1, 1)
    return (high, wide)


def _cheapest(
    state: State, unit: Unit, to: Cell, by: str | None, foot: tuple[int, int] | None, jump: Jump | None
) -> tuple[Cell, ...] | Refusal:
    """T31: `to` names the cell; the server finds the way, T36 with the jump in it."""
    ground = ground_of(state, unit, by)
    if to == unit.at and foot is not None:
        return ()
    why = _cannot_end(state, ground, to, foot)
    if why is not None:
        return why
    if to == unit.at:
        return Refusal("not-straight", "T31", "own-cell", {"at": to})
    if jump is not None:
        path = movement.way_by_jump(state, unit, to, jump, by, foot)
    else:
        way = movement.way_to(state, unit, to, by, foot)
        path = None if way is None else way.path()
    if path is not None:
        return path
    walls = places.terrains(state.board).enter
    if to in walls or _only_walls(state, unit, to, foot):
        return Refusal("blocked", "T35", "no-way", {"at": to})
    return Refusal("no-capability", "T34", facts={"unit": unit.id, "at": to})


def _only_walls(state: State, unit: Unit, to: Cell, foot: tuple[int, int] | None) -> bool:
    """Whether not even one who can go anywhere could get there."""
    able = replace(unit, capabilities={**unit.capabilities, **dict.fromkeys(BITS, 1)})
    return movement.way_to(state, able, to, foot=foot) is None


def _cannot_end(
    state: State, ground: Ground, at: Cell, foot: tuple[int, int] | None = None
) -> Refusal | None:
    """T35: the board's edge, walls and others where the unit would come to stand."""
    wide, high = foot or ground.foot
    cells = [(at[0] + dx, at[1] + dy) for dy in range(high) for dx in range(wide)]
    for cell in cells:
        if not grid.on_board(state.board, cell):
            return Refusal("off-board", "T31", facts={"at": cell})
    for cell in cells:
        if cell in places.terrains(state.board).enter:
            return Refusal("blocked", "T35", "wall", {"at": cell})
    for cell in cells:
        if cell in ground.taken:
            return Refusal("occupied", "T35", facts={"at": cell, "by": ground.taken[cell]})
    return None


def walked(
    state: State,
    unit: Unit,
    here: Cell,
    path: tuple[Cell, ...],
    by: str | None = None,
    jump: Jump | None = None,
    foot: tuple[int, int] | None = None,
) -> Shift | Refusal:
    """T31-T37: a path step by step."""
    for before, cell in pairwise((here, *path)):
        if grid.steps(before, cell) != 1:
            return Refusal("malformed", "T31", "not-a-step", {"path": "$.path", "at": cell})
    span = _span(here, path, jump)
    if isinstance(span, Refusal):
        return span
    ground = ground_of(state, unit, by)
    cost = _cost(state, unit, ground, here, path, span, foot)
    if isinstance(cost, Refusal):
        return cost
    total, diagonals, used, jumped = cost
    why = _cannot_end(state, ground, path[-1] if path else here, foot)
    if why is not None:
        return why
    why = _leap_too_far(unit, path, jump, jumped)
    if why is not None:
        return why
    allowed = movement.allowance(unit, used)
    if total > allowed and span != (0, len(path)):
        at = path[-1] if path else here
        return Refusal("too-far", "T32", facts={"at": at, "cost": total, "allowed": allowed})
    return Shift(path=path, cost=total, allowed=allowed, diagonals=diagonals, used=used, footprint=foot)


def _leap_too_far(unit: Unit, path: tuple[Cell, ...], jump: Jump | None, jumped: int) -> Refusal | None:
    """T36: no longer than the capability to jump so."""
    if jump is None:
        return None
    leap = capability(unit, f"{jump.kind}_jump")
    if leap == 0:
        return Refusal("no-capability", "T36", "no-jump", {"unit": unit.id})
    if jumped > leap:
        facts = {"at": path[-1], "cost": jumped, "allowed": leap}
        return Refusal("too-far", "T36", "jump-too-far", facts)
    return None


def _span(here: Cell, path: tuple[Cell, ...], jump: Jump | None) -> tuple[int, int] | Refusal | None:
    """T36: the jumped part of the path as places in it."""
    if jump is None:
        return None
    cells = (here, *path)
    if jump.origin in cells and jump.to in cells:
        start = cells.index(jump.origin)
        rest = cells[start + 1 :]
        if jump.to in rest:
            return (start, start + 1 + rest.index(jump.to))
    return Refusal("malformed", "T36", "jump-not-on-path", {"path": "$.jump"})


Cost = tuple[int, int, int, int]
"""Meters, diagonals, capabilities used, meters jumped."""


def _cost(
    state: State,
    unit: Unit,
    ground: Ground,
    here: Cell,
    path: tuple[Cell, ...],
    span: tuple[int, int] | None,
    foot: tuple[int, int] | None,
) -> Cost | Refusal:
    """Step by step; the last one, or the turn on the spot, arrives as `foot` (T2)."""
    parity = movement.parity_of(unit)
    total = diagonals = used = jumped = 0
    steps = [*pairwise((here, *path))] or [(here, here)]
    for place, (before, cell) in enumerate(steps):
        step = (cell[0] - before[0], cell[1] - before[1])
        flat = int(step != (0, 0))
        if step[0] and step[1]:
            flat = 1 + (parity + diagonals) % 2
            diagonals += 1
        jumping = span is not None and span[0] <= place < span[1]
        landing = span is not None and place == span[1] - 1
        turns = foot if place == len(steps) - 1 else None
        found = _entered(state, unit, ground, before, step, turns, touching=not jumping or landing)
        if isinstance(found, Refusal):
            return found
        factor, bits = found
        if jumping:
            jumped += flat
        total += flat if jumping else flat * factor
        used |= bits
    return total, diagonals, used, jumped


def _entered(
    state: State,
    unit: Unit,
    ground: Ground,
    at: Cell,
    step: Cell,
    foot: tuple[int, int] | None,
    *,
    touching: bool,
) -> tuple[int, int] | Refusal:
    """One step: walls and the edge hinder even a jump, the ground only who touches it."""
    entered: Any = ground.entered(at, step, foot)
    if entered is None:
        return Refusal("off-board", "T31", facts={"at": (at[0] + step[0], at[1] + step[1])})
    for cell in entered:
        if cell in places.terrains(state.board).enter:
            return Refusal("blocked", "T35", "wall", {"at": cell})
    if not touching:
        return 1, 0
    found = ground.step(at, step, foot)
    if found is None:
        lacking = next((x, y) for x, y in entered if ground.bits[y * ground.wide + x] == LACKS)
        return Refusal("no-capability", "T34", facts={"unit": unit.id, "at": lacking})
    return found
