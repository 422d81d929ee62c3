"""What could be accepted now: built from the same checks that a command meets (design 3)."""

from schemas import commands as c
from schemas.phrases import Phrase
from schemas.replies import Choice
from schemas.seats import GM, plays
from schemas.state import State, Unit
from server.rules.ptu import answers, conditions, initiative
from server.rules.ptu.commands import Stand, Trade
from server.rules.ptu.data import move_of, takes_part
from server.rules.ptu.item_options import items
from server.rules.ptu.league_options import acting, carrying_out, declaring
from server.rules.ptu.maneuver_options import intercepting, maneuvering, striking_back
from server.rules.ptu.move_options import dice_of, moves, walking
from server.rules.ptu.offers import Options, allowed, called, free_spots, needed, option
from server.rules.ptu.order import calls_for
from server.rules.ptu.readiness import must_declare
from server.rules.ptu.team_options import team_options


def unit_options(state: State, unit: Unit, seat: str) -> Options:
    """What this unit could do now."""
    if state.phase == "setup" or (unit.at is None and seat == GM):
        yield from _placing(state, unit, seat)
        return
    if not takes_part(unit):
        return
    if isinstance(calls_for(state), c.BeginTurn) and state.turn == unit.id:
        dice = tuple(needed(ask) for ask in conditions.first_dice(unit.id, state.checks))
        yield option(Phrase("begin-turn", unit=unit.name), c.BeginTurn(unit=unit.id), dice=dice)
    if must_declare(state, unit) and state.turn == unit.id:
        offers = _doing(acting(state, unit), unit.id, seat)
        yield from declaring(state, unit, seat, offers)
    yield from _doing(state, unit.id, seat)
    yield from _holding(state, unit, seat)


def _doing(state: State, id_: str, seat: str) -> Options:
    """Actions and passing."""
    unit = state.units[id_]
    yield from walking(state, unit, seat)
    yield from moves(state, unit, seat)
    yield from _plain(state, unit, seat)
    yield from items(state, unit, seat)
    if state.window is not None:
        yield from striking_back(state, unit, seat)
        yield from intercepting(state, unit, seat)
    elif state.turn == unit.id and not state.checks:
        yield from team_options(state, unit, seat)
        yield from maneuvering(state, unit, seat)


def _plain(state: State, unit: Unit, seat: str) -> Options:
    if allowed(state, c.Pass(unit=unit.id), seat):
        dice = () if state.window is not None else tuple(needed(ask) for ask in conditions.last_dice(unit))
        yield option(Phrase("pass", unit=unit.name), c.Pass(unit=unit.id), dice=dice)
    if allowed(state, Stand(unit=unit.id), seat):
        yield option(Phrase("stand", unit=unit.name), Stand(unit=unit.id))
    if allowed(state, Trade(unit=unit.id, standard_for="shift"), seat):
        for kind in ("shift", "swift"):
            label = Phrase(f"trade-{kind}", unit=unit.name)
            yield option(label, Trade(unit=unit.id, standard_for=kind))


def _holding(state: State, unit: Unit, seat: str) -> Options:
    """T7: to right behind somebody who comes later, or to the end."""
    if state.turn != unit.id or not allowed(state, c.Delay(unit=unit.id, until=0), seat):
        return
    own = initiative.speed(unit)
    counts = {initiative.count_of(state, entry) for entry in state.queue if not entry.done} | {0}
    choices = tuple(Choice(value=count) for count in sorted(counts, reverse=True) if 0 <= count < own)
    if choices:
        yield option(Phrase("hold", unit=unit.name), c.Delay(unit=unit.id), until=choices)


def _placing(state: State, unit: Unit, seat: str) -> Options:
    if unit.fainted or not unit.out or (state.phase != "setup" and (unit.at is not None or seat != GM)):
        return
    choices = tuple(Choice(value=at) for at in free_spots(state, unit))
    if choices and allowed(state, c.Place(unit=unit.id, at=choices[0].value), seat):
        yield option(Phrase("place", unit=unit.name), c.Place(unit=unit.id, at=""), at=choices)


def table_options(state: State, seat: str) -> Options:
    """What belongs to no unit: the start, a round, what was declared."""
    due = calls_for(state)
    if seat == GM:
        if allowed(state, c.Start(), seat):
            yield option(Phrase("start"), c.Start())
        if isinstance(due, c.StartRound):
            dice = tuple(needed(ask) for ask in initiative.first_ties(state))
            yield option(Phrase("start-round"), c.StartRound(), dice=dice)
    pending = answers.next_pending(state)
    if pending is not None and state.window is None:
        unit = state.units[pending.unit]
        if plays(seat, unit):
            move = move_of(unit, pending.move) if pending.move else None
            dice = () if move is None else dice_of(state, unit, move)
            label = (
                Phrase("carry-out", unit=unit.name, move=called(move))
                if move
                else Phrase("carry-out-declared", unit=unit.name)
            )
            yield option(label, c.CarryOut(unit=unit.id), dice=dice)
    yield from carrying_out(state, seat)
