"""T20-T22: who may answer what was declared, and in which order answers and the declared are carried out."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from schemas import commands as c
from schemas import effects as e
from schemas.commands import Direction
from schemas.state import Pending, State, Unit, Zones
from server.engine import turns, windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import (
    areas,
    conditions,
    economy,
    frequency,
    initiative,
    intercepts,
    league_order,
    opportunity,
    ranges,
)
from server.rules.ptu.data import AIMED, DIRECTED, PLACED, PLACELESS, Move, moves_of, number, takes_part
from server.rules.ptu.maneuver_data import ACTIONS

WINDOWED = ("use-move", "maneuver")


def pays(state: State, unit: Unit, *kinds: str) -> Refusal | None:
    """T20: out of its turn this round or, once it has acted, of the next one, unless that is owed already.

    A free action costs nothing (T15).
    """
    if not kinds:
        return None
    if turns.to_come(state, unit.id):
        return economy.spent(unit, *kinds)
    if number(unit, economy.OWES):
        return Refusal("action-spent", "T20", "owes-turn", {"unit": unit.id})
    return None


def pay(ledger: Ledger, id_: str, *kinds: str) -> bool:
    """T20, T49: takes them, or owes the next turn. False for whoever falls by it."""
    if turns.to_come(ledger.state, id_) or not kinds:
        return economy.spend(ledger, id_, *kinds)
    ledger.write(e.CounterSet(unit=id_, name=economy.OWES, now=1))
    return True


def waits(ledger: Ledger, answer: e.Declared) -> bool:
    """T21: whether the answer waits for others; the only one happens at once."""
    window, declared = ledger.state.window, opportunity.declared(ledger.state)
    alone = window is None or set(window.waiting) <= {answer.unit}
    if window is not None:
        windows.wait_only_for(ledger, tuple(id_ for id_ in window.waiting if id_ != answer.unit))
    if alone and not any(one.answers is not None for one in ledger.state.pending):
        return False
    ledger.write(replace(answer, answers=answer.unit if declared is None else declared.unit))
    return True


def usable(state: State, unit: Unit, declared: Pending | e.Declared) -> bool:
    """T20, T22, T55, T56: whether the unit could answer this, in whichever way."""
    provoked = opportunity.provoked(state, unit.id)
    return provoked or interrupts(state, unit) or _intercepts(state, unit, declared)


def _intercepts(state: State, unit: Unit, declared: Pending | e.Declared) -> bool:
    free = takes_part(unit) and pays(state, unit, *ACTIONS[intercepts.MELEE]) is None
    return free and intercepts.possible(state, unit, declared)


def interrupts(state: State, unit: Unit) -> bool:
    """T20, T22: whether the unit has an interrupt that it could use now."""
    if not takes_part(unit) or conditions.unready(unit):
        return False
    return any(
        move.interrupts
        and pays(state, unit, *economy.kinds_of(move)) is None
        and frequency.why_not(state, unit, move) is None
        and next(aims(state, unit, move), None) is not None
        for move in moves_of(unit).values()
    )


def aims(state: State, unit: Unit, move: Move) -> Iterator[c.Interrupt]:
    """Every way to aim a move."""
    kind = move.range.kind
    said = c.Interrupt(unit=unit.id, move=move.id)
    if kind in AIMED or (isinstance(state.board, Zones) and kind not in PLACELESS):
        ways = [c.Interrupt(unit=unit.id, move=move.id, target=id_) for id_ in state.units]
    elif kind in DIRECTED:
        ways = [c.Interrupt(unit=unit.id, move=move.id, direction=name) for name in get_args(Direction)]
    elif kind in PLACED:
        ways = [replace(said, at=at) for at in areas.squares(state, unit, move)]
    else:
        ways = [said]
    return (way for way in ways if not isinstance(ranges.aim(state, unit, move, way), Refusal))


def answerers(state: State, declared: e.Declared) -> list[str]:
    """T20: the opponents with a usable interrupt, and whoever could intercept."""
    side = state.units[declared.unit].side
    return [
        id_
        for id_, one in state.units.items()
        if one.side != side and (interrupts(state, one) or _intercepts(state, one, declared))
    ]


def declare(ledger: Ledger, declared: e.Declared, provoked: list[str]) -> bool:
    """T20, T56: declares where somebody may answer; else it is to happen at once."""
    state = ledger.state
    windowed = state.settings["windows"]
    asked = windowed == "actions" or (windowed == "moves" and declared.action in WINDOWED)
    waiting = [*(answerers(state, declared) if asked else ()), *provoked]
    if not waiting:
        return False
    if provoked:
        declared = replace(declared, details={**(declared.details or {}), opportunity.TRIGGERS: provoked})
    windows.declare(ledger, declared, tuple(initiative.fastest_first(state, dict.fromkeys(waiting))))
    return True


def next_pending(state: State) -> Pending | None:
    """T21: answers come before what they answer, fastest first."""
    given = {one.unit: one for one in state.pending if one.answers is not None}
    if given:
        return given[initiative.fastest_first(state, given)[0]]
    plain = [one for one in state.pending if one.action != economy.DECLARE]
    return plain[0] if plain else None


def tidy(ledger: Ledger) -> None:
    """What is waited for and cannot come any more is waited for no longer."""
    state = ledger.state
    declared = [one for one in state.pending if one.answers is None and one.action != economy.DECLARE]
    if not declared:
        for one in state.pending:
            if one.action == economy.DECLARE:
                continue
            ledger.write(e.Cancelled(unit=one.unit, move=one.move, why="nothing-left"))
        league_order.still_declared(ledger, league_order.declared(state))
        windows.wait_only_for(ledger, ())
        return
    if state.window is not None:
        still = tuple(id_ for id_ in state.window.waiting if usable(state, state.units[id_], declared[0]))
        windows.wait_only_for(ledger, still)
