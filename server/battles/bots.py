"""Bots that know no rule: they choose among `options`, and roll where the table would."""

import random
from typing import Any

import msgspec

from schemas.base import Json
from schemas.replies import Choice, Needed, Option
from schemas.seats import GM
from schemas.state import State, Unit
from server.battles import accepting, opening
from server.battles.accepting import Answer
from server.battles.offering import options_of
from server.battles.service import Battles
from server.battles.table import Table
from server.engine import grid
from server.engine.refusals import RollsNeeded
from server.rules import named

MOST_COMMANDS = 2_000
PREFERRED = {
    "start": 200, "place": 30, "ready": 30, "use-move": 8, "interrupt": 4, "use-item": 2, "move": 2,
    "delay": 1, "pass": 1, "equip": 1,
}  # fmt: skip
"""How readily a bot takes a kind of command; a kind not named here, 3."""

NEARER = 0.8
"""How often a bot that chooses among cells takes the one nearest to another side."""


class Stuck(Exception):
    """A battle that goes on and offers nobody anything."""

    def __init__(self, battle: str, seq: int) -> None:
        super().__init__(f"{battle} offers nothing after event {seq}")


def choose(options: list[Option], dice: random.Random, state: State) -> dict[str, Json]:
    """A command: one of the options, and one value for each of its fields."""
    weights = [_weight(option, state) for option in options]
    option = dice.choices(options, weights)[0]
    command = dict(option.command)
    unit = state.units.get(str(command.get("unit")))
    for field, choices in option.choose.items():
        command[field] = msgspec.to_builtins(_value(choices, dice, unit, state))
    return command


def _weight(option: Option, state: State) -> int:
    """How readily: more so where it strikes somebody of another side, hardly where it only places anew."""
    usual = PREFERRED.get(str(option.command["type"]), 3)
    unit = state.units.get(str(option.command.get("unit")))
    if option.command["type"] == "place" and unit is not None and unit.at is not None:
        return 1
    strikes = any(_strikes(choice, unit, state) for choices in option.choose.values() for choice in choices)
    return usual * 5 if strikes else usual


def _strikes(choice: Choice, unit: Unit | None, state: State) -> bool:
    """Whether it strikes the other side and nobody of its own."""
    struck = [state.units[id_] for id_ in choice.strikes or () if id_ in state.units]
    return bool(struck) and unit is not None and all(one.side != unit.side for one in struck)


def _value(choices: tuple[Choice, ...], dice: random.Random, unit: Unit | None, state: State) -> Any:
    """Any value; rather one that strikes the other side, or a cell near it."""
    good = [choice for choice in choices if _strikes(choice, unit, state)]
    if good:
        return dice.choice(good).value
    near = _nearest(choices, unit, state) if state.phase == "battle" and dice.random() < NEARER else None
    return near if near is not None else dice.choice(choices).value


def _nearest(choices: tuple[Choice, ...], unit: Unit | None, state: State) -> Any:
    """Of cells the one nearest to somebody of another side; None where the values are no cells."""
    cells = [tuple(choice.value) for choice in choices if _is_cell(choice.value)]
    others = [one.at for one in state.units.values() if unit is not None and one.side != unit.side]
    there = [at for at in others if isinstance(at, tuple)]
    if not cells or not there:
        return None
    return min(cells, key=lambda cell: min(grid.steps(cell, at) for at in there))


def _is_cell(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(n, int) for n in value)


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
    """One command of one seat; before the start rather of one with something worth doing. Raises Stuck."""
    state = table.state
    seats = [*state.seats, GM]
    dice.shuffle(seats)
    offered: dict[str, list[Option]] = {}
    for seat in seats:
        offered[seat] = options_of(table.system, state, seat)
        if offered[seat] and state.phase == "battle":
            break
    weights = [sum(_weight(option, state) for option in options) for options in offered.values()]
    if not any(weights):
        raise Stuck(table.id, state.seq)
    seat = dice.choices(list(offered), weights)[0]
    return await send(battles, table, seat, choose(offered[seat], dice, state), dice)


async def send(
    battles: Battles, table: Table, seat: str, command: dict[str, Json], dice: random.Random
) -> Answer:
    """Sends a command, rolling at the table what it needs."""
    rolls: list[dict[str, Json]] = []
    while True:
        body = {**command, "rolls": rolls} if rolls else command
        decoded = table.system.command_decoder.decode(msgspec.json.encode(body))
        try:
            return await accepting.command(battles, table.id, seat, decoded)
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
    begun = await opening.create(
        battles, msgspec.json.encode({"ruleset": "pmd", "sample": first_sample(), "public": True})
    )
    await play(battles, begun.table.id, random.Random(seed))


def first_sample(ruleset: str = "pmd") -> str:
    """The first sample battle of a rule system. Raises Refused where there is no such system."""
    return next(iter(named(ruleset).samples))
