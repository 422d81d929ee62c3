"""What commands do: one function a command. Each holds for whatever `check` lets the GM force."""

from collections.abc import Callable
from typing import Any

from schemas import commands as c
from schemas import effects as e
from schemas.state import Grid, Pending, State, Unit, Zones
from server.engine import grid, turns, windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import (
    answers,
    attack,
    conditions,
    damage,
    economy,
    frequency,
    initiative,
    league,
    maneuvers,
    opportunity,
    ranges,
    shifting,
    turn,
)  # fmt: skip
from server.rules.ptu.aiming import Aim
from server.rules.ptu.check import ground_items, where
from server.rules.ptu.commands import (
    Drop,
    Give,
    Interrupt,
    Jump,
    Maneuver,
    Move,
    PickUp,
    Stand,
    Trade,
    UseMove,
)
from server.rules.ptu.data import Item, item_of, move_of, number
from server.rules.ptu.data import Move as MoveData

# ---- set-up ------------------------------------------------------------------------------------------


def _turned(unit: Unit, turned: bool) -> tuple[int, int] | None:
    wide, high = unit.footprint or (1, 1)
    return (high, wide) if turned else None


def _place(ledger: Ledger, said: c.Place) -> None:
    foot = _turned(ledger.unit(said.unit), said.turned)
    ledger.write(e.Placed(unit=said.unit, at=said.at, hidden=said.hidden, footprint=foot))


def _start(ledger: Ledger, said: c.Start) -> None:
    given = ledger.state.entropy
    ledger.write(
        e.Started(entropy=tuple((seat, given[seat]) for seat in ledger.state.seats if seat in given))
    )


def _reveal(ledger: Ledger, said: c.Reveal) -> None:
    ledger.write(e.Revealed(unit=said.unit))
    if said.at is not None:
        ledger.write(e.Placed(unit=said.unit, at=said.at))


# ---- rounds and turns --------------------------------------------------------------------------------


def _start_round(ledger: Ledger, said: c.StartRound) -> None:
    initiative.start_round(ledger)


def _begin_turn(ledger: Ledger, said: c.BeginTurn) -> None:
    turn.begin(ledger, said.unit, ledger.state.checks)


def _pass(ledger: Ledger, said: c.Pass) -> None:
    if windows.waits_for(ledger.state, said.unit):
        windows.let_go(ledger, said.unit)
    else:
        turn.finish(ledger, said.unit)


def _delay(ledger: Ledger, said: c.Delay) -> None:
    """T7: the turn goes to whoever is now first."""
    if said.until is None or turns.entry_of(ledger.state, said.unit) is None:
        return
    initiative.hold(ledger, said.unit, said.until)
    first = turns.next_unit(ledger.state)
    if ledger.state.turn == said.unit and first is not None:
        turn.take_turn(ledger, first)


def spend(ledger: Ledger, id_: str, *kinds: str) -> None:
    """T11, T49: takes the actions; in a deadly battle the badly hurt bleed at a standard one."""
    economy.begin(ledger, id_)
    economy.spend(ledger, id_, *kinds)
    if "standard" in kinds:
        damage.bleed(ledger, id_)


def _trade(ledger: Ledger, said: Trade) -> None:
    """T12."""
    spend(ledger, said.unit, "standard")
    name = f"extra_{said.standard_for}"
    ledger.write(e.CounterSet(unit=said.unit, name=name, now=number(ledger.unit(said.unit), name) + 1))


def _stand(ledger: Ledger, said: Stand) -> None:
    """T53, T56."""
    spend(ledger, said.unit, "shift")
    foes = opportunity.by_rising(ledger.state, ledger.unit(said.unit))
    if not answers.declare(ledger, e.Declared(unit=said.unit, action="stand"), foes):
        _rise(ledger, said.unit)


def _rise(ledger: Ledger, id_: str) -> None:
    if "tripped" in ledger.unit(id_).statuses:
        ledger.write(e.StatusLost(unit=id_, status="tripped", why="stood-up"))


# ---- shifting ----------------------------------------------------------------------------------------


def _move(ledger: Ledger, said: Move) -> None:
    """T20, T31: spent as it is declared."""
    spend(ledger, said.unit, "shift")
    jump = None if said.jump is None else {
        "kind": said.jump.kind, "from": said.jump.origin, "to": said.jump.to
    }  # fmt: skip
    at = said.to if said.path is None else said.path[-1] if said.path else None
    details = windows.details(path=said.path, by=said.by, jump=jump, turned=said.turned, engage=said.engage)
    declared = e.Declared(unit=said.unit, action="move", at=at, details=details)
    if not answers.declare(ledger, declared, _stepped_away_from(ledger.state, said)):
        _walk(ledger, said)


def _stepped_away_from(state: State, said: Move) -> list[str]:
    """T56: whom the shift gives an attack of opportunity."""
    unit = state.units[said.unit]
    found = shifting.shift(state, unit, said) if isinstance(state.board, Grid) else None
    return opportunity.by_shift(state, unit, found.path) if isinstance(found, shifting.Shift) else []


def _walk(ledger: Ledger, said: Move) -> None:
    """T31-T37: the way that `to` or `path` means now; a forced one may be none."""
    unit = ledger.unit(said.unit)
    if isinstance(ledger.state.board, Zones):
        _walk_among_zones(ledger, unit, said)
        return
    found = shifting.shift(ledger.state, unit, said)
    here = grid.cell_of(unit)
    if isinstance(found, Refusal):
        to = said.to if said.path is None else said.path[-1]
        ledger.write(e.Moved(unit=unit.id, origin=here, to=to, footprint=_turned(unit, said.turned)))
    else:
        to = found.path[-1] if found.path else here
        ledger.write(e.Moved(unit=unit.id, origin=here, to=to, path=found.path, footprint=found.footprint))
        if found.diagonals:
            now = number(unit, "diagonals") + found.diagonals
            ledger.write(e.CounterSet(unit=unit.id, name="diagonals", now=now))
    ledger.write(e.CounterSet(unit=unit.id, name="moved", now=1))


def _walk_among_zones(ledger: Ledger, unit: Unit, said: Move) -> None:
    """T41: whoever leaves a zone is no longer engaged there."""
    to = said.to if said.to is not None else unit.at
    if to != unit.at:
        _disengage(ledger, unit.id)
        ledger.write(e.Moved(unit=unit.id, origin=unit.at, to=to))
        ledger.write(e.CounterSet(unit=unit.id, name="moved", now=1))
    if said.engage is not None:
        ledger.write(e.CounterSet(unit=unit.id, name="engages", now=said.engage))


def _disengage(ledger: Ledger, id_: str) -> None:
    for other, unit in ledger.state.units.items():
        if unit.counters.get("engages") == id_ or (other == id_ and "engages" in unit.counters):
            ledger.write(e.CounterSet(unit=other, name="engages", now=None))


# ---- moves -------------------------------------------------------------------------------------------


def _use_move(ledger: Ledger, said: UseMove) -> None:
    """T17-T20: out of turn with priority; declared where somebody may answer."""
    unit = ledger.unit(said.unit)
    move = move_of(unit, said.move)
    assert move is not None
    if ledger.state.turn != unit.id and not _come_between(ledger, unit, move):
        return
    aim = _aim(ledger.state, ledger.unit(unit.id), move, said)
    spend(ledger, unit.id, *economy.kinds_of(move))
    frequency.use(ledger, unit.id, move)
    if ledger.unit(unit.id).fainted:
        return
    declared = e.Declared(
        unit=unit.id, action="use-move", move=move.id, target=aim.target, direction=aim.direction,
        at=said.at, details=windows.details(near=said.near),
    )  # fmt: skip
    foes = opportunity.by_move(ledger.state, ledger.unit(unit.id), move, aim.struck)
    if not answers.declare(ledger, declared, foes):
        _perform(ledger, unit.id, move, aim.struck, said.at)


def _come_between(ledger: Ledger, unit: Unit, move: MoveData) -> bool:
    """T17-T19: the turn is taken; the limited kind acts alone. False where the turn's saves lost it."""
    if move.priority in ("priority", "priority-advanced"):
        if not turns.to_come(ledger.state, unit.id):
            ledger.write(e.CounterSet(unit=unit.id, name=economy.OWES, now=1))
        turn.take_turn(ledger, unit.id)
        return turn.begin(ledger, unit.id, ledger.state.checks)
    return True


def _aim(state: State, unit: Unit, move: MoveData, said: c.Aimed) -> Aim:
    """Whom it is aimed at; a forced one strikes whom it names."""
    found = ranges.aim(state, unit, move, said)
    if not isinstance(found, Refusal):
        return found
    there = said.target is not None and said.target in state.units and not state.units[said.target].fainted
    struck = (said.target,) if there and said.target is not None else ()
    return Aim(struck=struck, target=said.target, direction=said.direction)


def _perform(ledger: Ledger, id_: str, move: MoveData, struck: tuple[str, ...], at: Any) -> None:
    attack.carry_out(ledger, id_, move, struck, at if isinstance(at, tuple) else None)


def _interrupt(ledger: Ledger, said: Interrupt) -> None:
    """T20, T21: spent now; the only answer happens at once, several fastest first when all have answered."""
    unit = ledger.unit(said.unit)
    move = move_of(unit, said.move)
    assert move is not None
    aim = _aim(ledger.state, unit, move, said)
    _pay(ledger, unit, move)
    window = ledger.state.window
    alone = window is None or set(window.waiting) <= {unit.id}
    if window is not None and unit.id in window.waiting:
        windows.let_go(ledger, unit.id)
    if alone and not any(one.answers is not None for one in ledger.state.pending):
        _perform(ledger, unit.id, move, aim.struck, said.at)
        return
    declared = opportunity.declared(ledger.state)
    base = unit.id if declared is None else declared.unit
    ledger.write(
        e.Declared(
            unit=unit.id,
            action="interrupt",
            move=move.id,
            target=aim.target,
            direction=aim.direction,
            at=said.at,
            answers=base,
        )
    )


def _pay(ledger: Ledger, unit: Unit, move: MoveData) -> None:
    """T20, T56: an attack of opportunity is free, once a round; an interrupt costs this turn or the next."""
    if opportunity.is_one(ledger.state, unit, move.id):
        ledger.write(e.CounterSet(unit=unit.id, name=opportunity.USED, now=ledger.state.round))
        return
    if turns.to_come(ledger.state, unit.id):
        economy.spend(ledger, unit.id, "standard")
    else:
        ledger.write(e.CounterSet(unit=unit.id, name=economy.OWES, now=1))
    frequency.use(ledger, unit.id, move)


# ---- carrying out ------------------------------------------------------------------------------------


def _carry_out(ledger: Ledger, said: c.CarryOut) -> None:
    """T21: the fastest answer, or what was declared: aimed anew, or cancelled."""
    pending = answers.next_pending(ledger.state)
    if pending is None:
        league.carry_out(ledger)
        return
    unit = ledger.unit(pending.unit)
    if conditions.helpless(unit) or not unit.out:
        ledger.write(e.Cancelled(unit=unit.id, move=pending.move, why="helpless"))
    elif pending.action == "move":
        _carry_out_shift(ledger, pending)
    elif pending.action in ("stand", "pick-up", "maneuver"):
        windows.take(ledger, pending)
        _carry_out_other(ledger, unit, pending)
    else:
        _carry_out_move(ledger, unit, pending)


def _carry_out_other(ledger: Ledger, unit: Unit, pending: Pending) -> None:
    if pending.action == "stand":
        _rise(ledger, unit.id)
    elif pending.action == "pick-up":
        _take_up(ledger, unit.id, pending.item or "")
    else:
        details = pending.details or {}
        maneuvers.perform(ledger, unit.id, details["maneuver"], pending.target)


def _carry_out_move(ledger: Ledger, unit: Unit, pending: Pending) -> None:
    move = move_of(unit, pending.move)
    assert move is not None
    said = UseMove(
        unit=unit.id,
        move=move.id,
        target=pending.target,
        near=tuple((pending.details or {}).get("near") or ()) or None,
        direction=pending.direction,  # type: ignore[arg-type]
        at=pending.at,
    )
    found = ranges.aim(ledger.state, unit, move, said)
    if isinstance(found, Refusal):
        ledger.write(e.Cancelled(unit=unit.id, move=move.id, why=found.code))
        return
    windows.take(ledger, pending)
    _perform(ledger, unit.id, move, found.struck, pending.at)


def _carry_out_shift(ledger: Ledger, pending: Pending) -> None:
    """T20, T31: judged anew from where the unit now is."""
    details = pending.details or {}
    jump = details.get("jump")
    path = details.get("path")
    said = Move(
        unit=pending.unit,
        to=None if path else pending.at,
        path=tuple((x, y) for x, y in path) if path else None,
        by=details.get("by"),
        jump=None if jump is None else Jump(
            kind=jump["kind"], origin=tuple(jump["from"]), to=tuple(jump["to"])
        ),
        turned=bool(details.get("turned")),
        engage=details.get("engage"),
    )  # fmt: skip
    unit = ledger.unit(pending.unit)
    stuck = any(name in unit.statuses for name in ("stuck", "grappled", "tripped"))
    on_grid = not isinstance(ledger.state.board, Zones)
    if stuck or (on_grid and isinstance(shifting.shift(ledger.state, unit, said), Refusal)):
        ledger.write(e.Cancelled(unit=pending.unit, why="blocked"))
        return
    windows.take(ledger, pending)
    _walk(ledger, said)


def _maneuver(ledger: Ledger, said: Maneuver) -> None:
    """T55, T56: declared where it provokes or may be answered."""
    spend(ledger, said.unit, *maneuvers.KINDS[said.maneuver])
    if ledger.unit(said.unit).fainted:
        return
    if said.target is None:
        maneuvers.on_oneself(ledger, said)
        return
    declared = e.Declared(
        unit=said.unit, action="maneuver", target=said.target, details={"maneuver": said.maneuver}
    )
    foes: list[str] = []
    if said.maneuver in maneuvers.PROVOKING:
        foes = opportunity.by_maneuver(ledger.state, ledger.unit(said.unit), said.target)
    if not answers.declare(ledger, declared, foes):
        maneuvers.perform(ledger, said.unit, said.maneuver, said.target)


# ---- items -------------------------------------------------------------------------------------------


def lie(ledger: Ledger, lying: list[tuple[str, str]]) -> None:
    now = tuple(f"{item}@{at}" for item, at in lying)
    ledger.write(e.CounterSet(name="ground", now=now or None))


def _drop(ledger: Ledger, said: Drop) -> None:
    """T14: it lies where the unit stands."""
    spend(ledger, said.unit, "shift")
    unit = ledger.unit(said.unit)
    if unit.held is None:
        return
    at = f"{unit.at[0]},{unit.at[1]}" if isinstance(unit.at, tuple) else str(unit.at)
    ledger.write(e.ItemMoved(item=unit.held, origin=e.Holder(unit=unit.id), to=e.Holder(at=unit.at)))
    lie(ledger, [*ground_items(ledger.state), (unit.held, at)])


def _give(ledger: Ledger, said: Give) -> None:
    """T14."""
    spend(ledger, said.unit, "shift")
    if ledger.unit(said.unit).held == said.item:
        ledger.write(e.ItemMoved(item=said.item, origin=e.Holder(unit=said.unit), to=e.Holder(unit=said.to)))


def _pick_up(ledger: Ledger, said: PickUp) -> None:
    """T14."""
    spend(ledger, said.unit, "standard")
    foes = opportunity.by_rising(ledger.state, ledger.unit(said.unit))
    declared = e.Declared(unit=said.unit, action="pick-up", item=said.item)
    if not answers.declare(ledger, declared, foes):
        _take_up(ledger, said.unit, said.item)


def _take_up(ledger: Ledger, id_: str, item: str) -> None:
    unit = ledger.unit(id_)
    lying = ground_items(ledger.state)
    found = next((one for one in lying if one[0] == item and one[1] in where(unit)), None)
    if found is None or unit.fainted:
        return
    lying.remove(found)
    lie(ledger, lying)
    ledger.write(e.ItemMoved(item=item, origin=e.Holder(at=unit.at), to=e.Holder(unit=unit.id)))


def _use_item(ledger: Ledger, said: c.UseItem) -> None:
    """T14."""
    spend(ledger, said.unit, "standard")
    unit = ledger.unit(said.unit)
    item = item_of(ledger.state, said.item)
    if item is None or unit.fainted:
        return
    target = said.target or unit.id
    left = 0 if said.held else max(0, ledger.state.inventory.get(unit.side, {}).get(item.id, 0) - 1)
    ledger.write(e.ItemUsed(unit=unit.id, item=item.id, target=target, left=left, held=said.held))
    _serve(ledger, target, item)


def _serve(ledger: Ledger, target: str, item: Item) -> None:
    conditions.cure(ledger, target, item.cure, item.id)
    if item.heal:
        damage.heal(ledger, target, item.heal, item.id)
    if item.temporary_hp:
        damage.shield(ledger, target, item.temporary_hp)


DECISIONS: dict[type[c.Command], Callable[[Ledger, Any], None]] = {
    c.Place: _place,
    c.Start: _start,
    c.Reveal: _reveal,
    c.StartRound: _start_round,
    c.BeginTurn: _begin_turn,
    c.CarryOut: _carry_out,
    c.Pass: _pass,
    c.Delay: _delay,
    Move: _move,
    UseMove: _use_move,
    Interrupt: _interrupt,
    c.UseItem: _use_item,
    Trade: _trade,
    Stand: _stand,
    Drop: _drop,
    Give: _give,
    PickUp: _pick_up,
    Maneuver: _maneuver,
}
