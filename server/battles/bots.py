"""Bots that know no rule: they choose among `options`, and roll where the table would."""

import random
from typing import Any

import msgspec

from schemas.base import Json
from schemas.replies import Choice, Needed, Option
from schemas.state import State
from server.battles.service import Answer, Battles, options_of
from server.battles.table import Table
from server.engine.judge import GM
from server.engine.refusals import Refused, RollsNeeded

MOST_COMMANDS = 2_000
PREFERRED = {
    "start": 200, "place": 30, "ready": 30, "use-move": 8, "interrupt": 4, "use-item": 2, "move": 2,
    "delay": 1, "pass": 1, "equip": 1,
}  # fmt: skip
"""How readily a bot takes a kind of command; a kind not named here, 3."""


class Stuck(Exception):
    """A battle that goes on and offers nobody anything."""

    def __init__(self, battle: str, seq: int) -> None:
        super().__init__(f"{battle} offers nothing after event {seq}")


def choose(options: list[Option], dice: random.Random) -> dict[str, Json]:
    """A command: one of the options, and one value for each of its fields."""
    weights = [PREFERRED.get(str(option.command["type"]), 3) for option in options]
    option = dice.choices(options, weights)[0]
    command = dict(option.command)
    for field, choices in option.choose.items():
        command[field] = msgspec.to_builtins(_value(choices, dice))
    return command


def _value(choices: tuple[Choice, ...], dice: random.Random) -> Any:
    return dice.choice(choices).value


def rolled(needs: tuple[Needed, ...], dice: random.Random) -> list[dict[str, Json]]:
    """Dice from the bot's own hand."""
    rolls = []
    for need in needs:
        roll: dict[str, Json] = {
            "for": need.what,
            "values": [dice.randint(1, need.die) for _ in range(need.count)],
        }
        rolls.append(roll if need.unit is None else {**roll, "unit": need.unit})
    return rolls


async def step(battles: Battles, table: Table, dice: random.Random) -> Answer:
    """One command of one seat that has something to do. Raises Stuck."""
    state = table.state
    seats = [*state.seats, GM]
    dice.shuffle(seats)
    for seat in seats:
        options = options_of(table.system, state, seat)
        if options:
            return await send(battles, table, seat, choose(options, dice), dice)
    raise Stuck(table.id, state.seq)


async def send(
    battles: Battles, table: Table, seat: str, command: dict[str, Json], dice: random.Random
) -> Answer:
    """Sends a command, rolling at the table what it needs."""
    rolls: list[dict[str, Json]] = []
    while True:
        body = {**command, "rolls": rolls} if rolls else command
        decoded = table.system.command_decoder.decode(msgspec.json.encode(body))
        try:
            return await battles.command(table.id, seat, decoded)
        except RollsNeeded as missing:
            rolls.extend(rolled(missing.needs, dice))


async def play(battles: Battles, battle: str, dice: random.Random, most: int = MOST_COMMANDS) -> State:
    """Plays a battle to its end; one that will not end is ended by the GM after `most` commands."""
    for _ in range(most):
        table = await battles.table(battle)
        if table.state.phase == "ended":
            return table.state
        await step(battles, table, dice)
    table = await battles.table(battle)
    if table.state.phase != "ended":
        await send(battles, table, GM, {"type": "end", "reason": "called off"}, dice)
    return (await battles.table(battle)).state


async def leave_sample(battles: Battles, seed: int) -> None:
    """Leaves a finished public battle in a database that has none, to watch."""
    if await battles.store.public_battles(1):
        return
    begun = await battles.create(
        msgspec.json.encode({"ruleset": "pmd", "sample": first_sample(battles), "public": True})
    )
    await play(battles, begun.table.id, random.Random(seed))


def first_sample(battles: Battles, ruleset: str = "pmd") -> str:
    """The first sample battle of a rule system. Raises Refused where it has none."""
    samples = battles.ruleset(ruleset).samples
    if not samples:
        raise Refused("no-such-ruleset", ruleset=ruleset)
    return next(iter(samples))
