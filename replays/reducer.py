"""The one reducer: a state and a fact give the next state.

Each fact has one small function, its step, that knows no rule and rolls no die. A step writes to the state
that its fold has copied and to units that are the fold's own; dicts and tuples in them it replaces as wholes.
Applying is total over the facts of `schemas.effects`: whatever a log holds, a state comes out, or
`UnknownEffect` names what this version does not know.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import force_setattr as put
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


Own = dict[str, Unit]
"""By their ids the units that a fold has copied: these it may write to, any other somebody else may hold."""


def apply(state: State, effect: e.Effect) -> State:
    """The state after one fact. Raises UnknownEffect."""
    try:
        step = _STEPS[type(effect)]
    except KeyError:
        raise UnknownEffect(None, type(effect).__name__) from None
    state = replace(state)
    step(state, {}, effect)
    return state


class Fold:
    """Facts upon a state: what they change is copied once, not for each of them.

    `state` is written to until `taken` gives it away, and nobody else's before.
    """

    __slots__ = ("_own", "state")

    def __init__(self, state: State) -> None:
        self.state, self._own = replace(state), Own()

    def add(self, effects: Iterable[e.Effect]) -> None:
        """Facts that are known; `seq` and `hash` are still those of the event before."""
        state, own = self.state, self._own
        for effect in effects:
            _STEPS[type(effect)](state, own, effect)

    def taken(self, last: Facts) -> State:
        """The state after the event that was the last; what is added from now on changes a copy."""
        taken = self.state
        put(taken, "seq", last.seq)
        put(taken, "hash", last.hash)
        self.state, self._own = replace(taken), Own()
        return taken


def fold_event(state: State, event: Facts) -> State:
    """The state after one event; its `seq` and `hash` become the state's."""
    fold = Fold(state)
    fold.add(event.effects)
    return fold.taken(event)


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


def _own(state: State, own: Own, id_: str) -> Unit | None:
    """A unit that may be written to; None if there is none. Frequent steps look into `own` first."""
    unit = own.get(id_)
    if unit is None and (frozen := state.units.get(id_)) is not None:
        if not own:
            put(state, "units", state.units.copy())
        state.units[id_] = own[id_] = unit = replace(frozen)
    return unit


def _add(state: State, own: Own, unit: Unit) -> None:
    """A unit that its fact holds too: it is copied before it changes."""
    put(state, "units", _with(state.units, unit.id, unit))
    own.pop(unit.id, None)


def _unit(state: State, own: Own, id_: str, **changes: Any) -> None:
    """Fields of a unit, if there is such a unit."""
    unit = _own(state, own, id_)
    if unit is not None:
        for name, value in changes.items():
            put(unit, name, value)


# ---- the battle --------------------------------------------------------------------------------------


def _created(state: State, own: Own, f: e.Created) -> None:
    put(state, "ruleset", f.ruleset)
    put(state, "rules", f.rules)
    put(state, "title", f.title)
    put(state, "dice", f.dice)
    put(state, "seats", f.seats)
    put(state, "settings", f.settings)
    put(state, "catalogue", f.catalogue)
    put(state, "board", f.board)
    put(state, "inventory", f.inventory)
    put(state, "meta", f.meta)


def _enlisted(state: State, own: Own, f: e.Enlisted) -> None:
    _add(state, own, f.unit)


def _started(state: State, own: Own, f: e.Started) -> None:
    put(state, "phase", "battle")


def _outcome(state: State, own: Own, f: e.OutcomeReached) -> None:
    put(state, "phase", "ended")
    put(state, "outcome", Outcome(winner=f.winner, reason=f.reason))
    put(state, "turn", None)
    put(state, "checks", ())
    put(state, "pending", ())
    put(state, "window", None)
    put(state, "ties", ())


def _ready(state: State, own: Own, f: e.Ready) -> None:
    if f.seat not in state.ready:
        put(state, "ready", (*state.ready, f.seat))
    entropy = state.entropy
    changed = _without(entropy, f.seat) if f.entropy is None else _with(entropy, f.seat, f.entropy)
    put(state, "entropy", changed)


def _seat_changed(state: State, own: Own, f: e.SeatChanged) -> None:
    if f.how == "added" and f.seat not in state.seats:
        put(state, "seats", (*state.seats, f.seat))


def _branched(state: State, own: Own, f: e.Branched) -> None:
    put(state, "title", f.title)


def _nothing(state: State, own: Own, f: e.Effect) -> None:
    pass


# ---- rounds, queue, turns ----------------------------------------------------------------------------


def _round_started(state: State, own: Own, f: e.RoundStarted) -> None:
    put(state, "round", f.round)
    put(state, "queue", ())
    put(state, "turn", None)
    put(state, "checks", ())


def _queued(state: State, own: Own, f: e.Queued) -> None:
    put(state, "queue", (*state.queue, QueueEntry(unit=f.unit, initiative=f.initiative)))


def _queue_changed(state: State, own: Own, f: e.QueueChanged) -> None:
    put(state, "queue", f.queue)


def _tied(state: State, own: Own, f: e.Tied) -> None:
    put(state, "ties", (*state.ties, f.units))


def _tie_settled(state: State, own: Own, f: e.TieSettled) -> None:
    settled = set(f.units)
    put(state, "ties", tuple(group for group in state.ties if set(group) != settled))


def _turn_started(state: State, own: Own, f: e.TurnStarted) -> None:
    put(state, "turn", f.unit)
    put(state, "checks", f.checks)


def _checks_changed(state: State, own: Own, f: e.ChecksChanged) -> None:
    put(state, "checks", f.checks)


def _turn_ended(state: State, own: Own, f: e.TurnEnded) -> None:
    unit = f.unit
    for index, entry in enumerate(state.queue):
        if not entry.done and entry.unit == unit:
            changed = list(state.queue)
            changed[index] = replace(entry, done=True)
            put(state, "queue", tuple(changed))
            break
    if state.turn == unit:
        put(state, "turn", None)
        put(state, "checks", ())


# ---- declared actions and windows --------------------------------------------------------------------


def _declared(state: State, own: Own, f: e.Declared) -> None:
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
    put(state, "pending", (*state.pending, pending))


def _not_pending(state: State, own: Own, f: e.CarriedOut | e.Cancelled) -> None:
    put(state, "pending", tuple(one for one in state.pending if one.unit != f.unit))


def _window_opened(state: State, own: Own, f: e.WindowOpened) -> None:
    put(state, "window", Window(waiting=f.waiting))


def _window_passed(state: State, own: Own, f: e.WindowPassed) -> None:
    window = state.window
    if window is not None:
        waiting = tuple(unit for unit in window.waiting if unit != f.unit)
        put(state, "window", Window(waiting=waiting))


def _window_closed(state: State, own: Own, f: e.WindowClosed) -> None:
    put(state, "window", None)


# ---- places ------------------------------------------------------------------------------------------


def _placed(state: State, own: Own, f: e.Placed) -> None:
    unit = _own(state, own, f.unit)
    if unit is not None:
        put(unit, "at", f.at)
        put(unit, "hidden", f.hidden)
        if f.footprint is not None:
            put(unit, "footprint", f.footprint)


def _moved(state: State, own: Own, f: e.Moved) -> None:
    unit = own.get(f.unit) or _own(state, own, f.unit)
    if unit is not None:
        put(unit, "at", f.to)
        if f.footprint is not None:
            put(unit, "footprint", f.footprint)


def _recalled(state: State, own: Own, f: e.Recalled) -> None:
    _unit(state, own, f.unit, at=None, out=False)
    _leave(state, f.unit)


def _released(state: State, own: Own, f: e.Released) -> None:
    _unit(state, own, f.unit, at=f.at, out=True)


def _revealed(state: State, own: Own, f: e.Revealed) -> None:
    if f.sheet is not None and f.unit not in state.units:
        _add(state, own, f.sheet)
    else:
        _unit(state, own, f.unit, hidden=False)


def _concealed(state: State, own: Own, f: e.Concealed) -> None:
    _unit(state, own, f.unit, hidden=True)


def _reserved(state: State, own: Own, f: e.Reserved) -> None:
    _unit(state, own, f.unit, reserve=True)


def _terrain_set(state: State, own: Own, f: e.TerrainSet) -> None:
    board = state.board
    if not isinstance(board, Grid):
        return
    terrain = board.terrain
    if f.kind is None:
        gone = set(f.cells)
        kept = (replace(one, cells=tuple(c for c in one.cells if c not in gone)) for one in terrain)
        terrain = tuple(one for one in kept if one.cells)
    else:
        terrain = (*terrain, Terrain(kind=f.kind, cells=f.cells, name=f.name, blocks=f.blocks))
    put(state, "board", replace(board, terrain=terrain))


# ---- units -------------------------------------------------------------------------------------------


def _hp(state: State, own: Own, f: e.Damaged | e.Healed) -> None:
    unit = own.get(f.unit) or _own(state, own, f.unit)
    if unit is not None:
        put(unit, "hp", f.now)


def _pool_changed(state: State, own: Own, f: e.PoolChanged) -> None:
    unit = own.get(f.unit) or _own(state, own, f.unit)
    if unit is not None:
        old = unit.pools.get(f.pool)
        pool = Pool(now=f.now, max=f.now if old is None else old.max)
        put(unit, "pools", _with(unit.pools, f.pool, pool))


def _stage_changed(state: State, own: Own, f: e.StageChanged) -> None:
    unit = _own(state, own, f.unit)
    if unit is not None:
        stages = _with(unit.stages, f.stat, f.now) if f.now else _without(unit.stages, f.stat)
        put(unit, "stages", stages)


def _status_gained(state: State, own: Own, f: e.StatusGained) -> None:
    unit = _own(state, own, f.unit)
    if unit is not None:
        status = Status(value=f.value, source=f.source, until=f.until)
        put(unit, "statuses", _with(unit.statuses, f.status, status))


def _status_changed(state: State, own: Own, f: e.StatusChanged) -> None:
    unit = _own(state, own, f.unit)
    if unit is not None:
        status = replace(unit.statuses.get(f.status) or Status(), value=f.value)
        put(unit, "statuses", _with(unit.statuses, f.status, status))


def _status_lost(state: State, own: Own, f: e.StatusLost) -> None:
    unit = _own(state, own, f.unit)
    if unit is not None:
        put(unit, "statuses", _without(unit.statuses, f.status))


def _leave(state: State, id_: str) -> None:
    """Out of the queue: it has no turn to come."""
    put(state, "queue", tuple(entry for entry in state.queue if entry.unit != id_))


def _fainted(state: State, own: Own, f: e.Fainted) -> None:
    _unit(state, own, f.unit, fainted=True, at=None)
    _leave(state, f.unit)


def _revived(state: State, own: Own, f: e.Revived) -> None:
    _unit(state, own, f.unit, fainted=False, hp=f.now, at=f.at)


def _unit_changed(state: State, own: Own, f: e.UnitChanged) -> None:
    changes = {
        name: value for name in f.set.__struct_fields__ if (value := getattr(f.set, name)) is not UNSET
    }
    _unit(state, own, f.unit, **changes)


def _counter_set(state: State, own: Own, f: e.CounterSet) -> None:
    owner = state if f.unit is None else _own(state, own, f.unit)
    if owner is not None:
        counters = owner.counters
        counters = _without(counters, f.name) if f.now is None else _with(counters, f.name, f.now)
        put(owner, "counters", counters)


# ---- items -------------------------------------------------------------------------------------------


def _stock(state: State, side: str, item: str, now: int) -> None:
    inventory = state.inventory
    bag = inventory.get(side, {})
    bag = _with(bag, item, now) if now else _without(bag, item)
    put(state, "inventory", _with(inventory, side, bag))


def _item_used(state: State, own: Own, f: e.ItemUsed) -> None:
    unit = state.units.get(f.unit)
    if unit is None:
        return
    if f.held:
        _unit(state, own, f.unit, held=None)
    else:
        _stock(state, unit.side, f.item, f.left)


def _item_moved(state: State, own: Own, f: e.ItemMoved) -> None:
    for holder, held in ((f.origin, None), (f.to, f.item)):
        if holder is None:
            continue
        if holder.unit is not None:
            _unit(state, own, holder.unit, held=held)
        elif holder.side is not None:
            _stock(state, holder.side, f.item, holder.now)


_STEPS: dict[type[e.Effect], Callable[[State, Own, Any], None]] = {
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
