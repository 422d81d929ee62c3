"""T55: maneuvers, by opposed checks of skills or on oneself."""

from collections.abc import Iterator

from schemas import effects as e
from schemas.state import State, Unit
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
from server.rules.ptu.readiness import acting

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
    if said.path is None or (said.maneuver == "disengage" and len(said.path) != 1):
        yield Refusal("malformed", "T55", "one-step", {"path": "$.path"})
        return
    if number(unit, "moved"):
        yield Refusal("action-spent", "T12", "moved-already", {"unit": unit.id, "action": "shift"})
    if said.maneuver == "disengage" and any(name in unit.statuses for name in ("stuck", "grappled")):
        yield Refusal("cannot-act", "T37", "held-fast", {"unit": unit.id, "status": "stuck"})
    found = shifting.shift(state, unit, Move(unit=unit.id, path=said.path))
    if isinstance(found, Refusal):
        yield found


# ---- doing it ----------------------------------------------------------------------------------------


def do(ledger: Ledger, said: Maneuver) -> None:
    """T55, T56: declared where it provokes or may be answered."""
    if said.maneuver in INTERCEPTS:
        intercepting.intercept(ledger, said)
        return
    if not economy.spend(ledger, said.unit, *ACTIONS[said.maneuver]):
        return
    if said.target is None:
        on_oneself(ledger, said)
        return
    declared = e.Declared(
        unit=said.unit, action="maneuver", target=said.target, details={"maneuver": said.maneuver}
    )
    foes: list[str] = []
    if said.maneuver in OPPOSED:
        foes = opportunity.by_maneuver(ledger.state, ledger.unit(said.unit), said.target)
    if not answers.declare(ledger, declared, foes):
        opposed.perform(ledger, said.unit, said.maneuver, said.target)


def on_oneself(ledger: Ledger, said: Maneuver) -> None:
    """T55: sprinting, breathing, stepping back."""
    if said.maneuver == "sprint":
        ledger.write(e.CounterSet(unit=said.unit, name="sprint", now=1))
        return
    if said.maneuver == "take-breather":
        _breathe(ledger, said.unit)
    if said.path is not None:
        _step(ledger, said)


def _breathe(ledger: Ledger, id_: str) -> None:
    """T55: stages, temporary hit points and passing conditions go; tripped and vulnerable for a turn."""
    for stat, now in ledger.unit(id_).stages.items():
        ledger.write(e.StageChanged(unit=id_, stat=stat, by=-now, now=0))
    if number(ledger.unit(id_), "temporary_hp"):
        ledger.write(e.CounterSet(unit=id_, name="temporary_hp", now=None))
    conditions.cure(ledger, id_, ENDED_BY_A_BREATHER, "breather")
    for status in ("tripped", "vulnerable"):
        opposed.for_a_round(ledger, id_, status, id_)


def _step(ledger: Ledger, said: Maneuver) -> None:
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
