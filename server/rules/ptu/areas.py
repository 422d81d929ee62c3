"""T47: whom a burst, a cone, a line or a square strikes, and what blocking terrain keeps from it."""

from collections.abc import Iterable, Iterator
from typing import get_args

from schemas import commands as c
from schemas.base import Cell
from schemas.commands import Direction
from schemas.state import State, Unit
from server.engine import grid
from server.engine.refusals import Refusal
from server.rules.ptu import places
from server.rules.ptu.aiming import Aim
from server.rules.ptu.data import Move, takes_part
from server.rules.ptu.places import Rect, rect

MOST_SQUARES = 400
"""Of the squares where a blast may be put, no more are thought of."""


def others(state: State, user: Unit) -> Iterator[Unit]:
    """Everybody else who takes part, in roster order."""
    return (one for one in state.units.values() if one.id != user.id and takes_part(one))


def area_of(state: State, user: Unit, struck: Iterable[str], **how: object) -> Aim | Refusal:
    """T47: whoever an area strikes; it must strike somebody."""
    found = tuple(struck)
    if not found:
        return Refusal("no-target", "T47", "nobody-in-area")
    return Aim(struck=found, **how)  # type: ignore[arg-type]


def burst(state: State, user: Unit, move: Move) -> Aim | Refusal:
    """T47: all within n of the user whom nothing that blocks protects."""
    one = rect(user)
    assert one is not None
    struck = []
    for other in others(state, user):
        area = rect(other)
        if area is not None and any(
            places.distance(one, (*cell, *cell)) <= move.range.n and _bare(state, one, cell)
            for cell in places.covered(area)
        ):
            struck.append(other.id)
    return area_of(state, user, struck)


def _bare(state: State, source: Rect, cell: Cell) -> bool:
    """T47: nothing that blocks between the source's nearest cell and this one."""
    near = (max(source[0], min(cell[0], source[2])), max(source[1], min(cell[1], source[3])))
    return places.open_line(state, near, cell)


def _struck_in(state: State, user: Unit, cells: Iterable[Cell], source: Rect) -> list[str]:
    """Who stands in an area, friend and foe, in roster order."""
    bare = {cell for cell in cells if _bare(state, source, cell)}
    return [one.id for one in others(state, user) if any(cell in bare for cell in grid.cells(one))]


def directed(state: State, user: Unit, move: Move, said: c.Aimed) -> Aim | Refusal:
    """T47: a cone or a line, by its direction or by somebody it shall strike."""
    one = rect(user)
    assert one is not None
    if said.direction is None and said.target is None:
        return Refusal("no-target", "T47", "name-aim")
    names = [said.direction] if said.direction is not None else list(get_args(Direction))
    for name in names:
        struck = _struck_in(state, user, cells_of(state, move, one, name), one)
        if struck and (said.direction is not None or said.target in struck):
            return Aim(struck=tuple(struck), direction=name, target=said.target)
    return Refusal("no-target", "T47", "nobody")


def cells_of(state: State, move: Move, one: Rect, direction: str) -> list[Cell]:
    """T47: the cells of a cone or a line from a footprint's edge, on the board."""
    step = grid.DIRECTIONS[direction]
    cells = _cone(one, step, move.range.n) if move.range.kind == "cone" else _line(one, step, move.range.n)
    return [cell for cell in dict.fromkeys(cells) if grid.on_board(state.board, cell)]


def _front(one: Rect, step: Cell, n: int) -> list[Cell]:
    """The n-th row in front of a footprint; diagonally the n-th cell off its corner."""
    dx, dy = step
    if dx and dy:
        return [((one[2] if dx > 0 else one[0]) + n * dx, (one[3] if dy > 0 else one[1]) + n * dy)]
    if dx:
        return [((one[2] if dx > 0 else one[0]) + n * dx, y) for y in range(one[1], one[3] + 1)]
    return [(x, (one[3] if dy > 0 else one[1]) + n * dy) for x in range(one[0], one[2] + 1)]


def _cone(one: Rect, step: Cell, n: int) -> Iterator[Cell]:
    """The cells in front, then rows one wider to either side."""
    dx, dy = step
    for row in range(1, n + 1):
        front = _front(one, step, row)
        yield from front
        if row == 1:
            continue
        if dx and dy:
            x, y = front[0]
            yield from ((x - dx, y), (x, y - dy))
        else:
            first, last = front[0], front[-1]
            side = (abs(dy), abs(dx))
            yield (first[0] - side[0], first[1] - side[1])
            yield (last[0] + side[0], last[1] + side[1])


def _line(one: Rect, step: Cell, n: int) -> Iterator[Cell]:
    """T47: diagonally 1-2-1."""
    diagonal = bool(step[0] and step[1])
    row = 1
    while row + (row // 2 if diagonal else 0) <= n:
        yield from _front(one, step, row)
        row += 1


def squares(state: State, user: Unit, move: Move) -> list[Cell]:
    """T47: the top left cells of squares that may strike somebody."""
    area = rect(user)
    if area is None:
        return []
    side = move.range.side
    reach = side + (move.range.n if move.range.kind == "blast" else 1)
    around = (area[0] - reach, area[1] - reach, area[2] + reach, area[3] + reach)
    theirs = [one for other in others(state, user) if (one := rect(other)) is not None]
    found = [
        (x, y)
        for x, y in places.covered(around)
        if any(places.offsets((x, y, x + side - 1, y + side - 1), one) == (0, 0) for one in theirs)
    ]
    return found[:MOST_SQUARES]


def _square(move: Move, at: Cell) -> Rect:
    side = move.range.side
    return (at[0], at[1], at[0] + side - 1, at[1] + side - 1)


def within(state: State, user: Unit, move: Move, at: Cell) -> list[str]:
    """T47: who stands in a square, wherever it is."""
    cells = set(places.covered(_square(move, at)))
    return [one.id for one in others(state, user) if not cells.isdisjoint(grid.cells(one))]


def placed(state: State, user: Unit, move: Move, at: object) -> Aim | Refusal:
    """T47: a square whose top left cell is `at`, within range or beside the user."""
    one, side = rect(user), move.range.side
    assert one is not None
    if not isinstance(at, tuple):
        return Refusal("no-target", "T47", "name-area")
    square = _square(move, at)
    on_board = [cell for cell in places.covered(square) if grid.on_board(state.board, cell)]
    if not on_board:
        return Refusal("off-board", "T47", facts={"at": at})
    away = places.distance(one, square)
    if move.range.kind == "close-blast":
        dx, dy = places.offsets(one, square)
        if max(dx, dy) != 1:
            return Refusal("out-of-range", "T47", "not-beside", {"at": at, "unit": user.id})
        source = one
    else:
        if away > move.range.n:
            facts = {"unit": str(list(at)), "distance": away, "range": move.range.n}
            return Refusal("out-of-range", "T47", facts=facts)
        if not any(_bare(state, one, cell) for cell in on_board):
            return Refusal("blocked", "T35", "area-blocked", {"at": at})
        middle = (at[0] + (side - 1) // 2, at[1] + (side - 1) // 2)
        source = (*middle, *middle)
    return area_of(state, user, _struck_in(state, user, on_board, source), at=at)
