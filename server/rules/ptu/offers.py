"""What an option is made of, and the one test that it must pass: the checks that its command will meet."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import fields as fields_of

from schemas.phrases import Phrase
from schemas.replies import Choice, Needed, Option
from schemas.state import Grid, NoBoard, State, Unit, Zones
from server.engine.system import allows, type_of
from server.rules.ptu.data import STRUGGLE, Move
from server.rules.ptu.ground import ground_of
from server.rules.ptu.placing import standable
from server.rules.ptu.rulebook import CHECKS

Options = Iterator[Option]
allowed = partial(allows, CHECKS)


def option(
    label: Phrase, command: Any, dice: tuple[Needed, ...] = (), **choose: tuple[Choice, ...]
) -> Option:
    """A command with what is still to choose; what it leaves out is not there."""
    plain = {field.name: field.default for field in fields_of(type(command))}
    fixed = {
        name: value
        for name in command.__struct_fields__
        if name not in choose and (value := getattr(command, name)) != plain.get(name)
    }
    return Option(label=label, command={"type": type_of(command), **fixed}, choose=choose, dice=dice)


def called(move: Move) -> Phrase:
    """A move by its name; struggle, which is on no sheet, by its word."""
    return Phrase(move.id) if move is STRUGGLE else Phrase("named", name=move.name or move.id)


def choices(values: list[Any]) -> tuple[Choice, ...]:
    """Plain values to choose among."""
    return tuple(Choice(value=value) for value in values)


def needed(ask: Any) -> Needed:
    """A die that a command needs, for the reader."""
    return Needed(what=ask.what, unit=ask.unit, die=ask.die, count=ask.count, needs=ask.needs)


def free_spots(state: State, unit: Unit) -> list[Any]:
    """Where a unit's footprint may come to stand."""
    if isinstance(state.board, Grid):
        ground = ground_of(state, unit)
        return [at for at in spots_of(state) if ground.free(at)]
    if isinstance(state.board, NoBoard):
        return ["here"]
    return [at for at in spots_of(state) if next(standable(state, unit, at), None) is None]


def spots_of(state: State) -> Iterable[Any]:
    """Every place that there is on the board."""
    board = state.board
    if isinstance(board, Grid):
        return ((x, y) for y in range(board.height) for x in range(board.width))
    return [zone.id for zone in board.zones] if isinstance(board, Zones) else ["here"]
