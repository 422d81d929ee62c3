"""Patches between states: RFC 7396, whatever becomes of a member (contract 5)."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from replays.patches import diff, merge
from schemas.state import Grid, NoBoard, Outcome, State, Status, Unit, Window, Zone, Zones


def plain(state: State) -> Any:
    """A state as a client has it: null and absent are the same."""
    return _without_nulls(msgspec.to_builtins(state))


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_nulls(one) for name, one in value.items() if one is not None}
    return [_without_nulls(one) for one in value] if isinstance(value, list | tuple) else value


UNIT = Unit(id="a", name="A", side="allies", hp=5, max_hp=10)
BEFORE = State(units={"a": UNIT}, board=NoBoard())
CHANGES: dict[str, State] = {
    "a board of another kind": replace(BEFORE, board=Grid(width=3, height=2)),
    "zones": replace(BEFORE, board=Zones(zones=(Zone(id="hall"),))),
    "a window opens": replace(BEFORE, window=Window(waiting=("a",))),
    "an outcome": replace(BEFORE, outcome=Outcome(winner=None, reason="x")),
    "a unit changes": replace(BEFORE, units={"a": replace(UNIT, hp=3, at=(1, 2))}),
    "a status": replace(BEFORE, units={"a": replace(UNIT, statuses={"burn": Status(value={"n": 1})})}),
    "a unit is gone": replace(BEFORE, units={}),
    "a counter": replace(BEFORE, counters={"n": ("x", "y")}),
}


@pytest.mark.parametrize("after", CHANGES.values(), ids=CHANGES)
def test_a_patch_leads_there_and_back(after: State) -> None:
    """Merging the patch into the state before gives the state after, and the other way round."""
    assert _without_nulls(merge(plain(BEFORE), diff(BEFORE, after))) == plain(after)
    assert _without_nulls(merge(plain(after), diff(after, BEFORE))) == plain(BEFORE)


def test_what_is_the_same_is_not_told() -> None:
    """Between a state and itself there is nothing to merge."""
    assert diff(BEFORE, BEFORE) == {}
