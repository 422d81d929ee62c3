"""T20-T22: who may answer what was declared, and in which order answers and the declared are carried out."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from schemas import commands as c
from schemas import effects as e
from schemas.commands import Direction
from schemas.state import Pending, State, Unit
from server.engine import turns, windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import conditions, economy, frequency, initiative, opportunity, ranges
from server.rules.ptu.data import AIMED, DIRECTED, Move, moves_of, number, takes_part

INTERRUPT = "interrupt"
WINDOWED = ("use-move", "maneuver")


def pays(state: State, unit: Unit) -> Refusal | None:
    """T20: out of its turn this round or, once it has acted, of the next one, unless that is owed already."""
    if turns.to_come(state, unit.id):
        return economy.spent(unit, "standard")
    if number(unit, economy.OWES):
        return Refusal("action-spent", "T20", "owes-turn", {"unit": unit.id})
    return None


def usable(state: State, unit: Unit) -> bool:
    """T20, T22, T56: whether the unit could answer now, by an interrupt or an attack of opportunity."""
    return opportunity.provoked(state, unit.id) or interrupts(state, unit)


def interrupts(state: State, unit: Unit) -> bool:
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


def answerers(state: State, declarer: Unit) -> list[str]:
    """T20: the opponents with a usable interrupt."""
    return [id_ for id_, one in state.units.items() if one.side != declarer.side and interrupts(state, one)]


def declare(ledger: Ledger, declared: e.Declared, provoked: list[str]) -> bool:
    """T20, T56: declares where somebody may answer; else it is to happen at once."""
    state = ledger.state
    windowed = state.settings["windows"]
    asked = windowed == "actions" or (windowed == "moves" and declared.action in WINDOWED)
    waiting = [*(answerers(state, state.units[declared.unit]) if asked else ()), *provoked]
    if not waiting:
        return False
    if provoked:
        declared = replace(declared, details={**(declared.details or {}), opportunity.TRIGGERS: provoked})
    order = sorted(dict.fromkeys(waiting), key=lambda id_: -initiative.speed(state.units[id_]))
    windows.declare(ledger, declared, tuple(order))
    return True


def next_pending(state: State) -> Pending | None:
    """T21: answers come before what they answer, fastest first."""
    given = [one for one in state.pending if one.answers is not None]
    if given:
        return max(given, key=lambda one: initiative.speed(state.units[one.unit]))
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
        windows.wait_only_for(ledger, ())
        return
    if state.window is not None:
        still = tuple(id_ for id_ in state.window.waiting if usable(state, state.units[id_]))
        windows.wait_only_for(ledger, still)
