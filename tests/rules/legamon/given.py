"""What legamon's tests begin with: f (fire) against m (metal), in a few words."""

from typing import Any

from server.rules.legamon.system import SYSTEM
from tests.playing import Game, Plain

HOP = {"id": "flame-hop", "name": "Flame Hop", "type": "fire"}
SHELL = {"id": "shell", "name": "Shell", "type": "metal"}
LASH = {"id": "vine-lash", "name": "Vine Lash", "type": "verdant", "tags": ["ranged"]}


def setting_up(units: dict[str, Plain], *, board: Any = None, seats: Any = (), inventory: Any = None,
               **settings: Any) -> Game:  # fmt: skip
    """A battle before its start; each mon is a side of its own unless it says one."""
    return Game(
        SYSTEM,
        {
            "ruleset": "legamon",
            "dice": "table",
            "board": board or {"type": "none"},
            "seats": list(seats),
            "units": [{"id": id_, "side": f"side-{id_}", **unit} for id_, unit in units.items()],
            "inventory": inventory or {},
            "settings": settings,
        },
    )


def order(game: Game, *first: str, **rolls: Any) -> None:
    """A round in which the mons act in this order (their speeds being equal)."""
    dice = {id_: 6 - index for index, id_ in enumerate(first)}
    game.do("start-round", rolls={"initiative": dice, **rolls})


def fight(units: dict[str, Plain], **other: Any) -> Game:
    """The battle begun, first round; the mons act in the order they are written in."""
    game = setting_up(units, **other)
    game.do("start")
    order(game, *units)
    return game


def pair(f: Plain | None = None, m: Plain | None = None, **other: Any) -> Game:
    """f, who is fire and hops, is first; m, who is metal and has a shell, second."""
    return fight(
        {
            "f": {"types": ["fire"], "moves": [HOP], **(f or {})},
            "m": {"types": ["metal"], "moves": [SHELL], **(m or {})},
        },
        **other,
    )


def energy(game: Game, unit: str) -> int:
    """What a mon has left of it."""
    return game.state.units[unit].pools["energy"].now


def prevented(moves: int = 0, abilities: int = 0, **m: Any) -> Game:
    """A fight in which v (verdant) has prevented c so; it is still v's turn."""
    game = fight({"v": {"types": ["verdant"], "moves": [LASH], "energy": 9},
                  "c": {"types": ["fire"], "moves": [HOP], **m}})  # fmt: skip
    game.do("use-move", unit="v", move="vine-lash", target="c", intent="prevent")
    game.do("pass", unit="c")
    game.do("carry-out", unit="v", rolls={"ability": {"v": 4}})
    game.do("spend", unit="v", moves=moves, abilities=abilities)
    return game
