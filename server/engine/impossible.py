"""States that nothing may bring about (contract 4): no ruling, and no rule that the GM's word passed over."""

from collections.abc import Iterator

from schemas.base import Cell
from schemas.state import Grid, State
from server.engine import grid
from server.engine.refusals import Refusal


def faults(state: State) -> Iterator[Refusal]:
    """Units off the board or two in a cell; turns of who is not there, has fallen, or has one already."""
    if isinstance(state.board, Grid):
        yield from _places(state, state.board)
    queued: set[str] = set()
    for entry in state.queue:
        unit = state.units.get(entry.unit)
        if unit is None:
            yield Refusal("unknown-unit", why="no-such-unit", facts={"unit": entry.unit})
        elif entry.unit in queued or unit.fainted:
            yield Refusal("impossible", why="no-such-turn", facts={"unit": entry.unit})
        queued.add(entry.unit)


def _places(state: State, board: Grid) -> Iterator[Refusal]:
    taken: dict[Cell, str] = {}
    for id_, unit in state.units.items():
        for cell in () if unit.hidden else grid.cells(unit):
            by = taken.setdefault(cell, id_)
            if not grid.on_board(board, cell):
                yield Refusal("off-board", why="off-the-board", facts={"at": cell})
            elif by != id_:
                yield Refusal("occupied", why="two-in-a-cell", facts={"unit": id_, "other": by, "at": cell})
