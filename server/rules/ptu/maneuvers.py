"""T55: maneuvers, by opposed checks of skills or on oneself."""

from collections.abc import Iterator

from msgspec.structs import replace

from schemas import effects as e
from schemas.state import Pending, State, Unit
from server.engine import windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import (
    VOLATILE,
    answers,
    conditions,
    economy,
    intercepting,
    opportunity,
    opposed,
    ranges,
    shifting,
)
from server.rules.ptu.commands import Maneuver, Move
from server.rules.ptu.data import number, takes_part
from server.rules.ptu.maneuver_data import ACTIONS, AT_SOMEBODY, INTERCEPTS, OPPOSED
from server.rules.ptu.readiness import acting, held_fast

ENDED_BY_A_BREATHER = (*VOLATILE, "slowed", "stuck")


def check(state: State, said: Maneuver, seat: str) -> Iterator[Refusal]:
    """T55: actions, a target within reach, and for a disengagement one step."""
    unit = state.units[said.unit]
    if said.maneuver in INTERCEPTS:
        yield from intercepting.check(state, unit, said)
        return
    yield from acting(state, unit, *ACTIONS[said.maneuver])
    if said.maneuver in AT_SOMEBODY:
        yield from _on_somebody(state, unit, said)
    elif said.target is not None:
        yield Refusal("malformed", "T55", "no-target-here", {"path": "$.target"})
    if said.maneuver == "disengage" or said.path is not None:
        yield from _stepping(state, unit, said)


def _on_somebody(state: State, unit: Unit, said: Maneuver) -> Iterator[Refusal]:
    if said.target is None:
        yield Refusal("no-target", "T55", "name-target-of")
        return
    target = state.units.get(said.target)
    if target is None or target.hidden:
        yield Refusal("unknown-unit", "T55", facts={"unit": said.target})
        return
    if target.id == unit.id or not takes_part(target):
        yield Refusal("no-target", "T55", "not-there", {"unit": target.id})
    why = ranges.reach(state, unit, target, 1, "melee") or ranges.charmed(unit, target)
    if why is not None:
        yield why
    if said.maneuver == "coup-de-grace" and not conditions.helpless(target):
        yield Refusal("no-target", "T55", "not-helpless", {"unit": target.id})
    if said.maneuver == "disarm" and target.held is None:
        yield Refusal("impossible", "T14", "nothing-held", {"unit": target.id})


def _stepping(state: State, unit: Unit, said: Maneuver) -> Iterator[Refusal]:
    """T55: one meter to disengage; a breather may move away."""
    if said.maneuver not in ("disengage", "take-breather"):
        yield Refusal("malformed", "T55", "no-path-here", {"path": "$.path"})
        return
    if said.path is None or (said.maneuver == "disengage" and not said.path):
        yield Refusal("malformed", "T55", "one-step", {"path": "$.path"})
        return
    if number(unit, "moved"):
        yield Refusal("action-spent", "T12", "moved-already", {"unit": unit.id, "action": "shift"})
    then = unit if said.maneuver == "disengage" else breathed(unit)
    yield from held_fast(then)
    found = shifting.shift(state, then, Move(unit=unit.id, path=said.path))
    if isinstance(found, Refusal):
        yield found
    elif said.maneuver == "disengage" and found.cost > 1:
        facts = {"at": said.path[-1], "cost": found.cost, "allowed": 1}
        yield Refusal("too-far", "T55", facts=facts)


def breathed(unit: Unit) -> Unit:
    """T55: as a breather leaves it to move away: neither stages nor what passes or slows."""
    kept = {name: one for name, one in unit.statuses.items() if name not in ENDED_BY_A_BREATHER}
    return replace(unit, stages={}, statuses=kept)


# ---- doing it ----------------------------------------------------------------------------------------


def do(ledger: Ledger, said: Maneuver) -> None:
    """T55, T56: declared where it provokes or may be answered."""
    if said.maneuver in INTERCEPTS:
        intercepting.intercept(ledger, said)
        return
    if not economy.spend(ledger, said.unit, *ACTIONS[said.maneuver]):
        return
    if said.target is None:
        perform(ledger, said)
        return
    foes: list[str] = []
    if said.maneuver in OPPOSED:
        foes = opportunity.by_maneuver(ledger.state, ledger.unit(said.unit), said.target)
    details = windows.details(maneuver=said.maneuver, forced=said.force is not None)
    declared = e.Declared(unit=said.unit, action="maneuver", target=said.target, details=details)
    if not answers.declare(ledger, declared, foes):
        perform(ledger, said)


def carry_out(ledger: Ledger, pending: Pending) -> None:
    """T21: judged anew; what can be done to nobody any more is cancelled."""
    details = pending.details or {}
    said = Maneuver(unit=pending.unit, maneuver=details["maneuver"], target=pending.target)
    unit = ledger.unit(said.unit)
    why = next(_on_somebody(ledger.state, unit, said), None)
    if why is not None and not details.get("forced"):
        ledger.write(e.Cancelled(unit=unit.id, why=why.code))
        return
    windows.take(ledger, pending)
    perform(ledger, said)


def perform(ledger: Ledger, said: Maneuver) -> None:
    """T55: against somebody; or sprinting, breathing, stepping back."""
    if said.target is not None:
        opposed.perform(ledger, said.unit, said.maneuver, said.target)
    elif said.maneuver == "sprint":
        ledger.write(e.CounterSet(unit=said.unit, name="sprint", now=1))
    elif said.maneuver == "take-breather":
        _breathe(ledger, said)
    else:
        _step(ledger, said)


def _breathe(ledger: Ledger, said: Maneuver) -> None:
    """T55: what passes goes, it moves away, and is tripped and vulnerable for a turn."""
    id_ = said.unit
    for stat, now in ledger.unit(id_).stages.items():
        ledger.write(e.StageChanged(unit=id_, stat=stat, by=-now, now=0))
    if number(ledger.unit(id_), "temporary_hp"):
        ledger.write(e.CounterSet(unit=id_, name="temporary_hp", now=None))
    conditions.cure(ledger, id_, ENDED_BY_A_BREATHER, "breather")
    _step(ledger, said)
    for status in ("tripped", "vulnerable"):
        opposed.for_a_round(ledger, id_, status, id_)


def _step(ledger: Ledger, said: Maneuver) -> None:
    if said.path is None:
        return
    unit = ledger.unit(said.unit)
    found = shifting.shift(ledger.state, unit, Move(unit=unit.id, path=said.path))
    if isinstance(found, Refusal) or not found.path:
        return
    ledger.write(e.Moved(unit=unit.id, origin=unit.at, to=found.path[-1], path=found.path, how="move"))
    ledger.write(e.CounterSet(unit=unit.id, name="moved", now=1))
    if found.diagonals:
        ledger.write(
            e.CounterSet(unit=unit.id, name="diagonals", now=number(unit, "diagonals") + found.diagonals)
        )
