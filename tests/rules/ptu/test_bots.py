"""Whole battles by chance: whatever `options` offers is accepted, and every battle comes to its end."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from replays.dice import Draws
from schemas.commands import Command, GivenRoll
from schemas.replies import Option
from schemas.state import State
from server.battles.bots import choose, rolled
from server.battles.service import options_of
from server.engine.dice import Dice, ServerDice, TableDice
from server.engine.judge import GM, SERVER, judge
from server.engine.refusals import RollsNeeded
from server.rules.ptu.system import SYSTEM
from tests.playing import Game, Plain

MOST = 3_000


def begun(sample: str, dice: str) -> State:
    """A sample battle as it is created."""
    spec = {**msgspec.json.decode(SYSTEM.samples[sample]), "dice": dice}
    return Game(SYSTEM, spec).state


def decoded(command: Plain) -> Command:
    """As a client sends it."""
    return SYSTEM.command_decoder.decode(msgspec.json.encode(command))


def sent(state: State, command: Command, seat: str, chance: random.Random) -> State:
    """The state after a command, with whatever dice it asks for."""
    if state.dice == "server":
        dice: Dice = ServerDice(chance.randbytes(32), (), Draws())
        return judge(SYSTEM, state, command, seat, dice).state
    rolls: list[GivenRoll] = []
    while True:
        try:
            return judge(SYSTEM, state, command, seat, TableDice(rolls)).state
        except RollsNeeded as missing:
            rolls.extend(msgspec.convert(rolled(missing.needs, chance), list[GivenRoll]))


def followed(state: State, chance: random.Random) -> State:
    """What the state calls for by itself, where the server rolls."""
    while (command := SYSTEM.automatic(state)) is not None and state.dice == "server":
        state = sent(state, command, SERVER, chance)
    return state


def played(
    sample: str, dice: str, seed: int, look: Callable[[State, str, Option], Any] | None = None
) -> State:
    """A battle to its end, each command one that was offered; `look` is shown every offer."""
    chance = random.Random(seed)
    state = begun(sample, dice)
    for _ in range(MOST):
        if state.phase == "ended":
            return state
        offers = {seat: options_of(SYSTEM, state, seat) for seat in (*state.seats, GM)}
        seats = [seat for seat, options in offers.items() if options]
        assert seats, "nobody is offered anything"
        for seat in seats:
            for option in offers[seat] if look is not None else ():
                assert look is not None
                look(state, seat, option)
        seat = chance.choice(seats)
        state = followed(sent(state, decoded(choose(offers[seat], chance, state)), seat, chance), chance)
    raise AssertionError("the battle does not end")


@pytest.mark.parametrize("sample", sorted(SYSTEM.samples))
@pytest.mark.parametrize("dice", ["server", "table"])
def test_T58_every_battle_comes_to_its_end(sample: str, dice: str) -> None:
    """Ten by chance of each sample: none is stuck, none goes on for ever, somebody has won or nobody has."""
    for seed in range(10):
        assert played(sample, dice, seed).outcome is not None


@pytest.mark.parametrize("sample", sorted(SYSTEM.samples))
def test_T31_T47_whatever_is_offered_is_accepted(sample: str) -> None:
    """Every option with every value of every choice, at every step of a battle, with the dice it names."""

    def look(state: State, seat: str, option: Option) -> None:
        for command in _all(option):
            after = sent(state, decoded(command), seat, random.Random(1))
            assert after is not state

    played(sample, "table", 1, look)


def _all(option: Option) -> list[Plain]:
    commands: list[Plain] = [dict(option.command)]
    for field, choices in option.choose.items():
        commands = [{**one, field: choice.value} for one in commands for choice in choices]
    return commands
