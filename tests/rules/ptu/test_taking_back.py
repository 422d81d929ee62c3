"""Contract 4, 6: dice at the table in order, and what is taken back of declarations, windows and held turns."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from schemas.state import State
from server.battles import accepting, opening, reading
from server.battles.service import Battles
from server.rules.ptu.system import SYSTEM
from tests.battling import house, same
from tests.playing import dice
from tests.rules.ptu.given import battle, move, status_move, unit

BRACE = status_move(
    "brace", {"do": "stage", "stat": "defense", "by": 1, "to": "user"}, keywords=["interrupt"]
)
SHOT = move("shot", range={"kind": "ranged", "n": 9})


class Told:
    """One battle in the house, its commands said as plain JSON."""

    def __init__(self, battles: Battles, id_: str) -> None:
        self.battles = battles
        self.id = id_

    async def do(self, type_: str, rolls: Any = None, **fields: Any) -> State:
        """Sends a command for the GM; the state it comes to, with what followed."""
        body = {"type": type_, **fields, **({} if rolls is None else {"rolls": dice(rolls)})}
        command = SYSTEM.command_decoder.decode(msgspec.json.encode(body))
        await accepting.command(self.battles, self.id, "gm", command)
        return await reading.state(self.battles, self.id, None)


def told(spec: dict[str, Any], play: Callable[[Told], Awaitable[None]]) -> None:
    """A battle with table dice, placed and started, played as said."""

    async def whole(folder: Path) -> None:
        async with house(folder) as battles:
            spots = {one["id"]: one.pop("at") for one in spec["units"]}
            body = {
                "ruleset": "ptu",
                "dice": "table",
                "board": {"type": "grid", "width": 20, "height": 20},
                **spec,
            }
            begun = await opening.create(battles, msgspec.json.encode(body))
            game = Told(battles, begun.table.id)
            for id_, at in spots.items():
                if at is not None:
                    await game.do("place", unit=id_, at=at)
            await game.do("start")
            await play(game)

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(whole(Path(folder)))


def league() -> dict[str, Any]:
    """r 8 and b 12 with m 20 and w 5."""
    return {
        "settings": {"contact": "league"},
        "units": [
            unit("r", "red", [0, 0], kind="trainer", types=[], speed=8),
            unit("b", "blue", [1, 0], kind="trainer", types=[], speed=12),
            unit("m", "red", [9, 0], trainer="r", speed=20),
            unit("w", "blue", [12, 0], trainer="b", speed=5),
        ],
    }


def test_T6_a_declaration_is_taken_back_with_all_that_was_carried_out() -> None:
    """The last one set everything going; undone, the trainer declares anew, and redone all is as it was."""

    async def play(game: Told) -> None:
        await game.do("declare", unit="r", actions=[{"type": "move", "unit": "r", "to": [0, 1]}])
        before = await game.do("note", text="now b")
        after = await game.do("declare", unit="b", actions=[{"type": "move", "unit": "b", "to": [1, 1]}])
        assert (after.units["b"].at, after.units["r"].at, after.turn) == ((1, 1), (0, 1), "m")
        undone = await game.do("undo")
        assert same(undone, before)
        assert (undone.turn, [one.unit for one in undone.pending]) == ("b", ["r"])
        assert same(await game.do("redo"), after)

    told(league(), play)


def test_T6_between_two_declared_actions_one_is_taken_back_alone() -> None:
    """Each that needs table dice is a command of its own."""

    async def play(game: Told) -> None:
        struggle = {"type": "use-move", "unit": "r", "move": "struggle", "target": "b"}
        await game.do("declare", unit="r", actions=[struggle])
        waiting = await game.do("declare", unit="b", actions=[{"type": "move", "unit": "b", "to": [1, 1]}])
        assert waiting.units["b"].at == (1, 1)
        struck = await game.do("carry-out", rolls={"accuracy": {"r": 19}, "damage": {"r": 4}})
        assert (struck.turn, struck.units["b"].hp) == ("m", struck.units["b"].max_hp - 10)
        assert same(await game.do("undo"), waiting)

    told(league(), play)


def test_T20_an_answer_is_taken_back_and_the_window_is_open_again() -> None:
    """And the rewind to before the declaration closes it."""

    async def play(game: Told) -> None:
        start = await game.do("note", text="before")
        opened = await game.do("use-move", unit="a", move="shot", target="p")
        assert opened.window is not None
        answered = await game.do("interrupt", unit="p", move="brace")
        assert answered.window is None
        undone = await game.do("undo")
        assert same(undone, opened)
        assert undone.window is not None
        assert undone.window.waiting == ("p",)
        rewound = await game.do("rewind", to=start.seq)
        assert same(rewound, start)
        assert (rewound.window, rewound.pending) == (None, ())

    units = [
        unit("a", "red", [0, 0], speed=20, moves=[SHOT]),
        unit("p", "blue", [4, 0], speed=8, moves=[BRACE]),
    ]
    told({"units": units}, play)


def test_T7_T18_a_hold_and_an_early_action_are_taken_back() -> None:
    """The queue, the counters and whose turn it is are those from before."""

    async def play(game: Told) -> None:
        start = await game.do("note", text="before")
        early = await game.do("use-move", unit="p", move="order")
        assert early.units["p"].counters["standard"] == 1
        held = await game.do("delay", unit="a", until=3)
        assert (held.turn, [one.unit for one in held.queue]) == ("p", ["p", "a"])
        assert same(await game.do("undo"), early)
        undone = await game.do("undo")
        assert same(undone, start)
        assert undone.units["p"].counters == {}

    order = status_move("order", keywords=["priority-limited"])
    units = [unit("a", "red", [0, 0], speed=20), unit("p", "blue", [9, 0], speed=8, moves=[order])]
    told({"units": units}, play)


def test_T51_dice_are_asked_for_in_the_order_they_fall() -> None:
    """The saves of the turn's beginning, then the confused blow, then the saves of its end."""
    statuses = {"paralysis": {}, "confusion": {}, "infatuation": {"source": "t"}, "rage": {}}
    game = battle(unit("a", "red", [0, 0], speed=40, statuses=statuses), unit("t", "blue", [9, 9], speed=5))
    assert game.needs("begin-turn", unit="a") == [("save", "a", 20, 1)] * 3
    saves = {"save": {"a": [5, 8, 20]}}
    assert game.needs("begin-turn", unit="a", rolls=saves) == [("damage", "a", 8, 1)]
    given = {"save": {"a": [5, 8, 20]}, "damage": {"a": 1}}
    assert game.needs("begin-turn", unit="a", rolls=given) == [("save", "a", 20, 1)]
    game.do("begin-turn", unit="a", rolls={"save": {"a": [5, 8, 20, 15]}, "damage": {"a": 1}})
    assert set(game.statuses("a")) == {"paralysis", "confusion"}
    assert game.state.turn == "t"


def test_T42_T57_dice_of_a_throw_and_of_an_area() -> None:
    """The die to hit first, then, as far as it hit, the others."""
    game = battle(
        unit("r", "red", [0, 0], kind="trainer", types=[], speed=25),
        unit("w", "wild", [3, 0], speed=5, hp=1),
        inventory={"red": {"basic-ball": 1}},
    )
    throw = {"unit": "r", "ball": "basic-ball", "target": "w"}
    assert game.needs("throw-ball", **throw) == [("accuracy", "r", 20, 1)]
    assert game.needs("throw-ball", **throw, rolls={"accuracy": {"r": 12}}) == [("capture", "r", 100, 1)]
    assert (
        game.code("throw-ball", **throw, rolls={"accuracy": {"r": 1}, "capture": {"r": 5}}) == "rolls-unused"
    )
    assert game.code("throw-ball", **throw, rolls={"accuracy": {"r": 21}}) == "rolls-invalid"
