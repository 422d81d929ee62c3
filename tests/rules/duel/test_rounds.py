"""D9-D14: release, who orders first, orders, their carrying out, dodging, the end."""

from typing import Any

import pytest

from server.engine.refusals import InvalidSetup
from tests.rules.duel.given import battle, creature, duel, found, move, status_move, turn, use

PAIR = [creature("a", "ash"), creature("b", "gary")]


def opened(roll: Any) -> Any:
    """Gary released first; the die fell."""
    game = battle(PAIR, settings={"first": None})
    game.do("start")
    game.do("release", unit="b", by="gary")
    game.do("release", unit="a", by="ash")
    assert game.needs("start-round") == [("first", None, 6, 1)]
    game.do("start-round", rolls={"first": roll})
    return game


def test_D9_nothing_before_the_start() -> None:
    """Neither a release nor an order."""
    game = battle(PAIR)
    assert game.code("release", unit="a", by="ash") == "battle-not-started"
    assert game.code("pass", unit="a", by="ash") == "battle-not-started"
    assert game.code("choose-first", seat="ash", by="ash") == "battle-not-started"


def test_D9_a_start_needs_two_sides_that_can_fight() -> None:
    """One side, or a side of fainted ones, is none."""
    assert battle(PAIR[:1]).code("start") == "impossible"
    assert battle([PAIR[0], creature("b", "gary", hp=0)]).code("start") == "impossible"


@pytest.mark.parametrize(
    ("roll", "chooser", "other"), [(4, "gary", "ash"), (6, "gary", "ash"), (3, "ash", "gary")]
)
def test_D9_four_or_more_lets_who_released_first_choose(roll: Any, chooser: Any, other: Any) -> None:
    """And nobody else; the choice stays."""
    game = opened(roll)
    refusal = game.refused("choose-first", seat=other, by=other)
    assert (refusal.code, refusal.rule) == ("not-eligible", "D9")
    assert game.code("pass", unit="a", by="ash") == "not-your-turn"
    game.do("choose-first", seat=other, by=chooser)
    assert game.state.counters["first"] == other
    assert game.code("choose-first", seat=chooser, by=chooser) == "not-eligible"


def test_D9_whoever_orders_first_does_so_for_the_whole_battle() -> None:
    """The second round begins with the same trainer."""
    game = opened(6)
    game.do("choose-first", seat="ash", by="gary")
    for _ in range(2):
        assert game.code("pass", unit="b", by="gary") == "not-your-turn"
        game.do("pass", unit="a", by="ash")
        game.do("pass", unit="b", by="gary")
    assert game.state.round == 3


def test_D9_the_setting_names_a_seat_and_no_die_falls() -> None:
    """A seat that does not play here is refused."""
    game = duel(settings={"first": "gary"})
    assert game.state.round == 1
    assert game.code("pass", unit="a", by="ash") == "not-your-turn"
    with pytest.raises(InvalidSetup):
        battle(PAIR, settings={"first": "misty"})


def test_D9_a_seat_is_meant_where_a_side_is_called_like_another_trainer() -> None:
    """ash plays the side gary and gary the side ash; `first: ash` is the seat."""
    crossed = [creature("a", "gary", seat="ash"), creature("b", "ash", seat="gary")]
    game = battle(crossed)
    game.do("start")
    game.do("release", unit="a", by="ash")
    game.do("release", unit="b", by="gary")
    assert game.code("pass", unit="b", by="gary") == "not-your-turn"
    game.do("pass", unit="a", by="ash")


def test_D9_one_creature_a_side_and_only_while_nobody_is_out() -> None:
    """A second release is not eligible."""
    game = battle([*PAIR, creature("c", "ash")])
    game.do("start")
    game.do("release", unit="a", by="ash")
    assert game.code("release", unit="c", by="ash") == "not-eligible"
    assert game.code("pass", unit="a", by="ash") == "not-your-turn"
    assert [one.why for one in game.system.waiting(game.state)] == ["release"]


def test_D10_orders_stand_in_the_open_until_both_are_given() -> None:
    """One each, in order; the second carries the round out."""
    game = duel()
    game.do("use-move", unit="a", move="hit", target="b", by="ash")
    assert [(one.unit, one.move) for one in game.state.pending] == [("a", "hit")]
    assert game.code("pass", unit="a", by="ash") == "not-your-turn"
    game.do("pass", unit="b", by="gary")
    assert (game.state.pending, game.state.round) == ((), 2)


def test_D10_who_is_not_out_takes_no_orders() -> None:
    """And who has fainted none at all."""
    game = duel(None, None, creature("c", "ash"), creature("d", "ash", hp=0))
    assert game.code("pass", unit="c", by="ash") == "not-your-turn"
    assert game.code("pass", unit="d", by="ash") == "fainted"


def test_D10_a_move_it_has_aimed_at_who_is_out() -> None:
    """Unknown moves and targets, one on the bench, itself with a blow, places."""
    game = duel(None, None, creature("c", "gary"))
    order = {"type_": "use-move", "unit": "a", "move": "hit"}
    assert game.code(**{**order, "move": "sing"}) == "unknown-move"
    assert game.code(**order, target="zoe") == "unknown-unit"
    assert game.code(**order, target="c") == "no-target"
    assert game.code(**order, target="a") == "no-target"
    assert game.code(**order, target="b", direction="n") == "malformed"


def test_D10_a_switch_is_to_one_of_the_own_that_stands() -> None:
    """Not to itself, the fainted, the other side's or nobody."""
    game = duel(None, None, creature("c", "ash", hp=0))
    codes = [game.code("switch", unit="a", to=to) for to in ("a", "c", "b", "zoe")]
    assert codes == ["not-eligible", "fainted", "not-eligible", "unknown-unit"]


def test_D10_items_come_from_the_side_s_bag_and_must_help() -> None:
    """Not there, of no use, for the other side; used, it is gone."""
    game = duel({"hp": 50}, inventory={"ash": {"salve": 1, "antidote": 1}})
    assert game.code("use-item", unit="a", item="wake-bell") == "unknown-item"
    assert game.code("use-item", unit="a", item="antidote") == "impossible"
    assert game.code("use-item", unit="a", item="salve", target="b") == "no-target"
    turn(game, {"type_": "use-item", "item": "salve"})
    assert (game.hp("a"), game.state.inventory["ash"]) == (80, {"antidote": 1})


def test_D10_an_item_may_raise_the_fallen_on_the_bench() -> None:
    """It stands again and is not out."""
    game = duel(None, None, creature("c", "ash", hp=0), inventory={"ash": {"spark-of-life": 1}})
    turn(game, {"type_": "use-item", "item": "spark-of-life", "target": "c"})
    unit = game.state.units["c"]
    assert (unit.fainted, unit.hp, unit.out) == (False, 50, False)


def test_D10_the_gm_may_force_another_order() -> None:
    """The first one is cancelled, the tape names the rule."""
    game = duel()
    game.do("pass", unit="a")
    effects = game.do("use-move", unit="a", move="hit", target="b", force="misheard")
    assert found(effects, "ruled")[0]["rule"] == "duel/D10"
    assert [(one.unit, one.action) for one in game.state.pending] == [("a", "use-move")]


def struck(effects: Any) -> Any:
    """Who was struck, in order."""
    return [fact["unit"] for fact in found(effects, "damaged")]


def test_D11_moves_by_speed_the_first_to_order_ten_faster_in_round_one() -> None:
    """100 + 10 before 105, then 105 before 100."""
    game = duel({"stats": {"speed": 60, "hp": 200}}, {"stats": {"speed": 65, "hp": 200}})
    assert struck(turn(game, use("hit"), use("hit"))) == ["b", "a"]
    assert struck(turn(game, use("hit"), use("hit"))) == ["a", "b"]


@pytest.mark.parametrize(("coin", "order"), [(1, ["b", "a"]), (2, ["a", "b"])])
def test_D11_equals_by_a_coin(coin: Any, order: Any) -> None:
    """1: the one whose trainer ordered first."""
    game = duel({"stats": {"speed": 60}}, {"stats": {"speed": 65}})
    turn(game)
    game.do("ruling", reason="mud", effects=[
        {"type": "unit-changed", "unit": "b", "set": {"stats": {"hp": 60, "attack": 60, "defense": 60, "speed": 60}}}
    ])  # fmt: skip
    game.do("use-move", unit="a", move="hit")
    game.do("use-move", unit="b", move="hit")
    assert game.needs("carry-out") == [("coin", None, 2, 1)]
    assert struck(game.do("carry-out", rolls={"coin": coin})) == order


def test_D11_priority_brackets_only_where_the_setting_says() -> None:
    """The source orders by speed alone."""
    slow = {"moves": [move(priority=1)]}
    assert struck(turn(duel(None, slow), use("hit"), use("hit"))) == ["b", "a"]
    game = duel(None, slow, settings={"priority": True})
    assert struck(turn(game, use("hit"), use("hit"))) == ["a", "b"]


def test_D11_switches_first_and_the_blow_strikes_who_came_in() -> None:
    """However fast the attacker is."""
    game = duel(None, None, creature("c", "gary"))
    effects = turn(game, use("hit", target="b"), {"type_": "switch", "to": "c"})
    kinds = [fact["type"] for fact in effects if fact["type"] in ("recalled", "released", "damaged")]
    assert kinds == ["recalled", "released", "damaged"]
    assert (game.hp("b"), game.hp("c")) == (100, 60)


def test_D11_items_before_moves() -> None:
    """Healed first, then struck."""
    game = duel(None, {"hp": 30}, inventory={"gary": {"salve": 1}})
    effects = turn(game, use("hit"), {"type_": "use-item", "item": "salve"})
    kinds = [fact["type"] for fact in effects if fact["type"] in ("healed", "damaged")]
    assert (kinds, game.hp("b")) == (["healed", "damaged"], 20)


def test_D11_one_out_of_the_fight_carries_nothing_out() -> None:
    """The faster blow ends the slower order."""
    game = duel(None, {"hp": 5}, creature("c", "gary"))
    effects = turn(game, use("hit"), use("hit"))
    assert struck(effects) == ["b"]
    assert [fact["unit"] for fact in found(effects, "cancelled")] == ["b"]


@pytest.mark.parametrize(
    ("height", "needs"), [(1, 1), (10, 1), (11, 2), (20, 2), (21, 3), (95, 10), (100, 10)]
)
def test_D12_a_die_by_height(height: Any, needs: Any) -> None:
    """1 at up to 10 cm, 2 up to 20, … 10 up to 100; a success takes 80 points."""
    game = duel({"moves": [move(accuracy=90)]}, {"height": height})
    effects = turn(game, use("hit"), {"type_": "dodge"}, rolls={"dodge": {"b": needs}, "accuracy": {"a": 11}})
    assert [(fact["what"], fact["needs"]) for fact in found(effects, "checked")] == [
        ("dodge", needs), ("accuracy", 10),
    ]  # fmt: skip
    assert found(effects, "missed")


def test_D12_taller_than_a_hundred_cannot() -> None:
    """Neither alone nor with a move; nor one whose height nobody knows."""
    for height in (101, None):
        game = duel({"height": height})
        assert game.code("dodge", unit="a") == "cannot-dodge"
        assert game.code("use-move", unit="a", move="hit", target="b", dodge=True) == "cannot-dodge"


def test_D12_trying_costs_own_accuracy_whether_or_not_it_succeeds() -> None:
    """25 points, before the die even fell; a failure helps nothing."""
    sure = [move(accuracy=90)]
    game = duel({"moves": sure, "height": 50}, {"moves": sure})
    effects = turn(
        game, use("hit", dodge=True), use("hit"), rolls={"accuracy": {"a": 66, "b": 90}, "dodge": {"a": 4}}
    )
    needs = [(fact["what"], fact["unit"], fact["needs"]) for fact in found(effects, "checked")]
    assert needs == [("accuracy", "a", 65), ("dodge", "a", 5), ("accuracy", "b", 90)]
    assert struck(effects) == ["a"]


def test_D12_the_die_and_the_accuracy_after_it_are_asked_for_together() -> None:
    """Whatever the one shows the other is rolled, so both are known to be missing (contract 6)."""
    game = duel({"moves": [move(accuracy=90)]}, {"height": 30})
    turn(game, use("hit"), {"type_": "dodge"})
    assert game.needs("carry-out") == [("dodge", "b", 10, 1), ("accuracy", "a", 100, 1)]
    assert game.needs("carry-out", rolls={"accuracy": {"a": 1}}) == [("dodge", "b", 10, 1)]


def test_D12_points_come_after_stages() -> None:
    """90 and two stages are 126, less 25 is 101: at most 100; less 80 more is 21."""
    accurate = {"moves": [move(accuracy=90)], "height": 50}
    game = duel(accurate, {"height": 10})
    game.do(
        "ruling", reason="so", effects=[{"type": "stage-changed", "unit": "a", "stat": "accuracy", "by": 2}]
    )
    effects = turn(
        game, use("hit", dodge=True), {"type_": "dodge"}, rolls={"dodge": {"b": 1}, "accuracy": {"a": 22}}
    )
    assert found(effects, "checked")[1]["needs"] == 21


def test_D12_against_a_sure_hit_no_die_falls() -> None:
    """It always hits, dodge or not."""
    assert struck(turn(duel(None, {"height": 10}), use("hit"), {"type_": "dodge"})) == ["b"]


def test_D12_it_lasts_one_round() -> None:
    """The next round the accuracy is whole again."""
    game = duel({"moves": [move(accuracy=90)]}, {"height": 10})
    turn(game, use("hit"), {"type_": "dodge"}, rolls={"dodge": {"b": 1}, "accuracy": {"a": 11}})
    effects = turn(game, use("hit"), rolls={"accuracy": {"a": 90}})
    assert struck(effects) == ["b"]


def test_D13_in_order_of_speed_rounded_up() -> None:
    """10 % of 103 is 11; the faster first, paralysed or not burnt twice."""
    burnt = {"statuses": {"burn": {}}, "stats": {"hp": 63}}
    game = duel({**burnt, "stats": {"hp": 63, "speed": 40}}, {**burnt, "statuses": {"poison": {}}})
    effects = turn(game)
    assert [(fact["unit"], fact["amount"], fact["cause"]) for fact in found(effects, "damaged")] == [
        ("b", 11, "poison"), ("a", 11, "burn"),
    ]  # fmt: skip


def test_D13_toxic_rises_and_begins_anew_after_a_switch() -> None:
    """10 %, 20 %, then out of it, then 10 % again; stages are gone, HP and status stay."""
    up = status_move("up", {"do": "stage", "stat": "speed", "by": 2, "to": "user"})
    game = duel({"statuses": {"toxic": {}}, "moves": [up]}, None, creature("c", "ash"))
    taken = [[fact["amount"] for fact in found(turn(game, use("up")), "damaged")] for _ in range(2)]
    assert taken == [[10], [20]]
    assert not found(turn(game, {"type_": "switch", "to": "c"}), "damaged")
    unit = game.state.units["a"]
    assert (unit.stages, unit.hp, unit.out, list(unit.statuses)) == ({}, 70, False, ["toxic"])
    game.do("switch", unit="c", to="a")
    effects = game.do("pass", unit="b")
    assert [fact["amount"] for fact in found(effects, "damaged")] == [10]


def test_D13_the_fallen_suffer_no_more() -> None:
    """Nobody is bitten once a side has none left."""
    game = duel({"statuses": {"burn": {}}, "hp": 5}, {"hp": 1})
    effects = turn(game, use("hit"))
    assert struck(effects) == ["b"]
    outcome = game.state.outcome
    assert outcome is not None
    assert outcome.winner == "ash"


def test_D14_its_trainer_releases_another_before_the_next_orders() -> None:
    """Until then any order is out of turn, to the fallen too; then the round goes on as ever."""
    game = duel(None, {"hp": 5}, creature("c", "gary"))
    turn(game, use("hit"))
    for unit in "abc":
        refusal = game.refused("pass", unit=unit)
        assert (refusal.code, refusal.rule) == ("not-your-turn", "D14")
    assert game.code("release", unit="b", by="gary") == "fainted"
    game.do("release", unit="c", by="gary")
    game.do("pass", unit="a", by="ash")
    assert game.state.round == 2


def test_D14_both_at_once_and_nobody_wins() -> None:
    """Each bitten to death in one round's end."""
    burnt = {"statuses": {"burn": {}}, "hp": 1}
    game = duel(burnt, burnt)
    turn(game)
    outcome = game.state.outcome
    assert outcome is not None
    assert (outcome.winner, game.state.phase) == (None, "ended")


def test_D14_both_down_with_others_left_both_release() -> None:
    """In any order; nobody orders before both are out."""
    burnt = {"statuses": {"burn": {}}, "hp": 1}
    game = duel(burnt, burnt, creature("c", "gary"), creature("d", "ash"))
    turn(game)
    game.do("release", unit="c", by="gary")
    assert game.code("pass", unit="c", by="gary") == "not-your-turn"
    game.do("release", unit="d", by="ash")
    game.do("pass", unit="d", by="ash")


def test_D14_giving_up_takes_its_order_along() -> None:
    """A creature that faints by its own seat's word cancels what it was told."""
    game = duel(None, None, creature("c", "ash"))
    game.do("use-move", unit="a", move="hit", target="b", by="ash")
    game.do("faint", unit="a", reason="enough", by="ash")
    assert game.state.pending == ()
    game.do("release", unit="c", by="ash")
    game.do("pass", unit="c", by="ash")
    game.do("pass", unit="b", by="gary")
    assert game.state.round == 2
