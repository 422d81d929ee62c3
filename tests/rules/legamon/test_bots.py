"""Whole battles by chance: whatever `options` offers is accepted, and every battle comes to its end."""

import random

import pytest

from schemas.replies import Needed, Option
from schemas.state import State
from server.engine.dice import TableDice
from server.engine.judge import judge
from server.engine.refusals import RollsNeeded
from server.rules.legamon.system import SYSTEM
from tests.chance import Chance

CHANCE = Chance(SYSTEM, 2_000)


@pytest.mark.parametrize("sample", sorted(SYSTEM.samples))
@pytest.mark.parametrize("dice", ["server", "table"])
def test_L17_every_battle_comes_to_its_end(sample: str, dice: str) -> None:
    """Ten by chance of each sample: none is stuck, none goes on for ever, somebody has won or nobody has."""
    for seed in range(10):
        assert CHANCE.played(sample, dice, seed).outcome is not None


@pytest.mark.parametrize("sample", sorted(SYSTEM.samples))
def test_L10_whatever_is_offered_is_accepted(sample: str) -> None:
    """Every option with every value of every choice, at every step of a battle, with the dice it names."""

    def look(state: State, seat: str, option: Option) -> None:
        for command in CHANCE.every_command(option):
            after = CHANCE.sent(state, CHANCE.decoded(command), seat, random.Random(1))
            assert after is not state

    CHANCE.played(sample, "table", 1, look)


def test_L7_an_option_names_the_dice_that_are_asked_for() -> None:
    """What carrying out, resisting nobody, breaking and a round say they need is what they need."""
    seen: set[str] = set()

    def look(state: State, seat: str, option: Option) -> None:
        command = CHANCE.decoded(CHANCE.every_command(option)[0])
        try:
            judge(SYSTEM, state, command, seat, TableDice(None))
        except RollsNeeded as missing:
            seen.add(str(option.command["type"]))
            assert _dice(missing.needs) == _dice(option.dice)

    for seed in range(6):
        CHANCE.played("forge-duel", "table", seed, look)
    assert seen == {"start-round", "carry-out", "use-move"}


def _dice(needs: tuple[Needed, ...]) -> list[tuple[str, str | None, int, int]]:
    return [(one.what, one.unit, one.die, one.count) for one in needs]
