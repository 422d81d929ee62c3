"""What a blow takes and whether it hits (D6-D8, D12): whole fractions, rounded once."""

from fractions import Fraction
from math import floor

from schemas.base import Term
from schemas.state import State, Unit
from server.rules.duel.data import Move
from server.rules.duel.stages import MOST_AIMING, value_of

STAB = Fraction(3, 2)
LEAST, MOST = Fraction(1, 10), Fraction(2)
DODGED = 80
"""D12: points that an attack loses on one that dodged."""
DODGING = 25
"""D12: points that trying to dodge costs."""


def type_factor(state: State, move: Move, target: Unit) -> Fraction:
    """D6, D8: the chart's factor for each of the target's types."""
    row = state.catalogue["chart"].get(move.type or "", {})
    factor = Fraction(1)
    for one in target.types:
        factor *= Fraction(row.get(one, "1"))
    return factor


def same_type(move: Move, user: Unit) -> Fraction:
    """D6: 3/2 where the types agree."""
    return STAB if move.type is not None and move.type in user.types else Fraction(1)


def stats_factor(state: State, move: Move, user: Unit, target: Unit) -> Fraction:
    """D6: (10 + attack - defense) / 10, kept between 1/10 and 2."""
    special = "special_" if move.category == "special" else ""
    attack = value_of(state, user, f"{special}attack")
    defense = value_of(state, target, f"{special}defense")
    return max(LEAST, min(MOST, Fraction(10 + attack - defense, 10)))


def amount_of(state: State, move: Move, user: Unit, target: Unit) -> tuple[int, tuple[Term, ...]]:
    """D6: the factors' product, nearest, halves up, at least 1 unless the type factor is 0."""
    factors = {
        "stab": same_type(move, user),
        "type": type_factor(state, move, target),
        "stats": stats_factor(state, move, user, target),
    }
    power = move.power or 0
    product = Fraction(power)
    for factor in factors.values():
        product *= factor
    amount = floor(product + Fraction(1, 2))
    if factors["type"]:
        amount = max(1, amount)
    terms = (
        Term(name="power", value=power),
        *(Term(name=name, value=str(factor)) for name, factor in factors.items()),
    )
    return amount, terms


def needed(
    move: Move, user: Unit, target: Unit, *, dodged: bool, dodging: bool
) -> tuple[int, tuple[Term, ...]]:
    """D7, D12: the percent to be at or below: stages summed, then points, from 0 to 100."""
    assert move.accuracy is not None
    stages = user.stages.get("accuracy", 0) - target.stages.get("evasion", 0)
    stages = max(-MOST_AIMING, min(MOST_AIMING, stages))
    percent = floor(Fraction(move.accuracy * (5 + stages), 5))
    points = -DODGED * dodged - DODGING * dodging
    terms = [Term(name="accuracy", value=move.accuracy)]
    if stages:
        terms.append(Term(name="stages", value=percent - move.accuracy))
    if dodged:
        terms.append(Term(name="dodged", value=-DODGED))
    if dodging:
        terms.append(Term(name="dodging", value=-DODGING))
    return max(0, min(100, percent + points)), tuple(terms)


def dodge_needs(height: int) -> int:
    """D12: 1 at up to 10 cm, 2 up to 20, … 10 up to 100."""
    return max(1, min(10, -(-height // 10)))


def height_of(unit: Unit) -> int | None:
    """D1: in cm, where the sheet says it."""
    height = unit.traits.get("height")
    return height if isinstance(height, int) else None


def can_dodge(unit: Unit) -> bool:
    """D12: whoever is taller than 100 cm cannot."""
    height = height_of(unit)
    return height is not None and height <= 100
