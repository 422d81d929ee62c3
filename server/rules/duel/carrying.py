"""A round's orders are carried out: switches, items, then moves by speed (D11, D12)."""

from dataclasses import dataclass, field

from schemas import effects as e
from schemas.state import Pending, State, Unit
from server.engine import turns, windows
from server.engine.dice import Ask
from server.engine.ledger import Ledger
from server.rules.duel import course, damage, effects, stages, statuses, trainers
from server.rules.duel.data import Move, item_of, moves_of
from server.rules.duel.items import would_do

COIN = "coin"
HUNDRED = 100


@dataclass
class Dodging:
    """D12: who tries to dodge this round, and who has rolled what."""

    tries: set[str] = field(default_factory=set)
    rolled: dict[str, bool] = field(default_factory=dict)


def carry_out(ledger: Ledger) -> None:
    """D11: switches first, then items, then moves; D13: then the round ends."""
    orders = [
        one for side in trainers.in_order(ledger.state) if (one := trainers.order_of(ledger.state, side))
    ]
    dodging = Dodging({one.unit for one in orders if _dodges(ledger.unit(one.unit), one)})
    for order in orders:
        if order.action == "switch":
            _switch(ledger, order)
    for order in orders:
        if order.action == "use-item":
            _use_item(ledger, order)
    rest = [one for one in orders if one.action not in ("switch", "use-item")]
    for order in by_speed(ledger, rest):
        _moment(ledger, order, dodging)
    course.end_of_round(ledger)


def _dodges(unit: Unit, order: Pending) -> bool:
    """D12, D16: one frozen as the round begins does not dodge, whatever it was told."""
    told = order.action == "dodge" or bool((order.details or {}).get("dodge"))
    return told and "freeze" not in unit.statuses


# ---- the order ---------------------------------------------------------------------------------------


def pace(state: State, order: Pending) -> tuple[int, int]:
    """D11: speed, after the games' priority bracket where `settings.priority` says so."""
    unit = state.units[order.unit]
    move = moves_of(unit).get(order.move or "")
    bracket = move.priority if move is not None and state.settings.get("priority") is True else 0
    return bracket, trainers.speed_of(state, unit)


def by_speed(ledger: Ledger, orders: list[Pending]) -> list[Pending]:
    """D11: higher first; equals by a coin, 1: the one whose trainer ordered first."""
    if coin_needed(ledger.state, orders):
        return orders if ledger.roll_one(COIN, None, 2) == 1 else orders[::-1]
    state = ledger.state
    return sorted(orders, key=lambda order: pace(state, order), reverse=True)


def coin_needed(state: State, orders: list[Pending]) -> bool:
    """D11: two moves that are equally fast."""
    moves = [one for one in orders if one.action == "use-move"]
    return len(moves) == 2 and pace(state, moves[0]) == pace(state, moves[1])


# ---- switches, items ---------------------------------------------------------------------------------


def _switch(ledger: Ledger, order: Pending) -> None:
    to = ledger.unit(order.target or order.unit)
    if to.fainted or to.out or to.side != ledger.unit(order.unit).side:
        ledger.write(e.Cancelled(unit=order.unit, why="does-nothing"))
        return
    windows.take(ledger, order)
    course.recall(ledger, order.unit)
    course.release(ledger, to.id)
    stages.sync(ledger)


def _use_item(ledger: Ledger, order: Pending) -> None:
    unit, item = ledger.unit(order.unit), item_of(ledger.state, order.item)
    target = ledger.unit(order.target or order.unit)
    held = bool((order.details or {}).get("held"))
    count = ledger.state.inventory.get(unit.side, {}).get(order.item or "", 0)
    has = unit.held == order.item if held else count > 0
    if item is None or not has or not would_do(item, target):
        ledger.write(e.Cancelled(unit=order.unit, why="does-nothing"))
        return
    windows.take(ledger, order)
    left = 0 if held else count - 1
    ledger.write(e.ItemUsed(unit=unit.id, item=item.id, target=target.id, left=left, held=held))
    effects.use_item(ledger, item, target.id)


# ---- moments -----------------------------------------------------------------------------------------


def _moment(ledger: Ledger, order: Pending, dodging: Dodging) -> None:
    """D11, D16-D18: one out of the fight carries nothing out; a status may take the moment."""
    id_ = order.unit
    if not stages.fights(ledger.unit(id_)):
        ledger.write(e.Cancelled(unit=id_, move=order.move, why="fainted"))
        return
    windows.take(ledger, order)
    turns.expire(ledger, "turn-start", id_)
    move = moves_of(ledger.unit(id_)).get(order.move or "")
    if statuses.may_act(ledger, id_, move) and move is not None:
        stages.sync(ledger)
        _use(ledger, id_, move, order.target, dodging)
    turns.expire(ledger, "turn-end", id_)
    stages.sync(ledger)


def _use(ledger: Ledger, id_: str, move: Move, aimed: str | None, dodging: Dodging) -> None:
    _pay(ledger, id_, move)
    target = aim(ledger.state, ledger.unit(id_), aimed)
    if target is None and move.only_user:
        target = id_
    if target is None:
        ledger.write(e.Missed(unit=id_, target=aimed, why="nobody"))
        return
    if not _hits(ledger, id_, target, move, dodging):
        ledger.write(e.Missed(unit=id_, target=target, why="accuracy"))
        return
    dealt = 0
    if move.strikes:
        dealt = _strike(ledger, id_, target, move)
        if dealt == 0:
            return
    effects.follow(ledger, id_, target, move, dealt)


def _pay(ledger: Ledger, id_: str, move: Move) -> None:
    pool = ledger.unit(id_).pools.get(move.id)
    if pool is not None and pool.now > 0:
        ledger.write(e.PoolChanged(unit=id_, pool=move.id, now=pool.now - 1))


def aim(state: State, user: Unit, target: str | None) -> str | None:
    """D11: itself, or whoever of the other side is out now."""
    if target == user.id:
        return target
    foe = stages.facing(state, user)
    return None if foe is None else foe.id


def _hits(ledger: Ledger, id_: str, target: str, move: Move, dodging: Dodging) -> bool:
    """D7, D12: d100 at or below what it needs; a sure hit and oneself need no die."""
    if move.accuracy is None or target == id_:
        return True
    least = _dodge_due(ledger.unit(target), dodging)
    dodge = [] if least is None else [Ask("dodge", target, 10, needs=least)]
    *first, (roll,) = ledger.roll_all([*dodge, Ask("accuracy", id_, HUNDRED)])
    if least is not None:
        shown = first[0][0]
        ledger.write(e.Checked(unit=target, what="dodge", roll=shown, needs=least))
        dodging.rolled[target] = shown >= least
    dodged = dodging.rolled.get(target, False) and "freeze" not in ledger.unit(target).statuses
    needs, terms = damage.needed(
        move, ledger.unit(id_), ledger.unit(target), dodged=dodged, dodging=id_ in dodging.tries
    )
    ledger.write(e.Checked(unit=id_, target=target, what="accuracy", roll=roll, needs=needs, terms=terms))
    return roll <= needs


def _dodge_due(unit: Unit, dodging: Dodging) -> int | None:
    """D12: what its d10 needs, rolled once a round, before the first attack on it that rolls for accuracy."""
    height = damage.height_of(unit)
    waits = unit.id in dodging.tries and unit.id not in dodging.rolled and "freeze" not in unit.statuses
    return damage.dodge_needs(height) if waits and height is not None else None


def _strike(ledger: Ledger, id_: str, target: str, move: Move) -> int:
    """D6, D16."""
    amount, terms = damage.amount_of(ledger.state, move, ledger.unit(id_), ledger.unit(target))
    statuses.hurt(ledger, target, amount, move.id, terms)
    if amount and not ledger.unit(target).fainted:
        statuses.struck(ledger, target, move)
    return amount
