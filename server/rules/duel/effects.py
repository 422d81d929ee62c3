"""What a move or an item does besides damage."""

from schemas import effects as e
from server.engine import movedata as m
from server.engine.ledger import Ledger
from server.rules.duel import stages, statuses
from server.rules.duel.data import Item, Move

EFFECT_DIE = 10
HELPED = ("status", "cure", "stage", "heal", "pp")
"""The effects that a duel knows; the others need places."""


def follow(ledger: Ledger, user: str, target: str, move: Move, dealt: int) -> None:
    """The effects of a move that hit; one with `on` rolls a d10 (rolls `effect`)."""
    for effect in move.effects:
        whom = user if effect.on_user else target
        if ledger.unit(whom).fainted or not ledger.unit(whom).out:
            continue
        if effect.on is None or _fell(ledger, user, effect.on):
            _work(ledger, user, whom, effect, dealt)


def _fell(ledger: Ledger, user: str, on: int) -> bool:
    roll = ledger.roll_one("effect", user, EFFECT_DIE)
    ledger.write(e.Checked(unit=user, what="effect", roll=roll, needs=on))
    return roll >= on


def _work(ledger: Ledger, user: str, whom: str, effect: m.AnyMoveEffect, dealt: int) -> None:
    match effect:
        case m.GiveStatus():
            statuses.gain(ledger, whom, effect.status, user)
            stages.sync(ledger)
        case m.Cure():
            cure(ledger, whom, effect.cure, "move")
        case m.Stage():
            stages.change(ledger, whom, effect.stat, effect.by)
        case m.Heal():
            heal(ledger, whom, (dealt + 1) // 2 if effect.amount == "damage" else effect.amount, "move")
        case m.GivePp():
            give_pp(ledger, whom, effect.by)


def cure(ledger: Ledger, id_: str, names: tuple[str, ...] | str, why: str) -> None:
    """Takes off what is named, or all."""
    for name in tuple(ledger.unit(id_).statuses):
        if names == "all" or name in names:
            ledger.write(e.StatusLost(unit=id_, status=name, why=why))
    stages.sync(ledger)


def heal(ledger: Ledger, id_: str, amount: int, cause: str) -> None:
    """Never past the maximum, and what is told is what it really gave."""
    unit = ledger.unit(id_)
    gained = min(amount, unit.max_hp - unit.hp)
    if gained > 0:
        ledger.write(e.Healed(unit=id_, amount=gained, now=unit.hp + gained, cause=cause))


def give_pp(ledger: Ledger, id_: str, by: int) -> None:
    """Every move's PP change, between 0 and the maximum."""
    for name, pool in ledger.unit(id_).pools.items():
        now = max(0, min(pool.max, pool.now + by))
        if now != pool.now:
            ledger.write(e.PoolChanged(unit=id_, pool=name, now=now))


def use_item(ledger: Ledger, item: Item, target: str) -> None:
    """D10: what a trainer's item does."""
    if item.revive and ledger.unit(target).fainted:
        cure(ledger, target, "all", "revived")
        half = max(1, ledger.unit(target).max_hp // 2)
        ledger.write(e.Revived(unit=target, now=half))
        return
    if item.cure:
        cure(ledger, target, item.cure, item.id)
    if item.heal:
        heal(ledger, target, item.heal, item.id)
    if item.pp:
        give_pp(ledger, target, item.pp)
    for stat, by in item.stage.items():
        stages.change(ledger, target, stat, by)
