"""Rounds and turns as they go: who is next, what ends a turn, the end of the battle (T10, T58)."""

from schemas import effects as e
from schemas.state import State, Unit
from server.engine import turns
from server.engine.ledger import Ledger
from server.rules.ptu import answers, conditions, damage, economy, grapple, initiative, zones
from server.rules.ptu import league_order as league
from server.rules.ptu.data import number, takes_part


def finish(ledger: Ledger, id_: str) -> None:
    """T51: the end of a turn, its saves and bites, and what was spent is forgotten."""
    decide_outcome(ledger)
    if ledger.state.phase != "battle":
        return
    if not ledger.unit(id_).fainted:
        conditions.end(ledger, id_)
    close(ledger, id_)


def commanded_by(state: State, trainer: str) -> tuple[str, ...]:
    """T29, T30: which of the trainer's pokemon have had a turn this round (its counter `commanded`)."""
    given = state.units[trainer].counters.get("commanded", ())
    return given[1:] if isinstance(given, tuple) and given[:1] == (str(state.round),) else ()


def commanded(ledger: Ledger, id_: str) -> None:
    """T29, T30: the unit has had its turn of those that its trainer commands."""
    trainer = ledger.unit(id_).traits.get("trainer")
    if isinstance(trainer, str) and trainer in ledger.state.units:
        so_far = commanded_by(ledger.state, trainer)
        if id_ not in so_far:
            now = (str(ledger.state.round), *so_far, id_)
            ledger.write(e.CounterSet(unit=trainer, name="commanded", now=now))


def close(ledger: Ledger, id_: str) -> None:
    """The turn is over, without its end's dice."""
    commanded(ledger, id_)
    economy.reset(ledger, id_)
    turns.end_turn(ledger, id_)


def begin(ledger: Ledger, id_: str, checks: tuple[str, ...]) -> bool:
    """T51: the saves of a turn's beginning; False where the turn is over by them."""
    economy.begin(ledger, id_)
    begun = conditions.begin(ledger, id_, checks) if checks else "acts"
    if ledger.state.turn == id_ and ledger.state.checks:
        ledger.write(e.ChecksChanged(checks=()))
    if begun == "lost":
        finish(ledger, id_)
    return begun == "acts"


def take_turn(ledger: Ledger, id_: str) -> None:
    """T17: the turn goes to the unit; the one who waits has its own later."""
    turns.start_turn(ledger, id_, conditions.open_checks(ledger.state, id_))


def hand_on(ledger: Ledger) -> None:
    """T9: the turn goes to the next in the queue, once what ends at its count has ended."""
    state = ledger.state
    entry = next(one for one in state.queue if not one.done)
    if not initiative.declares(state, state.units[entry.unit]):
        initiative.expire(ledger, before=initiative.count_of(state, entry))
    initiative.follow_speed(ledger, acting=None)
    first = league.next_unit(ledger.state)
    if first is not None:
        take_turn(ledger, first)


# ---- the end -----------------------------------------------------------------------------------------


def stands(state: State, unit: Unit) -> bool:
    """T58: it could act, or be placed or sent out."""
    if unit.fainted:
        return False
    if unit.out:
        return True
    trainer = unit.traits.get("trainer")
    return trainer in state.units and not state.units[trainer].fainted


def decide_outcome(ledger: Ledger) -> None:
    """T58: one side at most is left that could act or be sent out."""
    state = ledger.state
    if state.phase != "battle":
        return
    sides = list(dict.fromkeys(unit.side for unit in state.units.values()))
    left = [
        side
        for side in sides
        if any(unit.side == side and stands(state, unit) for unit in state.units.values())
    ]
    if len(left) > 1:
        return
    ledger.write(e.OutcomeReached(winner=left[0] if left else None, reason="all-fainted"))


# ---- order after every command -----------------------------------------------------------------------


def settle(ledger: Ledger) -> None:
    """Brings the state in order: who fell, the outcome, and what goes on or (T52) ends with the battle."""
    if ledger.state.phase == "battle":
        for id_ in ledger.state.units:
            damage.fall(ledger, id_, "damage")
        decide_outcome(ledger)
    if ledger.state.phase == "battle":
        _go_on(ledger)
    elif ledger.state.phase == "ended":
        for id_ in ledger.state.units:
            conditions.end_volatile(ledger, id_, "over")


def _go_on(ledger: Ledger) -> None:
    """The battle goes on: who is off the board, what is waited for, whose turn is over or next."""
    turns.leave(ledger, {id_ for id_, unit in ledger.state.units.items() if unit.hidden})
    _fallen_in_action(ledger)
    answers.tidy(ledger)
    grapple.loosen(ledger)
    zones.part(ledger)
    _queue_only_those_there(ledger)
    _turn_over(ledger)
    _beside_a_turn(ledger)
    initiative.follow_speed(ledger, acting=ledger.state.turn)
    _keep_checks(ledger)
    _next(ledger)


def _fallen_in_action(ledger: Ledger) -> None:
    """T30: who fell after it had acted has had the turn that its trainer commands."""
    for id_, unit in ledger.state.units.items():
        if unit.fainted and economy.has_acted(unit):
            commanded(ledger, id_)


def _queue_only_those_there(ledger: Ledger) -> None:
    """Contract 8: whoever is off the board by whatever way has no place in the queue."""
    queue = ledger.state.queue
    there = tuple(one for one in queue if one.done or takes_part(ledger.unit(one.unit)))
    if there != queue:
        ledger.write(e.QueueChanged(queue=there))


def _turn_over(ledger: Ledger) -> None:
    """A turn whose unit has left the queue, or has had its turn, is over."""
    turn = ledger.state.turn
    if turn is not None and not turns.to_come(ledger.state, turn) and not _again(ledger.state, turn):
        economy.reset(ledger, turn)
        ledger.write(e.TurnEnded(unit=turn))


def _beside_a_turn(ledger: Ledger) -> None:
    """T11: what the fallen had spent, or was forced without a turn, takes nothing from a turn yet to come."""
    state = ledger.state
    for id_, unit in state.units.items():
        if unit.counters and id_ != state.turn and not turns.to_come(state, id_):
            economy.reset(ledger, id_)


def _again(state: State, id_: str) -> bool:
    """T19: a second turn of the round, which the unit owes."""
    return number(state.units[id_], economy.OWES) > 0 and takes_part(state.units[id_])


def _keep_checks(ledger: Ledger) -> None:
    state = ledger.state
    if state.turn is not None and state.checks:
        held = state.units[state.turn].statuses
        checks = tuple(name for name in state.checks if name in held)
        if checks != state.checks:
            ledger.write(e.ChecksChanged(checks=checks))


def _next(ledger: Ledger) -> None:
    """T10: the next in the queue, once nothing is pending; what lasts as long as the round ends with it."""
    state = ledger.state
    if economy.busy(state) or (state.turn is not None and not league.waits(state, state.turn)):
        return
    if league.next_unit(state) is not None:
        hand_on(ledger)
    elif not state.pending:
        initiative.expire(ledger, before=None)
        turns.expire(ledger, "round-end", None)
