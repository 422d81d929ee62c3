"""Where units are to each other: distance, adjacency, the line between them (T35, T38, T39)."""

from collections.abc import Iterable, Iterator
from functools import partial

from schemas.base import Cell
from schemas.state import Grid, State, Unit
from server.engine import grid
from server.engine.memo import PASSING, Memo, memo
from server.rules.ptu.data import takes_part

terrains = memo(partial(grid.Terrains, solid="blocking"))
"""T35: what blocking terrain stops, and whatever else says so."""
Rect = tuple[int, int, int, int]
"""Left, top, right, bottom, all inside."""


def rect(unit: Unit) -> Rect | None:
    """The cells that a unit covers, as a rectangle."""
    if not isinstance(unit.at, tuple):
        return None
    x, y = unit.at
    wide, high = unit.footprint or (1, 1)
    return (x, y, x + wide - 1, y + high - 1)


def offsets(one: Rect, other: Rect) -> tuple[int, int]:
    """How many columns and rows lie from the one to the other's nearest cell."""
    dx = max(other[0] - one[2], one[0] - other[2], 0)
    dy = max(other[1] - one[3], one[1] - other[3], 0)
    return dx, dy


def meters(dx: int, dy: int) -> int:
    """T39: diagonals 1-2-1."""
    return max(dx, dy) + min(dx, dy) // 2


def distance(one: Rect, other: Rect) -> int:
    """T39: between nearest cells."""
    return meters(*offsets(one, other))


def touch(one: Rect, other: Rect) -> bool:
    """T38: any cells touch, corners included."""
    return max(offsets(one, other)) <= 1


def adjacent(one: Unit, other: Unit) -> bool:
    """T38: both on the grid, and touching."""
    a, b = rect(one), rect(other)
    return a is not None and b is not None and touch(a, b)


def beside(one: Unit, other: Unit) -> bool:
    """T38, T41: adjacent, or in the same zone."""
    return adjacent(one, other) or (isinstance(one.at, str) and one.at == other.at)


def covered(area: Rect) -> Iterator[Cell]:
    """A rectangle's cells, row by row."""
    return ((x, y) for y in range(area[1], area[3] + 1) for x in range(area[0], area[2] + 1))


def occupied(state: State, without: Iterable[str] = ()) -> dict[Cell, str]:
    """T35: who covers which cell; units off the board cover none."""
    left_out = frozenset(without)
    return {
        cell: id_
        for id_, unit in state.units.items()
        if takes_part_or_waits(unit) and id_ not in left_out
        for cell in grid.cells(unit)
    }


def takes_part_or_waits(unit: Unit) -> bool:
    """On the board for the rules; hidden units are not."""
    return unit.at is not None and not unit.hidden


class Kinds:
    """A board's terrain by kind and name, made once a board."""

    def __init__(self, board: object) -> None:
        self.by_kind: dict[str, dict[Cell, set[str | None]]] = {}
        if isinstance(board, Grid):
            for terrain in board.terrain:
                cells = self.by_kind.setdefault(terrain.kind, {})
                for cell in terrain.cells:
                    cells.setdefault(cell, set()).add(terrain.name)

    def of(self, kind: str) -> dict[Cell, set[str | None]]:
        """The cells of a kind with the names it has there."""
        return self.by_kind.get(kind, {})


kinds: Memo[Kinds] = memo(Kinds, size=PASSING)


def hinders(names: set[str | None], unit: Unit) -> bool:
    """T35: slow or rough ground of these names counts for the unit; `naturewalk` ignores what it names."""
    walks = unit.capabilities.get("naturewalk") or ()
    return any(name is None or name not in walks for name in names)


# ---- the line between two ----------------------------------------------------------------------------


def nearest_pairs(one: Rect, other: Rect) -> list[tuple[Cell, Cell]]:
    """T35: all pairs of cells than which no others are nearer."""
    xs = _axis(one[0], one[2], other[0], other[2])
    ys = _axis(one[1], one[3], other[1], other[3])
    return [((ax, ay), (bx, by)) for ay, by in ys for ax, bx in xs]


def _axis(a0: int, a1: int, b0: int, b1: int) -> list[tuple[int, int]]:
    if a1 < b0:
        return [(a1, b0)]
    if b1 < a0:
        return [(a0, b1)]
    return [(n, n) for n in range(max(a0, b0), min(a1, b1) + 1)]


def between(a: Cell, b: Cell) -> Iterator[tuple[Cell, ...]]:
    """The cells strictly between on the straight line; two at once where it runs along their edge."""
    n = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    for i in range(1, n):
        xs, ys = _at(a[0], b[0], i, n), _at(a[1], b[1], i, n)
        yield tuple((x, y) for x in xs for y in ys)


def _at(start: int, end: int, i: int, n: int) -> tuple[int, ...]:
    whole, rest = divmod(start * n + (end - start) * i, n)
    if 2 * rest == n:
        return (whole, whole + 1)
    return (whole + (2 * rest > n),)


def open_line(state: State, a: Cell, b: Cell) -> bool:
    """T35, T47: nothing that blocks stands between; a line along an edge needs both sides blocked."""
    walls = terrains(state.board).throw
    return not walls or not any(all(cell in walls for cell in cells) for cells in between(a, b))


def sight(state: State, user: Unit, target: Unit) -> bool | None:
    """T35: None where blocked; else whether the clearest of the nearest lines still goes through rough."""
    one, other = rect(user), rect(target)
    if one is None or other is None:
        return False
    lines = [pair for pair in nearest_pairs(one, other) if open_line(state, *pair)]
    if not lines:
        return None
    taken = occupied(state, (user.id, target.id))
    rough = kinds(state.board).of("rough")

    def rough_cell(cell: Cell) -> bool:
        return cell in taken or (cell in rough and hinders(rough[cell], user))

    return all(any(all(map(rough_cell, cells)) for cells in between(*pair)) for pair in lines)


def foes(state: State, unit: Unit) -> list[Unit]:
    """Those of other sides who stand."""
    return [one for one in state.units.values() if one.side != unit.side and takes_part(one)]
