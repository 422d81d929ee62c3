"""Geometry of square cells: directions, lines, king's steps, what stands and what blocks where."""

from collections.abc import Iterator

from schemas.base import Cell
from schemas.state import Board, Grid, State, Unit
from server.engine.memo import PASSING, memo

DIRECTIONS: dict[str, Cell] = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
    "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip
NAMES = {step: name for name, step in DIRECTIONS.items()}


class Terrains:
    """A board's terrain by cell: what may not be entered, what no throw passes.

    `solid` is the kind that a system's rules name for both; any other is a label that says so in `blocks`.
    """

    def __init__(self, board: Board, solid: str) -> None:
        self.enter: set[Cell] = set()
        self.throw: set[Cell] = set()
        if isinstance(board, Grid):
            for terrain in board.terrain:
                if terrain.kind == solid or "enter" in terrain.blocks:
                    self.enter.update(terrain.cells)
                if terrain.kind == solid or "throw" in terrain.blocks:
                    self.throw.update(terrain.cells)


def on_board(board: Board, cell: Cell) -> bool:
    """Whether the cell is one of the grid's."""
    return isinstance(board, Grid) and 0 <= cell[0] < board.width and 0 <= cell[1] < board.height


def cell_of(unit: Unit) -> Cell | None:
    """Where a unit stands on a grid; None off the board or elsewhere."""
    at = unit.at
    return at if isinstance(at, tuple) else None


def cells(unit: Unit) -> list[Cell]:
    """Every cell a unit covers: `at` is the top left one of its footprint."""
    if not isinstance(unit.at, tuple):
        return []
    x, y = unit.at
    wide, high = unit.footprint or (1, 1)
    return [(x + dx, y + dy) for dy in range(high) for dx in range(wide)]


def _standing(units: dict[str, Unit]) -> dict[Cell, str]:
    return {at: id_ for id_, unit in units.items() if isinstance(at := unit.at, tuple) and not unit.hidden}


_by_units = memo(_standing, size=PASSING)


def standing(state: State) -> dict[Cell, str]:
    """Who stands where, of units of one cell; hidden ones are off the board for every rule."""
    return _by_units(state.units)


def steps(a: Cell, b: Cell) -> int:
    """King's steps from a to b."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def sign(n: int) -> int:
    """-1, 0 or 1."""
    return (n > 0) - (n < 0)


def direction(a: Cell, b: Cell) -> Cell | None:
    """The one of eight directions from a straight to b; None where there is none."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if (dx or dy) and (dx == 0 or dy == 0 or abs(dx) == abs(dy)):
        return (sign(dx), sign(dy))
    return None


def toward(a: Cell, b: Cell) -> Cell:
    """The direction that comes nearest to leading from a to b."""
    return (sign(b[0] - a[0]), sign(b[1] - a[1]))


def line(board: Board, start: Cell, step: Cell, length: int) -> Iterator[Cell]:
    """The cells from beside `start` along a direction, at most `length`, as far as the board goes."""
    if not isinstance(board, Grid):
        return
    (x, y), (dx, dy) = start, step
    for _ in range(length):
        x, y = x + dx, y + dy
        if not (0 <= x < board.width and 0 <= y < board.height):
            return
        yield (x, y)


def square(center: Cell, radius: int) -> Iterator[Cell]:
    """The cells of the square of side 2·radius + 1, row by row."""
    for y in range(center[1] - radius, center[1] + radius + 1):
        for x in range(center[0] - radius, center[0] + radius + 1):
            yield (x, y)
