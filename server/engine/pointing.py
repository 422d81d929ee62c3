"""What a ruling's facts point at must be there (contract 4): units, cells of the board, zones."""

from collections.abc import Iterator
from typing import Any

from schemas import effects as e
from schemas.state import Grid, State, Zones
from server.engine import grid
from server.engine.refusals import Refused


def check(state: State, effect: e.Effect, path: str) -> None:
    """Raises Refused `impossible` for a unit that is not in the battle, a place that is not on the board."""
    for unit in _units(effect):
        if unit not in state.units:
            raise Refused("impossible", why="no-such-unit", unit=unit[:40], path=path)
    for spot in _spots(effect):
        if not _exists(state, spot):
            raise Refused("impossible", why="off-the-board", at=spot, path=path)


def _units(effect: e.Effect) -> Iterator[str]:
    """Every unit that the fact names; the source of a status may be anything."""
    until = getattr(effect, "until", None)
    named = [getattr(one, name, None) for one in (effect, until) for name in ("unit", "target")]
    named += [holder.unit for holder in _holders(effect)]
    yield from (unit for unit in named if unit is not None)
    for name in ("waiting", "units"):
        yield from getattr(effect, name, ())


def _spots(effect: e.Effect) -> Iterator[Any]:
    named = [getattr(effect, "at", None), *(holder.at for holder in _holders(effect))]
    if isinstance(effect, e.Moved):
        named.append(effect.to)
    yield from (spot for spot in named if spot is not None)
    for name in ("path", "cells"):
        yield from getattr(effect, name, ())


def _holders(effect: e.Effect) -> tuple[e.Holder, ...]:
    if not isinstance(effect, e.ItemMoved):
        return ()
    return tuple(holder for holder in (effect.origin, effect.to) if holder is not None)


def _exists(state: State, spot: Any) -> bool:
    board = state.board
    if isinstance(board, Grid):
        return isinstance(spot, tuple) and grid.on_board(board, spot)
    if isinstance(board, Zones):
        return any(zone.id == spot for zone in board.zones)
    return True
