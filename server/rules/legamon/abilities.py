"""Carrying out what was declared: the dice of both, energy, and what comes of it (L4-L8, L12-L16)."""

from msgspec import Struct

from schemas import effects as e
from schemas.base import Term
from schemas.state import Pending, State
from server.engine import windows
from server.engine.dice import Ask
from server.engine.ledger import Ledger
from server.rules.legamon import EDGES, prevention
from server.rules.legamon.data import LAST, USED, Die, Used, die, energy, named
from server.rules.legamon.rounds import HOLDS, POINTS, TARGET, free


class Throw(Struct, frozen=True):
    """One mon's ability as it is about to be rolled."""

    what: str
    unit: str
    used: Used
    die: Die

    @property
    def ask(self) -> Ask:
        """L7: the dice."""
        return Ask(self.what, self.unit, self.die.sides, self.die.count)


def throws(state: State, pending: Pending) -> list[Throw]:
    """L7: the user's ability, then what resists it."""
    target = state.units.get(pending.target or "")
    found = [_throw(state, "ability", pending, () if target is None else target.types)]
    against = state.units[pending.unit].types
    found += [_throw(state, "resist", one, against) for one in answers(state, pending)]
    return found


def answers(state: State, pending: Pending) -> list[Pending]:
    """L11: what resists the declared ability."""
    return [one for one in state.pending if one.answers == pending.unit]


def _throw(state: State, what: str, pending: Pending, against: tuple[str, ...]) -> Throw:
    said = pending.details or {}
    unit = state.units[pending.unit]
    move = pending.move or ""
    typeless = move if said.get("typeless") else None
    used = named(unit, move, typeless, said.get("way", "")) or Used(move, None, said.get("way", ""))
    return Throw(what, unit.id, used, die(state, unit, used, against, said.get("edge", 0)))


def carry_out(ledger: Ledger, pending: Pending) -> None:
    """L12-L16: both roll, energy is paid, and the ability does what was meant."""
    state = ledger.state
    rolled = throws(state, pending)
    values = ledger.roll_all([throw.ask for throw in rolled])
    for one in (*answers(state, pending), pending):
        windows.take(ledger, one)
    kept = [throw.die.keep(value) for throw, value in zip(rolled, values, strict=True)]
    for throw, result in zip(rolled, kept, strict=True):
        _pay(ledger, throw, result)
        _remember(ledger, throw)
    terms = (
        Term(name="ability", value=kept[0]),
        *(Term(name="resist", value=-value) for value in kept[1:]),
    )
    _come_of_it(ledger, pending, max(0, kept[0] - sum(kept[1:])), terms)


def _pay(ledger: Ledger, throw: Throw, result: int) -> None:
    """L8: a typed ability costs 1 energy; the lower half of its die gives it back."""
    left = energy(ledger.unit(throw.unit))
    if throw.used.type is None or left < 1:
        return
    ledger.write(e.PoolChanged(unit=throw.unit, pool="energy", now=left - 1))
    if result <= throw.die.sides // 2:
        ledger.write(e.PoolChanged(unit=throw.unit, pool="energy", now=left))


def _remember(ledger: Ledger, throw: Throw) -> None:
    """L5, L6: edges are used up; the use counts for the next ones."""
    unit, key = ledger.unit(throw.unit), throw.used.key
    for status in EDGES.values():
        if status in unit.statuses:
            ledger.write(e.StatusLost(unit=unit.id, status=status, why="used"))
    before = unit.counters.get(USED, ())
    seen = before if isinstance(before, tuple) else ()
    if seen.count(key) < 2:
        ledger.write(e.CounterSet(unit=unit.id, name=USED, now=(*seen, key)))
    if unit.counters.get(LAST) != key:
        ledger.write(e.CounterSet(unit=unit.id, name=LAST, now=key))


def _come_of_it(ledger: Ledger, pending: Pending, result: int, terms: tuple[Term, ...]) -> None:
    said = pending.details or {}
    intent = said.get("intent", "harm")
    if intent == "break":
        _break(ledger, pending.unit, said.get("of", "move"), result)
    elif intent == "harm" and pending.target is not None:
        _harm(ledger, pending.target, result, terms, pending.move)
    else:
        _result(ledger, pending, result, terms)
        if intent == "prevent" and pending.target is not None and result:
            ledger.write(e.CounterSet(unit=pending.unit, name=POINTS, now=result))
            ledger.write(e.CounterSet(unit=pending.unit, name=TARGET, now=pending.target))


def _harm(ledger: Ledger, target: str, amount: int, terms: tuple[Term, ...], cause: str | None) -> None:
    """L12: off the target's grit, which never shows below 0."""
    now = max(0, ledger.unit(target).hp - amount)
    said = terms if len(terms) == 1 or sum(int(term.value) for term in terms) == amount else (
        *terms,
        Term(name="minimum", value=-sum(int(term.value) for term in terms)),
    )  # fmt: skip
    ledger.write(e.Damaged(unit=target, amount=amount, now=now, terms=said, cause=cause))


def _break(ledger: Ledger, unit: str, what: str, result: int) -> None:
    """L15: 4 or more ends the prevention at once."""
    ledger.write(e.Checked(unit=unit, what="ability", roll=result, needs=HOLDS))
    if result >= HOLDS and prevention(what) in ledger.unit(unit).statuses:
        free(ledger, unit, what, "broken")


def _result(ledger: Ledger, pending: Pending, result: int, terms: tuple[Term, ...]) -> None:
    """L13, L16: what was rolled, less the resistance; what it means is said elsewhere."""
    ledger.write(
        e.Checked(unit=pending.unit, target=pending.target, what="ability", roll=result, needs=0, terms=terms)
    )
