"""The battle's course: release, rounds, fainting, the end (D9, D13, D14)."""

from schemas import commands as c
from schemas import effects as e
from schemas.state import State
from server.engine import turns
from server.engine.ledger import Ledger
from server.rules.duel import stages, statuses, trainers

FIRST_DIE = 6
SEAT_THAT_RELEASED_FIRST = 4
"""D9: at this or more it chooses."""


def due(state: State) -> c.Command | None:
    """D9, D10, D13: a round once both have somebody out, the carrying out once both have ordered."""
    if state.phase != "battle" or trainers.releasing(state):
        return None
    if not trainers.in_play(state):
        return c.StartRound()
    return c.CarryOut() if trainers.complete(state) else None


def needs_first_die(state: State) -> bool:
    """D9: unless `settings.first` or the master said who begins."""
    return trainers.first(state) is None and state.settings.get("first") is None


def start_round(ledger: Ledger) -> None:
    """D9: with the first round the die says who chooses, unless `settings.first` names a seat."""
    state = ledger.state
    if needs_first_die(state) and trainers.chooser(state) is None:
        roll = ledger.roll_one("first", None, FIRST_DIE)
        sides = trainers.sides(state)
        began = trainers.released_first(state) or sides[0]
        other = next(side for side in sides if side != began)
        chooses = began if roll >= SEAT_THAT_RELEASED_FIRST else other
        ledger.write(e.CounterSet(name="chooser", now=chooses))
    elif trainers.first(state) is None and not needs_first_die(state):
        named = trainers.side_of(state, str(state.settings["first"]))
        ledger.write(e.CounterSet(name="first", now=named or trainers.sides(state)[0]))
    turns.start_round(ledger, [])


def release(ledger: Ledger, id_: str) -> None:
    """D1, D9: it comes out, and its sheet becomes known."""
    unit = ledger.unit(id_)
    if trainers.released_first(ledger.state) is None:
        ledger.write(e.CounterSet(name="released-first", now=unit.side))
    told = {name: unit.traits.get(name) for name in ("gender", "nature", "features")}
    ledger.write(e.Released(unit=id_, ability=unit.ability, level=unit.level, **told))


def recall(ledger: Ledger, id_: str) -> None:
    """D13: keeps HP and status, loses its stages; toxic begins at 10 % again."""
    stages.clear(ledger, id_)
    statuses.rest(ledger, id_)
    ledger.write(e.Recalled(unit=id_))


def end_of_round(ledger: Ledger) -> None:
    """D11, D13: what burns and poisons bites, in order of speed."""
    state = ledger.state
    if not trainers.lost(state):
        order = [unit for side in trainers.in_order(state) if (unit := stages.active(state, side))]
        order.sort(key=lambda unit: -trainers.speed_of(state, unit))
        for unit in order:
            statuses.bite(ledger, unit.id)
    ledger.write(e.CounterSet(name="played", now=state.round))
    turns.expire(ledger, "round-end", None)


def settle(ledger: Ledger) -> None:
    """D5, D14: who has no HP faints, who fell goes in, who has none left has lost, the stats count anew."""
    if ledger.state.phase != "battle":
        return
    for id_, unit in ledger.state.units.items():
        if unit.hp <= 0 and not unit.fainted:
            ledger.write(e.Fainted(unit=id_, cause="damage"))
    for id_ in ledger.state.units:
        _tidy(ledger, id_)
    if _ended(ledger):
        return
    stages.sync(ledger)


def _tidy(ledger: Ledger, id_: str) -> None:
    unit = ledger.unit(id_)
    if unit.fainted and unit.out:
        recall(ledger, id_)
    if not stages.fights(ledger.unit(id_)) and any(one.unit == id_ for one in ledger.state.pending):
        ledger.write(e.Cancelled(unit=id_, why="fainted" if unit.fainted else "not-out"))


def _ended(ledger: Ledger) -> bool:
    """D14: both at once: nobody has won."""
    sides, lost = trainers.sides(ledger.state), trainers.lost(ledger.state)
    if not lost:
        return False
    winner = next((side for side in sides if side not in lost), None)
    ledger.write(e.OutcomeReached(winner=winner, reason="none-left"))
    return True


def faint(ledger: Ledger, id_: str, cause: str | None) -> None:
    """Takes a creature out; `settle` does what follows (D14)."""
    ledger.write(e.Fainted(unit=id_, cause=cause))
