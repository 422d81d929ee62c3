"""Rounds and turns: initiative, shaking preventions off, what ends a turn, the end (L9-L14, L17)."""

from schemas import effects as e
from schemas.state import NoBoard, Pending, State, Unit
from server.engine import turns, windows
from server.engine.dice import Ask
from server.engine.ledger import Ledger
from server.rules.legamon import PREVENTABLE, prevention
from server.rules.legamon.data import has_ability

MOVED, ACTED = "moved", "acted"
"""L10: counters of a mon: the round in which it used its movement, its ability."""
POINTS, TARGET = "points", "points-for"
"""L13: counters of a mon that has points to spend, and on whom."""
HOLDS = 4
"""L14, L15: what a die must show to end a prevention."""
SHAKE_OFF = (4, 6, 8, 10, 12)
"""L14: the die on the 2nd, 3rd, … turn prevented; the last for every later one."""


def takes_part(state: State, unit: Unit) -> bool:
    """L9: in the fight: not out, not lurking, not a reserve that has yet to come."""
    return not (unit.fainted or unit.hidden or (unit.reserve and unit.at is None))


def lost(what: str) -> str:
    """L14: the counter of turns that a mon has lost by a prevention."""
    return f"lost-{what}"


# ---- the round ---------------------------------------------------------------------------------------


def initiative_dice(state: State) -> list[Ask]:
    """L9: a d6 for every mon not out, in roster order."""
    return [Ask("initiative", id_, 6) for id_, unit in state.units.items() if takes_part(state, unit)]


def overcome_dice(state: State) -> list[tuple[Ask, str]]:
    """L14: a die for each prevention that has cost its bearer a turn, movement before ability."""
    return [
        (Ask("overcome", id_, shake_off(unit, what), needs=HOLDS), what)
        for id_, unit in state.units.items()
        for what in PREVENTABLE
        if takes_part(state, unit) and prevention(what) in unit.statuses and turns_lost(unit, what)
    ]


def turns_lost(unit: Unit, what: str) -> int:
    """L14: how many turns of its own the mon has lost by this prevention so far."""
    count = unit.counters.get(lost(what), 0)
    return count if isinstance(count, int) else 0


def shake_off(unit: Unit, what: str) -> int:
    """L14: d4 on the 2nd turn prevented, d6 on the 3rd, up to d12."""
    return SHAKE_OFF[min(turns_lost(unit, what), len(SHAKE_OFF)) - 1]


def start_round(ledger: Ledger) -> None:
    """L9, L14: initiative and preventions are rolled together, equals again; then the queue stands."""
    state = ledger.state
    first, shaken = initiative_dice(state), overcome_dice(state)
    rolled = ledger.roll_all([*first, *(ask for ask, _ in shaken)])
    totals = {str(ask.unit): _total(state, ask, values) for ask, values in zip(first, rolled, strict=False)}
    turns.start_round(ledger, _ordered(ledger, totals))
    for (ask, what), values in zip(shaken, rolled[len(first) :], strict=True):
        unit = str(ask.unit)
        ledger.write(e.Checked(unit=unit, what="overcome", roll=values[0], needs=HOLDS))
        if values[0] >= HOLDS:
            free(ledger, unit, what, "overcome")


def _total(state: State, ask: Ask, values: tuple[int, ...]) -> int:
    unit = state.units[str(ask.unit)]
    return values[0] + unit.stats.get("speed", 0) + unit.stages.get("speed", 0)


def _ordered(ledger: Ledger, totals: dict[str, int]) -> list[tuple[str, int]]:
    """L9: higher first; each group of equals rolls again until nobody in it is equal."""
    groups = _grouped(totals)
    while any(len(group) > 1 for group in groups):
        asks = [Ask("initiative", id_, 6) for group in groups if len(group) > 1 for id_ in group]
        again = {
            str(ask.unit): _total(ledger.state, ask, values)
            for ask, values in zip(asks, ledger.roll_all(asks), strict=True)
        }
        groups = [
            part
            for group in groups
            for part in (_grouped({id_: again[id_] for id_ in group}) if len(group) > 1 else [group])
        ]
    return [(id_, totals[id_]) for group in groups for id_ in group]


def _grouped(totals: dict[str, int]) -> list[list[str]]:
    values = sorted(set(totals.values()), reverse=True)
    return [[id_ for id_, total in totals.items() if total == value] for value in values]


# ---- preventions -------------------------------------------------------------------------------------


def free(ledger: Ledger, id_: str, what: str, why: str) -> None:
    """L13-L15: a prevention ends, and its count with it."""
    ledger.write(e.StatusLost(unit=id_, status=prevention(what), why=why))
    _forget(ledger, id_, lost(what))


def wear(ledger: Ledger, id_: str) -> None:
    """L13, L14: a turn that ends takes one off each prevention, and counts as lost by it."""
    unit = ledger.unit(id_)
    for what in PREVENTABLE:
        status = unit.statuses.get(prevention(what))
        if status is None:
            continue
        left = status.value
        if isinstance(left, int) and left <= 1:
            free(ledger, id_, what, "over")
            continue
        if isinstance(left, int):
            ledger.write(e.StatusChanged(unit=id_, status=prevention(what), value=left - 1))
        ledger.write(e.CounterSet(unit=id_, name=lost(what), now=turns_lost(unit, what) + 1))


def prevent(ledger: Ledger, id_: str, what: str, more: int, source: str) -> None:
    """L13: so many turns more of a prevention."""
    status = ledger.unit(id_).statuses.get(prevention(what))
    if more and status is None:
        ledger.write(e.StatusGained(unit=id_, status=prevention(what), value=more, source=source))
    elif more and status is not None and isinstance(status.value, int):
        ledger.write(e.StatusChanged(unit=id_, status=prevention(what), value=status.value + more))


def points_of(unit: Unit) -> int:
    """L13: the points that the mon has yet to spend."""
    points = unit.counters.get(POINTS, 0)
    return points if isinstance(points, int) else 0


def drop_points(ledger: Ledger, id_: str) -> None:
    """L13: what is not spent is lost."""
    for name in (POINTS, TARGET):
        _forget(ledger, id_, name)


def _forget(ledger: Ledger, id_: str, name: str) -> None:
    if name in ledger.unit(id_).counters:
        ledger.write(e.CounterSet(unit=id_, name=name, now=None))


# ---- turns -------------------------------------------------------------------------------------------


def has_used(state: State, unit: Unit, which: str) -> bool:
    """L10: whether the mon has used its movement or its ability this round."""
    return unit.counters.get(which) == state.round


def finish(ledger: Ledger, id_: str) -> None:
    """L10, L13: the turn is over."""
    turns.end_turn(ledger, id_)
    wear(ledger, id_)


def can_answer(state: State, unit: Unit) -> bool:
    """L11: its turn is still to come, and it may use abilities."""
    return takes_part(state, unit) and turns.to_come(state, unit.id) and has_ability(state, unit)


def faint(ledger: Ledger, id_: str, cause: str | None) -> None:
    """L12: out of the fight and of the queue, with what it had declared and had to spend."""
    on_turn = ledger.state.turn == id_
    ledger.write(e.Fainted(unit=id_, cause=cause))
    drop_points(ledger, id_)
    if windows.pending_of(ledger.state, id_) is not None:
        _cancel(ledger, id_, "fainted")
    if on_turn:
        turns.end_turn(ledger, id_)


def _cancel(ledger: Ledger, id_: str, why: str) -> None:
    """What a mon declared comes to nothing, and the answers to it with it."""
    for one in ledger.state.pending:
        if one.unit == id_ or one.answers == id_:
            ledger.write(e.Cancelled(unit=one.unit, move=one.move, why=why))
    if not declared(ledger.state):
        windows.wait_only_for(ledger, ())


def declared(state: State) -> Pending | None:
    """L11: the ability that waits to be carried out; answers go with it."""
    return next((one for one in state.pending if one.answers is None), None)


def decide_outcome(ledger: Ledger) -> None:
    """L17: a side with all mons out has lost; the last one left has won."""
    if ledger.state.phase != "battle":
        return
    left = {unit.side for unit in ledger.state.units.values() if not unit.fainted}
    if len(left) < 2:
        ledger.write(e.OutcomeReached(winner=next(iter(left), None), reason="all-out"))


def settle(ledger: Ledger) -> None:
    """Brings the state in order: who is out, what can still happen, the outcome, whose turn is next."""
    if ledger.state.phase != "battle":
        return
    for id_, unit in ledger.state.units.items():
        if unit.hp <= 0 and not unit.fainted:
            faint(ledger, id_, "grit")
    decide_outcome(ledger)
    if ledger.state.phase != "battle":
        return
    _tidy(ledger)
    _next_turn(ledger)


def _tidy(ledger: Ledger) -> None:
    """What a mon that is out does, or is aimed at, comes to nothing; ended preventions are forgotten."""
    out = {id_ for id_, unit in ledger.state.units.items() if not takes_part(ledger.state, unit)}
    turns.leave(ledger, out)
    for one in ledger.state.pending:
        if one.unit in out:
            _cancel(ledger, one.unit, "out")
        elif one.target in out:
            _cancel(ledger, one.unit, "target-out")
    for id_, unit in ledger.state.units.items():
        whom = str(unit.counters.get(TARGET, ""))
        if POINTS in unit.counters and (id_ in out or whom in out or whom not in ledger.state.units):
            drop_points(ledger, id_)
        for what in PREVENTABLE:
            if prevention(what) not in unit.statuses:
                _forget(ledger, id_, lost(what))
    state = ledger.state
    if state.window is not None:
        asked = state.window.waiting if declared(state) else ()
        still = (id_ for id_ in asked if can_answer(state, state.units[id_]))
        windows.wait_only_for(ledger, tuple(still))


def _next_turn(ledger: Ledger) -> None:
    """L10: a turn ends by itself when movement and ability are used; then the next begins."""
    state = ledger.state
    busy = bool(state.pending) or any(points_of(unit) for unit in state.units.values())
    if state.turn is not None and not turns.to_come(state, state.turn):
        turns.end_turn(ledger, state.turn)
    elif state.turn is not None and not busy:
        unit = state.units[state.turn]
        if has_used(state, unit, MOVED) and has_used(state, unit, ACTED):
            finish(ledger, unit.id)
    if ledger.state.turn is None and not busy:
        following = turns.next_unit(ledger.state)
        if following is None:
            turns.expire(ledger, "round-end", None)
        else:
            turns.start_turn(ledger, following)


def placeless(state: State) -> bool:
    """L1: whether the battle needs no places."""
    return isinstance(state.board, NoBoard)
