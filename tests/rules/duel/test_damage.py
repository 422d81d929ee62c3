"""D6-D8: what a blow takes, and whether it hits."""

from typing import Any

import pytest

from server.engine.refusals import InvalidSetup
from tests.rules.duel.given import duel, found, move, status_move, turn, use


def hit(a: Any, b: Any, the_move: Any, **more: Any) -> Any:
    """What one blow of `a` takes."""
    game = duel({**a, "moves": [the_move]}, b, **more)
    return found(turn(game, use(the_move["id"])), "damaged")[0]


def test_D6_the_factors_multiply_and_stand_in_the_terms() -> None:
    """40 × 3/2 × 2 × (10 + 5 - 3)/10 = 144."""
    fact = hit({"types": ["fighting"], "stats": {"attack": 100}}, {"types": ["normal"]}, move())
    assert fact["amount"] == 144
    assert {term["name"]: term["value"] for term in fact["terms"]} == {
        "power": 40, "stab": "3/2", "type": "2", "stats": "6/5",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("attack", "defense", "amount"),
    [(60, 60, 40), (60, 160, 20), (20, 200, 4), (200, 20, 76), (400, 20, 76)],
)
def test_D6_ten_percent_a_point_between_a_tenth_and_double(attack: Any, defense: Any, amount: Any) -> None:
    """1 against 10 is the tenth, 10 against 1 is 19/10."""
    assert hit({"stats": {"attack": attack}}, {"stats": {"defense": defense}}, move())["amount"] == amount


def test_D6_never_more_than_double() -> None:
    """10 and four levels' points against 1 would be 23/10."""
    fact = hit({"level": 40, "stats": {"attack": 200}}, {"stats": {"defense": 20, "hp": 200}}, move())
    assert fact["amount"] == 80


def test_D6_special_moves_use_the_special_stats() -> None:
    """Attack and defense of the move's category."""
    a, b = {"stats": {"special_attack": 100}}, {"stats": {"special_defense": 80, "defense": 200}}
    assert hit(a, b, move(category="special"))["amount"] == 44


@pytest.mark.parametrize(("power", "amount"), [(5, 3), (1, 1), (7, 4), (3, 2)])
def test_D6_rounded_once_halves_up_at_least_one(power: Any, amount: Any) -> None:
    """Half of 5 is 3, half of 1 is 1."""
    assert hit({}, {"types": ["bug"]}, move(power=power))["amount"] == amount


def test_D6_rounding_waits_for_the_very_end() -> None:
    """5 × 3/2 × 1/2 × 9/10 = 3.375 is 3; rounding each step would say 4."""
    a, b = {"types": ["fighting"]}, {"types": ["bug"], "stats": {"defense": 80}}
    assert hit(a, b, move(power=5))["amount"] == 3


def test_D6_a_quarter_and_four_times() -> None:
    """Both types count."""
    assert hit({}, {"types": ["bug", "flying"]}, move())["amount"] == 10
    assert hit({}, {"types": ["normal", "rock"], "stats": {"hp": 200}}, move())["amount"] == 160


def test_D6_nothing_against_who_is_immune() -> None:
    """The amount is 0 and the effects stay away."""
    game = duel({"moves": [move(effects=[{"do": "status", "status": "burn"}])]}, {"types": ["ghost"]})
    effects = turn(game, use("hit"))
    assert [(fact["amount"], fact["now"]) for fact in found(effects, "damaged")] == [(0, 100)]
    assert game.statuses("b") == {}


def test_D6_burn_weakens_physical_blows_only() -> None:
    """Attack 3 is 2 while burnt."""
    burnt: dict[str, Any] = {"statuses": {"burn": {}}}
    assert hit(burnt, {}, move())["amount"] == 36
    assert hit(burnt, {}, move(category="special"))["amount"] == 40


def attempt(a: Any, b: Any, roll: Any, the_move: Any = None) -> Any:
    """The accuracy check of one attack."""
    game = duel({**a, "moves": [the_move or move(accuracy=75)]}, b)
    effects = turn(game, use("hit"), rolls={"accuracy": {"a": roll}})
    (check,) = found(effects, "checked")
    return check["needs"], bool(found(effects, "damaged"))


@pytest.mark.parametrize(("roll", "hits"), [(75, True), (76, False), (1, True), (100, False)])
def test_D7_at_or_below_hits(roll: Any, hits: Any) -> None:
    """75 of 100."""
    assert attempt({}, {}, roll) == (75, hits)


def test_D7_a_miss_says_so_and_has_no_effects() -> None:
    """Not even on the user."""
    the_move = move(accuracy=50, effects=[{"do": "stage", "stat": "speed", "by": 1, "to": "user"}])
    game = duel({"moves": [the_move]})
    effects = turn(game, use("hit"), rolls={"accuracy": {"a": 51}})
    assert [fact["unit"] for fact in found(effects, "missed")] == ["a"]
    assert not found(effects, "stage-changed")


@pytest.mark.parametrize(
    ("accuracy", "evasion", "needs"),
    [(1, 0, 90), (-1, 0, 60), (0, 1, 60), (0, -1, 90), (2, 1, 90), (6, -6, 100), (-6, 6, 0), (-5, 0, 0), (2, 0, 100)],
)  # fmt: skip
def test_D7_stages_are_summed_and_are_a_fifth_each(accuracy: Any, evasion: Any, needs: Any) -> None:
    """Of the move's accuracy; the sum is kept within six, what is needed within 0 and 100."""
    game = duel({"moves": [move(accuracy=75)]})
    changes = [("a", "accuracy", accuracy), ("b", "evasion", evasion)]
    effects = [
        {"type": "stage-changed", "unit": unit, "stat": stat, "by": by} for unit, stat, by in changes if by
    ]
    game.do("ruling", reason="so", effects=effects)
    facts = turn(game, use("hit"), rolls={"accuracy": {"a": 50}})
    assert found(facts, "checked")[0]["needs"] == needs


def test_D7_no_accuracy_always_hits() -> None:
    """No die is asked for."""
    assert found(turn(duel(), use("hit")), "damaged")


def test_D8_another_chart_by_rows() -> None:
    """A row given takes the place of the chart's; a new type comes with its row."""
    rows = {"fighting": {"dragon": 4, "bug": "1/2"}, "fairy": {"dragon": 2}}
    assert hit({}, {"stats": {"hp": 200}}, move(power=10), settings={"chart": rows})["amount"] == 40
    assert hit({}, {"types": ["fairy"]}, move(), settings={"chart": rows})["amount"] == 40


@pytest.mark.parametrize("rows", [[], {"fire": 2}, {"fire": {"water": 3}}, {"fire": {"water": "x"}}])
def test_D8_a_chart_that_is_none_is_refused(rows: Any) -> None:
    """Factors are 0, 1/4, 1/2, 1, 2, 4."""
    with pytest.raises(InvalidSetup):
        duel(settings={"chart": rows})


def test_D8_there_is_no_fairy_in_the_fifth_generation() -> None:
    """Seventeen types; steel resists ghost and dark."""
    game = duel()
    chart = game.state.catalogue["chart"]
    assert len(chart) == 17
    assert (chart["ghost"]["steel"], chart["dark"]["steel"]) == ("1/2", "1/2")


def test_D1_an_effect_with_on_rolls_a_d10() -> None:
    """At that number or more it works."""
    the_move = status_move("maybe", {"do": "status", "status": "burn", "on": 8})
    for roll, burnt in ((7, False), (8, True)):
        game = duel({"moves": [the_move]})
        turn(game, use("maybe"), rolls={"effect": {"a": roll}})
        assert ("burn" in game.statuses("b")) is burnt


def test_D1_heal_half_of_what_was_dealt() -> None:
    """Rounded up, never past the maximum."""
    drain = move(effects=[{"do": "heal", "amount": "damage", "to": "user"}])
    game = duel({"hp": 10, "moves": [drain]})
    turn(game, use("hit"))
    assert game.hp("a") == 30
