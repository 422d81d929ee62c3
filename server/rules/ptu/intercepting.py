"""T55: an interception as it is asked for, paid, and carried out with its check."""

from schemas import effects as e
from schemas.base import Cell
from schemas.state import Pending, State, Unit
from server.engine import windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import answers, league_order, opportunity, opposed, shifting
from server.rules.ptu.commands import Maneuver
from server.rules.ptu.intercepts import MELEE, METERS_FOR_ONE, Way, way
from server.rules.ptu.maneuver_data import ACTIONS, SKILLS
from server.rules.ptu.readiness import Why, able


def check(state: State, unit: Unit, said: Maneuver) -> Why:
    """T20, T55: somebody who is waited for, with a full action to give, and a way there."""
    yield from able(state, unit)
    if not state.settings["intercept"]:
        yield Refusal("impossible", "T55", "no-intercepts")
    declared = opportunity.declared(state)
    if state.window is None or declared is None:
        yield Refusal("no-window", "T55")
        return
    if not windows.waits_for(state, unit.id):
        yield Refusal("not-eligible", "T20", "not-waited-for", {"unit": unit.id})
    why = answers.pays(state, unit, *ACTIONS[said.maneuver])
    if why is not None:
        yield why
    found = way(state, unit, said, declared)
    if isinstance(found, Refusal):
        yield found


def intercept(ledger: Ledger, said: Maneuver) -> None:
    """T20, T21, T55: spent now; carried out at once, or fastest first once all have answered."""
    if not answers.pay(ledger, said.unit, *ACTIONS[said.maneuver]):
        return
    details = windows.details(maneuver=said.maneuver, path=said.path)
    declared = e.Declared(unit=said.unit, action="maneuver", target=said.target, details=details)
    if not answers.waits(ledger, declared):
        before = league_order.declared(ledger.state)
        perform(ledger, said)
        league_order.still_declared(ledger, before)


def carry_out(ledger: Ledger, pending: Pending) -> None:
    """T21: its turn among the answers has come."""
    details = pending.details or {}
    path = tuple((x, y) for x, y in details.get("path") or ()) or None
    perform(
        ledger,
        Maneuver(unit=pending.unit, maneuver=details["maneuver"], target=pending.target, path=path),
    )


def perform(ledger: Ledger, said: Maneuver) -> None:
    """T55: the check; who gets there is struck in the ally's stead."""
    declared = opportunity.declared(ledger.state)
    unit = ledger.unit(said.unit)
    found = None if declared is None else way(ledger.state, unit, said, declared)
    if declared is None or not isinstance(found, Way):
        why = found.code if isinstance(found, Refusal) else "nothing-left"
        ledger.write(e.Cancelled(unit=said.unit, why=why))
        return
    melee = said.maneuver == MELEE
    count, more = opposed.dice_of(unit, SKILLS[said.maneuver])
    total = sum(ledger.roll("check", unit.id, 6, count)) + more
    needs = found.cost * (METERS_FOR_ONE if melee else 2)
    ledger.write(e.Checked(unit=unit.id, target=said.target, what=said.maneuver, roll=total, needs=needs))
    if total < needs:
        _fall_short(ledger, unit, found.path, total // (METERS_FOR_ONE if melee else 2))
        return
    if found.pushed is not None and said.target is not None:
        ally = ledger.unit(said.target)
        ledger.write(e.Moved(unit=ally.id, origin=ally.at, to=found.pushed, how="push"))
    if found.path:
        ledger.write(e.Moved(unit=unit.id, origin=unit.at, to=found.path[-1], path=found.path, how="move"))
    _redirect(ledger, declared, unit.id)


def _fall_short(ledger: Ledger, unit: Unit, path: tuple[Cell, ...], meters: int) -> None:
    """T55: as far along the way as the check carries it, where it can stand."""
    assert isinstance(unit.at, tuple)
    for length in range(len(path), 0, -1):
        part = shifting.walked(ledger.state, unit, unit.at, path[:length])
        if isinstance(part, shifting.Shift) and part.cost <= meters:
            ledger.write(e.Moved(unit=unit.id, origin=unit.at, to=part.path[-1], path=part.path, how="move"))
            return


def _redirect(ledger: Ledger, declared: Pending, target: str) -> None:
    """T55: what was declared is now aimed at the interceptor."""
    ledger.write(e.CarriedOut(unit=declared.unit))
    ledger.write(
        e.Declared(
            unit=declared.unit, action=declared.action, move=declared.move, target=target,
            direction=declared.direction, at=declared.at, details=declared.details,
        )
    )  # fmt: skip
