"""Whole battles by chance, in memory: commands chosen among what is offered, with dice from a seed."""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from replays.dice import Draws
from schemas.commands import Command, GivenRoll
from schemas.replies import Option
from schemas.seats import GM, SERVER
from schemas.state import State
from server.battles.bots import choose, rolled
from server.battles.offering import options_of
from server.engine.dice import Dice, ServerDice, TableDice
from server.engine.judge import judge
from server.engine.refusals import RollsNeeded
from server.engine.system import System
from tests.playing import Game, Plain

Look = Callable[[State, str, Option], Any]


class Chance:
    """Battles of one rule system by chance; one longer than `most` commands does not end."""

    def __init__(self, system: System, most: int) -> None:
        self.system = system
        self.most = most

    def begun(self, sample: str, dice: str) -> State:
        """A sample battle as it is created."""
        spec = {**msgspec.json.decode(self.system.samples[sample]), "dice": dice}
        return Game(self.system, spec).state

    def decoded(self, command: Plain) -> Command:
        """As a client sends it."""
        return self.system.command_decoder.decode(msgspec.json.encode(command))

    def sent(self, state: State, command: Command, seat: str, chance: random.Random) -> State:
        """The state after a command, with whatever dice it asks for."""
        if state.dice == "server":
            dice: Dice = ServerDice(chance.randbytes(32), (), Draws())
            return judge(self.system, state, command, seat, dice).state
        rolls: list[GivenRoll] = []
        while True:
            try:
                return judge(self.system, state, command, seat, TableDice(rolls)).state
            except RollsNeeded as missing:
                rolls.extend(msgspec.convert(rolled(missing.needs, chance), list[GivenRoll]))

    def followed(self, state: State, chance: random.Random) -> State:
        """What the state calls for by itself, where the server rolls."""
        while (command := self.system.automatic(state)) is not None and state.dice == "server":
            state = self.sent(state, command, SERVER, chance)
        return state

    def played(self, sample: str, dice: str, seed: int, look: Look | None = None) -> State:
        """A battle to its end, each command one that was offered; `look` is shown every offer."""
        chance = random.Random(seed)
        state = self.begun(sample, dice)
        for _ in range(self.most):
            if state.phase == "ended":
                return state
            offers = {seat: options_of(self.system, state, seat) for seat in (*state.seats, GM)}
            seats = [seat for seat, options in offers.items() if options]
            assert seats, "nobody is offered anything"
            for seat in seats:
                for option in offers[seat] if look is not None else ():
                    assert look is not None
                    look(state, seat, option)
            seat = chance.choice(seats)
            state = self.followed(
                self.sent(state, self.decoded(choose(offers[seat], chance, state)), seat, chance), chance
            )
        raise AssertionError("the battle does not end")

    def every_command(self, option: Option) -> list[Plain]:
        """The commands an option stands for: every value of every choice."""
        commands: list[Plain] = [dict(option.command)]
        for field, choices in option.choose.items():
            commands = [{**one, field: choice.value} for one in commands for choice in choices]
        return commands
