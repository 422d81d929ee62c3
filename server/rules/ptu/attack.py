"""T42-T44, T47: a move on everybody it strikes: one accuracy die, one damage roll, then its effects."""

from schemas import effects as e
from schemas.base import Cell, Term
from schemas.state import State, Unit
from server.engine.ledger import Ledger
from server.rules.ptu import conditions, damage, outcomes, places
from server.rules.ptu.data import AIMED, Move, effective
from server.rules.ptu.flanking import flanked

MOST_EVASION, MOST_OF_ALL = 6, 9
WITHOUT_EVASION = ("sleep", "freeze", "vulnerable", "grappled")
BLIND = {"blind": 6, "totally-blind": 10}


def evasion(target: Unit, move: Move) -> int:
    """T42: the best of defense (by the move's class) and speed over 5, with changes; none when helpless."""
    if any(name in target.statuses for name in WITHOUT_EVASION):
        return 0
    stats = {"physical": ["defense"], "special": ["special_defense"], "status": []}[move.category]
    if "stuck" not in target.statuses:
        stats.append("speed")
    best = max((min(MOST_EVASION, effective(target, stat) // 5) for stat in stats), default=0)
    changes = max(-6, min(6, target.stages.get("evasion", 0)))
    return max(0, min(MOST_OF_ALL, best + changes))


def needs(state: State, user: Unit, target: Unit, move: Move) -> tuple[int, tuple[Term, ...]]:
    """T42: what the bare die needs, and the terms that add up to it."""
    avoided = evasion(target, move)
    rough = move.range.kind in AIMED and bool(places.sight(state, user, target))
    parts = [
        ("evasion", avoided),
        ("flanked", -min(2, avoided) if flanked(state, target) else 0),
        ("rough", 2 if rough else 0),
        ("accuracy", -max(-6, min(6, user.stages.get("accuracy", 0)))),
        *((name, by if name in user.statuses else 0) for name, by in BLIND.items()),
    ]
    terms = (Term(name="ac", value=move.ac or 0), *(Term(name=n, value=v) for n, v in parts if v))
    return sum(int(term.value) for term in terms), terms


def carry_out(ledger: Ledger, user: str, move: Move, struck: tuple[str, ...], at: Cell | None) -> None:
    """T47: friend and foe; whoever is immune is missed, and no damage is rolled for it alone (T43)."""
    roll = ledger.roll_one("accuracy", user, 20) if struck and move.ac is not None else None
    reached = [id_ for id_ in struck if _hits(ledger, user, id_, move, roll)]
    hit = [id_ for id_ in reached if not _immune(ledger, user, id_, move)]
    dealt = _damage(ledger, user, move, hit, roll)
    for id_ in hit:
        for effect in move.effects:
            if not effect.on_user:
                outcomes.work(ledger, user, id_, effect, roll, dealt.get(id_, 0), at)
    if hit:
        for effect in move.effects:
            if effect.on_user:
                outcomes.work(ledger, user, user, effect, roll, sum(dealt.values()), at)


def _immune(ledger: Ledger, user: str, target: str, move: Move) -> bool:
    if not damage.immune(ledger.state, ledger.unit(target), move):
        return False
    ledger.write(e.Missed(unit=user, target=target, why="immune"))
    return True


def _hits(ledger: Ledger, user: str, target: str, move: Move, roll: int | None) -> bool:
    """T42: 1 always misses, 20 always hits."""
    if roll is None:
        return True
    wanted, terms = needs(ledger.state, ledger.unit(user), ledger.unit(target), move)
    ledger.write(e.Checked(unit=user, target=target, what="accuracy", roll=roll, needs=wanted, terms=terms))
    if roll == 20 or (roll != 1 and roll >= wanted):
        return True
    ledger.write(e.Missed(unit=user, target=target, why="accuracy"))
    return False


def _damage(ledger: Ledger, user: str, move: Move, hit: list[str], roll: int | None) -> dict[str, int]:
    """T43, T44: one roll for all; each has its own defenses and types."""
    if not hit or not move.damages:
        return {}
    critical = roll is not None and roll >= move.crit
    rolled = damage.roll(ledger, user, move, critical=critical)
    before = ledger.state
    dealt = {}
    for id_ in hit:
        amount, terms = damage.terms_of(before, before.units[user], before.units[id_], move, rolled)
        dealt[id_] = amount
        damage.hurt(ledger, id_, amount, move.id, terms)
        conditions.rouse(ledger, id_, move.type)
    return dealt
