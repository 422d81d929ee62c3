"""Why not: one function a command, its refusals in the order the rulebook asks. Nothing here rolls."""

from collections.abc import Callable, Iterator
from typing import Any

from schemas import commands as c
from schemas.base import Cell
from schemas.seats import GM
from schemas.state import State, Unit
from server.engine import grid, turns, windows
from server.engine.refusals import Refusal
from server.engine.system import Checks
from server.rules.pmd import items, statuses, targeting
from server.rules.pmd.commands import Equip, SettleTie
from server.rules.pmd.data import Move, effective, move_of, terrains
from server.rules.pmd.survey import takes_part

Why = Iterator[Refusal]


# ---- set-up ------------------------------------------------------------------------------------------


def _place(state: State, said: c.Place, seat: str) -> Why:
    """P1-P4; who lurks is off the board, so its place needs neither order nor gap (contract 8)."""
    unit = state.units[said.unit]
    if said.turned:
        yield Refusal("malformed", why="no-turning", facts={"path": "$.turned"})
    if said.hidden and "enemy-units" not in state.settings["hidden"]:
        yield Refusal("impossible", why="nothing-hidden")
    lurks = said.hidden or unit.hidden
    if state.phase != "setup":
        yield from _reinforces(unit, seat)
    elif not lurks:
        yield from _set_up(state, unit)
    if unit.fainted:
        yield Refusal("fainted", "P42", facts={"unit": unit.id})
    yield from _standable(state, unit, said.at, "P1")
    if state.phase == "setup" and not lurks:
        yield from _apart_enough(state, unit, said.at)


def _set_up(state: State, unit: Unit) -> Why:
    """P2: enemies first, and none of them again once an ally stands."""
    others = [one for one in state.units.values() if one.id != unit.id and not one.hidden]
    if unit.side == "allies":
        for one in others:
            if one.side == "enemies" and one.at is None and not one.reserve and not one.fainted:
                yield Refusal("enemies-first", "P2", facts={"unit": one.id})
    elif any(one.side == "allies" and one.at is not None for one in others):
        yield Refusal("placement-closed", "P2")


def _reinforces(unit: Unit, seat: str) -> Why:
    """P4: later only the GM, only who is not on the board yet."""
    if seat != GM:
        yield Refusal("gm-only", "P4", facts={"command": "place"})
    if unit.at is not None and not unit.hidden:
        yield Refusal("placement-closed", "P4", "on-board", {"unit": unit.id})


def _standable(state: State, unit: Unit, at: Any, rule: str) -> Why:
    """P1: a cell of the board, no wall, nobody there."""
    if not isinstance(at, tuple) or not grid.on_board(state.board, at):
        yield Refusal("off-board", rule, facts={"at": at})
        return
    if at in terrains(state.board).enter:
        yield Refusal("blocked", rule, "wall", {"at": at})
    there = grid.standing(state).get(at)
    if there is not None and there != unit.id:
        yield Refusal("occupied", rule, facts={"at": at, "by": there})


Span = tuple[int, int]
Spans = tuple[tuple[str, tuple[Span, Span]], ...]
"""How far a side reaches along each axis: (side, ((least x, most x), (least y, most y)))."""


def spans_without(state: State, id_: str) -> Spans:
    """P3: how far each side reaches, one unit left out; hidden ones are off the board."""
    cells: dict[str, list[Cell]] = {}
    for one in state.units.values():
        if isinstance(one.at, tuple) and one.id != id_ and not one.hidden:
            cells.setdefault(one.side, []).append(one.at)
    return tuple(
        (side, ((min(x for x, _ in there), max(x for x, _ in there)),
                (min(y for _, y in there), max(y for _, y in there))))
        for side, there in sorted(cells.items())
    )  # fmt: skip


def gap_keeper(spans: Spans, side: str) -> Callable[[Cell], bool]:
    """P3: whether a unit of that side keeps the gap in a cell, given what stands besides it."""
    reach = dict(spans)
    others = next((reach[one] for one in reach if one != side), None)
    own = reach.get(side)
    if others is None:
        return lambda cell: True
    ways = [
        (axis, sign)
        for axis in (0, 1)
        for sign in (1, -1)
        if own is None or _apart(own[axis], others[axis], sign)
    ]
    return lambda cell: any(_apart((cell[axis], cell[axis]), others[axis], sign) for axis, sign in ways)


def _apart(one: Span, other: Span, sign: int) -> bool:
    """Whether `one` lies 3 or more before (1) or behind (-1) the other."""
    return one[1] + 3 <= other[0] if sign == 1 else other[1] + 3 <= one[0]


def _apart_enough(state: State, unit: Unit, at: Any) -> Why:
    """P3: along one axis, in one direction for all, every ally is 3 or more away from every enemy."""
    if isinstance(at, tuple) and not gap_keeper(spans_without(state, unit.id), unit.side)(at):
        yield Refusal("gap", "P3", facts={"at": at})


def _start(state: State, said: c.Start, seat: str) -> Why:
    """P4: everyone placed, both sides there."""
    if state.phase != "setup":
        yield Refusal("impossible", "P4", "started")
        return
    for unit in state.units.values():
        if unit.at is None and not unit.reserve and not unit.fainted and not unit.hidden:
            yield Refusal("impossible", "P4", "not-placed", {"unit": unit.id})
    there = {unit.side for unit in state.units.values() if unit.at is not None}
    for side in ("allies", "enemies"):
        if side not in there:
            yield Refusal("impossible", "P4", "side-missing", {"side": side})


def _equip(state: State, said: Equip, seat: str) -> Why:
    """P38: only before the start, from the side's inventory."""
    unit = state.units[said.unit]
    if state.phase != "setup":
        yield Refusal("impossible", "P38", "equip-late")
    if said.item is not None and state.inventory.get(unit.side, {}).get(said.item, 0) < 1:
        yield Refusal("unknown-item", "P37", "not-in-bag", {"unit": unit.id, "item": said.item})
    if said.item is None and unit.held is None:
        yield Refusal("impossible", "P38", "nothing-held", {"unit": unit.id})


def _settle_tie(state: State, said: SettleTie, seat: str) -> Why:
    """P9: a group that waits, named whole, by a seat that has a unit in it."""
    named = set(said.order)
    group = next((group for group in state.ties if set(group) == named), None)
    if group is None or len(said.order) != len(named):
        yield Refusal("impossible", "P9", "no-such-tie", {"ties": state.ties})
        return
    if seat != GM and all(state.units[id_].seat != seat for id_ in group):
        yield Refusal("not-your-unit", "P9", facts={"unit": group[0]})


# ---- a turn ------------------------------------------------------------------------------------------


def _able(state: State, unit: Unit) -> Why:
    """P14: no battle yet, or fainted."""
    if state.phase == "setup":
        yield Refusal("battle-not-started", "P4")
        return
    if unit.fainted:
        yield Refusal("fainted", "P14", facts={"unit": unit.id})


def _on_turn(state: State, unit: Unit) -> Why:
    """P14, P27, and the checks of P31-P33 made: the unit may now take its action."""
    yield from _able(state, unit)
    if state.window is not None or state.pending:
        yield Refusal("window-open", "P27")
    if state.turn != unit.id:
        yield Refusal("not-your-turn", "P14", facts={"unit": unit.id, "turn": state.turn})
    elif state.checks:
        yield _unchecked(state, unit)


def _unchecked(state: State, unit: Unit) -> Refusal:
    needs = tuple(
        {"for": ask.what, "unit": ask.unit, "die": ask.die, "count": ask.count}
        for ask in statuses.sure_dice(state, unit.id, state.checks)
    )
    return Refusal("rolls-needed", "P31", "checks-open", {"unit": unit.id, "needs": needs})


def _move(state: State, said: c.Move, seat: str) -> Why:
    """P12: one straight line of free cells, no longer than 1 + speed."""
    unit = state.units[said.unit]
    yield from _on_turn(state, unit)
    to = said.to
    if said.path is not None:
        if to is not None or not said.path:
            yield Refusal("malformed", why="to-or-path", facts={"path": "$.path"})
            return
        to = said.path[-1]
    if to is None:
        yield Refusal("malformed", why="to-or-path", facts={"path": "$.to"})
        return
    yield from reach(state, unit, to, said.path)


def reach(state: State, unit: Unit, to: Any, path: tuple[Cell, ...] | None = None) -> Why:
    """P12: why the unit cannot walk there."""
    if not isinstance(to, tuple) or not grid.on_board(state.board, to):
        yield Refusal("off-board", "P12", facts={"at": to})
        return
    here = grid.cell_of(unit)
    if here is not None:
        yield from _straight(state, unit, here, to, path)
    there = grid.standing(state).get(to, unit.id)
    if there != unit.id:
        yield Refusal("occupied", "P12", facts={"at": to, "by": there})


def _straight(state: State, unit: Unit, here: Cell, to: Cell, path: tuple[Cell, ...] | None) -> Why:
    step = grid.direction(here, to)
    way = () if step is None else tuple(grid.line(state.board, here, step, grid.steps(here, to)))
    if step is None or path not in (None, way):
        yield Refusal("not-straight", "P12", facts={"at": to})
    most = 1 + max(0, effective(state, unit, "speed"))
    if len(way) > most:
        yield Refusal("too-far", "P12", facts={"at": to, "cost": len(way), "allowed": most})
    walls, units = terrains(state.board).enter, grid.standing(state)
    for cell in way:
        if cell in walls:
            yield Refusal("blocked", "P12", "wall", {"at": cell})
        elif cell in units and cell != to:
            yield Refusal("blocked", "P12", "unit-in-way", {"at": cell, "by": units[cell]})


def _use_move(state: State, said: c.UseMove, seat: str) -> Why:
    """P11, P15-P17, P25: on its turn any of its moves; out of turn one with priority."""
    unit = state.units[said.unit]
    yield from _able(state, unit)
    if state.window is not None or state.pending:
        yield Refusal("window-open", "P27")
    move = move_of(unit, said.move)
    if state.turn != unit.id:
        if move is None or not move.priority or state.ties or not turns.to_come(state, unit.id):
            yield Refusal("not-your-turn", "P14", facts={"unit": unit.id, "turn": state.turn})
    elif state.checks and not (move is not None and move.fire_attack and "freeze" in state.checks):
        yield _unchecked(state, unit)
    yield from _with_move(state, unit, move, said)


def _with_move(state: State, unit: Unit, move: Move | None, said: c.UseMove | c.Interrupt) -> Why:
    """P15-P17, P22: known, paid for, and aimed at somebody."""
    if move is None:
        yield Refusal("unknown-move", "P15", facts={"unit": unit.id, "move": said.move})
        return
    left = unit.pools["pp"].now
    if move.pp > left:
        yield Refusal("no-pp", "P15", facts={"unit": unit.id, "move": move.id, "cost": move.pp, "left": left})
    found = targeting.aim(state, unit, move, said)
    if isinstance(found, Refusal):
        yield found
    if move.teleports:
        if said.at is None:
            yield Refusal("off-board", "P22", "name-cell-to", {"move": move.id})
        else:
            yield from _standable(state, unit, said.at, "P22")
            if said.at == unit.at:
                yield Refusal("occupied", "P22", facts={"at": said.at, "by": unit.id})


def _interrupt(state: State, said: c.Interrupt, seat: str) -> Why:
    """P25-P27: a priority move of somebody whose turn is still to come, while a window is open."""
    unit = state.units[said.unit]
    yield from _able(state, unit)
    if state.window is None:
        yield Refusal("no-window", "P27")
        return
    move = move_of(unit, said.move)
    facts = {"unit": unit.id, "move": said.move}
    if not turns.to_come(state, unit.id) or windows.pending_of(state, unit.id) is not None:
        yield Refusal("not-eligible", "P27", "turn-past", facts)
    if move is not None and not move.priority:
        yield Refusal("not-eligible", "P27", "no-priority", facts)
    yield from _with_move(state, unit, move, said)


def _pass(state: State, said: c.Pass, seat: str) -> Why:
    """P11, P26: lets a declared move go on, or gives the turn away."""
    unit = state.units[said.unit]
    yield from _able(state, unit)
    if state.window is not None:
        if not windows.waits_for(state, unit.id):
            yield Refusal("not-eligible", "P26", "not-waited-for", {"unit": unit.id})
        return
    yield from _on_turn(state, unit)


def _delay(state: State, said: c.Delay, seat: str) -> Why:
    """P30: once a round, before its turn or as it begins, behind somebody who has not acted."""
    unit = state.units[said.unit]
    yield from _able(state, unit)
    if said.until is not None or said.after is None:
        yield Refusal("malformed", why="delay-after", facts={"path": "$.after"})
        return
    if said.after not in state.units or state.units[said.after].hidden:
        yield Refusal("unknown-unit", "P30", facts={"unit": said.after})
    if windows.pending_of(state, unit.id) is not None:
        yield Refusal("window-open", "P27")
    if unit.counters.get(statuses.DELAYED) == state.round:
        yield Refusal("already-delayed", "P30", facts={"unit": unit.id})
    order = [entry.unit for entry in state.queue if not entry.done]
    behind = unit.id in order and said.after in order[order.index(unit.id) + 1 :]
    if not behind or state.ties:
        yield Refusal("cannot-delay", "P30", facts={"unit": unit.id, "after": said.after})


def free_use(state: State, unit: Unit, said: c.UseItem) -> bool:
    """P38: a held consumable on oneself costs no turn; before the start items are used freely."""
    return state.phase == "setup" or (
        said.held and (said.target or unit.id) == unit.id and said.direction is None
    )


def _use_item(state: State, said: c.UseItem, seat: str) -> Why:
    """P37-P40."""
    unit = state.units[said.unit]
    item = items.in_reach(state, unit, said)
    if free_use(state, unit, said):
        if unit.fainted and state.phase != "setup":
            yield Refusal("fainted", "P14", facts={"unit": unit.id})
        elif state.phase != "setup" and not takes_part(unit):
            yield Refusal("not-your-turn", "P4", "not-on-board", {"unit": unit.id})
    else:
        yield from _on_turn(state, unit)
    if isinstance(item, Refusal):
        yield item
        return
    yield from items.check(state, unit, said, item)


def _reveal(state: State, said: c.Reveal, seat: str) -> Why:
    """Contract 8: a hidden unit enters, like a reinforcement."""
    unit = state.units[said.unit]
    if not unit.hidden:
        yield Refusal("impossible", why="not-hidden", facts={"unit": unit.id})
    at = said.at or unit.at
    if at is not None:
        yield from _standable(state, unit, at, "P4")


CHECKS: Checks = {
    c.Place: _place,
    c.Start: _start,
    Equip: _equip,
    SettleTie: _settle_tie,
    c.Move: _move,
    c.UseMove: _use_move,
    c.Interrupt: _interrupt,
    c.Pass: _pass,
    c.Delay: _delay,
    c.UseItem: _use_item,
    c.Reveal: _reveal,
}
