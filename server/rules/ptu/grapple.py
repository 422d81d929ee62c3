"""T55: a grapple holds both until one of them wins free, falls, goes, or is carried away (**R**)."""

from schemas import effects as e
from schemas.state import State, Unit
from server.engine.ledger import Ledger
from server.rules.ptu import conditions, places
from server.rules.ptu.data import takes_part

GRAPPLED = "grappled"


def hold(ledger: Ledger, user: str, target: str) -> None:
    """T55: both are grappled by each other; a grapple won against whom one is held by frees both."""
    if _holds(ledger.state, ledger.unit(user), target):
        for id_ in (user, target):
            conditions.cure(ledger, id_, (GRAPPLED,), "broke-free")
        return
    conditions.gain(ledger, target, GRAPPLED, user)
    conditions.gain(ledger, user, GRAPPLED, target)


def _holds(state: State, unit: Unit, other: str) -> bool:
    """Whether the two hold each other."""
    mine, theirs = unit.statuses.get(GRAPPLED), state.units[other].statuses.get(GRAPPLED)
    return mine is not None and theirs is not None and (mine.source, theirs.source) == (other, unit.id)


def loosen(ledger: Ledger) -> None:
    """T55: whoever was grappled by one who is not beside it any more is free."""
    for id_, unit in ledger.state.units.items():
        status = unit.statuses.get(GRAPPLED)
        if status is None or status.source not in ledger.state.units:
            continue
        other = ledger.unit(status.source)
        if not takes_part(other) or not places.beside(unit, other):
            ledger.write(e.StatusLost(unit=id_, status=GRAPPLED, why="let-go"))
