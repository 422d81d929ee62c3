"""A duel in memory: two trainers, ash (side `ash`) and gary, everything neutral unless a test says so."""

from typing import Any

from server.rules.duel.system import SYSTEM
from tests.playing import Game

Plain = dict[str, Any]
SIXTY = {"hp": 60, "attack": 60, "defense": 60, "special_attack": 60, "special_defense": 60, "speed": 60}
"""Battle stats 3 each; at level 20 100 HP and a speed of 100."""


def move(id_: str = "hit", **more: Any) -> Plain:
    """A physical fighting move of power 40 that hits always, unless said otherwise."""
    return {"id": id_, "type": "fighting", "category": "physical", "power": 40, "accuracy": None, **more}


def status_move(id_: str, *effects: Plain, **more: Any) -> Plain:
    """A status move that works always."""
    return {"id": id_, "category": "status", "accuracy": None, "effects": list(effects), **more}


def creature(id_: str, side: str, stats: Plain | None = None, **more: Any) -> Plain:
    """A creature of level 20, nature hardy, 150 cm, of a type that nothing is special about."""
    sheet: Plain = {"types": ["dragon"], "level": 20, "nature": "hardy", "height": 150, "moves": [move()]}
    return {"id": id_, "side": side, "seat": side, **sheet, "stats": {**SIXTY, **(stats or {})}, **more}


def battle(units: list[Plain], **more: Any) -> Game:
    """Created, not started; ash orders first unless said."""
    settings = {"first": "ash", **more.pop("settings", {})}
    spec = {"ruleset": "duel", "dice": "table", "board": {"type": "none"}, "seats": ["ash", "gary"]}
    return Game(SYSTEM, {**spec, "units": units, "settings": settings, **more})


def duel(a: Plain | None = None, b: Plain | None = None, *rest: Plain, **more: Any) -> Game:
    """`a` (ash's, speed 120) and `b` (gary's, speed 100) face each other; ash orders next."""
    first = creature("a", "ash", **{"stats": {"speed": 80}, **(a or {})})
    game = battle([first, creature("b", "gary", **(b or {})), *rest], **more)
    game.do("start")
    game.do("release", unit="a", by="ash")
    game.do("release", unit="b", by="gary")
    return game


def use(move_: str, **more: Any) -> Plain:
    """An order to use a move."""
    return {"type_": "use-move", "move": move_, **more}


def turn(game: Game, a: Plain | None = None, b: Plain | None = None, rolls: Any = None) -> list[Plain]:
    """Both orders (a pass unless given) and, where dice fall, the carrying out."""
    game.do(**{"unit": "a", **(a or {"type_": "pass"})})
    effects = game.do(**{"unit": "b", **(b or {"type_": "pass"})})
    return effects if rolls is None else game.do("carry-out", rolls=rolls)


def found(effects: list[Plain], type_: str) -> list[Plain]:
    """The facts of one kind."""
    return [effect for effect in effects if effect["type"] == type_]
