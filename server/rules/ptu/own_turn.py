"""What a unit does with its turn itself: holds, trades, stands up, ends it (T7, T11, T12, T53)."""

from schemas import commands as c
from schemas import effects as e
from schemas.state import State
from server.engine import turns, windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import answers, conditions, economy, initiative, opportunity, turn
from server.rules.ptu.commands import Stand, Trade
from server.rules.ptu.data import number
from server.rules.ptu.readiness import Why, acting, awake, its_turn, must_declare, on_turn


def check_pass(state: State, said: c.Pass, seat: str) -> Why:
    """T11, T20: lets what was declared go on, or ends the turn."""
    unit = state.units[said.unit]
    if state.window is not None:
        if not windows.waits_for(state, unit.id):
            yield Refusal("not-eligible", "T20", "not-waited-for", {"unit": unit.id})
        return
    yield from on_turn(state, unit)


def pass_on(ledger: Ledger, said: c.Pass) -> None:
    """T11, T20: declines to answer, or ends the turn."""
    if windows.waits_for(ledger.state, said.unit):
        windows.let_go(ledger, said.unit)
    else:
        turn.finish(ledger, said.unit)


def check_delay(state: State, said: c.Delay, seat: str) -> Why:
    """T7: once a round, before anything was done, to a lower count; saves, open or made, do not hinder."""
    unit = state.units[said.unit]
    if said.after is not None or said.until is None:
        yield Refusal("malformed", why="delay-until", facts={"path": "$.until"})
        return
    yield from its_turn(state, unit)
    yield from awake(unit)
    if unit.counters.get("delayed") == state.round:
        yield Refusal("already-delayed", "T7", facts={"unit": unit.id})
    if must_declare(state, unit):
        yield Refusal("cannot-delay", "T6", "declare-first", {"unit": unit.id})
    own = initiative.speed(unit)
    if economy.has_done(unit) or not turns.to_come(state, unit.id):
        yield Refusal("cannot-delay", "T7", "begun", {"unit": unit.id})
    if not 0 <= said.until < own:
        yield Refusal("cannot-delay", "T7", "not-lower", {"unit": unit.id, "own": own, "until": said.until})


def delay(ledger: Ledger, said: c.Delay) -> None:
    """T7, T9: the turn goes to whoever is now first."""
    if said.until is None or turns.entry_of(ledger.state, said.unit) is None:
        return
    conditions.keep_saves(ledger, said.unit)
    initiative.hold(ledger, said.unit, said.until)
    if ledger.state.turn == said.unit:
        turn.hand_on(ledger)


def check_trade(state: State, said: Trade, seat: str) -> Why:
    """T12."""
    yield from acting(state, state.units[said.unit], "standard")


def trade(ledger: Ledger, said: Trade) -> None:
    """T12."""
    if not economy.spend(ledger, said.unit, "standard"):
        return
    name = f"extra_{said.standard_for}"
    ledger.write(e.CounterSet(unit=said.unit, name=name, now=number(ledger.unit(said.unit), name) + 1))


def check_stand(state: State, said: Stand, seat: str) -> Why:
    """T14, T53."""
    unit = state.units[said.unit]
    yield from on_turn(state, unit)
    yield from awake(unit)
    why = economy.spent(unit, "shift")
    if why is not None:
        yield why
    if "tripped" not in unit.statuses:
        yield Refusal("impossible", "T53", "not-tripped", {"unit": unit.id})


def stand(ledger: Ledger, said: Stand) -> None:
    """T53, T56."""
    economy.spend(ledger, said.unit, "shift")
    foes = opportunity.by_rising(ledger.state, ledger.unit(said.unit))
    if not answers.declare(ledger, e.Declared(unit=said.unit, action="stand"), foes):
        rise(ledger, said.unit)


def rise(ledger: Ledger, id_: str) -> None:
    """T53: on its feet again."""
    if "tripped" in ledger.unit(id_).statuses:
        ledger.write(e.StatusLost(unit=id_, status="tripped", why="stood-up"))
