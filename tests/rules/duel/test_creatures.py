"""D1-D5: the sheet, battle stats, natures, levels, stages."""

from typing import Any

import pytest

from server.engine.refusals import InvalidSetup
from server.rules.duel.setup import natures
from tests.rules.duel.given import battle, creature, duel, found, move, status_move, turn, use

UP = {"do": "stage", "stat": "attack", "by": 1, "to": "user"}


def counter(game: Any, unit: Any, stat: Any) -> Any:
    """A stat as the counters show it."""
    return game.state.units[unit].counters[stat]


def test_D1_a_release_tells_the_sheet() -> None:
    """Nobody is out before; `released` carries gender, ability, level, nature and features."""
    a = creature("a", "ash", gender="male", ability="keen", features="One ear.")
    game = battle([a, creature("b", "gary")])
    game.do("start")
    assert not game.state.units["a"].out
    (fact,) = found(game.do("release", unit="a", by="ash"), "released")
    known = {"gender": "male", "ability": "keen", "level": 20, "nature": "hardy", "features": "One ear."}
    assert fact == {"type": "released", "unit": "a", **known}
    assert game.state.units["a"].out


def test_D1_a_move_with_pp_is_used_so_often() -> None:
    """One PP a use, `no-pp` when none is left, and a move without `pp` has no end."""
    game = duel({"moves": [move(pp=1), move("free")]})
    turn(game, use("hit"))
    assert game.state.units["a"].pools["hit"].now == 0
    assert game.code("use-move", unit="a", move="hit", target="b") == "no-pp"
    game.do("use-move", unit="a", move="free", target="b")


@pytest.mark.parametrize(
    "wrong",
    [
        {"types": ["fairy"]}, {"nature": "grumpy"}, {"height": 0}, {"level": -1}, {"hp": 101}, {"moves": ["x"]},
        {"statuses": {"burn": {}, "sleep": {}}}, {"stats": {"attack": -1}}, {"types": ["fire", "fire"]},
        {"moves": [{"id": "p", "effects": [{"do": "push", "cells": 1}]}]}, {"side": "third"},
    ],
)  # fmt: skip
def test_D1_a_sheet_that_cannot_be_is_refused(wrong: Any) -> None:
    """Unknown types, natures and moves, values out of range, two statuses, a third side."""
    with pytest.raises(InvalidSetup):
        battle([creature("a", "ash"), creature("b", "gary"), {**creature("c", "ash"), **wrong}])


@pytest.mark.parametrize(("base", "stat"), [(60, 3), (55, 2), (50, 2), (19, 1), (0, 1), (200, 10), (255, 10)])
def test_D2_base_by_twenty_from_one_to_ten(base: Any, stat: Any) -> None:
    """60/55/50/50 make 3/2/2/2; at least 1, at most 10."""
    game = duel({"stats": {"attack": base}})
    assert counter(game, "a", "attack") == stat


def test_D2_a_nature_adds_one_and_takes_one_never_below_one() -> None:
    """Adamant: attack + 1, special attack - 1; the limits count before the nature."""
    game = duel({"nature": "adamant", "stats": {"attack": 240, "special_attack": 20}})
    assert (counter(game, "a", "attack"), counter(game, "a", "special_attack")) == (11, 1)


@pytest.mark.parametrize(
    ("nature", "base", "speed"),
    [("brave", 65, 59), ("timid", 65, 72), ("jolly", 71, 78), ("hardy", 65, 65), ("sassy", 44, 40)],
)
def test_D2_a_nature_that_names_speed_makes_tenths_of_the_base(nature: Any, base: Any, speed: Any) -> None:
    """11/10 or 9/10, nearest, halves up (65 slowed: 58.5 is 59), before the level."""
    assert counter(duel({"nature": nature, "stats": {"speed": base}}), "a", "speed") == speed + 40


def test_D2_twenty_five_natures_five_of_them_neutral() -> None:
    """Every pair of two of the five stats once."""
    pairs = [(row.get("up"), row.get("down")) for row in natures().values()]
    named = [pair for pair in pairs if pair != (None, None)]
    assert (len(pairs), len(named), len(set(named))) == (25, 20, 20)


def test_D3_hp_and_speed_grow_by_two_a_level() -> None:
    """63 base HP at level 20 are 103; 71 base speed 111."""
    game = duel({"stats": {"hp": 63, "speed": 71}})
    assert (game.state.units["a"].max_hp, game.hp("a"), counter(game, "a", "speed")) == (103, 103, 111)


@pytest.mark.parametrize(("level", "bonus"), [(24, 0), (25, 1), (28, 1), (30, 2), (20, 0)])
def test_D4_one_point_for_each_full_five_levels(level: Any, bonus: Any) -> None:
    """The higher has it on all four, the lower nothing."""
    game = duel({"level": level})
    four = ("attack", "defense", "special_attack", "special_defense")
    assert {counter(game, "a", stat) for stat in four} == {3 + bonus}
    assert {counter(game, "b", stat) for stat in four} == {3}


def test_D4_goes_by_whom_it_faces() -> None:
    """A switch changes the bonus."""
    game = duel({"level": 30}, None, creature("c", "gary", level=30))
    turn(game, None, {"type_": "switch", "to": "c"})
    assert counter(game, "a", "attack") == 3


def test_D5_halves_up_whole_values_roll_nothing() -> None:
    """4, 6, 8 with a base of 4."""
    game = duel({"stats": {"attack": 80}, "moves": [status_move("up", UP)]})
    assert turn(game, use("up", target="a"))
    assert counter(game, "a", "attack") == 6
    turn(game, use("up"))
    assert counter(game, "a", "attack") == 8


@pytest.mark.parametrize(("roll", "value"), [(1, 4), (3, 4), (4, 5), (6, 5)])
def test_D5_what_is_not_whole_is_rounded_by_a_d6(roll: Any, value: Any) -> None:
    """3 up by one is 4.5: 1-3 down, 4-6 up; and the direction holds."""
    game = duel({"moves": [status_move("up", UP)]})
    turn(game, use("up"))
    assert game.needs("carry-out") == [("rounding", "a", 6, 1)]
    game.do("carry-out", rolls={"rounding": {"a": roll}})
    turn(game)
    assert counter(game, "a", "attack") == value


@pytest.mark.parametrize(("roll", "value"), [(1, 2), (4, 3)])
def test_D5_down_divides_by_the_same(roll: Any, value: Any) -> None:
    """4 down by one is 4 / 1.5 = 2.67; the target's die."""
    lower = {"do": "stage", "stat": "attack", "by": -1}
    game = duel({"moves": [status_move("low", lower)]}, {"stats": {"attack": 80}})
    turn(game, use("low"), rolls={"rounding": {"b": roll}})
    assert counter(game, "b", "attack") == value


def test_D5_down_is_not_below_one() -> None:
    """1 / 1.5 rounds down to 1."""
    lower = {"do": "stage", "stat": "attack", "by": -1}
    game = duel({"moves": [status_move("low", lower)]}, {"stats": {"attack": 20}})
    turn(game, use("low"), rolls={"rounding": {"b": 1}})
    assert counter(game, "b", "attack") == 1


def test_D5_four_stages_are_the_limit() -> None:
    """Six up counts as four; the next one is blocked."""
    many = status_move("many", {**UP, "by": 6})
    game = duel({"moves": [many]})
    (fact,) = found(turn(game, use("many")), "stage-changed")
    assert (fact["by"], fact["now"], counter(game, "a", "attack")) == (4, 4, 9)
    effects = turn(game, use("many"))
    assert found(effects, "stage-blocked")
    assert not found(effects, "stage-changed")


def test_D5_the_stage_back_at_nothing_is_the_value_itself() -> None:
    """No die falls where the value is whole again."""
    down = status_move("down", {**UP, "by": -1})
    game = duel({"moves": [status_move("up", UP), down]})
    turn(game, use("up"), rolls={"rounding": {"a": 6}})
    turn(game, use("down"))
    assert counter(game, "a", "attack") == 3
    assert "rounding:attack" not in game.state.units["a"].counters


def test_D5_speed_has_stages_too() -> None:
    """120 by one stage is 180."""
    game = duel({"moves": [status_move("run", {**UP, "stat": "speed"})]})
    turn(game, use("run"))
    assert counter(game, "a", "speed") == 180


def test_D5_burn_halves_the_present_attack_rounding_up() -> None:
    """3 is 2; cured it is 3 again."""
    game = duel({"statuses": {"burn": {}}}, inventory={"ash": {"burn-balm": 1}})
    assert counter(game, "a", "attack") == 2
    turn(game, {"type_": "use-item", "item": "burn-balm"})
    assert counter(game, "a", "attack") == 3


def test_D5_a_ruling_s_stage_is_rounded_as_well() -> None:
    """The die falls with the ruling."""
    game = duel()
    effect = {"type": "stage-changed", "unit": "a", "stat": "attack", "by": 1}
    assert game.needs("ruling", reason="cheers", effects=[effect]) == [("rounding", "a", 6, 1)]
    game.do("ruling", reason="cheers", effects=[effect], rolls={"rounding": {"a": 5}})
    assert counter(game, "a", "attack") == 5


def test_D5_dice_for_several_stats_are_asked_for_together() -> None:
    """None of them hangs on another (contract 6)."""
    game = duel()
    two = [
        {"type": "stage-changed", "unit": "a", "stat": stat, "by": 1}
        for stat in ("attack", "special_defense")
    ]
    assert game.needs("ruling", reason="cheers", effects=two) == [("rounding", "a", 6, 1)] * 2
    game.do("ruling", reason="cheers", effects=two, rolls={"rounding": {"a": [3, 4]}})
    assert (counter(game, "a", "attack"), counter(game, "a", "special_defense")) == (4, 5)
