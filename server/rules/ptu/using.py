"""T11-T20, T42-T48: a move on one's turn or, with priority, between turns."""

from typing import Any

from schemas import commands as c
from schemas import effects as e
from schemas.state import Pending, State, Unit
from server.engine import turns, windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import answers, attack, conditions, economy, frequency, opportunity, ranges, turn
from server.rules.ptu.aiming import Aim
from server.rules.ptu.commands import UseMove
from server.rules.ptu.data import Move, move_of, number
from server.rules.ptu.placing import standable
from server.rules.ptu.readiness import Why, acting, commandable, on_turn


def check(state: State, said: UseMove, seat: str) -> Why:
    """T11-T14, T17-T19, T42-T48."""
    unit = state.units[said.unit]
    move = move_of(unit, said.move)
    if move is not None and move.priority and state.turn != unit.id:
        yield from _priority(state, unit, move)
    elif move is not None:
        yield from acting(state, unit, *economy.kinds_of(move))
    else:
        yield from on_turn(state, unit)
    yield from check_move(state, unit, move, said)


def _priority(state: State, unit: Unit, move: Move) -> Why:
    """T17-T19, T22: between turns, before it has acted; the advanced kind also after, if it owes nothing."""
    yield from commandable(state, unit)
    facts = {"unit": unit.id, "move": move.id}
    if economy.busy(state):
        yield Refusal("window-open", "T20")
    if not economy.between_turns(state):
        yield Refusal("not-eligible", "T17", "during-a-turn", facts)
    if move.priority == "priority-limited" and "swift" in move.keywords:
        yield Refusal("not-eligible", "T16", "swift", facts)
    acted = not turns.to_come(state, unit.id)
    if acted and (move.priority != "priority-advanced" or number(unit, economy.OWES)):
        yield Refusal("not-eligible", "T17", "turn-past", facts)
    if turns.entry_of(state, unit.id) is None:
        yield Refusal("not-eligible", "T17", "turn-past", facts)
    if conditions.unready(unit):
        yield Refusal("cannot-act", "T22", "unready", {"unit": unit.id})
    if "tripped" in unit.statuses:
        yield Refusal("cannot-act", "T53", "tripped", {"unit": unit.id})
    why = None if acted else economy.spent(unit, *economy.kinds_of(move))
    if why is not None:
        yield why


def check_move(state: State, unit: Unit, move: Move | None, said: c.Aimed) -> Why:
    """T13, T47, T48: known, ready, and aimed at somebody."""
    if move is None:
        yield Refusal("unknown-move", "T14", facts={"unit": unit.id, "move": getattr(said, "move", "")})
        return
    if "extended" in move.keywords:
        yield Refusal("not-in-combat", "T13", facts={"move": move.id})
    why = frequency.why_not(state, unit, move)
    if why is not None:
        yield why
    found = ranges.aim(state, unit, move, said)
    if isinstance(found, Refusal):
        yield found
    if move.teleports:
        if not isinstance(said.at, tuple):
            yield Refusal("off-board", "T47", "name-cell-to", {"move": move.id})
        else:
            yield from standable(state, unit, said.at)


# ---- doing it ----------------------------------------------------------------------------------------


def use(ledger: Ledger, said: UseMove) -> None:
    """T17-T20: out of turn with priority; declared where somebody may answer."""
    unit = ledger.unit(said.unit)
    move = move_of(unit, said.move)
    assert move is not None
    if ledger.state.turn != unit.id and not _come_between(ledger, unit, move):
        return
    aim = aimed(ledger.state, ledger.unit(unit.id), move, said)
    stands = economy.spend(ledger, unit.id, *economy.kinds_of(move))
    frequency.use(ledger, unit.id, move)
    if not stands:
        return
    declared = e.Declared(
        unit=unit.id, action="use-move", move=move.id, target=aim.target, direction=aim.direction,
        at=said.at, details=windows.details(near=said.near, forced=said.force is not None),
    )  # fmt: skip
    foes = opportunity.by_move(ledger.state, ledger.unit(unit.id), move, aim.struck)
    if not answers.declare(ledger, declared, foes):
        perform(ledger, unit.id, move, aim.struck, said.at)


def _come_between(ledger: Ledger, unit: Unit, move: Move) -> bool:
    """T17-T19: the turn is taken; the limited kind acts alone. False where the turn's saves lost it."""
    if move.priority in ("priority", "priority-advanced"):
        if not turns.to_come(ledger.state, unit.id):
            ledger.write(e.CounterSet(unit=unit.id, name=economy.OWES, now=1))
        turn.take_turn(ledger, unit.id)
        return turn.begin(ledger, unit.id, ledger.state.checks)
    return True


def aimed(state: State, unit: Unit, move: Move, said: c.Aimed) -> Aim:
    """Whom it is aimed at; a forced one strikes whom it names."""
    found = ranges.aim(state, unit, move, said)
    return ranges.meant(state, unit, move, said) if isinstance(found, Refusal) else found


def perform(ledger: Ledger, id_: str, move: Move, struck: tuple[str, ...], at: Any) -> None:
    """T42-T47: on everybody it strikes; `at` is a cell on the grid alone."""
    attack.carry_out(ledger, id_, move, struck, at if isinstance(at, tuple) else None)


def carry_out(ledger: Ledger, unit: Unit, pending: Pending) -> None:
    """T20, T21: aimed anew; what can strike nobody any more is cancelled, spent all the same."""
    move = move_of(unit, pending.move)
    if move is None:  # declared by a ruling
        ledger.write(e.Cancelled(unit=unit.id, move=pending.move, why="unknown-move"))
        return
    said = UseMove(
        unit=unit.id,
        move=move.id,
        target=pending.target,
        near=tuple((pending.details or {}).get("near") or ()) or None,
        direction=pending.direction,  # type: ignore[arg-type]
        at=pending.at,
    )
    found = ranges.aim(ledger.state, unit, move, said)
    if isinstance(found, Refusal):
        forced = (pending.details or {}).get("forced")
        aim = ranges.meant(ledger.state, unit, move, said) if forced else Aim(struck=())
        if not aim.struck:
            ledger.write(e.Cancelled(unit=unit.id, move=move.id, why=found.code))
            return
        found = aim
    windows.take(ledger, pending)
    perform(ledger, unit.id, move, found.struck, pending.at)
