"""T17-T20, T31-T47: where a unit could go, and whom its moves could strike."""

from collections.abc import Iterator
from typing import Any, get_args

from msgspec.structs import replace

from schemas.commands import Direction
from schemas.phrases import Phrase
from schemas.replies import Choice, Needed
from schemas.state import Grid, State, Unit, Zones
from server.engine import windows
from server.engine.refusals import Refusal
from server.rules.ptu import areas, damage, movement, places, ranges
from server.rules.ptu.commands import Interrupt, Move, UseMove
from server.rules.ptu.data import AIMED, DIRECTED, PLACED, PLACELESS, STRUGGLE, moves_of
from server.rules.ptu.data import Move as MoveData
from server.rules.ptu.offers import Options, allowed, called, choices, free_spots, option, spots_of


def walking(state: State, unit: Unit, seat: str) -> Options:
    """T31: every cell within the cheapest allowed way, with its cost."""
    if state.turn != unit.id or state.checks:
        return
    if isinstance(state.board, Zones):
        yield from _among_zones(state, unit, seat)
    if not isinstance(unit.at, tuple) or not isinstance(state.board, Grid):
        return
    found = movement.reachable(state, unit)
    first = next(iter(found), None)
    if first is not None and allowed(state, Move(unit=unit.id, to=first), seat):
        cells = tuple(Choice(value=cell, cost=cost) for cell, cost in found.items())
        yield option(Phrase("move", unit=unit.name), Move(unit=unit.id), to=cells)


def _among_zones(state: State, unit: Unit, seat: str) -> Options:
    """T41: where it could go, and whom it could engage where it is."""
    said = Move(unit=unit.id)
    ways = [at for at in spots_of(state) if at != unit.at and allowed(state, replace(said, to=at), seat)]
    if ways:
        yield option(Phrase("move", unit=unit.name), said, to=choices(ways))
    foes = [foe.id for foe in places.foes(state, unit) if allowed(state, replace(said, engage=foe.id), seat)]
    if foes:
        yield option(Phrase("engage", unit=unit.name), said, engage=choices(foes))


def moves(state: State, unit: Unit, seat: str) -> Options:
    """On its turn any move, out of it those with priority, in a window interrupts."""
    for move in (STRUGGLE, *moves_of(unit).values()):
        if state.window is not None:
            if windows.waits_for(state, unit.id) and move.interrupts:
                yield from _aiming(state, unit, move, Interrupt, seat)
        elif state.turn == unit.id or move.priority:
            yield from _aiming(state, unit, move, UseMove, seat)


def _aiming(state: State, unit: Unit, move: MoveData, kind: Any, seat: str) -> Options:
    said = kind(unit=unit.id, move=move.id)
    label = Phrase("use-move", unit=unit.name, move=called(move))
    dice = dice_of(state, unit, move)
    spots = free_spots(state, unit) if move.teleports else []
    if move.teleports and not spots:
        return
    at = spots[0] if spots else None
    if move.range.kind in AIMED or (isinstance(state.board, Zones) and move.range.kind not in PLACELESS):
        field, values = "target", list[Any](state.units)
    elif move.range.kind in DIRECTED:
        field, values = "direction", list[Any](get_args(Direction))
    elif move.range.kind in PLACED:
        field, values = "at", list[Any](areas.squares(state, unit, move))
    else:
        if allowed(state, kind(unit=unit.id, move=move.id, at=at), seat):
            yield option(label, said, dice, **({"at": choices(spots)} if spots else {}))
        return
    aims = tuple(_aims(state, unit, move, kind, field, values, at, seat))
    if aims:
        choose = {field: aims} | ({"at": choices(spots)} if spots and field != "at" else {})
        yield option(label, said, dice, **choose)


def _aims(
    state: State, unit: Unit, move: MoveData, kind: Any, field: str, values: list[Any], at: Any, seat: str
) -> Iterator[Choice]:
    for value in values:
        said = kind(unit=unit.id, move=move.id, **{"at": at, field: value})
        found = ranges.aim(state, unit, move, said)
        if isinstance(found, Refusal):
            continue
        if not allowed(state, said, seat):
            if field != "at":
                continue
            return
        yield Choice(value=value, strikes=found.struck)


def dice_of(state: State, unit: Unit, move: MoveData) -> tuple[Needed, ...]:
    """What the move will roll, as far as that is sure or likely."""
    dice = []
    if move.ac is not None:
        dice.append(Needed(what="accuracy", unit=unit.id, die=20, count=1))
    count, sides = damage.dice_of(state, unit, move, critical=False)
    if move.damages and count:
        dice.append(Needed(what="damage", unit=unit.id, die=sides, count=count))
    return tuple(dice)
