"""What a blow takes: terms that add up (P19-P21)."""

from typing import Any

from schemas.base import Term
from schemas.state import State, Unit
from server.engine.ledger import Ledger
from server.rules.pmd.data import Move, ability_of, effective, held_by

IMMUNE = 0
"""In the chart: 1 super effective, −1 resists, 0 immune, absent plain."""


def immune(state: State, target: Unit, move: Move) -> bool:
    """P20, P45: a type or an ability that is immune to the move's type; one that absorbs it is not."""
    if move.type is None:
        return False
    if ability_of(target).types.get(move.type) == "immune":
        return True
    row: dict[str, int] = state.catalogue["chart"][move.type]
    return state.settings["immunity"] == "immune" and any(row.get(one) == IMMUNE for one in target.types)


def absorbs(target: Unit, move: Move) -> bool:
    """P45: heals what it would have taken."""
    return move.type is not None and ability_of(target).types.get(move.type) == "absorb"


def matchup(state: State, target: Unit, move: Move) -> int:
    """P19: + 1 for each of the target's types that the move beats, − 1 for each that resists it."""
    if move.type is None:
        return 0
    row: dict[str, Any] = state.catalogue["chart"][move.type]
    total = sum(-1 if row[one] == IMMUNE else int(row[one]) for one in target.types if one in row)
    return total - (ability_of(target).types.get(move.type) == "resist")


def terms_of(
    state: State, user: Unit, target: Unit, move: Move, critical: int
) -> tuple[int, tuple[Term, ...]]:
    """P19: the amount, and every term that is not 0, in the rule's order."""
    special = "special_" if move.category == "special" else ""
    parts = {
        "power": move.power,
        "stab": int(move.type is not None and move.type in user.types),
        "type": matchup(state, target, move),
        "attack": effective(state, user, f"{special}attack"),
        "defense": -effective(state, target, f"{special}defense"),
        "critical": critical,
    }
    total = sum(parts.values())
    if total < 0:
        parts["minimum"] = -total
    return max(0, total), tuple([Term(name=name, value=value) for name, value in parts.items() if value])


def critical(ledger: Ledger, user: Unit, move: Move) -> int:
    """P21: what a critical adds; razor claw rolls once more if the first fails."""
    if move.crit is None:
        return 0
    if ledger.roll_one("crit", user.id, 10) >= move.crit.on:
        return move.crit.bonus
    item = held_by(ledger.state, user)
    if item is not None and item.crit_again and ledger.roll_one("crit", user.id, 10) >= move.crit.on:
        return move.crit.bonus
    return 0
