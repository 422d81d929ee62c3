"""A battle of each rule system through the use cases and a real store, so that it can be undone and rewound."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from schemas.seats import GM
from schemas.state import State
from server.battles import accepting, opening, reading
from server.battles.service import Battles
from server.engine.refusals import Refused
from server.rules import find
from tests.battling import house
from tests.playing import Plain, dice

GRID = {"type": "grid", "width": 9, "height": 5}
DART = {"id": "dart", "power": 2, "range": 8, "priority": True}
BEAM = {"id": "beam", "category": "special", "power": 4, "range": 8}
SIXTY = {"hp": 60, "attack": 60, "defense": 60, "special_attack": 60, "special_defense": 60, "speed": 60}
TAP = {"id": "tap", "type": "normal", "category": "physical", "power": 40, "accuracy": None}


class Match:
    """One battle with table dice; `state` is where it stands."""

    def __init__(self, runner: asyncio.Runner, battles: Battles, spec: Plain) -> None:
        self.runner = runner
        self.battles = battles
        system = find(spec["ruleset"])
        assert system is not None
        self.system = system
        begun = runner.run(opening.create(battles, msgspec.json.encode({"dice": "table", **spec})))
        self.id = begun.table.id

    @property
    def state(self) -> State:
        """The state at the head."""
        return self.at(None)

    @property
    def head(self) -> int:
        """The last event's seq."""
        return self.state.seq

    def at(self, seq: int | None) -> State:
        """The state after an event."""
        return self.runner.run(reading.state(self.battles, self.id, seq))

    def stored(self, seq: int | None = None) -> State:
        """The same, from the store alone."""
        return self.runner.run(reading.state(Battles(self.battles.store), self.id, seq))

    def do(self, type_: str, by: str = GM, rolls: Any = None, **fields: Any) -> State:
        """Sends a command; the state it and what followed came to."""
        body = {"type": type_, **fields, **({} if rolls is None else {"rolls": dice(rolls)})}
        command = self.system.command_decoder.decode(msgspec.json.encode(body))
        answer = self.runner.run(accepting.command(self.battles, self.id, by, command))
        return answer.entries[-1].after

    def code(self, type_: str, **fields: Any) -> str:
        """The code a command is refused with; the head stays where it is."""
        head = self.head
        with pytest.raises(Refused) as caught:
            self.do(type_, **fields)
        assert self.head == head
        return caught.value.refusal.code

    def branch(self, at: int) -> "Match":
        """The battle that begins as this one stood after an event."""
        begun = self.runner.run(opening.branch(self.battles, self.id, GM, at, None))
        child = object.__new__(Match)
        child.runner, child.battles, child.system, child.id = (
            self.runner,
            self.battles,
            self.system,
            begun.table.id,
        )
        return child


@contextmanager
def match(folder: Path, spec: Plain) -> Iterator[Match]:
    """A battle just created."""
    with asyncio.Runner() as runner:
        opened = house(folder)
        battles = runner.run(opened.__aenter__())
        try:
            yield Match(runner, battles, spec)
        finally:
            runner.run(opened.__aexit__(None, None, None))


def pmd(**units: Plain) -> Plain:
    """Allies a and b, the enemy z, unless said otherwise."""
    sheets = {"a": {"moves": [BEAM]}, "b": {}, "z": {"moves": [DART]}}
    sheets |= {id_: {**sheets.get(id_, {}), **unit} for id_, unit in units.items()}
    side = lambda id_: "enemies" if id_[0] in "xyz" else "allies"
    return {"ruleset": "pmd", "board": GRID,
            "units": [{"id": id_, "side": side(id_), **sheet} for id_, sheet in sheets.items()]}  # fmt: skip


def fight_pmd(game: Match) -> None:
    """Everyone stands; the queue is a, b, z."""
    for id_, at in (("z", [6, 2]), ("a", [1, 2]), ("b", [1, 4])):
        game.do("place", unit=id_, at=at)
    game.do("start")
    game.do("start-round", rolls={"initiative": {"a": 9, "b": 7, "z": 5}})


def legamon(**units: Plain) -> Plain:
    """Three mons of a side each: fire, metal, verdant."""
    sheets: dict[str, Plain] = {
        "a": {"types": ["fire"], "moves": [{"id": "hop", "name": "Hop", "type": "fire"}]},
        "b": {"types": ["metal"]},
        "z": {"types": ["verdant"]},
    }
    sheets |= {id_: {**sheets[id_], **unit} for id_, unit in units.items()}
    return {"ruleset": "legamon", "board": {"type": "none"},
            "units": [{"id": id_, "side": f"side-{id_}", **sheet} for id_, sheet in sheets.items()]}  # fmt: skip


def fight_legamon(game: Match) -> None:
    """The queue is a, b, z."""
    game.do("start")
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 5, "z": 4}})


def duel(**units: Plain) -> Plain:
    """a (ash's, ordering first) against b, c on the bench; everything neutral."""
    sheet = {"types": ["dragon"], "level": 20, "height": 150, "stats": SIXTY, "moves": [TAP]}
    sides = {"a": "ash", "b": "gary", "c": "gary"}
    return {"ruleset": "duel", "board": {"type": "none"}, "seats": ["ash", "gary"], "settings": {"first": "ash"},
            "units": [{"id": id_, "side": side, "seat": side, **sheet, **units.get(id_, {})}
                      for id_, side in sides.items()]}  # fmt: skip


def fight_duel(game: Match) -> None:
    """a and b are out, and ash orders."""
    game.do("start")
    game.do("release", unit="a")
    game.do("release", unit="b")


BATTLES = {"pmd": (pmd, fight_pmd), "legamon": (legamon, fight_legamon), "duel": (duel, fight_duel)}
