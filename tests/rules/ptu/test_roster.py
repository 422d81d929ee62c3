"""T28, T48, T49, T52, T57: what a unit takes into the next battle (contract 2, roster)."""

from typing import Any

import msgspec

from server.rules.ptu.system import SYSTEM
from tests.playing import Game
from tests.rules.ptu.given import battle, move, pair, status_move, unit


def carried(game: Game) -> dict[str, dict[str, Any]]:
    """The roster by unit."""
    return {spec["id"]: spec for spec in SYSTEM.roster(game.state)}


def again(game: Game) -> Game:
    """The next battle with the same units; whoever is not out or not standing is not placed."""
    units = list(msgspec.json.decode(msgspec.json.encode(list(carried(game).values()))))
    return Game(SYSTEM, {"ruleset": "ptu", "dice": "table", "units": units,
                         "board": {"type": "grid", "width": 20, "height": 20}})  # fmt: skip


def test_T52_lasting_conditions_stay_and_all_others_end() -> None:
    """With hit points, injuries and what is held; stages and temporary hit points end."""
    every = ("burn", "freeze", "paralysis", "poison", "toxic", "sleep", "confusion", "rage", "infatuation",
             "stuck", "slowed", "tripped", "vulnerable", "trapped", "blind", "grappled", "blessed")  # fmt: skip
    game = pair(
        None, {"hp": 31, "injuries": 2, "held": "calm-leaf", "statuses": {name: {} for name in every}}
    )
    given = [
        {"type": "stage-changed", "unit": "t", "stat": "attack", "by": 2},
        {"type": "counter-set", "unit": "t", "name": "temporary_hp", "now": 9},
    ]
    game.do("ruling", reason="so", effects=given)
    unit_ = again(game).state.units["t"]
    assert set(unit_.statuses) == {"burn", "freeze", "paralysis", "poison", "toxic"}
    assert (unit_.hp, unit_.max_hp, unit_.held) == (31, 50, "calm-leaf")
    assert (unit_.stages, unit_.counters) == ({}, {"injuries": 2})


def test_T49_the_fallen_and_the_dead_stay_so() -> None:
    """Below 0, and dead of injuries with hit points left."""
    game = pair(None, {"hp": 5}, unit("o", "blue", None, injuries=10, statuses={"dead": {}}))
    hit = {"accuracy": {"a": 12}, "damage": {"a": [8]}}
    game.do("use-move", unit="a", move="slam", target="t", rolls=hit)
    after = again(game).state.units
    assert (after["t"].hp, after["t"].fainted) == (game.hp("t"), True)
    assert game.hp("t") < 0
    assert (after["o"].fainted, set(after["o"].statuses)) == (True, {"dead"})


def test_T48_the_day_s_uses_go_on_and_a_scene_s_do_not() -> None:
    """Two a day: once in each of two battles, and not in a third."""
    moves = [status_move("dawn", frequency="daily 2"), status_move("song", frequency="scene 1")]
    game = pair({"moves": moves})
    for _ in range(2):
        game.do("use-move", unit="a", move="dawn")
        game.do("pass", unit="a")
        game.do("pass", unit="t")
        assert game.code("use-move", unit="a", move="dawn") == "not-ready"
        game.do("use-move", unit="a", move="song")
        uses = carried(game)["a"]["daily_uses"]
        game = pair({"moves": moves, "daily_uses": uses})
    assert uses == {"dawn": 2}
    assert game.code("use-move", unit="a", move="dawn") == "not-ready"
    game.do("use-move", unit="a", move="song")


def test_T57_whoever_was_caught_is_the_catcher_s_pokemon() -> None:
    """In its ball, on the catcher's side, with what it had."""
    game = battle(
        unit("r", "red", [0, 0], kind="trainer", types=[], speed=25),
        unit("w", "wild", [3, 0], speed=5, hp=1, moves=[move()]),
        inventory={"red": {"basic-ball": 1}},
    )
    rolls = {"accuracy": {"r": 20}, "capture": {"r": 100}}
    game.do("throw-ball", unit="r", ball="basic-ball", target="w", rolls=rolls)
    spec = carried(game)["w"]
    assert (spec["side"], spec["trainer"], spec["out"], spec["hp"]) == ("red", "r", False, 1)
    assert again(game).state.units["w"].traits["trainer"] == "r"


def test_T28_whoever_is_in_its_ball_stays_there() -> None:
    """Until its trainer lets it out."""
    trainer = unit("r", "red", [0, 0], kind="trainer", types=[], speed=25)
    game = pair(None, None, trainer, unit("n", "red", None, trainer="r", out=False))
    assert again(game).state.units["n"].out is False
    assert "out" not in carried(game)["a"]
