"""Every command of this system with its check and its decision."""

from collections.abc import Callable, Iterator
from typing import Any

from schemas import commands as c
from schemas.state import State
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import capture, league, maneuvers, switching
from server.rules.ptu import check as checks
from server.rules.ptu import decide as decisions
from server.rules.ptu.commands import Declare, Maneuver, Recall, Release, Switch, ThrowBall

CHECKS: dict[type[c.Command], Callable[[State, Any, str], Iterator[Refusal]]] = {
    **checks.CHECKS,
    Switch: switching.check_switch,
    Recall: switching.check_recall,
    Release: switching.check_release,
    Declare: league.check,
    Maneuver: maneuvers.check,
    ThrowBall: capture.check,
}
DECISIONS: dict[type[c.Command], Callable[[Ledger, Any], None]] = {
    **decisions.DECISIONS,
    Switch: switching.switch,
    Recall: switching.recall,
    Release: switching.release,
    Declare: league.declare,
    ThrowBall: capture.throw,
}


def check(state: State, command: c.Command, seat: str) -> Iterator[Refusal]:
    """The refusals of one of this system's commands."""
    found = CHECKS.get(type(command))
    if found is None:
        yield Refusal("impossible", why="not-here", facts={"ruleset": state.ruleset})
        return
    yield from found(state, command, seat)


def decide(ledger: Ledger, command: c.Command) -> None:
    """Writes what the command does; `turn.settle` brings the rest in order afterwards."""
    DECISIONS[type(command)](ledger, command)
