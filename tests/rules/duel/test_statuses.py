"""D15-D20: statuses, and what the master decides."""

from typing import Any

import pytest

from server.rules.duel.statuses import OWN_THAW
from tests.rules.duel.given import creature, duel, found, move, status_move, turn, use


def give(status: Any) -> Any:
    """A status move that gives it."""
    return status_move("give", {"do": "status", "status": status})


@pytest.mark.parametrize(
    ("status", "type_"), [("burn", "fire"), ("freeze", "ice"), ("paralysis", "electric")]
)
def test_D15_D16_D17_not_on_the_type_that_never_has_it(status: Any, type_: Any) -> None:
    """Blocked with the type as the reason; any other creature has it."""
    game = duel({"moves": [give(status)]}, {"types": [type_]})
    assert found(turn(game, use("give")), "status-blocked")[0]["why"] == "type"
    game = duel({"moves": [give(status)]})
    game.do("use-move", unit="a", move="give")
    game.do("pass", unit="b")
    assert status in game.statuses("b")


def test_D16_frozen_this_round_it_has_no_attempt_yet() -> None:
    """The d5 comes in the rounds that follow."""
    game = duel({"moves": [give("freeze")]})
    assert found(turn(game, use("give"), use("hit")), "turn-skipped")[0]["why"] == "freeze"
    game.do("pass", unit="a")
    game.do("use-move", unit="b", move="hit")
    assert game.needs("carry-out") == [("freeze", "b", 5, 1)]
    assert found(game.do("carry-out", rolls={"freeze": {"b": 5}}), "damaged")


FROZEN = {"statuses": {"freeze": {}}, "stats": {"hp": 200}, "height": 10}


@pytest.mark.parametrize(
    ("the_move", "roll", "freed"),
    [
        (None, 4, False), (None, 5, True),
        (move(), 3, False), (move(), 4, True),
        (move(type="fire"), 1, False), (move(type="fire"), 2, True),
        (move(id_="scald", type="water"), 2, True), (move(type="water"), 2, False),
    ],
)  # fmt: skip
def test_D16_five_frees_four_after_a_blow_two_after_fire_or_scald(
    the_move: Any, roll: Any, freed: Any
) -> None:
    """The blow came in the same round, before its moment."""
    game = duel({"moves": [the_move] if the_move else []}, FROZEN)
    order = use(the_move["id"]) if the_move else None
    effects = turn(game, order, use("hit"), rolls={"freeze": {"b": roll}})
    assert bool(found(effects, "status-lost")) is freed
    assert bool(found(effects, "turn-skipped")) is not freed
    assert ("a" in [fact["unit"] for fact in found(effects, "damaged")]) is freed


def test_D16_the_lower_threshold_lasts_until_the_next_attempt() -> None:
    """After a failed attempt it is five again."""
    game = duel(None, FROZEN)
    turn(game, use("hit"), use("hit"), rolls={"freeze": {"b": 3}})
    effects = turn(game, None, use("hit"), rolls={"freeze": {"b": 4}})
    assert found(effects, "turn-skipped")


def test_D16_poison_is_no_direct_damage() -> None:
    """Only a move's blow eases it; a sleepless end of the round does not."""
    game = duel(None, {**FROZEN, "stats": {"hp": 200, "speed": 20}})
    game.do("ruling", reason="hail", effects=[{"type": "damaged", "unit": "b", "amount": 5}])
    effects = turn(game, None, use("hit"), rolls={"freeze": {"b": 4}})
    assert found(effects, "turn-skipped")


@pytest.mark.parametrize("name", OWN_THAW)
def test_D16_these_moves_thaw_their_user(name: Any) -> None:
    """Without a die; and it acts."""
    game = duel({"statuses": {"freeze": {}}, "moves": [move(name)]})
    effects = turn(game, use(name))
    assert found(effects, "status-lost")[0]["why"] == name
    assert found(effects, "damaged")


def test_D16_one_frozen_as_the_round_begins_rolls_no_dodge() -> None:
    """Told to dodge, freed, it acts, and neither dodges nor pays for it."""
    sure = [move(accuracy=90)]
    game = duel({"moves": sure}, {**FROZEN, "moves": sure})
    effects = turn(
        game, use("hit"), use("hit", dodge=True), rolls={"accuracy": {"a": 90, "b": 90}, "freeze": {"b": 4}}
    )
    assert [(fact["what"], fact["needs"]) for fact in found(effects, "checked")] == [
        ("accuracy", 90), ("freeze", 4), ("accuracy", 90),
    ]  # fmt: skip


def test_D17_three_quarters_of_the_speed_rounded_up() -> None:
    """121 is 91; and the order goes by it."""
    game = duel({"statuses": {"paralysis": {}}, "stats": {"speed": 81}}, settings={"first": "gary"})
    assert game.state.units["a"].counters["speed"] == 91


@pytest.mark.parametrize(("roll", "acts"), [(25, False), (26, True), (1, False), (100, True)])
def test_D17_twenty_five_or_less_stops_it(roll: Any, acts: Any) -> None:
    """Its PP stay where it does not act."""
    game = duel({"statuses": {"paralysis": {}}, "moves": [move(pp=3)]})
    effects = turn(game, use("hit"), rolls={"paralysis": {"a": roll}})
    assert bool(found(effects, "damaged")) is acts
    assert game.state.units["a"].pools["hit"].now == 3 - acts


@pytest.mark.parametrize("moments", [1, 2, 3])
def test_D18_a_d3_says_how_many_moments_are_lost(moments: Any) -> None:
    """The one in this round counts, where it is still to come."""
    game = duel({"moves": [give("sleep")]})
    game.do("use-move", unit="a", move="give")
    game.do("use-move", unit="b", move="hit")
    assert game.needs("carry-out") == [("sleep", "b", 3, 1)]
    effects = game.do("carry-out", rolls={"sleep": {"b": moments}})
    for _ in range(moments - 1):
        assert found(effects, "turn-skipped")[0]["why"] == "sleep"
        effects = turn(game, None, use("hit"))
    assert found(effects, "status-lost")[0]["status"] == "sleep"
    assert found(turn(game, None, use("hit")), "damaged")


def test_D18_asleep_on_the_bench_it_sleeps_on() -> None:
    """Nothing is counted while it is not out."""
    game = duel({"statuses": {"sleep": {"value": 2}}}, None, creature("c", "ash"))
    turn(game, {"type_": "switch", "to": "c"})
    game.do("pass", unit="c")
    game.do("pass", unit="b")
    assert game.statuses("a") == {"sleep": 2}


def test_D19_one_at_a_time() -> None:
    """The one it has is the reason, in the word of every system; confusion is not one of these."""
    game = duel({"moves": [give("burn"), {**give("confusion"), "id": "daze"}]}, {"statuses": {"poison": {}}})
    assert found(turn(game, use("give")), "status-blocked")[0]["why"] == "has-poison"
    turn(game, use("daze"))
    assert found(turn(game, use("daze")), "status-blocked")[0]["why"] == "has-confusion"
    assert set(game.statuses("b")) == {"poison", "confusion"}


def test_D20_the_master_rolls_a_die_on_the_tape() -> None:
    """Which die and what it needs; only the master, only with what the die can show."""
    game = duel()
    said: dict[str, Any] = {"unit": "a", "die": 20, "at_least": 12, "reason": "Does it dare?"}
    assert game.code("check", by="ash", **said) == "gm-only"
    assert game.code("check", **{**said, "at_least": 21}) == "malformed"
    assert game.needs("check", **said) == [("check", "a", 20, 1)]
    (fact,) = game.do("check", rolls={"check": {"a": 11}}, **said)
    assert (fact["type"], fact["what"], fact["roll"], fact["needs"]) == ("checked", "check", 11, 12)
