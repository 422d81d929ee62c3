"""A move as it is carried out: paid for, and dealt to each it strikes (P13, P15, P18-P23)."""

from schemas import effects as e
from schemas.base import Cell
from server.engine.ledger import Ledger
from server.rules.pmd import damage, outcomes, statuses
from server.rules.pmd.data import Move
from server.rules.pmd.targeting import Aim
from server.rules.pmd.turn import faint


def carry_out(ledger: Ledger, user: str, move: Move, aim: Aim, at: Cell | None) -> None:
    """P15: PP is paid now, and whoever the move reaches is struck."""
    pay(ledger, user, move)
    if not aim.struck:
        ledger.write(e.Missed(unit=user, target=aim.target, why="nobody"))
        return
    landed = False
    dealt = 0
    for one in aim.struck:
        if not ledger.unit(one).fainted:
            hit, amount = strike(ledger, user, one, move, at)
            landed = landed or hit
            dealt += amount
    if landed:
        _on_user(ledger, user, move, dealt, at)


def pay(ledger: Ledger, user: str, move: Move) -> None:
    """P15: what the move costs."""
    if move.pp:
        now = max(0, ledger.unit(user).pools["pp"].now - move.pp)
        ledger.write(e.PoolChanged(unit=user, pool="pp", now=now))


def strike(ledger: Ledger, user: str, target: str, move: Move, at: Cell | None) -> tuple[bool, int]:
    """P18: accuracy, critical, damage, then the effects, on one unit: (whether it struck, what it dealt)."""
    if move.shape != "self" and damage.immune(ledger.state, ledger.unit(target), move):
        ledger.write(e.Missed(unit=user, target=target, why="immune"))
        return False, 0
    landed = False
    dealt = 0
    for _ in range(move.hits):
        if _hits(ledger, user, target, move):
            landed = True
            dealt += _blow(ledger, user, target, move)
        if ledger.unit(target).fainted:
            break
    if landed:
        for effect in move.effects:
            if not effect.on_user:
                outcomes.work(ledger, user, target, effect, dealt, at)
    return landed, dealt


def _hits(ledger: Ledger, user: str, target: str, move: Move) -> bool:
    """P18: d10, a hit at the move's accuracy or more."""
    if move.accuracy is None:
        return True
    roll = ledger.roll_one("accuracy", user, 10)
    ledger.write(e.Checked(unit=user, target=target, what="accuracy", roll=roll, needs=move.accuracy))
    if roll < move.accuracy:
        ledger.write(e.Missed(unit=user, target=target, why="accuracy"))
        return False
    return True


def _blow(ledger: Ledger, user: str, target: str, move: Move) -> int:
    """P19, P21, P23: one blow's damage; status moves deal none."""
    if move.category == "status":
        return 0
    critical = damage.critical(ledger, ledger.unit(user), move)
    struck = ledger.unit(target)
    amount, terms = damage.terms_of(ledger.state, ledger.unit(user), struck, move, critical)
    absorbed = damage.absorbs(struck, move)
    now = struck.hp if absorbed else max(0, struck.hp - amount)
    if absorbed:
        outcomes.heal(ledger, target, amount, "absorb")
    else:
        ledger.write(e.Damaged(unit=target, amount=amount, now=now, terms=terms, cause=move.id))
    if move.fire_attack:
        statuses.thaw(ledger, target)
        statuses.thaw(ledger, user)
    if absorbed:
        return 0
    if now == 0:
        faint(ledger, target, move.id)
    if user != target and amount > 0:
        outcomes.hooks(ledger, user, "strikes", target, move)
        outcomes.hooks(ledger, target, "struck", user, move)
    return amount


def _on_user(ledger: Ledger, user: str, move: Move, dealt: int, at: Cell | None) -> None:
    """P22: what happens to the user, once an action."""
    for effect in move.effects:
        if effect.on_user:
            outcomes.work(ledger, user, user, effect, dealt, at)


def hit_itself(ledger: Ledger, id_: str, basic: Move) -> None:
    """P33: a basic attack on itself, with its own attack and defense."""
    unit = ledger.unit(id_)
    amount, terms = damage.terms_of(ledger.state, unit, unit, basic, 0)
    now = max(0, unit.hp - amount)
    ledger.write(e.Damaged(unit=id_, amount=amount, now=now, terms=terms, cause="confusion"))
    if now == 0:
        faint(ledger, id_, "confusion")
