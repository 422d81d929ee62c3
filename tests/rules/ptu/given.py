"""A battle in memory: a (red, speed 20) and t (blue, speed 5) on a plain grid unless a test says so."""

from typing import Any

from server.rules.ptu.system import SYSTEM
from tests.playing import Game

Plain = dict[str, Any]
TENS = {"hp": 10, "attack": 10, "defense": 10, "special_attack": 10, "special_defense": 10, "speed": 10}
"""At level 10 50 hit points, evasion 2."""


def move(id_: str = "slam", **more: Any) -> Plain:
    """A physical normal melee move, AC 2, base 4, unless said otherwise."""
    return {
        "id": id_,
        "type": "normal",
        "class": "physical",
        "ac": 2,
        "base": 4,
        "range": {"kind": "melee"},
        **more,
    }


def status_move(id_: str, *effects: Plain, **more: Any) -> Plain:
    """A status move on oneself that needs no roll."""
    return {"id": id_, "class": "status", "range": {"kind": "self"}, "effects": list(effects), **more}


def unit(id_: str, side: str, at: Any, **more: Any) -> Plain:
    """A pokemon of level 10, every stat 10, water; `speed` and others but hp may be said alone."""
    stats = {**TENS, **{name: more.pop(name) for name in list(TENS)[1:] if name in more}}
    return {"id": id_, "side": side, "types": ["water"], "level": 10, "stats": stats, "at": at, **more}


def battle(
    *units: Plain, width: int = 20, height: int = 20, terrain: Any = (), rolls: Any = None, **more: Any
) -> Game:
    """Created, placed and started; the first round's ties by `rolls`."""
    board = more.pop("board", {"type": "grid", "width": width, "height": height, "terrain": list(terrain)})
    spots = {one["id"]: one.pop("at") for one in units}
    game = Game(SYSTEM, {"ruleset": "ptu", "dice": "table", "board": board, "units": list(units), **more})
    for id_, at in spots.items():
        if at is not None:
            game.do("place", unit=id_, at=at)
    game.do("start")
    if rolls is not None:
        game.do("start-round", rolls=rolls)
    return game


def pair(a: Plain | None = None, t: Plain | None = None, *rest: Plain, **more: Any) -> Game:
    """`a` at [4, 5] beside `t` at [5, 5]; `a` acts first."""
    one = {"at": [4, 5], "speed": 20, "moves": [move()], **(a or {})}
    other = {"at": [5, 5], "speed": 5, "types": ["normal"], **(t or {})}
    return battle(unit("a", "red", **one), unit("t", "blue", **other), *rest, **more)


def on(kind: str, *cells: tuple[int, int], **more: Any) -> Plain:
    """Terrain of a kind."""
    return {"kind": kind, "cells": [list(cell) for cell in cells], **more}
