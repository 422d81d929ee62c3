"""The round's queue and whose turn it is: what every system with turns does alike."""

from collections.abc import Collection, Iterator

from schemas import effects as e
from schemas.commands import Command, StartRound
from schemas.replies import Waiting
from schemas.seats import GM, player_of
from schemas.state import QueueEntry, State, Status, Unit
from server.engine.ledger import Ledger
from server.engine.memo import PASSING, Memo, memo


def entry_of(state: State, unit: str) -> QueueEntry | None:
    """The unit's place in this round's queue."""
    for entry in state.queue:
        if entry.unit == unit:
            return entry
    return None


def to_come(state: State, unit: str) -> bool:
    """Whether the unit's turn this round is still to come, or in play."""
    entry = entry_of(state, unit)
    return entry is not None and not entry.done


def next_unit(state: State) -> str | None:
    """Who is first in the queue and has not had its turn."""
    for entry in state.queue:
        if not entry.done:
            return entry.unit
    return None


def start_battle(ledger: Ledger) -> None:
    """Begins the battle, with the entropy that seats gave while they got ready (contract 6)."""
    given = ledger.state.entropy
    ledger.write(
        e.Started(entropy=tuple((seat, given[seat]) for seat in ledger.state.seats if seat in given))
    )


def start_round(ledger: Ledger, order: list[tuple[str, int]]) -> None:
    """A new round with its queue; `order` is (unit, initiative), first to act first."""
    expire(ledger, "round-end", None)
    ledger.write(e.RoundStarted(round=ledger.state.round + 1))
    for unit, initiative in order:
        ledger.write(e.Queued(unit=unit, initiative=initiative))


def start_turn(ledger: Ledger, unit: str, checks: tuple[str, ...] = ()) -> None:
    """Gives the unit the turn; always the last fact of its event. What ends as it starts is not checked."""
    expire(ledger, "turn-start", unit)
    ledger.write(e.TurnStarted(unit=unit, checks=still_held(ledger, unit, checks)))


def still_held(ledger: Ledger, unit: str, checks: tuple[str, ...]) -> tuple[str, ...]:
    """Those of a turn's checks whose status the unit still has."""
    held = ledger.unit(unit).statuses
    return tuple([name for name in checks if name in held])


def end_turn(ledger: Ledger, unit: str) -> None:
    """Marks the unit's turn as done for the round."""
    ledger.write(e.TurnEnded(unit=unit))
    expire(ledger, "turn-end", unit)


def leave(ledger: Ledger, gone: Collection[str]) -> None:
    """Takes units out of the queue that are on no board for any rule: concealed or called away."""
    queue = ledger.state.queue
    if gone and any(entry.unit in gone for entry in queue):
        ledger.write(e.QueueChanged(queue=tuple(entry for entry in queue if entry.unit not in gone)))


def move_behind(ledger: Ledger, unit: str, after: str) -> None:
    """Puts the unit right behind another in the queue."""
    queue = ledger.state.queue
    moved = next(entry for entry in queue if entry.unit == unit)
    rest = [entry for entry in queue if entry.unit != unit]
    place = next(index for index, entry in enumerate(rest) if entry.unit == after) + 1
    ledger.write(e.QueueChanged(queue=(*rest[:place], moved, *rest[place:])))


def expire(ledger: Ledger, when: str, whose: str | None) -> None:
    """Takes off every status whose `until` (contract 7) has come."""
    for id_, name, status in _timed(ledger.state.units):
        if _over(ledger.state, id_, status, when, whose):
            ledger.write(e.StatusLost(unit=id_, status=name, why="over"))


def _that_end(units: dict[str, Unit]) -> list[tuple[str, str, Status]]:
    return [
        (id_, name, status)
        for id_, unit in units.items()
        if unit.statuses
        for name, status in unit.statuses.items()
        if status.until is not None
    ]


_timed: Memo[list[tuple[str, str, Status]]] = memo(_that_end, size=PASSING)


def _over(state: State, bearer: str, status: Status, when: str, whose: str | None) -> bool:
    until = status.until
    if until is None or state.round < until.round:
        return False
    if state.round > until.round:
        return True
    return until.when == when and (whose is None or whose == (until.unit or bearer))


def waiting(state: State, due: Command | None) -> Iterator[Waiting]:
    """Whom a battle of turns waits for: who may answer, who rolls what is due, whose turn it is.

    Where nobody stands any more and reserves are left, for the GM to send one out.
    """
    if state.window is not None:
        for id_ in state.window.waiting:
            yield Waiting(seat=player_of(state.units[id_]), unit=id_, why="window")
    elif isinstance(due, StartRound):
        yield Waiting(seat=GM, why="roll")
    elif due is not None:
        unit = state.units[str(getattr(due, "unit", ""))]
        yield Waiting(seat=player_of(unit), unit=unit.id, why="roll")
    elif state.turn is not None:
        yield Waiting(seat=player_of(state.units[state.turn]), unit=state.turn, why="turn")
    elif not state.ties:
        yield Waiting(seat=GM, why="release")
