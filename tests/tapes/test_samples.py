"""Golden tapes fold to their stored end for ever (design, tests)."""

import json
from pathlib import Path
from typing import Any

import pytest

from replays import verify
from server.battles import tapes
from server.rules import find
from tests.tapes.make_samples import FOLDER, end_of
from tests.tapes.stranger import check

SAMPLES = sorted(FOLDER.glob("*.tape"))


def test_there_are_the_six_of_pmd() -> None:
    """A win, a loss, a draw, interrupts and delays, a rewind, a branch."""
    names = {file.stem for file in SAMPLES}
    assert {f"pmd-{name}" for name in ("win", "loss", "draw", "interrupts", "rewind", "branch")} <= names


@pytest.mark.parametrize(("name", "winner"), [("win", "allies"), ("loss", "enemies"), ("draw", None)])
def test_pmds_ends_are_what_they_are_called(name: str, winner: str | None) -> None:
    """Won, lost, and by P44 neither: decided on the field, not called off by the GM."""
    outcome = verify.verify((FOLDER / f"pmd-{name}.tape").read_bytes()).states[-1].outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, "all-fainted")


def test_there_are_the_four_kinds_of_ptu() -> None:
    """A grid battle, a league match with switches, a zone fight, a capture; and a rewind and a branch."""
    names = {file.stem for file in SAMPLES}
    kinds = ("grid", "league", "zones", "capture", "rewind", "branch")
    assert {f"ptu-{name}" for name in kinds} <= names


def kept(told: Any, have: Any) -> Any:
    """Of what there is, as much as was told."""
    if isinstance(told, dict) and isinstance(have, dict):
        return {name: kept(one, have[name]) for name, one in told.items() if name in have}
    if isinstance(told, list) and isinstance(have, list) and len(told) == len(have):
        return [kept(one, other) for one, other in zip(told, have, strict=True)]
    return have


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_a_golden_tape_folds_to_its_end(file: Path) -> None:
    """Its state is the one stored beside it, from the tape and by the store's way of rebuilding.

    A later version may know more of a state than the stored one tells; what it tells stays.
    """
    found = verify.verify(file.read_bytes())
    end = json.loads(file.with_suffix(".end").read_text())
    for state in (found.states[-1], tapes.end_state(found.bodies, found.header.battle)):
        assert kept(end, json.loads(end_of(state))) == end
    assert check(file.read_bytes()) is None


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_a_golden_tape_of_todays_rules_is_decided_alike(file: Path) -> None:
    """Where the rules' version is today's, every command is decided again to the same facts."""
    found = verify.verify(file.read_bytes())
    system = find(found.header.ruleset)
    assert system is not None
    if found.states[-1].rules == system.rules:
        assert tapes.decided_again(found) is None
