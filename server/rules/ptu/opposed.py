"""T55: maneuvers against somebody: the opposed check of skills, and what follows from it."""

from schemas import effects as e
from schemas.state import State, Unit, Until
from server.engine import turns
from server.engine.dice import Ask
from server.engine.ledger import Ledger
from server.rules.ptu import conditions, damage, grapple, items, outcomes
from server.rules.ptu.data import STRUGGLE
from server.rules.ptu.maneuver_data import SKILLS
from server.rules.ptu.sheets import skill_dice

USUAL_RANK = 2


def dice_of(unit: Unit, names: tuple[str, ...]) -> tuple[int, int]:
    """T55: how many d6 and what is added, of the unit's better skill; rank 2 where it is not said."""
    skills = unit.traits.get("skills") or {}
    found = [(USUAL_RANK, 0)]
    given = [skills[name] for name in names if name in skills]
    if given:
        found = [(one, 0) if isinstance(one, int) else skill_dice(one) or (USUAL_RANK, 0) for one in given]
    return max(found, key=lambda one: one[0] * 7 + one[1] * 2)


def asks(state: State, id_: str, name: str, target: str) -> list[Ask]:
    """T55: both sides' dice, rolled together."""
    return [Ask("check", one, 6, dice_of(state.units[one], SKILLS[name])[0]) for one in (id_, target)]


def perform(ledger: Ledger, id_: str, name: str, target: str) -> None:
    """T55: the opposed check, and what follows; **R** equals are the target's."""
    if ledger.unit(target).fainted:  # forced
        return
    if name == "coup-de-grace":
        _finish_off(ledger, id_, target)
        return
    mine, theirs = ledger.roll_all(asks(ledger.state, id_, name, target))
    total = sum(mine) + dice_of(ledger.unit(id_), SKILLS[name])[1]
    needs = sum(theirs) + dice_of(ledger.unit(target), SKILLS[name])[1] + 1
    ledger.write(e.Checked(unit=id_, target=target, what=name, roll=total, needs=needs))
    if total < needs:
        ledger.write(e.Missed(unit=id_, target=target, why="resisted"))
    else:
        _succeed(ledger, id_, name, target)


def _succeed(ledger: Ledger, id_: str, name: str, target: str) -> None:
    if name == "push":
        outcomes.shove(ledger, id_, target, 1, away=True)
    elif name == "trip":
        conditions.gain(ledger, target, "tripped", id_)
    elif name == "grapple":
        grapple.hold(ledger, id_, target)
    elif name == "dirty-trick":
        for_a_round(ledger, target, "vulnerable", id_)
    else:
        items.let_fall(ledger, target)


def for_a_round(ledger: Ledger, id_: str, status: str, source: str) -> None:
    """T55: until the end of the bearer's next turn, also where it had the condition until sooner."""
    state = ledger.state
    has = state.units[id_].statuses.get(status)
    this_round = state.turn != id_ and turns.to_come(state, id_)
    until = Until(round=state.round + (0 if this_round else 1), when="turn-end", unit=id_)
    if has is None or (has.until is not None and has.until.round < until.round):
        ledger.write(e.StatusGained(unit=id_, status=status, source=source, until=until))


def _finish_off(ledger: Ledger, id_: str, target: str) -> None:
    """T55: **R** a struggle that hits and is critical, on one who cannot help itself."""
    state = ledger.state
    if damage.immune(state, state.units[target], STRUGGLE):
        ledger.write(e.Missed(unit=id_, target=target, why="immune"))
        return
    rolled = damage.roll(ledger, id_, STRUGGLE, critical=True)
    amount, terms = damage.terms_of(ledger.state, ledger.unit(id_), ledger.unit(target), STRUGGLE, rolled)
    damage.hurt(ledger, target, amount, "coup-de-grace", terms)
    conditions.rouse(ledger, target, STRUGGLE.type)
