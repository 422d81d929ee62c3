"""A pmd battle that goes on for ten thousand events: two rows strike and step, with hit points to spare."""

import msgspec

from schemas import commands as c
from schemas.base import Json
from schemas.seats import GM
from schemas.state import State
from server.battles import commanding, creating
from server.battles.creating import Begun
from server.battles.service import Battles
from server.battles.table import Scribe, Table

STEPS = {"allies": (1, 2), "enemies": (5, 4)}
"""The columns between which a side's units step to and fro."""
FACING: dict[str, c.Direction] = {"allies": "e", "enemies": "w"}
MOVES = ("ripple-shot", "bile-dart", "spark-lash", "glimmer-arc")
TYPES = ("water", "poison", "electric", "fairy")
TOGETHER = 200
"""Events stored in one transaction while a long battle is made."""


def spec(units: int) -> bytes:
    """The creation of such a battle, half of the units on each side."""
    rows = units // 2
    board = {"type": "grid", "width": 8, "height": max(rows, 4)}
    fighters = [_unit(side, row) for side in ("enemies", "allies") for row in range(rows)]
    body = {"ruleset": "pmd", "title": "Endless", "public": True, "board": board, "units": fighters}
    return msgspec.json.encode(body | {"settings": {"ties": "roster"}})


def _unit(side: str, row: int) -> dict[str, Json]:
    return {
        "id": f"{side}-{row}",
        "side": side,
        "types": [TYPES[row % 4]],
        "max_hp": 10_000,
        "pools": {"pp": {"now": 10_000, "max": 10_000}},
        "stats": {"attack": 1, "defense": 1, "speed": 1 + row % 3},
        "moves": [MOVES[row % 4]],
    }


def begun(units: int) -> Begun:
    """The battle in its first round, nothing of it stored yet."""
    new = creating.begin(*creating.read_spec(spec(units)))
    for command in opening(units):
        commanding.decide(new.table, new.scribe, command, GM)
    commanding.follow(new.table, new.scribe)
    return new


def opening(units: int) -> list[c.Command]:
    """What places everyone and starts."""
    places = [
        c.Place(unit=f"{side}-{row}", at=(STEPS[side][0], row))
        for side in ("enemies", "allies")
        for row in range(units // 2)
    ]
    return [*places, c.Start()]


def next_command(state: State) -> c.Command:
    """What the unit in turn does: strikes along its row, and every other round steps to or fro."""
    unit = state.units[state.turn or ""]
    if state.round % 2:
        return c.UseMove(unit=unit.id, move=unit.moves[0]["id"], direction=FACING[unit.side])
    one, other = STEPS[unit.side]
    x, y = unit.at if isinstance(unit.at, tuple) else (one, 0)
    return c.Move(unit=unit.id, to=(other if x == one else one, y))


def play(table: Table, scribe: Scribe, events: int) -> None:
    """Writes that many events, or a few more."""
    while len(scribe.entries) < events:
        commanding.decide(table, scribe, next_command(scribe.state), GM)
        commanding.follow(table, scribe)


async def stored(battles: Battles, events: int, units: int = 8) -> Table:
    """A battle of so many events in the store and in memory, with the snapshots it would have."""
    new = begun(units)
    await battles.store.create(new.new, [entry.row for entry in new.scribe.entries])
    commanding.take(new.table, new.scribe)
    table = battles.keep(new.table)
    while table.state.seq < events:
        scribe = Scribe(table, table.since)
        play(table, scribe, min(TOGETHER, events - table.state.seq))
        await battles.store.append(table.id, [entry.row for entry in scribe.entries])
        commanding.take(table, scribe)
        table.behind = battles.past.grown(table.id, table.now)
    await battles.finish()
    return table
