"""Whole battles by chance: whatever `options` offers is accepted, and every battle comes to its end."""

import random

import pytest

from schemas.replies import Option
from schemas.state import State
from server.rules.ptu.system import SYSTEM
from tests.chance import Chance

CHANCE = Chance(SYSTEM, 3_000)


@pytest.mark.parametrize("sample", sorted(SYSTEM.samples))
@pytest.mark.parametrize("dice", ["server", "table"])
def test_T58_every_battle_comes_to_its_end(sample: str, dice: str) -> None:
    """Five by chance of each sample: none is stuck, none goes on for ever, somebody has won or nobody has."""
    for seed in range(5):
        assert CHANCE.played(sample, dice, seed).outcome is not None


@pytest.mark.parametrize("sample", sorted(SYSTEM.samples))
def test_T31_T47_whatever_is_offered_is_accepted(sample: str) -> None:
    """Every option with every value of every choice, at every step of a battle, with the dice it names."""

    def look(state: State, seat: str, option: Option) -> None:
        for command in CHANCE.every_command(option):
            after = CHANCE.sent(state, CHANCE.decoded(command), seat, random.Random(1))
            assert after is not state

    CHANCE.played(sample, "table", 1, look)
