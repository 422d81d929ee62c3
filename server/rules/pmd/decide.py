"""What commands do: one function a command. Each holds for whatever `check` lets the GM force."""

from typing import Any

from schemas import commands as c
from schemas import effects as e
from schemas.seats import GM
from schemas.state import Pending, State
from server.engine import grid, shown, turns, windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.engine.system import Decisions
from server.rules.pmd import items, outcomes, statuses, strikes, targeting
from server.rules.pmd.check import free_use, reach
from server.rules.pmd.commands import Equip, SettleTie
from server.rules.pmd.data import BASIC_ATTACK, Move, item_of, move_of
from server.rules.pmd.turn import WISH, answerers, finish, start_round, untie

# ---- set-up ------------------------------------------------------------------------------------------


def _place(ledger: Ledger, said: c.Place) -> None:
    hidden = said.hidden or ledger.unit(said.unit).hidden
    ledger.write(e.Placed(unit=said.unit, at=said.at, hidden=hidden))
    if ledger.state.phase == "battle" and not hidden:
        outcomes.hooks(ledger, said.unit, "enters")


def _start(ledger: Ledger, said: c.Start) -> None:
    turns.start_battle(ledger)
    for id_, unit in ledger.state.units.items():
        if unit.at is not None and not unit.hidden:
            outcomes.hooks(ledger, id_, "enters")


def _equip(ledger: Ledger, said: Equip) -> None:
    items.equip(ledger, ledger.unit(said.unit), said.item)


def _settle_tie(ledger: Ledger, said: SettleTie) -> None:
    """P9: the order stands once every seat of the group has sent the same; the GM alone may settle it."""
    state = ledger.state
    group = next(group for group in state.ties if set(group) == set(said.order))
    if ledger.by != GM:
        for id_ in group:
            if state.units[id_].seat == ledger.by:
                ledger.write(e.CounterSet(unit=id_, name=WISH, now=said.order))
        if any(ledger.unit(id_).counters.get(WISH) != said.order for id_ in group):
            return
    places = iter(said.order)
    entries = {entry.unit: entry for entry in state.queue}
    queue = tuple(entries[next(places)] if entry.unit in group else entry for entry in state.queue)
    ledger.write(e.QueueChanged(queue=queue))
    untie(ledger, group)


# ---- rounds and turns --------------------------------------------------------------------------------


def _start_round(ledger: Ledger, said: c.StartRound) -> None:
    start_round(ledger)


def _begin_turn(ledger: Ledger, said: c.BeginTurn) -> None:
    _begin(ledger, said.unit, ledger.state.checks)


def _begin(ledger: Ledger, id_: str, checks: tuple[str, ...]) -> bool:
    """P29, P31-P33: the checks a turn begins with; False where the turn is over by them."""
    if ledger.state.turn != id_:
        turns.expire(ledger, "turn-start", id_)
        checks = turns.still_held(ledger, id_, checks)
    begun = statuses.begin(ledger, id_, checks) if checks else "acts"
    if ledger.state.turn == id_ and ledger.state.checks:
        ledger.write(e.ChecksChanged(checks=()))
    if begun == "hit-itself":
        strikes.hit_itself(ledger, id_, BASIC_ATTACK)
    if begun != "acts":
        finish(ledger, id_, acted=begun == "hit-itself")
    return begun == "acts"


def _pass(ledger: Ledger, said: c.Pass) -> None:
    if windows.waits_for(ledger.state, said.unit):
        windows.let_go(ledger, said.unit)
    else:
        finish(ledger, said.unit, acted=False)


def _delay(ledger: Ledger, said: c.Delay) -> None:
    """P30: checks that were made already are not made again."""
    state = ledger.state
    unit = state.units[said.unit]
    begun = state.turn == unit.id and not state.checks
    made = statuses.to_check(unit) if begun else statuses.checks_made(state, unit)
    ledger.write(e.CounterSet(unit=said.unit, name=statuses.DELAYED, now=state.round))
    if made or statuses.MADE in unit.counters:
        ledger.write(e.CounterSet(unit=said.unit, name=statuses.MADE, now=made or None))
    after = said.after
    if after not in (None, said.unit) and turns.to_come(state, after) and turns.to_come(state, said.unit):
        turns.move_behind(ledger, said.unit, after)
    first = turns.next_unit(ledger.state)
    if state.turn == said.unit and first is not None:
        turns.start_turn(ledger, first, statuses.open_checks(ledger.state, first))


# ---- actions -----------------------------------------------------------------------------------------


def _move(ledger: Ledger, said: c.Move) -> None:
    to = said.to if said.path is None else said.path[-1]
    details = windows.details(forced=said.force is not None)
    if _declared(ledger, said.unit, "move", at=to, details=details):
        return
    _walk(ledger, said.unit, to)
    finish(ledger, said.unit, acted=True)


def _walk(ledger: Ledger, id_: str, to: Any) -> None:
    """P12: the path is the straight line there (a forced one may be none)."""
    here = grid.cell_of(ledger.unit(id_))
    step = grid.direction(here, to) if here is not None else None
    path = tuple(grid.line(ledger.state.board, here, step, grid.steps(here, to))) if here and step else (to,)
    ledger.write(e.Moved(unit=id_, origin=here, to=to, path=path, how="move"))


def _use_move(ledger: Ledger, said: c.UseMove) -> None:
    """P25, P26, P29: begun first where its turn begins here; declared where somebody may answer."""
    unit = ledger.unit(said.unit)
    move = move_of(unit, said.move)
    assert move is not None
    if not _begin(ledger, unit.id, _before(ledger.state, unit.id, move)):
        return
    aim = _aim(ledger.state, said.unit, move, said)
    details = windows.details(frozen="freeze" in ledger.unit(unit.id).statuses)
    if not move.priority and _declared(
        ledger,
        unit.id,
        "use-move",
        move=move.id,
        target=aim.target,
        direction=aim.direction,
        at=said.at,
        details=details,
    ):
        return
    _perform(ledger, unit.id, move, aim, said.at)


def _before(state: State, id_: str, move: Move) -> tuple[str, ...]:
    """P23, P29: the checks that come before the move; a fire attack needs none against freezing."""
    checks = state.checks if state.turn == id_ else statuses.open_checks(state, id_)
    return tuple(name for name in checks if name != "freeze") if move.fire_attack else checks


def _aim(state: State, id_: str, move: Move, said: c.Aimed) -> targeting.Aim:
    """Whom the move reaches; one forced past a refusal goes where the command says, whoever is there."""
    unit = state.units[id_]
    found = targeting.aim(state, unit, move, said)
    if isinstance(found, Refusal):
        return targeting.aim_anew(state, unit, move, said.direction, said.target)
    return found


def _perform(ledger: Ledger, id_: str, move: Move, aim: targeting.Aim, at: Any) -> None:
    strikes.carry_out(ledger, id_, move, aim, at if isinstance(at, tuple) else None)
    finish(ledger, id_, acted=True)


def _interrupt(ledger: Ledger, said: c.Interrupt) -> None:
    """P27, P29: carried out at once; that was its turn."""
    unit = ledger.unit(said.unit)
    move = move_of(unit, said.move)
    assert move is not None
    if _begin(ledger, unit.id, _before(ledger.state, unit.id, move)):
        aim = _aim(ledger.state, unit.id, move, said)
        _perform(ledger, unit.id, move, aim, said.at)


def _use_item(ledger: Ledger, said: c.UseItem) -> None:
    unit = ledger.unit(said.unit)
    direction: str | None = said.direction
    item = item_of(ledger.state, said.item)
    if item is not None and item.throw is not None:
        found = targeting.throw(ledger.state, unit, item.throw.over, said)
        direction = direction if isinstance(found, Refusal) else found.direction
    if free_use(ledger.state, unit, said):
        items.use(ledger, unit, said, direction)
        return
    details = windows.details(held=said.held)
    aim = {"target": said.target, "direction": direction, "at": said.at}
    if _declared(ledger, unit.id, "use-item", item=said.item, details=details, **aim):
        return
    items.use(ledger, unit, said, direction)
    finish(ledger, unit.id, acted=True)


def _declared(ledger: Ledger, id_: str, action: str, **said: Any) -> bool:
    """P26: whether the action is only declared, because an opponent may answer it."""
    state = ledger.state
    windowed = state.settings["windows"]
    if windowed == "none" or (windowed == "moves" and action != "use-move") or state.turn != id_:
        return False
    waiting = answerers(state, ledger.unit(id_))
    if not waiting:
        return False
    windows.declare(ledger, e.Declared(unit=id_, action=action, **said), waiting)
    return True


# ---- carrying out ------------------------------------------------------------------------------------


def _carry_out(ledger: Ledger, said: c.CarryOut) -> None:
    """P28: what was declared happens, aimed anew, or is cancelled."""
    pending = ledger.state.pending[0]
    unit = ledger.unit(pending.unit)
    move = move_of(unit, pending.move) if pending.move is not None else None
    if statuses.helpless(unit) and ("sleep" in unit.statuses or not _was_frozen(pending)):
        ledger.write(e.Cancelled(unit=unit.id, move=pending.move, why="helpless"))
        finish(ledger, unit.id, acted=False)
        return
    if move is not None:
        windows.take(ledger, pending)
        aim = targeting.aim_anew(ledger.state, unit, move, pending.direction, pending.target)
        _perform(ledger, unit.id, move, aim, pending.at)
    elif pending.action == "move":
        _carry_out_move(ledger, pending)
    else:
        _carry_out_item(ledger, pending)


def _was_frozen(pending: Pending) -> bool:
    """P23: a fire attack declared in ice; only who was frozen after it declared is helpless (P28)."""
    return bool((pending.details or {}).get("frozen"))


def _carry_out_move(ledger: Ledger, pending: Pending) -> None:
    """P12, P28: the way there as it is then; where a forced one leads is only asked to be free."""
    to = pending.at
    possible = isinstance(to, tuple) and outcomes.free(ledger, to)
    if possible and not (pending.details or {}).get("forced"):
        possible = next(reach(ledger.state, ledger.unit(pending.unit), to), None) is None
    if not possible:
        ledger.write(e.Cancelled(unit=pending.unit, why="blocked"))
    else:
        windows.take(ledger, pending)
        _walk(ledger, pending.unit, to)
    finish(ledger, pending.unit, acted=possible)


def _carry_out_item(ledger: Ledger, pending: Pending) -> None:
    held = bool((pending.details or {}).get("held"))
    said = c.UseItem(
        unit=pending.unit, item=pending.item or "", target=pending.target, at=pending.at, held=held
    )
    unit = ledger.unit(pending.unit)
    item = items.in_reach(ledger.state, unit, said)
    idle = isinstance(item, Refusal) or (
        item.throw is None and next(iter(items.check(ledger.state, unit, said, item)), None) is not None
    )
    if idle:
        ledger.write(e.Cancelled(unit=unit.id, why="does-nothing"))
    else:
        windows.take(ledger, pending)
        items.use(ledger, unit, said, pending.direction)
    finish(ledger, unit.id, acted=not idle)


def _reveal(ledger: Ledger, said: c.Reveal) -> None:
    ledger.write(shown.revealed(ledger.unit(said.unit), said.at))
    if said.at is not None:
        ledger.write(e.Placed(unit=said.unit, at=said.at))
    if ledger.state.phase == "battle" and ledger.unit(said.unit).at is not None:
        outcomes.hooks(ledger, said.unit, "enters")


DECISIONS: Decisions = {
    c.Place: _place,
    c.Start: _start,
    Equip: _equip,
    c.StartRound: _start_round,
    c.BeginTurn: _begin_turn,
    c.CarryOut: _carry_out,
    c.Pass: _pass,
    c.Delay: _delay,
    c.Move: _move,
    c.UseMove: _use_move,
    c.Interrupt: _interrupt,
    c.UseItem: _use_item,
    c.Reveal: _reveal,
    SettleTie: _settle_tie,
}
