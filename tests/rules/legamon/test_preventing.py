"""L13-L15: points, preventions, shaking them off, breaking them."""

import pytest

from tests.playing import Game
from tests.rules.legamon.given import HOP, LASH, SHELL, fight, order, prevented


def test_L13_worked_example_vine_lash_rolls_4() -> None:
    """1 and 1, or 4 movements; two abilities are too much."""
    game = _rolled(4)
    refusal = game.refused("spend", unit="v", abilities=2)
    assert (refusal.code, refusal.rule) == ("too-much", "L13")
    assert game.code("spend", unit="v", moves=2, abilities=1) == "too-much"
    game.do("spend", unit="v", moves=1, abilities=1)
    assert game.statuses("c") == {"prevented-move": 1, "prevented-ability": 1}
    game = _rolled(4)
    game.do("spend", unit="v", moves=4)
    assert game.statuses("c") == {"prevented-move": 4}


def _rolled(points: int, **c: object) -> Game:
    game = fight(
        {"v": {"types": ["verdant"], "moves": [LASH]}, "c": {"types": ["fire"], "moves": [HOP], **c}}
    )
    game.do("use-move", unit="v", move="vine-lash", target="c", intent="prevent")
    game.do("pass", unit="c")
    game.do("carry-out", rolls={"ability": {"v": points}})
    return game


def test_L13_the_resistance_comes_off_the_points() -> None:
    """6 less 4 are 2; less than nothing is nothing, and nothing is asked."""
    for resist, points in ((4, 2), (6, 0)):
        game = fight(
            {"v": {"types": ["verdant"], "moves": [LASH]}, "c": {"types": ["air"], "moves": [SHELL]}}
        )
        game.do("use-move", unit="v", move="vine-lash", target="c", intent="prevent")
        game.do("interrupt", unit="c", move="shell")
        game.do("carry-out", rolls={"ability": {"v": 6}, "resist": {"c": resist}})
        assert game.state.units["v"].counters.get("points", 0) == points
        if points:
            assert game.code("spend", unit="v", moves=3) == "too-much"
            game.do("spend", unit="v", moves=2)
        else:
            assert game.code("spend", unit="v", moves=0) == "impossible"
        assert game.state.turn == "v"


def test_L13_pass_spends_nothing_and_the_turn_goes_on() -> None:
    """The points are lost, the movement is left; what is not spent is lost too."""
    game = _rolled(4)
    assert game.code("move", unit="v", to="x") == "window-open"
    game.do("pass", unit="v")
    assert (game.state.turn, game.statuses("c")) == ("v", {})
    assert game.code("spend", unit="v", moves=1) == "impossible"
    game = _rolled(4)
    game.do("spend", unit="v", moves=1)
    assert game.code("spend", unit="v", moves=1) == "impossible"


def test_L13_the_turn_does_not_end_before_the_points_are_spent() -> None:
    """Movement first, then the ability: both are used, but the spending is still to come."""
    game = fight({"v": {"types": ["verdant"], "moves": [LASH]}, "c": {"types": ["fire"]}})
    game.do("move", unit="v", to="x")
    game.do("use-move", unit="v", move="vine-lash", target="c", intent="prevent")
    game.do("pass", unit="c")
    game.do("carry-out", rolls={"ability": {"v": 3}})
    assert game.state.turn == "v"
    game.do("spend", unit="v", abilities=1)
    assert (game.state.turn, game.statuses("c")) == ("c", {"prevented-ability": 1})


def test_L13_what_is_prevented_cannot_be_done() -> None:
    """Each its own; items and anything else are not abilities."""
    game = prevented(moves=1)
    game.do("pass", unit="v")
    refusal = game.refused("move", unit="c", to="away")
    assert (refusal.code, refusal.rule) == ("cannot-act", "L13")
    game.do("use-move", unit="c", typeless="kick", target="v", rolls={"ability": {"c": 1}})
    game = prevented(abilities=1)
    game.do("pass", unit="v")
    assert game.code("use-move", unit="c", typeless="kick", target="v") == "cannot-act"
    game.do("interact", unit="c", says="shouts")
    game.do("move", unit="c", to="away")


def test_L13_it_goes_down_as_the_targets_turns_end_and_more_is_added() -> None:
    """4, then 3, then 3 + 2."""
    game = prevented(moves=4)
    game.do("pass", unit="v")
    game.do("pass", unit="c")
    assert game.statuses("c") == {"prevented-move": 3}
    order(game, "v", "c", overcome={"c": 1})
    game.do("use-move", unit="v", typeless="slam", target="c", intent="prevent")
    game.do("pass", unit="c")
    game.do("carry-out", rolls={"ability": {"v": 2}})
    game.do("spend", unit="v", moves=2)
    assert game.statuses("c") == {"prevented-move": 5}


def test_L13_a_turn_given_up_by_resisting_uses_up_no_prevention() -> None:
    """L11: nor does it count as lost by it."""
    game = fight(
        {"v": {"types": ["verdant"]}, "c": {"types": ["fire"], "statuses": {"prevented-move": {"value": 2}}}}
    )
    game.do("use-move", unit="v", typeless="kick", target="c")
    game.do("interrupt", unit="c", typeless="duck")
    game.do("carry-out", rolls={"ability": {"v": 1}, "resist": {"c": 1}})
    game.do("pass", unit="v")
    assert game.statuses("c") == {"prevented-move": 2}
    assert game.needs("start-round") == [("initiative", "v", 6, 1), ("initiative", "c", 6, 1)]


def test_L14_the_die_grows_with_the_turns_prevented() -> None:
    """None for the first, then d4, d6, d8, d10, d12, d12."""
    game = prevented(moves=4)
    game.do(
        "ruling",
        reason="r",
        effects=[{"type": "status-changed", "unit": "c", "status": "prevented-move", "value": 9}],
    )
    seen = []
    for _ in range(7):
        for id_ in "vc":
            game.do("pass", unit=id_)
        ((_, _, die, count),) = [need for need in game.needs("start-round") if need[0] == "overcome"]
        seen.append((die, count))
        order(game, "v", "c", overcome={"c": 3})
    assert seen == [(die, 1) for die in (4, 6, 8, 10, 12, 12, 12)]


def test_L14_four_ends_it_and_it_costs_nothing() -> None:
    """The movement is free again at once."""
    game = prevented(moves=4)
    game.do("pass", unit="v")
    game.do("pass", unit="c")
    order(game, "c", "v", overcome={"c": 4})
    assert game.one("checked")["needs"] == 4
    assert game.one("status-lost")["status"] == "prevented-move"
    game.do("move", unit="c", to="away")
    game.do("use-move", unit="c", typeless="kick", target="v")


def test_L14_movement_before_ability_each_its_own_roll() -> None:
    """Two rolls of one name; the first is the movement's."""
    both = {"prevented-move": {"value": 3}, "prevented-ability": {"value": 3}}
    game = fight({"v": {"types": ["verdant"]}, "c": {"types": ["fire"], "statuses": both}})
    game.do("pass", unit="v")
    game.do("pass", unit="c")
    order(game, "v", "c", overcome={"c": [4, 1]})
    assert game.statuses("c") == {"prevented-ability": 2}


def test_L14_counted_from_the_first_turn_lost() -> None:
    """Prevented after its turn of the round: the next round has no roll, the one after a d4."""
    game = fight({"c": {"types": ["fire"]}, "v": {"types": ["verdant"], "moves": [LASH]}})
    game.do("pass", unit="c")
    game.do("use-move", unit="v", move="vine-lash", target="c", intent="prevent", rolls={"ability": {"v": 4}})
    game.do("spend", unit="v", moves=4)
    game.do("pass", unit="v")
    order(game, "c", "v")
    game.do("pass", unit="c")
    game.do("pass", unit="v")
    assert ("overcome", "c", 4, 1) in game.needs("start-round")


def test_L14_adding_does_not_start_the_count_anew_ending_does() -> None:
    """d6 on the third turn though more was added; d4 again for a new one."""
    game = prevented(moves=4)
    game.do("pass", unit="v")
    game.do("pass", unit="c")
    order(game, "v", "c", overcome={"c": 1})
    game.do("use-move", unit="v", typeless="slam", target="c", intent="prevent")
    game.do("pass", unit="c")
    game.do("carry-out", rolls={"ability": {"v": 2}})
    game.do("spend", unit="v", moves=2)
    game.do("pass", unit="v")
    game.do("pass", unit="c")
    assert ("overcome", "c", 6, 1) in game.needs("start-round")
    order(game, "v", "c", overcome={"c": 6})
    gained = {"type": "status-gained", "unit": "c", "status": "prevented-move", "value": 5}
    game.do("ruling", reason="r", effects=[gained])
    game.do("pass", unit="v")
    game.do("pass", unit="c")
    assert ("overcome", "c", 4, 1) in game.needs("start-round")


def test_L14_it_never_has_an_edge() -> None:
    """L5: the edge stays for the next ability."""
    game = prevented(moves=4)
    game.do("edge", unit="c", edge=1, reason="r")
    game.do("pass", unit="v")
    game.do("pass", unit="c")
    order(game, "v", "c", overcome={"c": 1})
    assert "advantage" in game.statuses("c")


@pytest.mark.parametrize(("rolled", "free"), [(3, False), (4, True)])
def test_L15_breaking(rolled: int, free: bool) -> None:
    """4 or more ends it at once; it is the turn's ability either way."""
    game = prevented(moves=3)
    game.do("pass", unit="v")
    game.do(
        "use-move", unit="c", typeless="roll", intent="break", of="move", rolls={"ability": {"c": rolled}}
    )
    assert ("prevented-move" not in game.statuses("c")) is free
    assert game.code("use-move", unit="c", typeless="kick", target="v") == "turn-over"
    if free:
        game.do("move", unit="c", to="away")
    else:
        assert game.code("move", unit="c", to="away") == "cannot-act"


def test_L15_no_steps_for_types_and_it_costs_energy_and_counts_as_a_use() -> None:
    """A typed ability breaks with a d6, the second time in a row with a disadvantage."""
    game = prevented(moves=4, energy=5)
    game.do("pass", unit="v")
    said = {"unit": "c", "move": "flame-hop", "intent": "break", "of": "move"}
    assert game.needs("use-move", **said) == [("ability", "c", 6, 1)]
    game.do("use-move", rolls={"ability": {"c": 3}}, **said)
    assert game.state.units["c"].pools["energy"].now == 5
    game.do("pass", unit="c")
    order(game, "c", "v", overcome={"c": 1})
    assert game.needs("use-move", **said) == [("ability", "c", 6, 2)]
    game.do("use-move", rolls={"ability": {"c": [6, 5]}}, **said)
    assert game.state.units["c"].pools["energy"].now == 4


def test_L15_one_prevented_from_abilities_cannot() -> None:
    """Nor can anybody break what is not there, or for another."""
    game = prevented(abilities=1)
    game.do("pass", unit="v")
    said = {"unit": "c", "typeless": "roll", "intent": "break"}
    for of in ("ability", "move"):
        refused = game.refused("use-move", of=of, **said)
        assert (refused.code, refused.rule) == ("cannot-act", "L15")
    game = prevented(moves=1)
    game.do("pass", unit="v")
    assert game.code("use-move", of="ability", **said) == "impossible"
    assert game.code("use-move", of="move", target="v", **said) == "impossible"
    assert game.code("use-move", **said) == "malformed"
