"""Why not: one function a command, its refusals in the order the rulebook asks. Nothing here rolls."""

from collections.abc import Iterator

from schemas import commands as c
from schemas.seats import GM
from schemas.state import State, Unit
from server.engine.refusals import Refusal
from server.engine.system import Checks
from server.rules.duel import damage, items, stages, trainers
from server.rules.duel.commands import Check, ChooseFirst, Dodge, Release, Switch, UseMove
from server.rules.duel.data import Move, moves_of

Why = Iterator[Refusal]


def _start(state: State, said: c.Start, seat: str) -> Why:
    """D9: two sides, each with somebody to release."""
    if state.phase != "setup":
        yield Refusal("impossible", "D9", "started")
        return
    if len(trainers.sides(state)) != 2:
        yield Refusal("impossible", "D9", "sides-of-a-duel")
    for side in trainers.lost(state):
        yield Refusal("impossible", "D9", "nobody-to-release", {"side": side})


def _release(state: State, said: Release, seat: str) -> Why:
    """D9, D14: while the side has nobody out."""
    unit = state.units[said.unit]
    yield from _begun(state, unit, "D9")
    if unit.out or unit.side not in trainers.releasing(state):
        yield Refusal("not-eligible", "D9", "nothing-to-release", {"unit": unit.id})


def _begun(state: State, unit: Unit, rule: str) -> Why:
    if state.phase == "setup":
        yield Refusal("battle-not-started", rule)
        return
    if unit.hidden:
        yield Refusal("impossible", rule, "still-hidden", {"unit": unit.id})
    if unit.fainted:
        yield Refusal("fainted", rule, facts={"unit": unit.id})


def _choose_first(state: State, said: ChooseFirst, seat: str) -> Why:
    """D9: the seat that the die named, once for the battle."""
    if state.phase == "setup":
        yield Refusal("battle-not-started", "D9")
        return
    chooser = trainers.chooser(state)
    if trainers.side_of(state, said.seat) is None:
        yield Refusal("impossible", "D9", "no-such-seat", {"seat": said.seat})
    if chooser is None or trainers.first(state) is not None:
        yield Refusal("not-eligible", "D9", "nothing-to-choose", {"seat": seat})
    elif seat != GM and seat not in trainers.seats_of(state, chooser):
        yield Refusal("not-eligible", "D9", "other-chooses", {"seat": seat, "chooser": chooser})


# ---- orders ------------------------------------------------------------------------------------------


def _orders(state: State, unit: Unit) -> Why:
    """D10, D14: in the open, one side after the other, once everybody is out."""
    waiting = trainers.releasing(state) if state.phase == "battle" else []
    if waiting:
        facts = {"unit": unit.id, "side": waiting[0]}
        yield Refusal("not-your-turn", "D14" if state.round else "D9", "release-first", facts)
    yield from _begun(state, unit, "D10")
    if state.phase == "setup" or waiting:
        return
    if not unit.out:
        yield Refusal("not-your-turn", "D10", "not-out", {"unit": unit.id})
    elif not trainers.in_play(state) or trainers.first(state) is None:
        yield Refusal("not-your-turn", "D9", "first-not-chosen", {"unit": unit.id})
    elif trainers.next_to_order(state) != unit.side:
        why = "ordered" if trainers.order_of(state, unit.side) else "other-orders-first"
        yield Refusal("not-your-turn", "D10", why, {"unit": unit.id})


def _use_move(state: State, said: UseMove, seat: str) -> Why:
    """D10: a move it has and can pay, aimed at the one it faces or at itself."""
    unit = state.units[said.unit]
    for name in ("direction", "at"):
        if getattr(said, name) is not None:
            yield Refusal("malformed", why="no-places", facts={"path": f"$.{name}"})
    yield from _orders(state, unit)
    move = moves_of(unit).get(said.move)
    if move is None:
        yield Refusal("unknown-move", "D10", facts={"unit": unit.id, "move": said.move})
        return
    pool = unit.pools.get(move.id)
    if pool is not None and pool.now < 1:
        yield Refusal("no-pp", "D1", facts={"unit": unit.id, "move": move.id, "cost": 1, "left": pool.now})
    yield from _target(state, unit, move, said.target)
    if said.dodge:
        yield from _dodging(unit)


def _target(state: State, unit: Unit, move: Move, target: str | None) -> Why:
    if target is None:
        return
    if target not in state.units or state.units[target].hidden:
        yield Refusal("unknown-unit", "D10", facts={"unit": target})
        return
    if target not in targets(state, unit, move):
        why = "not-out-there" if not state.units[target].out else "not-for-that"
        yield Refusal("no-target", "D10", why, {"unit": target, "move": move.id})


def targets(state: State, unit: Unit, move: Move) -> list[str]:
    """D10: whom a move may be aimed at: the one faced; itself where it strikes nobody."""
    foe = stages.facing(state, unit)
    found = [] if foe is None or (move.only_user and move.effects) else [foe.id]
    return found if move.strikes else [*found, unit.id]


def _dodging(unit: Unit) -> Why:
    """D12: taller than 100 cm cannot."""
    if not damage.can_dodge(unit):
        yield Refusal("cannot-dodge", "D12", facts={"unit": unit.id, "height": damage.height_of(unit)})


def _dodge(state: State, said: Dodge, seat: str) -> Why:
    unit = state.units[said.unit]
    yield from _orders(state, unit)
    yield from _dodging(unit)


def _switch(state: State, said: Switch, seat: str) -> Why:
    """D10: another of the own side that stands and is not out."""
    unit = state.units[said.unit]
    yield from _orders(state, unit)
    to = state.units.get(said.to)
    if to is None or to.hidden:
        yield Refusal("unknown-unit", "D10", facts={"unit": said.to})
        return
    if to.side != unit.side:
        yield Refusal("not-eligible", "D10", "not-of-the-side", {"unit": to.id})
    elif to.fainted:
        yield Refusal("fainted", "D10", facts={"unit": to.id})
    elif to.out:
        yield Refusal("not-eligible", "D10", "already-out", {"unit": to.id})


def _use_item(state: State, said: c.UseItem, seat: str) -> Why:
    unit = state.units[said.unit]
    for name in ("direction", "at"):
        if getattr(said, name) is not None:
            yield Refusal("malformed", why="no-places", facts={"path": f"$.{name}"})
    yield from _orders(state, unit)
    yield from items.check(state, unit, said)


def _pass(state: State, said: c.Pass, seat: str) -> Why:
    yield from _orders(state, state.units[said.unit])


def _check(state: State, said: Check, seat: str) -> Why:
    """D20: in the battle, with a die that can show it."""
    if state.phase == "setup":
        yield Refusal("battle-not-started", "D20")
    if said.at_least > said.die:
        facts = {"path": "$.at_least", "value": said.at_least, "least": 1, "most": said.die}
        yield Refusal("malformed", "D20", "not-a-number", facts)


def _reveal(state: State, said: c.Reveal, seat: str) -> Why:
    """Contract 8: a hidden creature may be released from here on."""
    if not state.units[said.unit].hidden:
        yield Refusal("impossible", why="not-hidden", facts={"unit": said.unit})


CHECKS: Checks = {
    c.Start: _start,
    Release: _release,
    ChooseFirst: _choose_first,
    UseMove: _use_move,
    Dodge: _dodge,
    Switch: _switch,
    c.UseItem: _use_item,
    c.Pass: _pass,
    Check: _check,
    c.Reveal: _reveal,
}
