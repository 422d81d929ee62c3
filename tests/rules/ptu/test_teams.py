"""T6, T23-T30: the league's declarations, pokemon that go back and come out."""

from typing import Any

import pytest

from server.battles.offering import options_of
from server.rules.ptu.system import SYSTEM
from tests.playing import Game
from tests.rules.ptu.given import battle, move, status_move, unit


def trainer(id_: str, side: str, at: Any, speed: int) -> dict[str, Any]:
    """A trainer."""
    return unit(id_, side, at, kind="trainer", types=[], level=5, speed=speed)


def team(wild: Any = (15, 0), m_at: Any = (2, 0), **more: Any) -> Game:
    """r (25) with m (14) out, n (30) and o (3) in their balls; w (18) is wild."""
    m = more.pop("m", {})
    return battle(
        trainer("r", "red", [0, 0], 25),
        unit("m", "red", list(m_at), trainer="r", speed=14, **m),
        unit("n", "red", None, trainer="r", out=False, speed=30),
        unit("o", "red", None, trainer="r", out=False, speed=3),
        unit("w", "wild", list(wild), speed=18),
        **more,
    )


def test_T23_the_trainer_or_the_pokemon_itself_switches_within_eight() -> None:
    """A standard action; its own turn is then over, and the newcomer has none."""
    game = team(m_at=(9, 0))
    assert game.code("switch", unit="r", recall="m", release="n", at=[1, 0]) == "out-of-range"
    assert game.code("switch", unit="w", recall="m", release="n", at=[1, 0]) == "not-your-turn"
    game = team()
    assert game.code("switch", unit="r", recall="n", release="m", at=[1, 0]) == "impossible"
    assert game.code("switch", unit="r", recall="m", release="w", at=[1, 0]) == "impossible"
    assert game.code("switch", unit="r", recall="m", release="n", at=[0, 0]) == "occupied"
    game.do("pass", unit="r")
    game.do("pass", unit="w")
    game.do("switch", unit="m", recall="m", release="n", at=[2, 0])
    assert (game.state.round, game.state.turn) == (2, "n")
    assert (game.state.units["m"].at, game.state.units["n"].at) == (None, (2, 0))


def test_T23_trapped_cannot_be_recalled() -> None:
    """cannot-act."""
    game = team(m={"statuses": {"trapped": {}}})
    assert game.code("switch", unit="r", recall="m", release="n", at=[1, 0]) == "cannot-act"
    assert game.code("recall", unit="r", pokemon="m") == "cannot-act"


def test_T24_replacing_a_fainted_one_is_a_shift() -> None:
    """The standard action is still there."""
    game = team()
    game.do("faint", unit="m", reason="so")
    game.do("switch", unit="r", recall="m", release="n", at=[1, 1])
    assert game.state.units["r"].counters["shift"] == 1
    assert "standard" not in game.state.units["r"].counters
    assert game.state.units["n"].at == (1, 1)


def test_T24_a_fainted_one_is_replaced_once() -> None:
    """Back in its ball it makes room for nobody more: in the league that would get round T26."""
    game = team()
    game.do("faint", unit="m", reason="so")
    game.do("switch", unit="r", recall="m", release="n", at=[1, 1])
    game.do("trade", unit="r", standard_for="shift")
    again = game.refused("switch", unit="r", recall="m", release="o", at=[2, 1])
    assert (again.code, again.rule) == ("impossible", "T24")


def test_T25_recall_and_release_are_shifts_two_at_once_a_standard_action() -> None:
    """A place each."""
    game = team(settings={"commands": 2})
    game.do("recall", unit="r", pokemon="m")
    assert game.code("release", unit="r", pokemon="n", at=[1, 1]) == "action-spent"
    assert game.code("release", unit="r", pokemon=["n", "o"], at=[1, 1]) == "malformed"
    assert game.code("release", unit="r", pokemon=["n", "o"], at=[[1, 1], [1, 1]]) == "occupied"
    assert game.code("release", unit="r", pokemon=["n", "m"], at=[[1, 1], [0, 1]]) == "same-pokemon"
    game.do("release", unit="r", pokemon=["n", "o"], at=[[1, 1], [0, 1]])
    assert game.state.units["o"].at == (0, 1)
    game.do("pass", unit="r")
    assert game.state.turn == "n"


def test_T25_released_before_the_recall_it_is_a_switch_all_the_same() -> None:
    """In full contact the turn that the recalled one leaves is its, in the league it has none."""
    game = team(settings={"commands": 1})
    game.do("release", unit="r", pokemon="n", at=[1, 1])
    assert "n" not in game.order()
    game.do("trade", unit="r", standard_for="shift")
    game.do("recall", unit="r", pokemon="m")
    game.do("pass", unit="r")
    assert game.state.turn == "n"

    game = league()
    release = {"type": "release", "unit": "r", "pokemon": "n", "at": [1, 1]}
    recall = {"type": "recall", "unit": "r", "pokemon": "m"}
    trade = {"type": "trade", "unit": "r", "standard_for": "shift"}
    game.do("ruling", reason="nearer", effects=[{"type": "moved", "unit": "m", "to": [2, 0]}])
    game.do("declare", unit="r", actions=[release, trade, recall])
    game.do("declare", unit="b", actions=[])
    assert game.state.turn == "w"
    assert game.code("move", unit="n", to=[2, 2]) == "cannot-act"


def league(**more: Any) -> Game:
    """r 8 and b 12 with m 20, n in its ball, and w 5."""
    return battle(
        trainer("r", "red", [0, 0], 8),
        trainer("b", "blue", [19, 0], 12),
        unit("m", "red", [9, 0], trainer="r", speed=20),
        unit("n", "red", None, trainer="r", out=False, speed=30, **more.pop("n", {})),
        unit(
            "w",
            "blue",
            [12, 0],
            trainer="b",
            speed=5,
            moves=[move("shot", ac=None, range={"kind": "ranged", "n": 8})],
        ),
        settings={"contact": "league", **more.pop("settings", {})},
    )


SWITCH = {"type": "switch", "unit": "r", "recall": "m", "release": "n", "at": [8, 1]}


def test_T6_declared_from_low_to_high_carried_out_from_high_to_low() -> None:
    """Nothing happens before the last has declared; the impossible is cancelled then."""
    game = league()
    assert game.order() == ["r", "b", "m", "w"]
    assert game.code("move", unit="r", to=[1, 0]) == "cannot-act"
    assert game.code("delay", unit="r", until=1) == "cannot-delay"
    assert game.code("declare", unit="r", actions=[{"type": "pass", "unit": "r"}]) == "malformed"
    assert (
        game.code("declare", unit="r", actions=[{"type": "move", "unit": "m", "to": [9, 1]}]) == "malformed"
    )
    game.do(
        "declare",
        unit="r",
        actions=[{"type": "move", "unit": "r", "to": [1, 0]}, {"type": "move", "unit": "r", "to": [2, 0]}],
    )
    assert game.state.units["r"].at == (0, 0)
    game.do("declare", unit="b", actions=[{"type": "move", "unit": "b", "to": [18, 0]}])
    assert [one["unit"] for one in game.all("moved")] == ["b", "r"]
    assert game.one("cancelled")["why"] == "action-spent"
    assert game.state.turn == "m"
    assert game.code("declare", unit="m", actions=[]) == "impossible"


def test_T9_declaring_brings_no_count_down() -> None:
    """What ends at 20 lasts while the trainers declare at 8 and 12, up to the pokemon that acts at 20."""
    game = league()
    value = {"until": {"round": 1, "count": 20}}
    gained = {"type": "status-gained", "unit": "w", "status": "slowed", "value": value}
    game.do("ruling", reason="spell", effects=[gained])
    game.do("declare", unit="r", actions=[])
    assert "slowed" in game.statuses("w")
    game.do("declare", unit="b", actions=[])
    assert (game.state.turn, game.statuses("w")) == ("m", {})


def test_T6_of_equals_who_rolled_higher_declares_last_and_is_carried_out_first() -> None:
    """From low to high, then from high to low: r's 15 is above b's 3, c's 9 between."""
    trainers = [
        trainer(id_, side, [n, 0], 12)
        for n, (id_, side) in enumerate({"r": "red", "b": "blue", "c": "blue"}.items())
    ]
    game = battle(*trainers, settings={"contact": "league"}, rolls={"tie": {"r": 15, "b": 3, "c": 9}})
    assert game.order() == ["b", "c", "r"]
    for id_ in "bcr":
        assert game.state.turn == id_
        game.do("declare", unit=id_, actions=[])
    assert [one["unit"] for one in game.all("carried-out")] == ["r", "c", "b"]


def test_T6_what_is_impossible_is_cancelled_and_the_rest_goes_on() -> None:
    """A ball too far from its target, a cell that is taken by now; the shift is still there for the third."""
    game = league()
    far = {"type": "throw-ball", "unit": "r", "ball": "basic-ball", "target": "w"}
    taken, free = ({"type": "move", "unit": "r", "to": [x, 0]} for x in (3, 2))
    game.do("ruling", reason="near", effects=[{"type": "moved", "unit": "b", "to": [6, 0]}])
    game.do("declare", unit="r", actions=[far, taken, free])
    game.do("declare", unit="b", actions=[{"type": "move", "unit": "b", "to": [3, 0]}])
    assert [one["why"] for one in game.all("cancelled")] == ["unknown-item", "occupied"]
    assert (game.state.units["b"].at, game.state.units["r"].at) == ((3, 0), (2, 0))


def answered(more: Any) -> Game:
    """b (12) stands beside r (8) and strikes it; m (20) and r may brace against it."""
    brace = status_move("brace", {"do": "stage", "stat": "defense", "by": 1}, keywords=["interrupt"])
    return battle(
        {**trainer("r", "red", [0, 0], 8), "moves": [brace]},
        trainer("b", "blue", [1, 0], 12),
        unit("m", "red", [9, 0], trainer="r", speed=20, moves=[brace]),
        unit("w", "blue", [12, 0], trainer="b", speed=5),
        settings={"contact": "league", **more},
    )


BLOW = {"type": "use-move", "unit": "b", "move": "struggle", "target": "r"}
STEP = {"type": "move", "unit": "b", "to": [1, 1]}


def test_T6_what_was_declared_goes_on_after_a_window() -> None:
    """b's blow is answered and lands, then b's step follows, then r's; nobody acts freely in between."""
    game = answered({})
    game.do("declare", unit="r", actions=[{"type": "move", "unit": "r", "to": [0, 1]}])
    game.do("declare", unit="b", actions=[BLOW, STEP])
    assert game.one("window-opened")["waiting"] == ["m", "r"]
    game.do("interrupt", unit="m", move="brace")
    game.do("interrupt", unit="r", move="brace")
    assert [one["unit"] for one in game.all("stage-changed")] == ["m", "r"]
    assert game.code("move", unit="b", to=[1, 1]) == "window-open"
    game.do("carry-out", rolls={"accuracy": {"b": 2}})
    assert [one["unit"] for one in game.all("moved")] == ["b", "r"]
    assert (game.state.turn, game.state.pending) == ("m", ())


def test_T6_a_turn_is_over_with_what_was_declared_for_it() -> None:
    """Also where the last of it was answered: b may do no more."""
    game = answered({})
    game.do("declare", unit="r", actions=[])
    game.do("declare", unit="b", actions=[BLOW])
    game.do("close-window")
    game.do("carry-out", rolls={"accuracy": {"b": 2}})
    assert [one["unit"] for one in game.all("turn-ended")] == ["b", "r"]
    assert game.state.turn == "m"


def test_T6_carry_out_without_a_unit_is_whose_declaration_is_due() -> None:
    """r declared first, but b's blow is due: b's seat sends its dice, r's may not."""
    game = battle(
        {**trainer("r", "red", [0, 0], 8), "seat": "ana"},
        {**trainer("b", "blue", [1, 0], 12), "seat": "ben"},
        seats=["ana", "ben"],
        settings={"contact": "league"},
    )
    game.do("declare", unit="r", actions=[])
    game.do("declare", unit="b", actions=[BLOW])
    struck = {"accuracy": {"b": 2}}
    assert game.refused("carry-out", by="ana", rolls=struck).code == "not-your-unit"
    game.do("carry-out", by="ben", rolls=struck)
    assert game.one("missed")["unit"] == "b"


def test_T6_table_dice_leave_no_gap_in_what_was_declared() -> None:
    """While the blow waits for its dice, b's step cannot be taken for it."""
    game = answered({"windows": "none"})
    game.do("declare", unit="r", actions=[])
    game.do("declare", unit="b", actions=[STEP, {**BLOW, "target": "r"}])
    assert game.code("trade", unit="b", standard_for="swift") == "window-open"
    assert game.code("pass", unit="b") == "window-open"
    game.do("carry-out", unit="b", rolls={"accuracy": {"b": 2}})
    assert game.state.turn == "m"


def test_T6_table_dice_of_what_was_declared() -> None:
    """A declared action that needs dice waits for carry-out."""
    game = league()
    game.do("faint", unit="m", reason="so")
    game.do("ruling", reason="near", effects=[{"type": "moved", "unit": "b", "to": [1, 0]}])
    game.do(
        "declare", unit="r", actions=[{"type": "use-move", "unit": "r", "move": "struggle", "target": "b"}]
    )
    game.do("declare", unit="b", actions=[])
    assert game.needs("carry-out") == [("accuracy", "r", 20, 1)]
    assert game.code("pass", unit="b") in ("window-open", "not-your-turn")
    game.do("carry-out", rolls={"accuracy": {"r": 1}})
    assert game.state.turn == "w"


def test_T26_in_the_league_a_switched_one_is_not_commanded_this_round() -> None:
    """The next it acts."""
    game = league()
    game.do("declare", unit="r", actions=[SWITCH])
    game.do("declare", unit="b", actions=[])
    assert game.code("use-move", unit="n", move="struggle", target="w") == "cannot-act"
    game.do("pass", unit="w")
    game.do("declare", unit="r", actions=[])
    game.do("declare", unit="b", actions=[])
    assert game.state.turn == "n"


def test_T26_nor_has_it_priority_this_round() -> None:
    """Coming between turns is being commanded; its options are empty."""
    game = league(n={"moves": [status_move("rush", keywords=["priority-advanced"])]})
    game.do("declare", unit="r", actions=[SWITCH])
    game.do("declare", unit="b", actions=[])
    assert game.state.turn == "w"
    assert game.code("use-move", unit="n", move="rush") == "cannot-act"
    offered = {one.command.get("unit") for one in options_of(SYSTEM, game.state, "gm")}
    assert "n" not in offered


def test_T26_it_may_interrupt_which_costs_the_next_turn() -> None:
    """And then it is skipped in the next round."""
    brace = status_move("brace", keywords=["interrupt"])
    game = league(n={"moves": [brace]})
    game.do("declare", unit="r", actions=[SWITCH])
    game.do("declare", unit="b", actions=[])
    game.do("use-move", unit="w", move="shot", target="n")
    assert game.one("window-opened")["waiting"] == ["n"]
    game.do("interrupt", unit="n", move="brace")
    game.do("carry-out", rolls={"damage": {"w": 1}})
    game.do("pass", unit="w")
    game.do("declare", unit="r", actions=[])
    game.do("declare", unit="b", actions=[])
    assert (game.state.round, game.state.turn) == (2, "w")


def test_T26_one_that_replaced_a_fainted_may_be_commanded() -> None:
    """It acts at its count."""
    game = league()
    game.do("faint", unit="m", reason="so")
    game.do("declare", unit="r", actions=[{**SWITCH, "at": [7, 1]}])
    game.do("declare", unit="b", actions=[])
    assert game.state.turn == "n"


def test_T27_out_within_eight_of_the_trainer() -> None:
    """Nine are too far."""
    game = team()
    assert game.code("release", unit="r", pokemon="n", at=[9, 0]) == "out-of-range"
    assert game.code("release", unit="r", pokemon="n", at="hall") == "malformed"
    game.do("release", unit="r", pokemon="n", at=[8, 0])


def test_T28_what_ends_in_the_ball() -> None:
    """Lasting conditions stay."""
    game = team(
        m={"statuses": {"burn": {}, "confusion": {}, "stuck": {}, "slowed": {}}, "held": "bark-tonic"}
    )
    game.do("ruling", reason="so", effects=[{"type": "stage-changed", "unit": "m", "stat": "attack", "by": 2},
                                            {"type": "counter-set", "unit": "m", "name": "temporary_hp", "now": 9}])  # fmt: skip
    game.do("recall", unit="r", pokemon="m")
    assert set(game.statuses("m")) == {"burn"}
    assert game.state.units["m"].stages == {}
    assert "temporary_hp" not in game.state.units["m"].counters


def test_T29_a_second_one_out_has_no_turn() -> None:
    """Unless the setting says so."""
    for commands, expected in [(1, ["r", "w", "m"]), (2, ["r", "n", "w", "m"])]:
        game = team(settings={"commands": commands})
        game.do("release", unit="r", pokemon="n", at=[1, 1])
        assert game.order() == expected


def test_T29_the_second_one_is_who_came_out_later() -> None:
    """n stands before m in the roster; m, out from the start, keeps its turn."""
    game = battle(
        trainer("r", "red", [0, 0], 25),
        unit("n", "red", None, trainer="r", out=False, speed=30),
        unit("m", "red", [2, 0], trainer="r", speed=14),
        unit("w", "wild", [15, 0], speed=18),
    )
    game.do("release", unit="r", pokemon="n", at=[1, 1])
    for _ in range(2):
        assert game.order() == ["r", "w", "m"]
        for id_ in ("r", "w", "m"):
            game.do("pass", unit=id_)


def test_T30_a_newcomer_acts_only_where_a_turn_is_left() -> None:
    """m has acted this round: n waits for the next."""
    game = team(m={"moves": [status_move("early", keywords=["priority"])]})
    game.do("use-move", unit="m", move="early")
    game.do("pass", unit="m")
    game.do("switch", unit="r", recall="m", release="n", at=[1, 1])
    game.do("pass", unit="r")
    game.do("pass", unit="w")
    assert (game.state.round, game.state.turn) == (2, "n")


def test_T30_an_answer_is_acting_too() -> None:
    """m's interrupt came out of its turn this round; switched for n, its trainer has no turn left."""
    brace = status_move("brace", {"do": "stage", "stat": "defense", "by": 1}, keywords=["interrupt"])
    game = battle(
        trainer("r", "red", [0, 0], 15),
        unit("m", "red", [4, 4], trainer="r", speed=9, moves=[brace]),
        unit("n", "red", None, trainer="r", out=False, speed=30),
        unit("w", "wild", [5, 4], speed=20),
    )
    game.do("use-move", unit="w", move="struggle", target="m")
    game.do("interrupt", unit="m", move="brace")
    game.do("carry-out", rolls={"accuracy": {"w": 2}})
    game.do("pass", unit="w")
    game.do("switch", unit="r", recall="m", release="n", at=[1, 1])
    game.do("pass", unit="r")
    assert (game.state.round, game.state.turn) == (2, "n")


def test_T30_who_fell_in_the_middle_of_its_turn_has_had_it() -> None:
    """m steps away and is felled for it; n replaces it and waits for the next round."""
    game = battle(
        trainer("r", "red", [0, 0], 5),
        unit("m", "red", [4, 4], trainer="r", speed=20, hp=1),
        unit("n", "red", None, trainer="r", out=False, speed=30),
        unit("w", "wild", [5, 4], speed=10),
    )
    game.do("move", unit="m", to=[2, 4])
    struck = {"accuracy": {"w": 15}, "damage": {"w": [3]}}
    game.do("interrupt", unit="w", move="struggle", target="m", rolls=struck)
    game.do("pass", unit="w")
    game.do("switch", unit="r", recall="m", release="n", at=[1, 1])
    game.do("pass", unit="r")
    assert (game.state.round, game.state.turn) == (2, "n")


def test_T30_a_newcomer_of_a_turn_taken_early_has_its_own_count() -> None:
    """r (5) comes before w (20) and v (10): n (30) acts at once, o (15) between the two."""
    for newcomer, order in (("n", ["n", "w", "v"]), ("o", ["w", "o", "v"])):
        early = [status_move("early", keywords=["priority"])]
        game = battle(
            {**trainer("r", "red", [0, 0], 5), "moves": early},
            unit("n", "red", None, trainer="r", out=False, speed=30),
            unit("o", "red", None, trainer="r", out=False, speed=15),
            unit("w", "wild", [9, 0], speed=20),
            unit("v", "wild", [9, 3], speed=10),
        )
        game.do("use-move", unit="r", move="early")
        game.do("release", unit="r", pokemon=newcomer, at=[1, 1])
        for id_ in ("r", *order):
            assert (game.state.round, game.state.turn) == (1, id_)
            game.do("pass", unit=id_)


def test_T17_T30_a_newcomer_does_not_wait_behind_who_came_early() -> None:
    """The last in the queue has had its turn: n (30) acts at once all the same."""
    early = [status_move("early", keywords=["priority"])]
    game = battle(
        trainer("r", "red", [0, 0], 25),
        unit("n", "red", None, trainer="r", out=False, speed=30),
        unit("w", "wild", [9, 0], speed=20),
        unit("v", "wild", [9, 3], speed=10, moves=early),
    )
    game.do("use-move", unit="v", move="early")
    game.do("pass", unit="v")
    game.do("release", unit="r", pokemon="n", at=[1, 1])
    for id_ in ("r", "n", "w"):
        assert (game.state.round, game.state.turn) == (1, id_)
        game.do("pass", unit=id_)
    assert game.state.round == 2


def test_T25_a_pokemon_is_not_switched_for_itself() -> None:
    """It would go back and come out in one round."""
    refusal = team().refused("switch", unit="r", recall="m", release="m", at=[1, 0])
    assert (refusal.code, refusal.rule) == ("same-pokemon", "T25")


@pytest.mark.parametrize("contact", ["full", "league"])
def test_T23_T27_a_trainer_who_has_fallen_is_near_nobody(contact: str) -> None:
    """m cannot switch itself, nor would anybody come out beside its trainer."""
    game = team(settings={"contact": contact})
    game.do("faint", unit="r", reason="so")
    game.do("pass", unit="w")
    refusal = game.refused("switch", unit="m", recall="m", release="n", at=[1, 0])
    assert refusal.code == "out-of-range"


def test_T58_those_in_balls_count_while_their_trainer_stands() -> None:
    """Trainer and team down: the other side has won."""
    game = team()
    game.do("faint", unit="m", reason="so")
    assert game.state.outcome is None
    game.do("faint", unit="r", reason="so")
    assert game.state.outcome is not None
    assert game.state.outcome.winner == "wild"
