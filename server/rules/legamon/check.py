"""Why not: one function a command, its refusals in the order the rulebook asks. Nothing here rolls."""

from collections.abc import Iterator
from typing import Any

from schemas import commands as c
from schemas.seats import GM
from schemas.state import Grid, State, Unit, Zones
from server.engine import grid, turns, windows
from server.engine.refusals import Refusal
from server.engine.system import Checks
from server.rules.legamon import prevention
from server.rules.legamon.commands import Ability, Edge, Interact, Interrupt, Spend, UseMove
from server.rules.legamon.data import energy, named, typeless_allowed
from server.rules.legamon.rounds import ACTED, MOVED, POINTS, has_used, points_of, takes_part

Why = Iterator[Refusal]


# ---- set-up ------------------------------------------------------------------------------------------


def _place(state: State, said: c.Place, seat: str) -> Why:
    """L1: a place is only noted; before the start its controller's, later the GM's."""
    unit = state.units[said.unit]
    if said.turned:
        yield Refusal("malformed", why="no-turning", facts={"path": "$.turned"})
    if said.hidden and "enemy-units" not in state.settings["hidden"]:
        yield Refusal("impossible", why="nothing-hidden")
    if state.phase != "setup":
        if seat != GM:
            yield Refusal("gm-only", "L1", facts={"command": "place"})
        if unit.at is not None and not unit.hidden:
            yield Refusal("placement-closed", "L1", "on-board", {"unit": unit.id})
    if unit.fainted:
        yield Refusal("fainted", "L12", facts={"unit": unit.id})
    yield from _spot(state, unit, said.at)


def _spot(state: State, unit: Unit, at: Any) -> Why:
    """L1: a cell of the grid where nobody stands, a zone there is, any words where there is no board."""
    if isinstance(state.board, Zones):
        if all(zone.id != at for zone in state.board.zones):
            yield Refusal("off-board", "L1", facts={"at": at})
    elif isinstance(state.board, Grid):
        if not isinstance(at, tuple) or not grid.on_board(state.board, at):
            yield Refusal("off-board", "L1", facts={"at": at})
            return
        there = grid.standing(state).get(at)
        if there is not None and there != unit.id:
            yield Refusal("occupied", "L1", facts={"at": at, "by": there})


def _start(state: State, said: c.Start, seat: str) -> Why:
    """L17: mons of two sides at least."""
    if state.phase != "setup":
        yield Refusal("impossible", "L9", "started")
    if len({unit.side for unit in state.units.values() if not unit.fainted}) < 2:
        yield Refusal("impossible", "L17", "one-side")


def _reveal(state: State, said: c.Reveal, seat: str) -> Why:
    """Contract 8: a hidden mon enters, like a reinforcement."""
    unit = state.units[said.unit]
    if not unit.hidden:
        yield Refusal("impossible", why="not-hidden", facts={"unit": unit.id})
    at = unit.at if said.at is None else said.at
    if at is not None:
        yield from _spot(state, unit, at)


# ---- a turn ------------------------------------------------------------------------------------------


def _able(state: State, unit: Unit) -> Why:
    """L9, L12: the battle runs, and the mon is not out."""
    if state.phase == "setup":
        yield Refusal("battle-not-started", "L9")
        return
    if unit.fainted:
        yield Refusal("fainted", "L12", facts={"unit": unit.id})


def _on_turn(state: State, unit: Unit) -> Why:
    """L10: its own turn, with nothing declared and no points left to spend."""
    yield from _able(state, unit)
    if state.window is not None or state.pending:
        yield Refusal("window-open", "L11")
    if state.turn != unit.id:
        yield Refusal("not-your-turn", "L10", facts={"unit": unit.id, "turn": state.turn})
    if points_of(unit):
        yield Refusal("window-open", "L13", "points-open", {"unit": unit.id, "points": points_of(unit)})


def _move(state: State, said: c.Move, seat: str) -> Why:
    """L10, L13: one movement a turn, unless it is prevented."""
    unit = state.units[said.unit]
    to = said.to
    if said.path is not None:
        to = said.path[-1] if said.path and to is None else None
    if to is None:
        yield Refusal("malformed", why="to-or-path", facts={"path": "$.to"})
        return
    yield from _on_turn(state, unit)
    if has_used(state, unit, MOVED):
        yield Refusal("turn-over", "L10", "moved-already", {"unit": unit.id})
    if prevention("move") in unit.statuses:
        yield Refusal("cannot-act", "L13", "move-prevented", {"unit": unit.id})
    yield from _spot(state, unit, to)


def _once(state: State, unit: Unit) -> Why:
    """L10: one ability, item or interaction a turn."""
    if has_used(state, unit, ACTED):
        yield Refusal("turn-over", "L10", "acted-already", {"unit": unit.id})


def _use_move(state: State, said: UseMove, seat: str) -> Why:
    """L3, L8, L10-L16: on its turn, once, with an ability it has, on somebody who is there."""
    unit = state.units[said.unit]
    yield from _form(said)
    yield from _on_turn(state, unit)
    yield from _once(state, unit)
    yield from _with_ability(state, unit, said, seat)
    if said.intent == "break":
        yield from _breaks(unit, said)
    elif said.target is not None and said.target != unit.id:
        yield from _targeted(state, said.target)


def _form(said: Ability) -> Why:
    if (said.move is None) == (said.typeless is None):
        yield Refusal("malformed", why="move-or-typeless", facts={"path": "$.move"})
    if isinstance(said, UseMove) and (said.of is None) == (said.intent == "break"):
        yield Refusal("malformed", why="break-of", facts={"path": "$.of"})


def _with_ability(state: State, unit: Unit, said: Ability, seat: str) -> Why:
    """L3, L5, L8, L13, L15: known, not prevented, paid for; and whose word an edge is."""
    used = named(unit, said.move, said.typeless)
    name = said.typeless or said.move
    if used is None or (used.type is None and not typeless_allowed(state, used.id)):
        yield Refusal("unknown-move", "L3", facts={"unit": unit.id, "move": name})
        return
    if prevention("ability") in unit.statuses:
        breaks = isinstance(said, UseMove) and said.intent == "break"
        yield Refusal("cannot-act", "L15" if breaks else "L13", "ability-prevented", {"unit": unit.id})
    if used.type is not None and energy(unit) < 1:
        yield Refusal("no-energy", "L8", facts={"unit": unit.id, "move": used.id, "left": energy(unit)})
    if said.edge is not None and seat != GM and state.settings["edge"] != "table":
        yield Refusal("gm-only", "L5", "edge-is-gm", {"command": "edge"})


def _breaks(unit: Unit, said: UseMove) -> Why:
    """L15: one's own prevention, and one that there is."""
    if said.target not in (None, unit.id):
        yield Refusal("impossible", "L15", "break-own", {"unit": unit.id})
    if said.of is not None and prevention(said.of) not in unit.statuses:
        yield Refusal("impossible", "L15", "nothing-to-break", {"unit": unit.id, "of": said.of})


def _targeted(state: State, target: str) -> Why:
    """L11: a mon in the fight."""
    whom = state.units.get(target)
    if whom is None or whom.hidden:
        yield Refusal("unknown-unit", "L11", facts={"unit": target})
    elif not takes_part(state, whom):
        yield Refusal("no-target", "L11", "target-not-in", {"unit": target})


def _interrupt(state: State, said: Interrupt, seat: str) -> Why:
    """L11: the target resists, if its turn is still to come."""
    unit = state.units[said.unit]
    yield from _form(said)
    yield from _able(state, unit)
    if state.phase == "battle" and not turns.to_come(state, unit.id):
        yield Refusal("not-eligible", "L11", "turn-past", {"unit": unit.id})
    if state.window is None:
        yield Refusal("no-window", "L11")
        return
    if not windows.waits_for(state, unit.id):
        yield Refusal("not-eligible", "L11", "not-waited-for", {"unit": unit.id})
    yield from _with_ability(state, unit, said, seat)


def _pass(state: State, said: c.Pass, seat: str) -> Why:
    """L10, L11, L13: lets it happen, spends nothing, or ends the turn."""
    unit = state.units[said.unit]
    if state.window is not None:
        yield from _able(state, unit)
        if not windows.waits_for(state, unit.id):
            yield Refusal("not-eligible", "L11", "not-waited-for", {"unit": unit.id})
    elif points_of(unit):
        yield from _able(state, unit)
    else:
        yield from _on_turn(state, unit)


def _spend(state: State, said: Spend, seat: str) -> Why:
    """L13: no more than the points there are."""
    unit = state.units[said.unit]
    yield from _able(state, unit)
    if POINTS not in unit.counters:
        yield Refusal("impossible", "L13", "no-points", {"unit": unit.id})
        return
    cost = said.moves + 3 * said.abilities
    if cost > points_of(unit):
        yield Refusal("too-much", "L13", facts={"cost": cost, "points": points_of(unit)})


def _interact(state: State, said: Interact, seat: str) -> Why:
    """L10: in an ability's place."""
    unit = state.units[said.unit]
    yield from _on_turn(state, unit)
    yield from _once(state, unit)


def _use_item(state: State, said: c.UseItem, seat: str) -> Why:
    """L10: in an ability's place; what it does is the table's."""
    unit = state.units[said.unit]
    yield from _on_turn(state, unit)
    yield from _once(state, unit)
    if said.held and unit.held != said.item:
        yield Refusal("unknown-item", "L10", "not-in-hand", {"unit": unit.id, "item": said.item})
    if not said.held and state.inventory.get(unit.side, {}).get(said.item, 0) < 1:
        yield Refusal("unknown-item", "L10", "not-in-bag", {"unit": unit.id, "item": said.item})
    if said.target is not None and (said.target not in state.units or state.units[said.target].hidden):
        yield Refusal("unknown-unit", "L10", facts={"unit": said.target})


def _edge(state: State, said: Edge, seat: str) -> Why:
    """L5: for a mon that can still roll."""
    unit = state.units[said.unit]
    if unit.fainted:
        yield Refusal("fainted", "L5", facts={"unit": unit.id})


CHECKS: Checks = {
    c.Place: _place,
    c.Start: _start,
    c.Reveal: _reveal,
    c.Move: _move,
    UseMove: _use_move,
    Interrupt: _interrupt,
    c.Pass: _pass,
    Spend: _spend,
    Interact: _interact,
    c.UseItem: _use_item,
    Edge: _edge,
}
