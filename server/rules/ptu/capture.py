"""T57: a ball thrown at a wild pokemon, and whether it holds, term by term."""

from collections.abc import Iterator

from schemas import effects as e
from schemas.base import Term
from schemas.state import State, Unit
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import LASTING, VOLATILE, attack, balls, economy, opposed, ranges
from server.rules.ptu.commands import ThrowBall
from server.rules.ptu.data import Move, Range, is_trainer, item_of, number, takes_part
from server.rules.ptu.readiness import acting

AC, CERTAIN = 6, 100


def reach(unit: Unit) -> int:
    """T57: 4 and the rank in athletics."""
    return 4 + opposed.dice_of(unit, ("athletics",))[0]


def _throw(unit: Unit) -> Move:
    return Move(id="throw-ball", category="status", ac=AC, range=Range(kind="ranged", n=reach(unit)))


def check(state: State, said: ThrowBall, seat: str) -> Iterator[Refusal]:
    """T57: a trainer with a ball, at a wild pokemon that stands within range."""
    unit = state.units[said.unit]
    yield from acting(state, unit, "standard")
    if not is_trainer(unit):
        yield Refusal("impossible", "T57", "only-trainers", {"unit": unit.id})
    item = item_of(state, said.ball)
    if item is None or item.ball is None or state.inventory.get(unit.side, {}).get(said.ball, 0) < 1:
        yield Refusal("unknown-item", "T57", "not-in-bag", {"unit": unit.id, "item": said.ball})
    target = state.units.get(said.target)
    if target is None or target.hidden:
        yield Refusal("unknown-unit", "T57", facts={"unit": said.target})
        return
    wild = not is_trainer(target) and target.traits.get("trainer") is None and target.side != unit.side
    if not wild or not takes_part(target) or target.hp <= 0:
        yield Refusal("no-target", "T57", "not-wild", {"unit": target.id})
        return
    far = ranges.reach(state, unit, target, reach(unit), "ranged", "T57")
    why = far or ranges.charmed(unit, target)
    if why is not None:
        yield why


def terms_of(target: Unit, thrower: Unit, ball: int, natural: int) -> tuple[Term, ...]:
    """T57: what the d100 may show at most, term by term."""
    parts = [
        ("base", 100),
        ("level", -2 * (target.level or 0)),
        ("hp", _by_hp(target)),
        ("evolutions", {0: -10, 1: 0}.get(int(target.traits.get("evolutions_left", 0)), 10)),
        ("shiny", -10 if target.traits.get("shiny") else 0),
        ("legendary", -30 if target.traits.get("legendary") else 0),
        ("conditions", _by_conditions(target)),
        ("injuries", 5 * number(target, "injuries")),
        ("trainer", thrower.level or 0),
        ("ball", -ball),
        ("natural", 10 if natural == 20 else 0),
    ]
    return tuple(Term(name=name, value=value) for name, value in parts if value)


def _by_hp(target: Unit) -> int:
    """T57: the fuller the harder; exactly 1 is 30 in all."""
    if target.hp == 1:
        return 30
    for quarters, value in ((3, -30), (2, -15), (1, 0)):
        if 4 * target.hp > quarters * target.max_hp:
            return value
    return 15


def _by_conditions(target: Unit) -> int:
    worth = {**dict.fromkeys(LASTING, 10), **dict.fromkeys(VOLATILE, 5), "stuck": 10, "slowed": 5}
    return sum(worth.get(name, 0) for name in target.statuses)


def throw(ledger: Ledger, said: ThrowBall) -> None:
    """T57: to hit as a status move, then the ball holds or not."""
    stands = economy.spend(ledger, said.unit, "standard")
    unit, target = ledger.unit(said.unit), ledger.unit(said.target)
    item = item_of(ledger.state, said.ball)
    if item is None or not stands:
        return
    left = max(0, ledger.state.inventory.get(unit.side, {}).get(item.id, 0) - 1)
    ledger.write(e.ItemUsed(unit=unit.id, item=item.id, target=target.id, left=left))
    roll = ledger.roll_one("accuracy", unit.id, 20)
    needs, terms = attack.needs(ledger.state, unit, target, _throw(unit))
    ledger.write(
        e.Checked(unit=unit.id, target=target.id, what="accuracy", roll=roll, needs=needs, terms=terms)
    )
    if roll == 1 or (roll != 20 and roll < needs):
        ledger.write(e.Missed(unit=unit.id, target=target.id, why="accuracy"))
        return
    _hold(ledger, unit, target, terms_of(target, unit, item.ball or 0, roll))


def _hold(ledger: Ledger, unit: Unit, target: Unit, terms: tuple[Term, ...]) -> None:
    """T57: at or below the rate, or a 100; the caught one is recalled, on the thrower's side."""
    needs = sum(int(term.value) for term in terms)
    roll = ledger.roll_one("capture", unit.id, 100)
    ledger.write(
        e.Checked(unit=unit.id, target=target.id, what="capture", roll=roll, needs=needs, terms=terms)
    )
    if roll > needs and roll != CERTAIN:
        ledger.write(e.Missed(unit=unit.id, target=target.id, why="broke-free"))
        return
    balls.into_the_ball(ledger, target.id)
    ledger.write(e.CounterSet(unit=target.id, name="caught_by", now=unit.id))
    ledger.write(e.UnitChanged(unit=target.id, set=e.UnitFields(side=unit.side, seat=unit.seat)))
