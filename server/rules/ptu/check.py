"""Why not: one function a command, its refusals in the order the rulebook asks. Nothing here rolls."""

from collections.abc import Callable, Iterator
from typing import Any

from schemas import commands as c
from schemas.state import NoBoard, State, Unit, Zones
from server.engine import grid, turns, windows
from server.engine.refusals import Refusal
from server.rules.ptu import (
    answers,
    conditions,
    economy,
    frequency,
    initiative,
    league_order,
    opportunity,
    places,
    ranges,
    shifting,
    zones,
)
from server.rules.ptu.commands import Drop, Give, Interrupt, Move, PickUp, Stand, Trade, UseMove
from server.rules.ptu.data import Move as MoveData
from server.rules.ptu.data import is_trainer, item_of, move_of, number, takes_part
from server.rules.ptu.movement import allowance

Why = Iterator[Refusal]
GM = "gm"


# ---- set-up ------------------------------------------------------------------------------------------


def _place(state: State, said: c.Place, seat: str) -> Why:
    """T2, T4: anywhere before the start; later a reinforcement, the GM's."""
    unit = state.units[said.unit]
    if said.hidden and "enemy-units" not in state.settings["hidden"]:
        yield Refusal("impossible", why="nothing-hidden")
    if state.phase != "setup":
        if seat != GM:
            yield Refusal("gm-only", "T4", facts={"command": "place"})
        if unit.at is not None:
            yield Refusal("placement-closed", "T4", "on-board", {"unit": unit.id})
    if unit.fainted:
        yield Refusal("fainted", "T49", facts={"unit": unit.id})
    if not unit.out:
        yield Refusal("impossible", "T4", "in-its-ball", {"unit": unit.id})
    foot = unit.footprint or (1, 1)
    yield from standable(state, unit, said.at, (foot[1], foot[0]) if said.turned else foot)


def standable(state: State, unit: Unit, at: Any, foot: tuple[int, int] | None = None) -> Why:
    """T2, T35: on the board, no wall, nobody there."""
    if isinstance(state.board, Zones):
        if at not in {zone.id for zone in state.board.zones}:
            yield Refusal("off-board", "T41", facts={"at": at})
        return
    if isinstance(state.board, NoBoard):
        return
    wide, high = foot or unit.footprint or (1, 1)
    cells = [(at[0] + dx, at[1] + dy) for dy in range(high) for dx in range(wide)]
    taken = places.occupied(state, (unit.id,))
    for cell in cells:
        if not grid.on_board(state.board, cell):
            yield Refusal("off-board", "T2", facts={"at": cell})
        elif cell in grid.terrains(state.board).enter:
            yield Refusal("blocked", "T35", "wall", {"at": cell})
        elif cell in taken:
            yield Refusal("occupied", "T35", facts={"at": cell, "by": taken[cell]})


def _start(state: State, said: c.Start, seat: str) -> Why:
    """T4, T58: everyone out is placed, and there are two sides."""
    if state.phase != "setup":
        yield Refusal("impossible", "T4", "started")
        return
    for unit in state.units.values():
        if unit.at is None and unit.out and not (unit.reserve or unit.fainted or unit.hidden):
            yield Refusal("impossible", "T4", "not-placed", {"unit": unit.id})
    if len({unit.side for unit in state.units.values() if not unit.fainted}) < 2:
        yield Refusal("impossible", "T58", "two-sides")


def _reveal(state: State, said: c.Reveal, seat: str) -> Why:
    """Contract 8: a hidden unit enters, like a reinforcement."""
    unit = state.units[said.unit]
    if not unit.hidden:
        yield Refusal("impossible", why="not-hidden", facts={"unit": unit.id})
    at = said.at if said.at is not None else unit.at
    if at is not None:
        yield from standable(state, unit, at)


# ---- a turn ------------------------------------------------------------------------------------------


def able(state: State, unit: Unit) -> Why:
    """No battle yet, or fainted, or not there."""
    if state.phase == "setup":
        yield Refusal("battle-not-started", "T5")
        return
    if unit.fainted:
        yield Refusal("fainted", "T49", facts={"unit": unit.id})
    if not takes_part(unit):
        yield Refusal("not-your-turn", "T4", "not-on-board", {"unit": unit.id})
    if unit.counters.get("benched") == state.round:
        yield Refusal("cannot-act", "T26", "just-switched", {"unit": unit.id})


def on_turn(state: State, unit: Unit) -> Why:
    """T11, T51: its turn, nothing declared, the saves made."""
    yield from able(state, unit)
    if economy.busy(state) or league_order.has_declared(state, unit.id):
        yield Refusal("window-open", "T20")
    if state.turn != unit.id:
        yield Refusal("not-your-turn", "T11", facts={"unit": unit.id, "turn": state.turn})
    elif state.checks:
        yield unchecked(state, unit)


def unchecked(state: State, unit: Unit) -> Refusal:
    """T51: the saves come first."""
    needs = tuple(
        {"for": ask.what, "unit": ask.unit, "die": ask.die, "count": ask.count}
        for ask in conditions.first_dice(unit.id, state.checks)
    )
    return Refusal("rolls-needed", "T51", "checks-open", {"unit": unit.id, "needs": needs})


def acting(state: State, unit: Unit, *kinds: str) -> Why:
    """T11, T51, T53: on its turn, able to do something but pass, with the actions unspent."""
    yield from on_turn(state, unit)
    if must_declare(state, unit):
        yield Refusal("cannot-act", "T6", "declare-first", {"unit": unit.id})
    if conditions.helpless(unit):
        yield Refusal("cannot-act", "T51", "helpless", {"unit": unit.id})
    if "tripped" in unit.statuses:
        yield Refusal("cannot-act", "T53", "tripped", {"unit": unit.id})
    why = economy.spent(unit, *kinds)
    if why is not None:
        yield why


def _move(state: State, said: Move, seat: str) -> Why:
    """T12, T31-T37."""
    unit = state.units[said.unit]
    if (said.to is None) == (said.path is None) and said.engage is None:
        yield Refusal("malformed", why="to-or-path", facts={"path": "$.path"})
        return
    yield from acting(state, unit, "shift")
    if isinstance(state.board, Zones):
        yield from _move_among_zones(state, unit, said)
        return
    if number(unit, "moved"):
        yield Refusal("action-spent", "T12", "moved-already", {"unit": unit.id, "kind": "shift"})
    yield from _held_fast(unit)
    found = shifting.shift(state, unit, said)
    if isinstance(found, Refusal):
        yield found


def must_declare(state: State, unit: Unit) -> bool:
    """T6: in the league trainers act by declaring, and what they declared is carried out."""
    return state.settings["contact"] == "league" and is_trainer(unit) and not number(unit, "carrying")


def _held_fast(unit: Unit) -> Why:
    """T37: stuck; T55: grappled."""
    for name in ("stuck", "grappled"):
        if name in unit.statuses:
            yield Refusal("cannot-act", "T37", "held-fast", {"unit": unit.id, "status": name})


def _move_among_zones(state: State, unit: Unit, said: Move) -> Why:
    """T41: to a zone whose way costs no more than the allowance; `engage` names somebody there."""
    board = state.board
    assert isinstance(board, Zones)
    to = said.to if said.to is not None else unit.at
    if to not in {zone.id for zone in board.zones}:
        yield Refusal("off-board", "T41", facts={"at": to})
        return
    if to != unit.at:
        if number(unit, "moved"):
            yield Refusal("action-spent", "T12", "moved-already", {"unit": unit.id, "kind": "shift"})
        yield from _held_fast(unit)
        cost, allowed = zones.costs(board, str(unit.at)).get(str(to)), allowance(unit, 0)
        if cost is None:
            yield Refusal("blocked", "T41", "no-way", {"at": to})
        elif cost > allowed:
            yield Refusal("too-far", "T41", facts={"at": to, "cost": cost, "allowed": allowed})
    if said.engage is not None:
        foe = state.units.get(said.engage)
        if foe is None or foe.hidden:
            yield Refusal("unknown-unit", "T41", facts={"unit": said.engage})
        elif not takes_part(foe) or foe.at != to or foe.id == unit.id:
            yield Refusal("out-of-range", "T41", "not-in-zone", {"unit": said.engage})


def _use_move(state: State, said: UseMove, seat: str) -> Why:
    """T11-T14, T17-T19, T42-T48."""
    unit = state.units[said.unit]
    move = move_of(unit, said.move)
    if move is not None and move.priority and state.turn != unit.id:
        yield from _priority(state, unit, move)
    elif move is not None:
        yield from acting(state, unit, *economy.kinds_of(move))
    else:
        yield from on_turn(state, unit)
    yield from _with_move(state, unit, move, said)


def _priority(state: State, unit: Unit, move: MoveData) -> Why:
    """T17-T19, T22: between turns, before it has acted; the advanced kind also after, if it owes nothing."""
    yield from able(state, unit)
    facts = {"unit": unit.id, "move": move.id}
    if economy.busy(state):
        yield Refusal("window-open", "T20")
    if not economy.between_turns(state):
        yield Refusal("not-eligible", "T17", "during-a-turn", facts)
    acted = not turns.to_come(state, unit.id)
    if acted and (move.priority != "priority-advanced" or number(unit, economy.OWES)):
        yield Refusal("not-eligible", "T17", "turn-past", facts)
    if turns.entry_of(state, unit.id) is None:
        yield Refusal("not-eligible", "T17", "turn-past", facts)
    if conditions.unready(unit):
        yield Refusal("cannot-act", "T22", "unready", {"unit": unit.id})
    if "tripped" in unit.statuses:
        yield Refusal("cannot-act", "T53", "tripped", {"unit": unit.id})
    why = None if acted else economy.spent(unit, *economy.kinds_of(move))
    if why is not None:
        yield why


def _with_move(state: State, unit: Unit, move: MoveData | None, said: c.Aimed) -> Why:
    """T13, T47, T48: known, ready, and aimed at somebody."""
    if move is None:
        yield Refusal("unknown-move", "T14", facts={"unit": unit.id, "move": getattr(said, "move", "")})
        return
    if "extended" in move.keywords:
        yield Refusal("not-in-combat", "T13", facts={"move": move.id})
    why = frequency.why_not(state, unit, move)
    if why is not None:
        yield why
    found = ranges.aim(state, unit, move, said)
    if isinstance(found, Refusal):
        yield found
    if move.teleports:
        if not isinstance(said.at, tuple):
            yield Refusal("off-board", "T47", "name-cell-to", {"move": move.id})
        else:
            yield from standable(state, unit, said.at)


def _interrupt(state: State, said: Interrupt, seat: str) -> Why:
    """T20-T22: somebody who is waited for, with an interrupt."""
    unit = state.units[said.unit]
    yield from (why for why in able(state, unit) if why.code != "cannot-act")
    if state.window is None:
        yield Refusal("no-window", "T20")
        return
    if opportunity.is_one(state, unit, said.move):
        yield from opportunity.check(state, unit, said)
        return
    move = move_of(unit, said.move)
    if conditions.unready(unit):
        yield Refusal("cannot-act", "T22", "unready", {"unit": unit.id})
    if windows.pending_of(state, unit.id) is not None:
        yield Refusal("not-eligible", "T21", "declared-already", {"unit": unit.id})
    if move is not None and answers.INTERRUPT not in move.keywords:
        yield Refusal("not-eligible", "T20", "no-interrupt", {"unit": unit.id, "move": move.id})
    why = answers.pays(state, unit)
    if why is not None:
        yield why
    if not windows.waits_for(state, unit.id):
        yield Refusal("not-eligible", "T20", "not-waited-for", {"unit": unit.id})
    yield from _with_move(state, unit, move, said)


def _pass(state: State, said: c.Pass, seat: str) -> Why:
    """T11, T20: lets what was declared go on, or ends the turn."""
    unit = state.units[said.unit]
    if state.window is not None:
        if not windows.waits_for(state, unit.id):
            yield Refusal("not-eligible", "T20", "not-waited-for", {"unit": unit.id})
        return
    yield from on_turn(state, unit)


def _delay(state: State, said: c.Delay, seat: str) -> Why:
    """T7: once a round, before anything was done, to a lower count."""
    unit = state.units[said.unit]
    if said.after is not None or said.until is None:
        yield Refusal("malformed", why="delay-until", facts={"path": "$.until"})
        return
    yield from on_turn(state, unit)
    if unit.counters.get("delayed") == state.round:
        yield Refusal("already-delayed", "T7", facts={"unit": unit.id})
    if must_declare(state, unit):
        yield Refusal("cannot-delay", "T6", "declare-first", {"unit": unit.id})
    own = initiative.speed(unit)
    begun = number(unit, economy.BEGUN) or not turns.to_come(state, unit.id)
    if begun or any(number(unit, kind) for kind in economy.KINDS):
        yield Refusal("cannot-delay", "T7", "begun", {"unit": unit.id})
    if not 0 <= said.until < own:
        yield Refusal("cannot-delay", "T7", "not-lower", {"unit": unit.id, "own": own, "until": said.until})


def _trade(state: State, said: Trade, seat: str) -> Why:
    """T12."""
    yield from acting(state, state.units[said.unit], "standard")


def _stand(state: State, said: Stand, seat: str) -> Why:
    """T14, T53."""
    unit = state.units[said.unit]
    yield from on_turn(state, unit)
    if conditions.helpless(unit):
        yield Refusal("cannot-act", "T51", "helpless", {"unit": unit.id})
    why = economy.spent(unit, "shift")
    if why is not None:
        yield why
    if "tripped" not in unit.statuses:
        yield Refusal("impossible", "T53", "not-tripped", {"unit": unit.id})


# ---- items -------------------------------------------------------------------------------------------


def _drop(state: State, said: Drop, seat: str) -> Why:
    """T14: a held item, a shift."""
    unit = state.units[said.unit]
    yield from acting(state, unit, "shift")
    if unit.held is None:
        yield Refusal("impossible", "T14", "nothing-held", {"unit": unit.id})


def _give(state: State, said: Give, seat: str) -> Why:
    """T14: to a trainer who is adjacent, and has free hands."""
    unit, other = state.units[said.unit], state.units.get(said.to)
    yield from acting(state, unit, "shift")
    if other is None or other.hidden:
        yield Refusal("unknown-unit", "T14", facts={"unit": said.to})
        return
    if unit.held != said.item:
        yield Refusal("unknown-item", "T14", "not-in-hand", {"unit": unit.id, "item": said.item})
    if not is_trainer(other) or not takes_part(other) or other.id == unit.id:
        yield Refusal("no-target", "T14", "not-a-trainer", {"unit": other.id})
    elif not _beside(state, unit, other):
        yield Refusal("out-of-range", "T14", "not-adjacent", {"unit": other.id})
    if other.held is not None:
        yield Refusal("impossible", "T14", "hands-full", {"unit": other.id})


def _beside(state: State, unit: Unit, other: Unit) -> bool:
    return places.adjacent(unit, other) or (isinstance(unit.at, str) and unit.at == other.at)


def ground_items(state: State) -> list[tuple[str, str]]:
    """T14: what lies around: (item, where as text), from the battle's counter `ground`."""
    lying = state.counters.get("ground", ())
    return (
        [(one.partition("@")[0], one.partition("@")[2]) for one in lying] if isinstance(lying, tuple) else []
    )


def where(unit: Unit) -> tuple[str, ...]:
    """The places within reach of a unit's hands, as the counter `ground` writes them."""
    area = places.rect(unit)
    if area is None:
        return (str(unit.at),)
    around = (area[0] - 1, area[1] - 1, area[2] + 1, area[3] + 1)
    return tuple(f"{x},{y}" for x, y in places.covered(around))


def _pick_up(state: State, said: PickUp, seat: str) -> Why:
    """T14: a standard action."""
    unit = state.units[said.unit]
    yield from acting(state, unit, "standard")
    if not any(item == said.item and at in where(unit) for item, at in ground_items(state)):
        yield Refusal("unknown-item", "T14", "not-lying", {"unit": unit.id, "item": said.item})
    if unit.held is not None:
        yield Refusal("impossible", "T14", "hands-full", {"unit": unit.id})


def _use_item(state: State, said: c.UseItem, seat: str) -> Why:
    """T14: from the bag, or what is held; a standard action, on somebody adjacent or oneself."""
    unit = state.units[said.unit]
    yield from acting(state, unit, "standard")
    item = item_of(state, said.item)
    has = unit.held == said.item if said.held else state.inventory.get(unit.side, {}).get(said.item, 0) > 0
    if not has or item is None:
        why = "not-in-hand" if said.held else "not-in-bag"
        yield Refusal("unknown-item", "T14", why, {"unit": unit.id, "item": said.item})
        return
    if item.ball is not None or not (item.heal or item.cure or item.temporary_hp):
        yield Refusal("impossible", "T14", "not-usable", {"item": item.id})
    target = state.units.get(said.target or unit.id)
    if target is None or target.hidden:
        yield Refusal("unknown-unit", "T14", facts={"unit": said.target or ""})
        return
    if target.fainted or not takes_part(target):
        yield Refusal("no-target", "T14", "item-on-fainted", {"unit": target.id, "item": item.id})
    elif target.id != unit.id and not _beside(state, unit, target):
        yield Refusal("out-of-range", "T14", "not-adjacent", {"unit": target.id})


CHECKS: dict[type[c.Command], Callable[[State, Any, str], Why]] = {
    c.Place: _place,
    c.Start: _start,
    c.Reveal: _reveal,
    Move: _move,
    UseMove: _use_move,
    Interrupt: _interrupt,
    c.Pass: _pass,
    c.Delay: _delay,
    c.UseItem: _use_item,
    Trade: _trade,
    Stand: _stand,
    Drop: _drop,
    Give: _give,
    PickUp: _pick_up,
}
