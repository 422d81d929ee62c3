"""The one reducer: a state and a fact give the next state.

Each fact has one small function that knows no rule and rolls no die. Applying is total over the facts of
`schemas.effects`: whatever a log holds, a state comes out, or `UnknownEffect` names what this version
does not know.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from schemas import effects as e
from schemas.events import Facts, decode_facts
from schemas.state import Grid, Outcome, Pending, Pool, QueueEntry, State, Status, Terrain, Unit, Window

K = TypeVar("K")
V = TypeVar("V")

VERSION = 2
"""Of what folding gives: raised by whoever changes a step's meaning or a field of `State`, so that snapshots
made before are folded again."""


class UnknownEffect(Exception):
    """The log holds a fact that this version of the reducer does not know."""

    def __init__(self, seq: int | None, message: str) -> None:
        super().__init__(message)
        self.seq = seq
        self.message = message


def apply(state: State, effect: e.Effect) -> State:
    """The state after one fact."""
    try:
        step = _STEPS[type(effect)]
    except KeyError:
        raise UnknownEffect(None, type(effect).__name__) from None
    return step(state, effect)


def fold(state: State, effects: Iterable[e.Effect]) -> State:
    """The state after facts that are known; `seq` and `hash` are still those of the event before."""
    for effect in effects:
        state = _STEPS[type(effect)](state, effect)
    return state


def fold_event(state: State, event: Facts) -> State:
    """The state after one event; its `seq` and `hash` become the state's."""
    return replace(fold(state, event.effects), seq=event.seq, hash=event.hash)


def read_facts(body: bytes) -> Facts:
    """An event's facts from its stored bytes. Raises UnknownEffect for those of a newer server."""
    try:
        return decode_facts(body)
    except msgspec.ValidationError as error:
        raise UnknownEffect(None, str(error)) from error


def _with(mapping: dict[K, V], key: K, value: V) -> dict[K, V]:
    changed = mapping.copy()
    changed[key] = value
    return changed


def _without(mapping: dict[K, V], key: K) -> dict[K, V]:
    if key not in mapping:
        return mapping
    changed = mapping.copy()
    del changed[key]
    return changed


def _unit(state: State, id_: str, **changes: Any) -> State:
    unit = state.units.get(id_)
    return state if unit is None else _put(state, replace(unit, **changes))


def _put(state: State, unit: Unit) -> State:
    units = state.units.copy()
    units[unit.id] = unit
    return replace(state, units=units)


# ---- the battle --------------------------------------------------------------------------------------


def _created(state: State, f: e.Created) -> State:
    return replace(
        state,
        ruleset=f.ruleset,
        rules=f.rules,
        title=f.title,
        dice=f.dice,
        seats=f.seats,
        settings=f.settings,
        catalogue=f.catalogue,
        board=f.board,
        inventory=f.inventory,
        meta=f.meta,
    )


def _enlisted(state: State, f: e.Enlisted) -> State:
    return replace(state, units=_with(state.units, f.unit.id, f.unit))


def _started(state: State, f: e.Started) -> State:
    return replace(state, phase="battle")


def _outcome(state: State, f: e.OutcomeReached) -> State:
    return replace(
        state,
        phase="ended",
        outcome=Outcome(winner=f.winner, reason=f.reason),
        turn=None,
        checks=(),
        pending=(),
        window=None,
        ties=(),
    )


def _ready(state: State, f: e.Ready) -> State:
    ready = state.ready if f.seat in state.ready else (*state.ready, f.seat)
    entropy = _without(state.entropy, f.seat)
    if f.entropy is not None:
        entropy = _with(entropy, f.seat, f.entropy)
    return replace(state, ready=ready, entropy=entropy)


def _seat_changed(state: State, f: e.SeatChanged) -> State:
    if f.how == "added" and f.seat not in state.seats:
        return replace(state, seats=(*state.seats, f.seat))
    return state


def _branched(state: State, f: e.Branched) -> State:
    return replace(state, title=f.title)


def _nothing(state: State, f: e.Effect) -> State:
    return state


# ---- rounds, queue, turns ----------------------------------------------------------------------------


def _round_started(state: State, f: e.RoundStarted) -> State:
    return replace(state, round=f.round, queue=(), turn=None, checks=())


def _queued(state: State, f: e.Queued) -> State:
    return replace(state, queue=(*state.queue, QueueEntry(unit=f.unit, initiative=f.initiative)))


def _queue_changed(state: State, f: e.QueueChanged) -> State:
    return replace(state, queue=f.queue)


def _tied(state: State, f: e.Tied) -> State:
    return replace(state, ties=(*state.ties, f.units))


def _tie_settled(state: State, f: e.TieSettled) -> State:
    settled = set(f.units)
    return replace(state, ties=tuple(group for group in state.ties if set(group) != settled))


def _turn_started(state: State, f: e.TurnStarted) -> State:
    return replace(state, turn=f.unit, checks=f.checks)


def _checks_changed(state: State, f: e.ChecksChanged) -> State:
    return replace(state, checks=f.checks)


def _turn_ended(state: State, f: e.TurnEnded) -> State:
    unit, queue = f.unit, state.queue
    for index, entry in enumerate(queue):
        if not entry.done and entry.unit == unit:
            changed = list(queue)
            changed[index] = replace(entry, done=True)
            queue = tuple(changed)
            break
    if state.turn == unit:
        return replace(state, turn=None, checks=(), queue=queue)
    return replace(state, queue=queue)


# ---- declared actions and windows --------------------------------------------------------------------


def _declared(state: State, f: e.Declared) -> State:
    pending = Pending(
        unit=f.unit,
        action=f.action,
        move=f.move,
        target=f.target,
        direction=f.direction,
        at=f.at,
        item=f.item,
        answers=f.answers,
        details=f.details,
    )
    return replace(state, pending=(*state.pending, pending))


def _not_pending(state: State, f: e.CarriedOut | e.Cancelled) -> State:
    return replace(state, pending=tuple(one for one in state.pending if one.unit != f.unit))


def _window_opened(state: State, f: e.WindowOpened) -> State:
    return replace(state, window=Window(waiting=f.waiting))


def _window_passed(state: State, f: e.WindowPassed) -> State:
    if state.window is None:
        return state
    waiting = tuple(unit for unit in state.window.waiting if unit != f.unit)
    return replace(state, window=Window(waiting=waiting))


def _window_closed(state: State, f: e.WindowClosed) -> State:
    return replace(state, window=None)


# ---- places ------------------------------------------------------------------------------------------


def _placed(state: State, f: e.Placed) -> State:
    if f.footprint is None:
        return _unit(state, f.unit, at=f.at, hidden=f.hidden)
    return _unit(state, f.unit, at=f.at, hidden=f.hidden, footprint=f.footprint)


def _moved(state: State, f: e.Moved) -> State:
    unit = state.units.get(f.unit)
    if unit is None:
        return state
    if f.footprint is not None:
        return _put(state, replace(unit, at=f.to, footprint=f.footprint))
    return _put(state, replace(unit, at=f.to))


def _recalled(state: State, f: e.Recalled) -> State:
    return _leave(_unit(state, f.unit, at=None, out=False), f.unit)


def _released(state: State, f: e.Released) -> State:
    return _unit(state, f.unit, at=f.at, out=True)


def _revealed(state: State, f: e.Revealed) -> State:
    if f.sheet is not None and f.unit not in state.units:
        return replace(state, units=_with(state.units, f.unit, f.sheet))
    return _unit(state, f.unit, hidden=False)


def _concealed(state: State, f: e.Concealed) -> State:
    return _unit(state, f.unit, hidden=True)


def _reserved(state: State, f: e.Reserved) -> State:
    return _unit(state, f.unit, reserve=True)


def _terrain_set(state: State, f: e.TerrainSet) -> State:
    board = state.board
    if not isinstance(board, Grid):
        return state
    terrain = board.terrain
    if f.kind is None:
        gone = set(f.cells)
        kept = (replace(one, cells=tuple(c for c in one.cells if c not in gone)) for one in terrain)
        terrain = tuple(one for one in kept if one.cells)
    else:
        terrain = (*terrain, Terrain(kind=f.kind, cells=f.cells, name=f.name, blocks=f.blocks))
    return replace(state, board=replace(board, terrain=terrain))


# ---- units -------------------------------------------------------------------------------------------


def _hp(state: State, f: e.Damaged | e.Healed) -> State:
    unit = state.units.get(f.unit)
    return state if unit is None else _put(state, replace(unit, hp=f.now))


def _pool_changed(state: State, f: e.PoolChanged) -> State:
    unit = state.units.get(f.unit)
    if unit is None:
        return state
    old = unit.pools.get(f.pool)
    pool = Pool(now=f.now, max=f.now if old is None else old.max)
    return _put(state, replace(unit, pools=_with(unit.pools, f.pool, pool)))


def _stage_changed(state: State, f: e.StageChanged) -> State:
    unit = state.units.get(f.unit)
    if unit is None:
        return state
    stages = _with(unit.stages, f.stat, f.now) if f.now else _without(unit.stages, f.stat)
    return _unit(state, f.unit, stages=stages)


def _status_gained(state: State, f: e.StatusGained) -> State:
    unit = state.units.get(f.unit)
    if unit is None:
        return state
    status = Status(value=f.value, source=f.source, until=f.until)
    return _unit(state, f.unit, statuses=_with(unit.statuses, f.status, status))


def _status_changed(state: State, f: e.StatusChanged) -> State:
    unit = state.units.get(f.unit)
    if unit is None:
        return state
    status = replace(unit.statuses.get(f.status) or Status(), value=f.value)
    return _unit(state, f.unit, statuses=_with(unit.statuses, f.status, status))


def _status_lost(state: State, f: e.StatusLost) -> State:
    unit = state.units.get(f.unit)
    if unit is None:
        return state
    return _unit(state, f.unit, statuses=_without(unit.statuses, f.status))


def _leave(state: State, id_: str) -> State:
    """Out of the queue: it has no turn to come."""
    return replace(state, queue=tuple(entry for entry in state.queue if entry.unit != id_))


def _fainted(state: State, f: e.Fainted) -> State:
    return _leave(_unit(state, f.unit, fainted=True, at=None), f.unit)


def _revived(state: State, f: e.Revived) -> State:
    return _unit(state, f.unit, fainted=False, hp=f.now, at=f.at)


def _unit_changed(state: State, f: e.UnitChanged) -> State:
    changes = {
        name: value for name in f.set.__struct_fields__ if (value := getattr(f.set, name)) is not UNSET
    }
    return _unit(state, f.unit, **changes)


def _counter_set(state: State, f: e.CounterSet) -> State:
    counters: dict[str, Any]
    if f.unit is None:
        counters = state.counters
    elif f.unit in state.units:
        counters = state.units[f.unit].counters
    else:
        return state
    counters = _without(counters, f.name) if f.now is None else _with(counters, f.name, f.now)
    if f.unit is None:
        return replace(state, counters=counters)
    return _unit(state, f.unit, counters=counters)


# ---- items -------------------------------------------------------------------------------------------


def _stock(state: State, side: str, item: str, now: int) -> State:
    bag = state.inventory.get(side, {})
    bag = _with(bag, item, now) if now else _without(bag, item)
    return replace(state, inventory=_with(state.inventory, side, bag))


def _item_used(state: State, f: e.ItemUsed) -> State:
    unit = state.units.get(f.unit)
    if unit is None:
        return state
    if f.held:
        return _unit(state, f.unit, held=None)
    return _stock(state, unit.side, f.item, f.left)


def _item_moved(state: State, f: e.ItemMoved) -> State:
    for holder, held in ((f.origin, None), (f.to, f.item)):
        if holder is None:
            continue
        if holder.unit is not None:
            state = _unit(state, holder.unit, held=held)
        elif holder.side is not None:
            state = _stock(state, holder.side, f.item, holder.now)
    return state


_STEPS: dict[type[e.Effect], Callable[[State, Any], State]] = {
    e.Created: _created,
    e.Enlisted: _enlisted,
    e.Placed: _placed,
    e.Reserved: _reserved,
    e.Started: _started,
    e.RoundStarted: _round_started,
    e.Queued: _queued,
    e.QueueChanged: _queue_changed,
    e.Tied: _tied,
    e.TieSettled: _tie_settled,
    e.TurnStarted: _turn_started,
    e.ChecksChanged: _checks_changed,
    e.TurnSkipped: _nothing,
    e.TurnEnded: _turn_ended,
    e.Moved: _moved,
    e.Declared: _declared,
    e.WindowOpened: _window_opened,
    e.WindowPassed: _window_passed,
    e.WindowClosed: _window_closed,
    e.CarriedOut: _not_pending,
    e.Cancelled: _not_pending,
    e.Checked: _nothing,
    e.Missed: _nothing,
    e.Damaged: _hp,
    e.Healed: _hp,
    e.PoolChanged: _pool_changed,
    e.StageChanged: _stage_changed,
    e.StageBlocked: _nothing,
    e.StatusGained: _status_gained,
    e.StatusChanged: _status_changed,
    e.StatusLost: _status_lost,
    e.StatusBlocked: _nothing,
    e.ItemUsed: _item_used,
    e.ItemMoved: _item_moved,
    e.Fainted: _fainted,
    e.Revived: _revived,
    e.Revealed: _revealed,
    e.Concealed: _concealed,
    e.UnitChanged: _unit_changed,
    e.SeatChanged: _seat_changed,
    e.Recalled: _recalled,
    e.Released: _released,
    e.CounterSet: _counter_set,
    e.TerrainSet: _terrain_set,
    e.OutcomeReached: _outcome,
    e.Rewound: _nothing,
    e.Branched: _branched,
    e.Noted: _nothing,
    e.Ruled: _nothing,
    e.Ready: _ready,
}
