"""T43-T46, T49, T50, T54: what a blow takes, from which hit points, and which injuries it leaves."""

from typing import Any

from schemas import effects as e
from schemas.base import Term
from schemas.state import State, Unit
from server.engine.ledger import Ledger
from server.rules.ptu import CONDITIONS, DEAD
from server.rules.ptu.data import STRUGGLE, Move, effective, is_trainer, number

DICE = (
    (1, 6, 1), (1, 6, 3), (1, 6, 5), (1, 8, 6), (1, 8, 8), (2, 6, 8), (2, 6, 10), (2, 8, 10), (2, 10, 10),
    (3, 8, 10), (3, 10, 10), (3, 12, 10), (4, 10, 10), (4, 10, 15), (4, 10, 20), (5, 10, 20), (5, 12, 25),
    (6, 12, 25), (6, 12, 30), (6, 12, 35), (6, 12, 40), (6, 12, 45), (6, 12, 50), (6, 12, 55), (6, 12, 60),
    (7, 12, 65), (8, 12, 70), (8, 12, 80),
)  # fmt: skip
"""T45: dice, sides, number, by base from 1."""
SET = (
    5, 7, 9, 11, 13, 15, 17, 19, 21, 24, 27, 30, 35, 40, 45, 50, 60, 65, 70, 75, 80, 85, 90, 95, 100, 110,
    120, 130,
)  # fmt: skip
IMMUNE = 0
DEADLY_FROM, DEADLY = 5, 10
FACTORS = {3: (3, 1), 2: (2, 1), 1: (3, 2), 0: (1, 1), -1: (1, 2), -2: (1, 4), -3: (1, 8)}


def row(state: State, type_: str | None) -> dict[str, int]:
    """The chart's row of an attacking type."""
    rows: dict[str, dict[str, int]] = state.catalogue["chart"]
    return {} if type_ is None else rows.get(type_, {})


def immune(state: State, target: Unit, move: Move) -> bool:
    """T43: a type of the target that the move cannot harm."""
    found = row(state, move.type)
    return move.category != "status" and any(found.get(type_) == IMMUNE for type_ in target.types)


def matchup(state: State, target: Unit, move: Move) -> int:
    """T43: weak and resistant cancel."""
    found = row(state, move.type)
    return max(-3, min(3, sum(found.get(type_, 0) for type_ in target.types)))


def base_of(user: Unit, move: Move) -> int:
    """T43, T46: the damage base, + 2 for a type of one's own; struggle has none."""
    own = move.type in user.types and move.id != STRUGGLE.id and not is_trainer(user)
    return max(1, min(len(DICE), move.base + (2 if own else 0)))


def dice_of(state: State, user: Unit, move: Move, *, critical: bool) -> tuple[int, int]:
    """T43-T45: how many dice of which sides; none with set values."""
    if state.settings["damage"] == "set":
        return 0, 0
    count, sides, _ = DICE[base_of(user, move) - 1]
    return count * (2 if critical else 1), sides


def roll(ledger: Ledger, user: str, move: Move, *, critical: bool) -> int:
    """T43-T45: the table's roll and number, or the set value; a critical has both twice."""
    unit = ledger.unit(user)
    times = 2 if critical else 1
    base = base_of(unit, move) - 1
    count, sides = dice_of(ledger.state, unit, move, critical=critical)
    if not count:
        return SET[base] * times
    return sum(ledger.roll("damage", user, sides, count)) + DICE[base][2] * times


def terms_of(state: State, user: Unit, target: Unit, move: Move, rolled: int) -> tuple[int, tuple[Term, ...]]:
    """T43: the amount, and every term that is not 0, adding up to it."""
    return _terms(user, target, rolled, move.category == "special", matchup(state, target, move))


def _terms(user: Unit, target: Unit, rolled: int, special: bool, match: int) -> tuple[int, tuple[Term, ...]]:
    kind = "special_" if special else ""
    parts = [
        ("damage", rolled),
        ("attack", effective(user, f"{kind}attack")),
        ("defense", -effective(target, f"{kind}defense")),
        ("reduction", -_reduction(target)),
    ]
    total = sum(value for _, value in parts)
    struck = max(1, total)
    times, by = FACTORS[match]
    final = max(1, struck * times // by)
    parts += [("minimum", struck - total), ("type", final - struck)]
    return final, tuple(Term(name=name, value=value) for name, value in parts if value)


def _reduction(target: Unit) -> int:
    value: Any = target.traits.get("reduction", 0)
    return value if isinstance(value, int) else 0


def hurt(ledger: Ledger, id_: str, amount: int, cause: str, terms: tuple[Term, ...]) -> None:
    """T49, T54: a blow; temporary hit points go first, half the maximum or more in one hit injures."""
    left = _take(ledger, id_, amount, cause, terms, heavy=True)
    if left:
        bleed(ledger, id_)
    fall(ledger, id_, cause)


def lose(ledger: Ledger, id_: str, amount: int, cause: str, terms: tuple[Term, ...] = ()) -> None:
    """T50: lost hit points are not damage; markers count all the same, and temporary ones go first."""
    _take(ledger, id_, amount, cause, terms, heavy=False)
    fall(ledger, id_, cause)


def _take(ledger: Ledger, id_: str, amount: int, cause: str, terms: tuple[Term, ...], *, heavy: bool) -> int:
    """T49, T54: off the temporary hit points first, then the real ones; what these lost, with injuries."""
    before = ledger.unit(id_)
    temporary = number(before, "temporary_hp")
    kept = min(amount, temporary)
    if kept:
        ledger.write(e.CounterSet(unit=id_, name="temporary_hp", now=temporary - kept or None))
    left = amount - kept
    now = before.hp - left
    ledger.write(e.Damaged(unit=id_, amount=amount, now=now, terms=terms, cause=cause))
    _injure(ledger, id_, markers(before.hp, now, before.max_hp) + (heavy and 2 * left >= before.max_hp))
    return left


def fall(ledger: Ledger, id_: str, cause: str) -> None:
    """T49: at 0 hit points or less, or dead of injuries whatever is left."""
    unit = ledger.unit(id_)
    if not unit.fainted and (unit.hp <= 0 or _dies(ledger.state, unit)):
        faint(ledger, id_, cause)


def markers(before: int, now: int, most: int) -> int:
    """T49: how many of 50 %, 0, −50 %, −100 % … were reached on the way down."""

    def reached(hp: int) -> int:
        return (most - 2 * hp) // most if 2 * hp <= most else -1

    return max(0, max(reached(now), -1) - max(reached(before), -1))


def _injure(ledger: Ledger, id_: str, more: int) -> None:
    if more > 0:
        now = number(ledger.unit(id_), "injuries") + more
        ledger.write(e.CounterSet(unit=id_, name="injuries", now=now))


def bleed(ledger: Ledger, id_: str) -> None:
    """T49: in a deadly battle, from five injuries on, as many hit points."""
    unit = ledger.unit(id_)
    injuries = number(unit, "injuries")
    if ledger.state.settings["deadly"] and injuries >= DEADLY_FROM and not unit.fainted:
        lose(ledger, id_, injuries, "injuries", (Term(name="injuries", value=injuries),))


def usable(unit: Unit) -> int:
    """T49: up to where one can be healed: each injury takes a tenth off."""
    return unit.max_hp * max(0, 10 - number(unit, "injuries")) // 10


def heal(ledger: Ledger, id_: str, amount: int, cause: str) -> None:
    """T49: never past the usable maximum."""
    unit = ledger.unit(id_)
    gained = min(amount, usable(unit) - unit.hp)
    if gained > 0 and not unit.fainted:
        ledger.write(e.Healed(unit=id_, amount=gained, now=unit.hp + gained, cause=cause))


def shield(ledger: Ledger, id_: str, amount: int) -> None:
    """T54: the larger counts, nothing is added."""
    if amount > number(ledger.unit(id_), "temporary_hp"):
        ledger.write(e.CounterSet(unit=id_, name="temporary_hp", now=amount))


def hit_itself(ledger: Ledger, id_: str) -> None:
    """T51: a typeless struggle on oneself, resisted, without a roll to hit."""
    rolled = roll(ledger, id_, STRUGGLE, critical=False)
    unit = ledger.unit(id_)
    amount, terms = _terms(unit, unit, rolled, False, -1)
    hurt(ledger, id_, amount, "confusion", terms)


def faint(ledger: Ledger, id_: str, cause: str | None) -> None:
    """T49, T52: off the board; conditions go. What it declared is cancelled, its turn is over."""
    unit = ledger.unit(id_)
    for name in unit.statuses:
        if name in CONDITIONS:
            ledger.write(e.StatusLost(unit=id_, status=name, why="fainted"))
    if number(unit, "temporary_hp"):
        ledger.write(e.CounterSet(unit=id_, name="temporary_hp", now=None))
    ledger.write(e.Fainted(unit=id_, cause=cause))
    pending = next((one for one in ledger.state.pending if one.unit == id_), None)
    if pending is not None:
        ledger.write(e.Cancelled(unit=id_, move=pending.move, why="fainted"))
    if _dies(ledger.state, ledger.unit(id_)):
        ledger.write(e.StatusGained(unit=id_, status=DEAD))


def _dies(state: State, unit: Unit) -> bool:
    """T49: ten injuries, or the lower of −50 hit points and −200 %."""
    limit = min(-50, -2 * unit.max_hp)
    return bool(state.settings["deadly"]) and (number(unit, "injuries") >= DEADLY or unit.hp <= limit)
