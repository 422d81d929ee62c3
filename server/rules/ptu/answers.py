"""T20-T22: who may answer what was declared, and in which order answers and the declared are carried out."""

from collections.abc import Iterator
from typing import get_args

from schemas import commands as c
from schemas import effects as e
from schemas.commands import Direction
from schemas.state import Pending, State, Unit
from server.engine import turns, windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import conditions, economy, frequency, initiative, ranges
from server.rules.ptu.data import AIMED, DIRECTED, Move, moves_of, number, takes_part

INTERRUPT = "interrupt"


def pays(state: State, unit: Unit) -> Refusal | None:
    """T20: out of its turn this round or, once it has acted, of the next one, unless that is owed already."""
    if turns.to_come(state, unit.id):
        return economy.spent(unit, "standard")
    if number(unit, economy.OWES):
        return Refusal("action-spent", "T20", "owes-turn", {"unit": unit.id})
    return None


def usable(state: State, unit: Unit) -> bool:
    """T20, T22: whether the unit has an interrupt that it could use now."""
    if not takes_part(unit) or conditions.unready(unit) or pays(state, unit) is not None:
        return False
    return any(
        INTERRUPT in move.keywords
        and frequency.why_not(state, unit, move) is None
        and next(aims(state, unit, move), None) is not None
        for move in moves_of(unit).values()
    )


def aims(state: State, unit: Unit, move: Move) -> Iterator[c.Interrupt]:
    """Every way to aim a move, but squares on the ground."""
    kind = move.range.kind
    said = c.Interrupt(unit=unit.id, move=move.id)
    if kind in AIMED:
        ways = [c.Interrupt(unit=unit.id, move=move.id, target=id_) for id_ in state.units]
    elif kind in DIRECTED:
        ways = [c.Interrupt(unit=unit.id, move=move.id, direction=name) for name in get_args(Direction)]
    else:
        ways = [said]
    return (way for way in ways if not isinstance(ranges.aim(state, unit, move, way), Refusal))


def answerers(state: State, declarer: Unit) -> tuple[str, ...]:
    """T20: the opponents who are waited for, in the order of initiative."""
    order = sorted(state.queue, key=lambda entry: -entry.initiative)
    return tuple(
        entry.unit
        for entry in order
        if state.units[entry.unit].side != declarer.side and usable(state, state.units[entry.unit])
    )


def declare(ledger: Ledger, declared: e.Declared) -> bool:
    """T20: declares where somebody may answer by `settings.windows`; else it is to happen at once."""
    state = ledger.state
    windowed = state.settings["windows"]
    if windowed == "none" or (windowed == "moves" and declared.action != "use-move"):
        return False
    waiting = answerers(state, state.units[declared.unit])
    if not waiting:
        return False
    windows.declare(ledger, declared, waiting)
    return True


def next_pending(state: State) -> Pending | None:
    """T21: answers come before what they answer, fastest first."""
    given = [one for one in state.pending if one.answers is not None]
    if given:
        return max(given, key=lambda one: initiative.speed(state.units[one.unit]))
    return state.pending[0] if state.pending else None


def tidy(ledger: Ledger) -> None:
    """What is waited for and cannot come any more is waited for no longer."""
    state = ledger.state
    declared = [one for one in state.pending if one.answers is None]
    if not declared:
        for one in state.pending:
            ledger.write(e.Cancelled(unit=one.unit, move=one.move, why="nothing-left"))
        windows.wait_only_for(ledger, ())
        return
    if state.window is not None:
        still = tuple(id_ for id_ in state.window.waiting if usable(state, state.units[id_]))
        windows.wait_only_for(ledger, still)
