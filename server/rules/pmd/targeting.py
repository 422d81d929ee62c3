"""Whom an action reaches: lines, areas, throws (P16, P17, P28, P40)."""

from collections.abc import Iterator

from msgspec import Struct

from schemas.base import Cell
from schemas.commands import Aimed
from schemas.state import State, Unit
from server.engine import grid
from server.engine.refusals import Refusal
from server.rules.pmd.data import Move, terrains

ANY_LENGTH = 200


class Aim(Struct, frozen=True, gc=False):
    """What a command's `target` or `direction` comes to; `struck` nearest first, then roster order."""

    struck: tuple[str, ...]
    direction: str | None = None
    target: str | None = None


def aim(state: State, user: Unit, move: Move, said: Aimed) -> Aim | Refusal:
    """P16, P17: whom the move would strike now, or why it cannot be aimed so."""
    if move.shape == "self":
        return Aim((user.id,))
    if not move.aimed:
        struck = _in_area(state, user, move, grid.cell_of(user))
        return Aim(struck) if struck else Refusal("no-target", "P17", why="nobody-in-area")
    found = _line_of(state, user, said, move.range, move.over, move.pierce, "P16")
    if isinstance(found, Refusal):
        return found
    return _along(state, user, move, found)


def aim_anew(state: State, user: Unit, move: Move, direction: str | None, target: str | None) -> Aim:
    """P28: whom a declared move strikes when it comes to it; nobody is an answer."""
    return Aim(_struck_anew(state, user, move, direction, target), direction, target)


def _struck_anew(
    state: State, user: Unit, move: Move, direction: str | None, target: str | None
) -> tuple[str, ...]:
    if move.shape == "self":
        return (user.id,)
    if not move.aimed:
        return _in_area(state, user, move, grid.cell_of(user))
    found: Aim | Refusal = Aim((), direction, None)
    if target is not None and direction is None:
        found = Aim((), None, target)  # forced past a refusal: the table means this one
    elif target is not None and (move.over or (move.pierce and move.shape == "area")):
        aimed = Aimed(unit=user.id, target=target)
        named = _line_of(state, user, aimed, move.range, move.over, move.pierce, "P28")
        if move.over or (isinstance(named, Aim) and named.direction == direction):
            found = named  # a square reached past others stays around it, whoever stands before it
    if isinstance(found, Refusal):
        return ()
    anew = _along(state, user, move, found)
    return () if isinstance(anew, Refusal) else anew.struck


def throw(state: State, user: Unit, over: bool, said: Aimed) -> Aim | Refusal:
    """P40: the first unit in a line of any length, or the named one over everything."""
    if over and said.target is None:
        return Refusal("no-target", "P40", why="name-target")
    found = _line_of(state, user, said, ANY_LENGTH, over, False, "P40")
    if isinstance(found, Refusal):
        return found
    struck = _first(state, user, found.direction, ANY_LENGTH) if found.target is None else found.target
    return Aim((struck,), found.direction, found.target) if struck else Refusal("no-target", "P40", "nobody")


def throw_anew(state: State, user: Unit, over: bool, direction: str | None, target: str | None) -> str | None:
    """P28 for a declared throw; one forced past a refusal flies at whom the table names."""
    if target is not None and direction is None:
        return None if state.units[target].fainted else target
    if over:
        found = throw(state, user, True, Aimed(unit=user.id, target=target))
        return None if isinstance(found, Refusal) else found.struck[0]
    return _first(state, user, direction, ANY_LENGTH)


def _line_of(
    state: State, user: Unit, said: Aimed, length: int, over: bool, pierce: bool, rule: str
) -> Aim | Refusal:
    """The direction a command means, with its named target where it is in reach and free."""
    if said.target is None:
        if said.direction is None:
            return Refusal("no-target", rule, why="name-aim")
        return Aim((), said.direction, None)
    target = state.units.get(said.target)
    if target is None or target.hidden:
        return Refusal("unknown-unit", rule, facts={"unit": said.target})
    here, there = grid.cell_of(user), grid.cell_of(target)
    if here is None or there is None:
        return Refusal("no-target", rule, why="not-on-board", facts={"unit": said.target})
    step = grid.direction(here, there)
    if step is None:
        return Refusal("not-straight", rule, why="aim-not-straight", facts={"unit": said.target})
    distance = grid.steps(here, there)
    if distance > length:
        facts = {"unit": said.target, "distance": distance, "range": length}
        return Refusal("out-of-range", rule, facts=facts)
    if not over:
        between = list(grid.line(state.board, here, step, distance - 1))
        stopper = _stopper(state, between, pierce)
        if stopper is not None:
            return Refusal("blocked", rule, why="aim-blocked", facts={"unit": said.target, "by": stopper})
    return Aim((), grid.NAMES[step], said.target)


def _stopper(state: State, cells: list[Cell], pierce: bool) -> str | None:
    """What stops a line on these cells: a unit's id or `wall`."""
    walls, units = terrains(state.board).throw, grid.standing(state)
    for cell in cells:
        if cell in walls:
            return "wall"
        if cell in units and not pierce:
            return units[cell]
    return None


def _in_line(state: State, user: Unit, direction: str | None, length: int, over: bool) -> Iterator[str]:
    """The units in a line, nearest first; a wall ends it unless the move goes over."""
    here = grid.cell_of(user)
    if here is None or direction is None:
        return
    walls, units = terrains(state.board).throw, grid.standing(state)
    for cell in grid.line(state.board, here, grid.DIRECTIONS[direction], length):
        if cell in walls and not over:
            return
        if cell in units:
            yield units[cell]


def _first(state: State, user: Unit, direction: str | None, length: int, over: bool = False) -> str | None:
    return next(_in_line(state, user, direction, length, over), None)


def _along(state: State, user: Unit, move: Move, found: Aim) -> Aim | Refusal:
    """Whom the move strikes along the line found."""
    in_line = list(_in_line(state, user, found.direction, move.range, move.over))
    first = found.target or (in_line[0] if in_line else None)
    if first is None:
        return Refusal("no-target", "P16", why="nobody", facts={"direction": found.direction})
    if move.shape == "area":
        struck = _in_area(state, user, move, grid.cell_of(state.units[first]))
    else:
        reached = in_line if move.pierce and in_line else [first]
        struck = tuple(one for one in reached if _affected(user, state.units[one], move))
    if not struck:
        return Refusal("no-target", "P17", why="nobody-affected")
    return Aim(struck, found.direction, first)


def _affected(user: Unit, unit: Unit, move: Move) -> bool:
    """P17: `affects` narrows."""
    return move.affects == "all" or (unit.side == user.side) == (move.affects == "allies")


def _in_area(state: State, user: Unit, move: Move, center: Cell | None) -> tuple[str, ...]:
    """P17: everyone in the square, save the user when it is the centre; P18's order."""
    here = grid.cell_of(user)
    if center is None or here is None:
        return ()
    found = []
    for index, (id_, unit) in enumerate(state.units.items()):
        at = grid.cell_of(unit)
        if at is None or unit.hidden or grid.steps(center, at) > move.radius:
            continue
        if (unit is user and move.center == "user") or not _affected(user, unit, move):
            continue
        found.append((grid.steps(here, at), index, id_))
    return tuple(id_ for _, _, id_ in sorted(found))
