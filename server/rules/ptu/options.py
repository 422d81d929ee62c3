"""What could be accepted now: built from the same checks that a command meets (design 3)."""

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from schemas import commands as c
from schemas.base import Cell
from schemas.commands import Direction
from schemas.replies import Choice, Needed, Option
from schemas.state import Grid, NoBoard, State, Unit, Zones
from server.engine import windows
from server.engine.refusals import Refusal
from server.rules.ptu import answers, conditions, damage, initiative, movement, places, ranges, teams
from server.rules.ptu.commands import Drop, Give, Interrupt, Move, PickUp, Stand, Trade, UseMove
from server.rules.ptu.data import AIMED, DIRECTED, PLACED, STRUGGLE, item_of, move_of, moves_of, takes_part
from server.rules.ptu.data import Move as MoveData
from server.rules.ptu.items import ground_items
from server.rules.ptu.order import calls_for
from server.rules.ptu.placing import standable
from server.rules.ptu.readiness import must_declare
from server.rules.ptu.teams import allowed, option

Options = Iterator[Option]
MOST_SQUARES = 400
"""Of the squares where a blast may be put, no more are offered."""


def needed(ask: Any) -> Needed:
    """A die that a command needs, for the reader."""
    return Needed(what=ask.what, unit=ask.unit, die=ask.die, count=ask.count, needs=ask.needs)


def unit_options(state: State, unit: Unit, seat: str) -> Options:
    """What this unit could do now."""
    if state.phase == "setup" or (unit.at is None and seat == "gm"):
        yield from _placing(state, unit, seat)
        return
    if not takes_part(unit):
        return
    if isinstance(calls_for(state), c.BeginTurn) and state.turn == unit.id:
        dice = tuple(needed(ask) for ask in conditions.first_dice(unit.id, state.checks))
        yield option(f"{unit.name}: begin the turn", c.BeginTurn(unit=unit.id), dice=dice)
    if must_declare(state, unit) and state.turn == unit.id:
        offers = _doing(teams.acting(state, unit), unit.id, seat)
        yield from teams.declaring(state, unit, seat, offers)
    yield from _doing(state, unit.id, seat)
    yield from _holding(state, unit, seat)


def _doing(state: State, id_: str, seat: str) -> Options:
    """Actions and passing."""
    unit = state.units[id_]
    yield from _walking(state, unit, seat)
    yield from _moves(state, unit, seat)
    yield from _plain(state, unit, seat)
    yield from _items(state, unit, seat)
    yield from teams.unit_options(state, unit, seat)


def table_options(state: State, seat: str) -> Options:
    """What belongs to no unit: the start, a round, what was declared."""
    due = calls_for(state)
    if seat == "gm":
        if allowed(state, c.Start(), seat):
            yield option("Start the battle", c.Start())
        if isinstance(due, c.StartRound):
            dice = tuple(needed(ask) for ask in initiative.first_ties(state))
            yield option("Start the round", c.StartRound(), dice=dice)
    pending = answers.next_pending(state)
    if pending is not None and state.window is None:
        unit = state.units[pending.unit]
        if seat in ("gm", unit.seat):
            move = move_of(unit, pending.move) if pending.move else None
            dice = () if move is None else _dice(state, unit, move)
            label = f"{unit.name}: carry out {move.name or move.id}" if move else f"{unit.name}: carry out"
            yield option(label, c.CarryOut(unit=unit.id), dice=dice)

    yield from teams.carrying_out(state, seat)


def _spots(state: State) -> Iterable[Any]:
    board = state.board
    if isinstance(board, Grid):
        return ((x, y) for y in range(board.height) for x in range(board.width))
    return [zone.id for zone in board.zones] if isinstance(board, Zones) else ["here"]


def _placing(state: State, unit: Unit, seat: str) -> Options:
    if unit.fainted or not unit.out or (state.phase != "setup" and (unit.at is not None or seat != "gm")):
        return
    choices = tuple(Choice(value=at) for at in free_spots(state, unit))
    if choices and allowed(state, c.Place(unit=unit.id, at=choices[0].value), seat):
        yield option(f"Place {unit.name}", c.Place(unit=unit.id, at=""), at=choices)


def free_spots(state: State, unit: Unit) -> list[Any]:
    """Where a unit's footprint may come to stand."""
    if isinstance(state.board, Grid):
        ground = movement.Ground(state, unit)
        return [at for at in _spots(state) if ground.free(at)]
    if isinstance(state.board, NoBoard):
        return ["here"]
    return [at for at in _spots(state) if next(standable(state, unit, at), None) is None]


def _walking(state: State, unit: Unit, seat: str) -> Options:
    """T31: every cell within the cheapest allowed way, with its cost."""
    if state.turn != unit.id or state.checks:
        return
    label = f"{unit.name}: move"
    if isinstance(state.board, Zones):
        choices = tuple(
            Choice(value=at)
            for at in _spots(state)
            if at != unit.at and allowed(state, Move(unit=unit.id, to=at), seat)
        )
        if choices:
            yield option(label, Move(unit=unit.id), to=choices)
        foes = tuple(
            Choice(value=foe.id)
            for foe in places.foes(state, unit)
            if allowed(state, Move(unit=unit.id, engage=foe.id), seat)
        )
        if foes:
            yield option(f"{unit.name}: engage", Move(unit=unit.id), engage=foes)
        return
    if not isinstance(unit.at, tuple) or not isinstance(state.board, Grid):
        return
    found = movement.reachable(state, unit)
    first = next(iter(found), None)
    if first is not None and allowed(state, Move(unit=unit.id, to=first), seat):
        choices = tuple(Choice(value=cell, cost=cost) for cell, cost in found.items())
        yield option(label, Move(unit=unit.id), to=choices)


def _moves(state: State, unit: Unit, seat: str) -> Options:
    """On its turn any move, out of it those with priority, in a window interrupts."""
    for move in (STRUGGLE, *moves_of(unit).values()):
        if state.window is not None:
            if windows.waits_for(state, unit.id) and answers.INTERRUPT in move.keywords:
                yield from _aiming(state, unit, move, Interrupt, seat)
        elif state.turn == unit.id or move.priority:
            yield from _aiming(state, unit, move, UseMove, seat)


def _aiming(state: State, unit: Unit, move: MoveData, kind: Any, seat: str) -> Options:
    said = kind(unit=unit.id, move=move.id)
    label = f"{unit.name}: {move.name or move.id}"
    dice = _dice(state, unit, move)
    spots = free_spots(state, unit) if move.teleports else []
    if move.teleports and not spots:
        return
    at = spots[0] if spots else None
    if move.range.kind in AIMED or (
        isinstance(state.board, Zones) and move.range.kind not in ("self", "field")
    ):
        field, values = "target", list[Any](state.units)
    elif move.range.kind in DIRECTED:
        field, values = "direction", list[Any](get_args(Direction))
    elif move.range.kind in PLACED:
        field, values = "at", list[Any](_squares(state, unit, move))
    else:
        if allowed(state, kind(unit=unit.id, move=move.id, at=at), seat):
            yield option(label, said, dice, **({"at": tuple(map(_choice, spots))} if spots else {}))
        return
    aims = tuple(_aims(state, unit, move, kind, field, values, at, seat))
    if aims:
        choose = {field: aims} | ({"at": tuple(map(_choice, spots))} if spots and field != "at" else {})
        yield option(label, said, dice, **choose)


def _choice(value: Any) -> Choice:
    return Choice(value=value)


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


def _squares(state: State, unit: Unit, move: MoveData) -> list[Cell]:
    """T47: the top left cells of squares that may strike somebody."""
    area = places.rect(unit)
    if area is None:
        return []
    side = move.range.side
    reach = side + (move.range.n if move.range.kind == "blast" else 1)
    around = (area[0] - reach, area[1] - reach, area[2] + reach, area[3] + reach)
    others = [
        one for foe in state.units.values() if foe.id != unit.id and (one := places.rect(foe)) is not None
    ]
    found = [
        (x, y)
        for x, y in places.covered(around)
        if any(places.offsets((x, y, x + side - 1, y + side - 1), one) == (0, 0) for one in others)
    ]
    return found[:MOST_SQUARES]


def _dice(state: State, unit: Unit, move: MoveData) -> tuple[Needed, ...]:
    """What the move will roll, as far as that is sure or likely."""
    dice = []
    if move.ac is not None:
        dice.append(Needed(what="accuracy", unit=unit.id, die=20, count=1))
    count, sides = damage.dice_of(state, unit, move, critical=False)
    if move.damages and count:
        dice.append(Needed(what="damage", unit=unit.id, die=sides, count=count))
    return tuple(dice)


def _plain(state: State, unit: Unit, seat: str) -> Options:
    if allowed(state, c.Pass(unit=unit.id), seat):
        dice = () if state.window is not None else tuple(needed(ask) for ask in conditions.last_dice(unit))
        yield option(f"{unit.name}: pass", c.Pass(unit=unit.id), dice=dice)
    if allowed(state, Stand(unit=unit.id), seat):
        yield option(f"{unit.name}: stand up", Stand(unit=unit.id))
    if allowed(state, Trade(unit=unit.id, standard_for="shift"), seat):
        for kind in ("shift", "swift"):
            label = f"{unit.name}: a {kind} action for the standard one"
            yield option(label, Trade(unit=unit.id, standard_for=kind))


def _items(state: State, unit: Unit, seat: str) -> Options:
    if state.turn != unit.id:
        return
    if allowed(state, Drop(unit=unit.id), seat):
        yield option(f"{unit.name}: drop {unit.held}", Drop(unit=unit.id))
    for item, _ in dict.fromkeys(ground_items(state)):
        if allowed(state, PickUp(unit=unit.id, item=item), seat):
            yield option(f"{unit.name}: pick up {item}", PickUp(unit=unit.id, item=item))
    for other in state.units if unit.held is not None else ():
        give = Give(unit=unit.id, item=unit.held or "", to=other)
        if allowed(state, give, seat):
            yield option(f"{unit.name}: hand over {unit.held}", give)
    stock = [(name, False) for name in state.inventory.get(unit.side, {})]
    for name, held in [*stock, *([(unit.held, True)] if unit.held else [])]:
        said = c.UseItem(unit=unit.id, item=name, held=held)
        item_ = item_of(state, name)
        choices = tuple(
            Choice(value=id_)
            for id_ in state.units
            if allowed(state, c.UseItem(unit=unit.id, item=name, held=held, target=id_), seat)
        )
        if item_ is not None and choices:
            yield option(f"{unit.name}: use {item_.name or name}", said, target=choices)


def _holding(state: State, unit: Unit, seat: str) -> Options:
    """T7: to right behind somebody who comes later, or to the end."""
    if state.turn != unit.id or not allowed(state, c.Delay(unit=unit.id, until=0), seat):
        return
    own = initiative.speed(unit)
    counts = {initiative.count_of(state, entry) for entry in state.queue if not entry.done} | {0}
    choices = tuple(Choice(value=count) for count in sorted(counts, reverse=True) if 0 <= count < own)
    if choices:
        yield option(f"{unit.name}: hold", c.Delay(unit=unit.id), until=choices)
