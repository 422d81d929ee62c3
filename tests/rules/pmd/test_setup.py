"""P1-P6: the board, placing, the start, what a unit is."""

import pytest

from server.engine.refusals import InvalidSetup
from server.rules.pmd import STATS
from server.rules.pmd.data import effective
from tests.rules.pmd.given import duel, fight, move, next_round, placed, setting_up, started, status_move


def test_P1_nobody_is_placed_in_a_wall_or_off_the_board() -> None:
    """A wall, a cell off the board and an occupied cell take nobody."""
    game = setting_up({"a": {}, "z": {}, "y": {}}, walls=[(6, 2)])
    assert game.code("place", unit="z", at=[6, 2]) == "blocked"
    assert game.code("place", unit="z", at=[9, 2]) == "off-board"
    assert game.code("place", unit="z", at=[0, -1]) == "off-board"
    game.do("place", unit="z", at=[6, 1])
    assert game.code("place", unit="y", at=[6, 1]) == "occupied"


def test_P1_a_wall_stops_moving_lines_and_throws() -> None:
    """Behind a wall nobody is reached by walking, by a line or by a stick."""
    game = duel(
        {"moves": [move()], "stats": {"speed": 3}}, walls=[(3, 2)], inventory={"allies": {"stick": 1}}
    )
    assert game.code("move", unit="a", to=[4, 2]) == "blocked"
    assert game.code("use-move", unit="a", move="hit", direction="e") == "no-target"
    assert game.code("use-move", unit="a", move="hit", target="z") == "blocked"
    assert game.code("use-item", unit="a", item="stick", direction="e") == "no-target"


def test_P1_what_the_page_does_not_name_is_a_label() -> None:
    """Another kind of ground stops what it says it stops, whatever another system means by its name."""
    label = {"type": "terrain-set", "cells": [[2, 2]], "kind": "blocking"}
    game = duel({"moves": [move()]})
    game.do("ruling", reason="a sign", effects=[label])
    game.do("use-move", unit="a", move="hit", direction="e")
    assert game.hp("z") == 8
    game = duel({"moves": [move()]})
    game.do("ruling", reason="a hedge", effects=[{**label, "blocks": ["throw"]}])
    assert game.code("use-move", unit="a", move="hit", direction="e") == "no-target"
    game.do("move", unit="a", to=[2, 2])


def test_P1_the_board_is_a_grid() -> None:
    """Zones and no board are no board for this system."""
    with pytest.raises(InvalidSetup):
        setting_up({"a": {}}, width=0)


def test_P2_an_ally_waits_for_every_enemy() -> None:
    """An ally placed before the last enemy is refused; a reserve enemy is not waited for."""
    game = setting_up({"a": {}, "z": {}, "y": {"reserve": True}})
    assert game.code("place", unit="a", at=[1, 2]) == "enemies-first"
    game.do("place", unit="z", at=[6, 2])
    game.do("place", unit="a", at=[1, 2])


def test_P2_placed_again_until_the_start_but_no_enemy_once_an_ally_stands() -> None:
    """Allies may be placed again; an enemy only while no ally stands."""
    game = setting_up({"a": {}, "z": {}})
    game.do("place", unit="z", at=[6, 2])
    game.do("place", unit="z", at=[7, 2])
    game.do("place", unit="a", at=[1, 2])
    game.do("place", unit="a", at=[2, 2])
    assert game.state.units["a"].at == (2, 2)
    assert game.code("place", unit="z", at=[6, 2]) == "placement-closed"


def test_P3_two_empty_lines_along_one_axis_for_all() -> None:
    """Three columns apart is far enough, two are a gap too small; rows serve where columns do not."""
    game = setting_up({"a": {}, "b": {}, "z": {}, "y": {}}, height=9)
    game.do("place", unit="z", at=[4, 1])
    game.do("place", unit="y", at=[5, 2])
    assert game.code("place", unit="a", at=[2, 1]) == "gap"
    assert game.code("place", unit="a", at=[4, 4]) == "gap"
    game.do("place", unit="a", at=[1, 1])
    assert game.code("place", unit="b", at=[4, 5]) == "gap"
    game.do("place", unit="b", at=[1, 8])


def test_P3_in_one_direction_for_all() -> None:
    """Allies on both sides of an enemy are not apart in one direction."""
    game = setting_up({"a": {}, "b": {}, "z": {}})
    game.do("place", unit="z", at=[4, 2])
    game.do("place", unit="a", at=[1, 2])
    assert game.code("place", unit="b", at=[7, 2]) == "gap"


@pytest.mark.parametrize("before", [False, True])
def test_P2_P3_who_lurks_is_off_the_board(before: bool) -> None:
    """One hidden, by the creation or as it is placed, keeps neither the order nor the gap."""
    game = setting_up({"a": {}, "z": {}, "y": {"hidden": before}}, hidden=["enemy-units"])
    game.do("place", unit="z", at=[6, 2])
    if before:
        game.do("place", unit="a", at=[1, 2])
        game.do("place", unit="y", at=[2, 3])
    else:
        assert game.code("place", unit="a", at=[1, 2]) == "enemies-first"
        game.do("place", unit="a", at=[1, 2], force="y comes later")
        assert game.code("place", unit="y", at=[2, 3]) == "placement-closed"
        game.do("place", unit="y", at=[2, 3], hidden=True)
    assert game.state.units["y"].hidden


def test_P4_the_start_needs_everyone_and_both_sides() -> None:
    """With someone unplaced, or one side missing, `start` is impossible; it comes once."""
    game = setting_up({"a": {}, "z": {}})
    assert game.refused("start").rule == "P4"
    game.do("place", unit="z", at=[6, 2])
    assert game.code("start") == "impossible"
    game.do("place", unit="a", at=[1, 2])
    game.do("start")
    assert game.code("start") == "impossible"
    assert placed({"a": {"at": (1, 2)}}).code("start") == "impossible"


def test_P4_a_reserve_or_a_fainted_unit_is_not_waited_for() -> None:
    """Who is a reserve by spec or by command, or begins fainted, need not be placed."""
    game = placed({"a": {"at": (1, 2)}, "b": {}, "c": {"hp": 0}, "z": {"at": (6, 2)}})
    assert game.code("start") == "impossible"
    game.do("reserve", unit="b")
    game.do("start")
    assert game.state.phase == "battle"


def test_P4_a_reinforcement_is_placed_anywhere_free_and_joins_next_round() -> None:
    """The GM places a reserve right beside an enemy; it rolls from the next round on, and is placed once."""
    units = {"a": {"at": (1, 2), "seat": "ana"}, "b": {"reserve": True, "seat": "ana"}, "z": {"at": (6, 2)}}
    game = fight(units, seats=["ana"])
    assert game.code("place", by="ana", unit="b", at=[5, 2]) == "gm-only"
    assert game.code("place", unit="b", at=[6, 2]) == "occupied"
    game.do("place", unit="b", at=[5, 2])
    assert game.order() == ["a", "z"]
    assert game.code("place", unit="b", at=[4, 2]) == "placement-closed"
    assert game.code("move", unit="b", to=[4, 2]) == "not-your-turn"
    game.do("pass", unit="a")
    game.do("pass", unit="z")
    next_round(game, ["b", "a", "z"])
    assert game.state.turn == "b"


def test_P4_before_the_start_nobody_acts() -> None:
    """A move before the start is refused as `battle-not-started`."""
    game = placed({"a": {"at": (1, 2)}, "z": {"at": (6, 2)}})
    for command in ({"type_": "move", "to": [2, 2]}, {"type_": "pass"}, {"type_": "delay", "after": "z"}):
        assert game.code(unit="a", **command) == "battle-not-started"
    assert game.code("use-move", unit="a", move="basic-attack", direction="e") == "battle-not-started"


def test_P5_a_stat_that_is_left_out_stands_there_as_0() -> None:
    """What a creation leaves out is resolved into the log: six stats, those not given 0."""
    assert setting_up({"a": {}}).state.units["a"].stats == dict.fromkeys(STATS, 0)
    given = setting_up({"a": {"stats": {"hp": -2}}}).state.units["a"]
    assert (given.stats["hp"], given.stats["speed"], given.max_hp) == (-2, 0, 8)


def test_P5_hit_points_and_pools_are_full_unless_given() -> None:
    """10 + the hp bonus, 10 PP; what is carried over from an earlier battle stands."""
    game = setting_up(
        {
            "a": {"stats": {"hp": 3}},
            "b": {"hp": 4, "max_hp": 7, "pools": {"pp": {"now": 2}}, "level": 5, "statuses": {"burn": {}}},
            "c": {"pools": {"pp": {"max": 14}}},
        }
    )
    a, b, c = (game.state.units[id_] for id_ in "abc")
    assert (a.hp, a.max_hp, a.pools["pp"].now, a.pools["pp"].max) == (13, 13, 10, 10)
    assert (b.hp, b.max_hp, b.pools["pp"].now, b.pools["pp"].max, b.level) == (4, 7, 2, 10, 5)
    assert list(b.statuses) == ["burn"]
    assert c.pools["pp"].now == 14


def _when_struck(*effects: dict[str, object], **hook: object) -> dict[str, object]:
    return {"id": "x", "hooks": [{"when": "struck", "effects": list(effects), **hook}]}


@pytest.mark.parametrize(
    "spec",
    [
        {"types": ["fire", "water", "ice"]},
        {"types": ["cheese"]},
        {"stats": {"luck": 1}},
        {"hp": 11},
        {"max_hp": 0},
        {"hp": -1},
        {"pools": {"pp": {"now": 11}}},
        {"pools": {"mana": {}}},
        {"moves": ["no-such-move"]},
        {"moves": [{"id": "Bad Id"}]},
        {"moves": [{"id": "x", "type": "cheese"}]},
        {"moves": [{"id": "x"}, {"id": "x"}]},
        {"moves": [{"id": "basic-attack"}]},
        {"moves": [{"id": "x", "effects": [{"do": "dance"}]}]},
        {"types": ["fire", "fire"]},
        {"held": "no-such-item"},
        {"held": {"id": "bomb", "throw": {"power": -3}}},
        {"held": {"id": "charm", "stat": {"luck": 1}}},
        {"ability": {"id": "Bad Id"}},
        {"ability": {"id": "x", "stat": {"luck": 1}}},
        {"ability": {"id": "x", "types": {"cheese": "absorb"}}},
        {"ability": {"id": "x", "immune": ["Bad Key"]}},
        {"ability": _when_struck({"do": "status", "status": "Bad Key", "to": "other"})},
        {"ability": _when_struck({"do": "stage", "stat": "luck", "by": 1, "to": "self"})},
        {"ability": _when_struck({"do": "heal", "amount": -1, "to": "self"})},
        {"ability": _when_struck(**{"if": {"type": "cheese"}})},
        {"ability": _when_struck(**{"if": {"hp_at_most": [1, 0]}})},
        {"statuses": {"burn": {}, "sleep": {}}},
        {"statuses": {"sleep": {"value": "long"}}},
        {"seat": "zoe"},
        {"side": "referees"},
        {"sample": "no-such-sample"},
    ],
)
def test_P5_what_a_unit_cannot_be(spec: dict[str, object]) -> None:
    """A unit that cannot be, by itself or by its moves, items and ability, is refused with the path of its fault."""
    with pytest.raises(InvalidSetup) as caught:
        setting_up({"a": spec})
    assert caught.value.refusal.facts["path"].startswith("$.units[0].")


def test_P5_P15_no_stat_and_no_move_is_too_large_for_the_page() -> None:
    """The page sets no bound: bonuses of hundreds, and moves that reach past the board, are taken."""
    huge = move(power=999, range=999, pp=999, radius=999)
    game = duel({"stats": {"attack": 500}, "pools": {"pp": {"max": 999}}, "moves": [huge]})
    game.do("use-move", unit="a", move="hit", direction="e")
    assert game.one("damaged")["amount"] == 999 + 500
    assert game.state.units["a"].pools["pp"].now == 0


def test_P5_a_sample_creature_and_what_is_said_over_it() -> None:
    """`sample` brings the catalogue's sheet; what the spec says itself stands."""
    unit = setting_up({"a": {"sample": "kilnox", "stats": {"attack": 9}}}).state.units["a"]
    assert unit.types == ("fire", "steel")
    assert unit.stats == dict.fromkeys(STATS, 0) | {"attack": 9}
    assert unit.moves[0]["id"] == "kiln-hoof"


def test_P6_bonus_stages_item_burn_and_paralysis() -> None:
    """Effective: bonus + stages + held item, burn −1 on attack; paralysis makes speed 0."""
    game = setting_up(
        {
            "a": {"stats": {"attack": 2, "speed": 3}, "held": "power-band", "statuses": {"burn": {}}},
            "b": {"stats": {"speed": 3}, "statuses": {"paralysis": {}}},
        }
    )
    game.do(
        "ruling", reason="up", effects=[{"type": "stage-changed", "unit": "a", "stat": "attack", "by": 40}]
    )
    game.do("ruling", reason="up", effects=[{"type": "stage-changed", "unit": "b", "stat": "speed", "by": 9}])
    assert effective(game.state, game.state.units["a"], "attack") == 2 + 40 + 1 - 1
    assert effective(game.state, game.state.units["b"], "speed") == 0


def test_P6_stages_have_no_bound() -> None:
    """A stage of −13 is counted as it is."""
    down = status_move("growl", {"do": "stage", "stat": "defense", "by": -13})
    game = duel({"moves": [down]})
    game.do("use-move", unit="a", move="growl", direction="e")
    assert game.state.units["z"].stages == {"defense": -13}
    assert effective(game.state, game.state.units["z"], "defense") == -13


def test_P6_a_negative_speed_counts_as_none() -> None:
    """Speed −3 still rolls one die and walks one cell."""
    game = started({"a": {"at": (1, 2), "stats": {"speed": -3}}, "z": {"at": (6, 2)}})
    assert game.needs("start-round")[0] == ("initiative", "a", 10, 1)
    next_round(game)
    assert game.code("move", unit="a", to=[3, 2]) == "too-far"
    game.do("move", unit="a", to=[2, 2])
