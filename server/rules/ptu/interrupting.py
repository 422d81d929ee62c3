"""T20-T22, T56: answering what was declared, by an interrupt or an attack of opportunity."""

from schemas import effects as e
from schemas.state import State, Unit
from server.engine import windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import answers, conditions, economy, frequency, opportunity
from server.rules.ptu.commands import Interrupt
from server.rules.ptu.data import Move, move_of
from server.rules.ptu.readiness import Why, able
from server.rules.ptu.using import aimed, check_move, perform


def check(state: State, said: Interrupt, seat: str) -> Why:
    """T20-T22: somebody who is waited for, with an interrupt."""
    unit = state.units[said.unit]
    yield from able(state, unit)
    if state.window is None:
        yield Refusal("no-window", "T20")
        return
    if opportunity.is_one(state, unit, said.move):
        yield from opportunity.check(state, unit, said)
        return
    move = move_of(unit, said.move)
    if conditions.unready(unit):
        yield Refusal("cannot-act", "T22", "unready", {"unit": unit.id})
    if any(one.unit == unit.id and one.action != economy.DECLARE for one in state.pending):
        yield Refusal("not-eligible", "T21", "declared-already", {"unit": unit.id})
    if move is not None and not move.interrupts:
        yield Refusal("not-eligible", "T20", "no-interrupt", {"unit": unit.id, "move": move.id})
    why = answers.pays(state, unit, *(() if move is None else economy.kinds_of(move)))
    if why is not None:
        yield why
    if not windows.waits_for(state, unit.id):
        yield Refusal("not-eligible", "T20", "not-waited-for", {"unit": unit.id})
    yield from check_move(state, unit, move, said)


def interrupt(ledger: Ledger, said: Interrupt) -> None:
    """T20, T21: spent now; the only answer happens at once, several fastest first when all have answered."""
    unit = ledger.unit(said.unit)
    move = move_of(unit, said.move)
    assert move is not None
    aim = aimed(ledger.state, unit, move, said)
    if not _pay(ledger, unit, move):
        return
    declared = e.Declared(
        unit=unit.id, action="interrupt", move=move.id, target=aim.target, direction=aim.direction,
        at=said.at, details=windows.details(near=said.near, forced=said.force is not None),
    )  # fmt: skip
    if not answers.waits(ledger, declared):
        perform(ledger, unit.id, move, aim.struck, said.at)


def _pay(ledger: Ledger, unit: Unit, move: Move) -> bool:
    """T20, T56: an attack of opportunity is free, once a round; an interrupt costs this turn or the next."""
    if opportunity.is_one(ledger.state, unit, move.id):
        ledger.write(e.CounterSet(unit=unit.id, name=opportunity.USED, now=ledger.state.round))
        return True
    frequency.use(ledger, unit.id, move)
    return answers.pay(ledger, unit.id, *economy.kinds_of(move))
