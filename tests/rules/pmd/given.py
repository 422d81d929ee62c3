"""What pmd's tests begin with: a small battle between a (an ally) and z (an enemy), in a few words."""

from typing import Any

from server.rules.pmd.system import SYSTEM
from tests.playing import Game, Plain

DART = {"id": "dart", "type": "normal", "power": 2, "range": 8, "priority": True}
BEAM = {"id": "beam", "type": "normal", "category": "special", "power": 4, "range": 8}


def move(id_: str = "hit", **fields: Any) -> Plain:
    """A move; whatever a test does not say is a typeless physical blow of power 2 along 8 cells."""
    return {"id": id_, "power": 2, "range": 8, **fields}


def status_move(id_: str, *effects: Plain, **fields: Any) -> Plain:
    """A status move along a line with these effects."""
    return {"id": id_, "category": "status", "range": 8, "effects": list(effects), **fields}


def setting_up(
    units: dict[str, Plain],
    *,
    width: int = 9,
    height: int = 5,
    walls: Any = (),
    inventory: Any = None,
    seats: Any = (),
    **settings: Any,
) -> Game:
    """A battle before anybody is placed. Units named x, y, z… are enemies, the others allies."""
    terrain = [{"kind": "wall", "cells": [list(cell) for cell in walls]}] if walls else []
    return Game(
        SYSTEM,
        {
            "ruleset": "pmd",
            "dice": "table",
            "board": {"type": "grid", "width": width, "height": height, "terrain": terrain},
            "seats": list(seats),
            "units": [
                {"id": id_, "side": "enemies" if id_[0] in "wxyz" else "allies"}
                | {k: v for k, v in unit.items() if k != "at"}
                for id_, unit in units.items()
            ],
            "inventory": inventory or {},
            "settings": settings,
        },
    )


def placed(units: dict[str, Plain], **other: Any) -> Game:
    """The same with every unit that says `at` placed, enemies first."""
    game = setting_up(units, **other)
    where = {id_: unit["at"] for id_, unit in units.items() if "at" in unit}
    for id_ in sorted(where, key=lambda one: game.state.units[one].side == "allies"):
        game.do("place", unit=id_, at=list(where[id_]), force="the test says where")
    return game


def started(units: dict[str, Plain], **other: Any) -> Game:
    """The same, started, waiting for its first round."""
    game = placed(units, **other)
    game.do("start")
    return game


def fight(units: dict[str, Plain], order: str | list[str] | None = None, **other: Any) -> Game:
    """The same in its first round; `order` who acts first, roster order if left out.

    A unit's initiative is 10 for the first, 9 for the second and so on, on its first die.
    """
    game = started(units, **other)
    next_round(game, order)
    return game


def next_round(game: Game, order: str | list[str] | None = None) -> list[Plain]:
    """The dice of a new round, so that the units act in this order."""
    standing = [id_ for id_, unit in game.state.units.items() if unit.at is not None and not unit.hidden]
    wished = list(order) if order is not None else standing
    wished += [id_ for id_ in standing if id_ not in wished]
    counts = {need[1]: need[3] for need in game.needs("start-round")}
    rolls = {id_: [10 - wished.index(id_)] + [1] * (counts[id_] - 1) for id_ in standing}
    return game.do("start-round", rolls={"initiative": rolls})


def duel(a: Plain | None = None, z: Plain | None = None, first: str = "a", **other: Any) -> Game:
    """a at [1, 2] against z at [6, 2], in the first round; `first` acts first."""
    units = {"a": {"at": (1, 2), **(a or {})}, "z": {"at": (6, 2), **(z or {})}}
    return fight(units, order=["a", "z"] if first == "a" else ["z", "a"], **other)
