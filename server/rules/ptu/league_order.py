"""T6: in the league, trainers declare one after the other before anything is carried out."""

from schemas import effects as e
from schemas.state import Pending, State
from server.engine import turns
from server.engine.ledger import Ledger
from server.rules.ptu import economy, initiative
from server.rules.ptu.data import number


def declared(state: State) -> list[Pending]:
    """What trainers have declared and not all carried out."""
    return [one for one in state.pending if one.action == economy.DECLARE]


def still_declared(ledger: Ledger, before: list[Pending]) -> None:
    """What a trainer has declared stays, whatever else of it was carried out or cancelled meanwhile."""
    for one in before:
        if not ledger.unit(one.unit).fainted and one not in declared(ledger.state):
            ledger.write(e.Declared(unit=one.unit, action=one.action, details=one.details))


def has_declared(state: State, id_: str) -> bool:
    """Whether something that the unit declared is not carried out yet."""
    return any(one.unit == id_ for one in declared(state))


def waits(state: State, id_: str) -> bool:
    """Whether the unit's turn waits for its declaration to be carried out."""
    return has_declared(state, id_) and not number(state.units[id_], "carrying")


def next_unit(state: State) -> str | None:
    """Who is next: trainers without a declaration, then what was declared, then the pokemon."""
    waiting = {one.unit for one in declared(state)}
    if not waiting:
        return turns.next_unit(state)
    return next(
        (
            entry.unit
            for entry in state.queue
            if not entry.done
            and entry.unit not in waiting
            and initiative.phase(state, state.units[entry.unit]) == 0
        ),
        None,
    )


def due(state: State) -> str | None:
    """T6: whose declaration is carried out now, from high to low; none while somebody may yet declare."""
    waiting = declared(state)
    if not waiting or economy.busy(state):
        return None
    if state.turn is not None and not any(one.unit == state.turn for one in waiting):
        return None
    if next_unit(state) is not None:
        return None
    going = next((one.unit for one in waiting if number(state.units[one.unit], "carrying")), None)
    low_to_high = {entry.unit: place for place, entry in enumerate(state.queue)}
    return going or max(
        (one.unit for one in waiting),
        key=lambda id_: (initiative.speed(state.units[id_]), low_to_high.get(id_, -1)),
    )
