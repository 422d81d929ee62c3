"""P7-P14: the round's dice, ties, turns and walking."""

import pytest

from tests.playing import Game
from tests.rules.pmd.given import duel, fight, move, next_round, started

FOUR = {"a": {"at": (1, 1)}, "b": {"at": (1, 3)}, "z": {"at": (7, 1)}, "y": {"at": (7, 3)}}


def test_P7_a_die_and_one_more_a_point_of_speed_in_roster_order() -> None:
    """The needs stand in roster order; the highest of each unit's dice is its initiative."""
    game = started({"a": {"at": (1, 1), "stats": {"speed": 2}}, "z": {"at": (7, 1)}, "b": {"at": (1, 3)}})
    needs = [("initiative", "a", 10, 3), ("initiative", "z", 10, 1), ("initiative", "b", 10, 1)]
    assert game.needs("start-round") == needs
    game.do("start-round", rolls={"initiative": {"b": 9, "a": [2, 8, 5], "z": 3}})
    assert [(one.unit, one.initiative) for one in game.state.queue] == [("b", 9), ("a", 8), ("z", 3)]
    assert [entry["unit"] for entry in game.all("queued")] == ["b", "a", "z"]


def test_P7_only_missing_dice_are_asked_for() -> None:
    """What was given is not asked for again; too many and impossible values are refused."""
    game = started({"a": {"at": (1, 1), "stats": {"speed": 1}}, "z": {"at": (7, 1)}})
    assert game.needs("start-round", rolls={"initiative": {"a": [4]}}) == [
        ("initiative", "a", 10, 1),
        ("initiative", "z", 10, 1),
    ]
    assert game.code("start-round", rolls={"initiative": {"a": [4, 5], "z": [6, 7]}}) == "rolls-unused"
    assert game.code("start-round", rolls={"initiative": {"a": [4, 0], "z": [6]}}) == "rolls-invalid"
    assert game.code("start-round", rolls=[4, 5, 6, 7]) == "rolls-unused"
    game.do("start-round", rolls=[4, 5, 6])
    assert game.order() == ["z", "a"]


def test_P7_stages_without_bound_roll_no_more_than_two_hundred_dice() -> None:
    """However fast a unit is made, its round costs at most 200 dice; up to there each point is one."""
    game = started({"a": {"at": (1, 1), "stats": {"speed": 90}}, "z": {"at": (7, 1)}})
    for by, count in ((108, 199), (10**9, 200)):
        fast = {"type": "stage-changed", "unit": "a", "stat": "speed", "by": by}
        game.do("ruling", reason="quick", effects=[fast])
        assert game.needs("start-round")[0] == ("initiative", "a", 10, count)


def test_P7_the_fallen_and_the_unplaced_roll_nothing() -> None:
    """Only who stands on the board rolls."""
    game = started({**FOUR, "c": {"reserve": True}, "d": {"hp": 0}})
    game.do("faint", unit="y", reason="gone")
    assert [need[1] for need in game.needs("start-round")] == ["a", "b", "z"]


@pytest.mark.parametrize(("coin", "order"), [(1, ["a", "b", "z", "y"]), (2, ["z", "y", "a", "b"])])
def test_P8_one_coin_for_a_group_however_many(coin: int, order: list[str]) -> None:
    """1: the allies of the group go first, 2: the enemies; one seat's units in roster order (P9)."""
    game = started(FOUR)
    rolls = {"initiative": dict.fromkeys("abzy", 5)}
    assert game.needs("start-round", rolls=rolls) == [("coin", None, 2, 1)]
    game.do("start-round", rolls={**rolls, "coin": coin})
    assert game.order() == order


def test_P8_two_groups_have_two_coins_in_order_of_falling_initiative() -> None:
    """Both coins are asked for together; the first is the higher group's."""
    game = started(FOUR)
    rolls = {"initiative": {"a": 3, "z": 3, "b": 8, "y": 8}}
    assert game.needs("start-round", rolls=rolls) == [("coin", None, 2, 2)]
    game.do("start-round", rolls={**rolls, "coin": [1, 2]})
    assert game.order() == ["b", "y", "z", "a"]


def seated(a: str = "ana", b: str | None = "ben") -> dict[str, dict[str, object]]:
    """Two allies of different seats, an enemy."""
    return {"a": {"at": (1, 1), "seat": a}, "b": {"at": (1, 3), "seat": b}, "z": {"at": (7, 1)}}


def test_P9_equals_of_several_seats_settle_their_order() -> None:
    """Nobody acts until both seats have sent the same order; a changed mind counts."""
    game = started(seated(), seats=["ana", "ben"])
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 6, "z": 9}})
    assert game.state.ties == (("a", "b"),)
    assert game.state.turn is None
    assert game.code("move", unit="z", to=[6, 1]) == "not-your-turn"
    game.do("settle-tie", by="ana", order=["a", "b"])
    game.do("settle-tie", by="ben", order=["b", "a"])
    assert game.state.ties == (("a", "b"),)
    game.do("settle-tie", by="ana", order=["b", "a"])
    assert game.state.ties == ()
    assert game.order() == ["z", "b", "a"]
    assert game.state.turn == "z"
    assert not game.state.counters
    assert all(not unit.counters for unit in game.state.units.values())


def test_P9_the_gm_alone_may_settle() -> None:
    """The GM's order stands at once, over what a seat has said."""
    game = started(seated(), seats=["ana", "ben"])
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 6, "z": 2}})
    game.do("settle-tie", by="ana", order=["a", "b"])
    game.do("settle-tie", order=["b", "a"])
    assert game.order() == ["b", "a", "z"]
    assert all(not unit.counters for unit in game.state.units.values())


def test_P9_where_the_gm_has_a_unit_in_it_the_gm_must_agree() -> None:
    """A player alone does not settle a tie with a unit of the GM's."""
    game = started(seated(b=None), seats=["ana"])
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 6, "z": 2}})
    game.do("settle-tie", by="ana", order=["a", "b"])
    assert game.state.turn is None
    game.do("settle-tie", order=["a", "b"])
    assert game.state.turn == "a"


def test_P9_the_seats_that_have_not_spoken_are_waited_for() -> None:
    """Both at first, then the silent one; both again where their words differ."""
    game = started(seated(), seats=["ana", "ben"])
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 6, "z": 9}})

    def waited() -> list[str]:
        return [one.seat for one in game.system.waiting(game.state) if one.why == "tie"]

    assert waited() == ["ana", "ben"]
    game.do("settle-tie", by="ana", order=["a", "b"])
    assert waited() == ["ben"]
    game.do("settle-tie", by="ben", order=["b", "a"])
    assert waited() == ["ana", "ben"]


def test_P9_two_ties_at_once_are_settled_each_for_itself() -> None:
    """Two seats in two groups: what was said of one group stays while the other is settled."""
    units = {
        "a": {"at": (1, 0), "seat": "ana"}, "b": {"at": (1, 1), "seat": "ben"},
        "c": {"at": (1, 2), "seat": "ana"}, "d": {"at": (1, 3), "seat": "ben"}, "z": {"at": (7, 1)},
    }  # fmt: skip
    game = started(units, seats=["ana", "ben"])
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 6, "c": 4, "d": 4, "z": 2}})
    assert game.state.ties == (("a", "b"), ("c", "d"))
    game.do("settle-tie", by="ana", order=["b", "a"])
    game.do("settle-tie", by="ana", order=["d", "c"])
    game.do("settle-tie", by="ben", order=["b", "a"])
    assert game.state.ties == (("c", "d"),)
    game.do("settle-tie", by="ben", order=["d", "c"])
    assert game.order() == ["b", "a", "d", "c", "z"]


def test_P9_the_longest_seat_names_can_settle() -> None:
    """A seat's name of 40 characters leaves no key on the tape that the chain cannot carry."""
    long = "x" * 40
    game = started(seated(a=long), seats=[long, "ben"])
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 6, "z": 2}})
    game.do("settle-tie", by=long, order=["b", "a"])
    names = {*game.state.counters, *(key for unit in game.state.units.values() for key in unit.counters)}
    assert names
    assert all(len(name) <= 40 for name in names)
    game.do("settle-tie", by="ben", order=["b", "a"])
    assert game.state.turn == "b"


def test_P9_who_is_not_in_it_and_what_is_no_such_tie() -> None:
    """A seat without a unit in the group, another group, a unit twice: refused."""
    game = started(seated(), seats=["ana", "ben", "eve"])
    assert game.code("settle-tie", order=["a", "b"]) == "impossible"
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 6, "z": 2}})
    assert game.code("settle-tie", by="eve", order=["a", "b"]) == "not-your-unit"
    assert game.code("settle-tie", by="spectator", order=["a", "b"]) == "read-only"
    for order in (["a", "z"], ["a"], ["a", "a", "b"], []):
        assert game.code("settle-tie", by="ana", order=order) == "impossible"


def test_P9_a_tie_that_loses_its_second_is_none() -> None:
    """One of two equals faints: the other just acts."""
    game = started(seated(), seats=["ana", "ben"])
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 6, "z": 2}})
    game.do("settle-tie", by="ana", order=["a", "b"])
    game.do("faint", unit="b", reason="gives up")
    assert game.state.ties == ()
    assert game.state.turn == "a"
    assert not game.state.units["a"].counters


def test_P9_settings_ties_roster_turns_the_question_off() -> None:
    """With `ties: roster` several seats' equals act in roster order."""
    game = started(seated(), seats=["ana", "ben"], ties="roster")
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 6, "z": 2}})
    assert game.state.ties == ()
    assert game.order() == ["a", "b", "z"]


def test_P9_a_priority_move_too_waits_for_the_order() -> None:
    """Nobody acts until it is settled: no priority move either."""
    units = seated()
    units["z"]["moves"] = [move("dart", priority=True)]
    game = started(units, seats=["ana", "ben"])
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 6, "z": 2}})
    assert game.code("use-move", unit="z", move="dart", direction="w") == "not-your-turn"


def test_P9_what_waits_for_the_order_is_not_offered() -> None:
    """A turn that the table gave before the order stands begins with its check once it does."""
    units = seated()
    units["a"]["statuses"] = {"paralysis": {}}
    game = started(units, seats=["ana", "ben"])
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 6, "z": 2}})
    turn = {"type": "turn-started", "unit": "a", "checks": ["paralysis"]}
    game.do("ruling", reason="a first", effects=[turn])
    assert game.code("begin-turn", unit="a", rolls=[9]) == "impossible"
    assert "begin-turn" not in offered(game)
    game.do("settle-tie", order=["a", "b"])
    assert "begin-turn" in offered(game)


def offered(game: Game) -> list[str]:
    """What a could be told now."""
    return [one.command["type"] for one in game.system.options(game.state, game.state.units["a"], "gm")]


def test_P10_the_first_round_follows_the_start_and_another_the_last_turn() -> None:
    """After the last turn nobody has the turn until the new round's dice."""
    game = started({"a": {"at": (1, 1)}, "z": {"at": (7, 1)}})
    assert (game.state.round, game.state.turn) == (0, None)
    next_round(game)
    assert (game.state.round, game.state.turn) == (1, "a")
    assert game.code("start-round") == "impossible"
    game.do("pass", unit="a")
    game.do("pass", unit="z")
    assert game.state.turn is None
    assert game.code("pass", unit="a") == "not-your-turn"
    next_round(game, ["z", "a"])
    assert (game.state.round, game.state.turn) == (2, "z")


def test_P10_a_round_needs_somebody_in_it() -> None:
    """The last of both sides fall together, reserves are left: the battle waits for the GM, not for rounds."""
    units = {"a": {"at": (1, 1)}, "b": {"reserve": True}, "z": {"at": (7, 1)}, "y": {"reserve": True}}
    game = fight(units)
    fallen = [{"type": "fainted", "unit": one} for one in ("a", "z")]
    game.do("ruling", reason="the floor gives way", effects=fallen)
    assert (game.state.round, game.state.turn, game.state.phase) == (1, None, "battle")
    assert [(one.seat, one.why) for one in game.system.waiting(game.state)] == [("gm", "release")]
    game.do("place", unit="y", at=[7, 1])
    assert game.needs("start-round") == [("initiative", "y", 10, 1)]


@pytest.mark.parametrize(
    "action",
    [
        {"type_": "move", "to": [2, 2]},
        {"type_": "use-move", "move": "hit", "direction": "e"},
        {"type_": "use-move", "move": "basic-attack", "direction": "s"},
        {"type_": "use-item", "item": "oran-berry"},
    ],
)
def test_P11_one_action_and_the_turn_ends(action: dict[str, object]) -> None:
    """Each kind of action ends the turn; it bites the poisoned, for it was an action."""
    game = fight(
        {"a": {"at": (1, 2), "moves": [move()], "hp": 8, "statuses": {"poison": {}}}, "b": {"at": (1, 3)},
         "z": {"at": (6, 2)}},
        inventory={"allies": {"oran-berry": 1}},
    )  # fmt: skip
    game.do(unit="a", **action)
    assert game.kinds().count("turn-ended") == 1
    assert game.kinds()[-1] == "turn-started"
    assert game.state.turn == "b"
    assert [one["cause"] for one in game.all("damaged") if one["unit"] == "a"] == ["poison"]
    assert game.code(unit="a", **action) == "not-your-turn"


def test_P11_pass_gives_the_turn_away_and_is_no_action() -> None:
    """No poison after a pass."""
    game = duel({"statuses": {"poison": {}}})
    game.do("pass", unit="a")
    assert game.hp("a") == 10
    assert game.state.turn == "z"


def test_P12_a_path_is_the_straight_line_itself() -> None:
    """`path` may stand for `to`, but it names the cells of one straight line."""
    game = fight({"a": {"at": (1, 1), "stats": {"speed": 2}}, "z": {"at": (7, 1)}}, order="a")
    assert game.code("move", unit="a", path=[[2, 2], [3, 1]]) == "not-straight"
    assert game.code("move", unit="a", path=[[3, 1]]) == "not-straight"
    game.do("move", unit="a", path=[[2, 1], [3, 1]])
    assert game.one("moved")["path"] == [[2, 1], [3, 1]]


def test_P12_straight_and_no_further_than_one_and_speed() -> None:
    """Own cell and knight's steps are not straight; far, off, blocked, occupied each have their code."""
    game = fight(
        {"a": {"at": (2, 2), "stats": {"speed": 1}}, "b": {"at": (3, 2)}, "z": {"at": (7, 4)}}, walls=[(2, 3)]
    )
    wrong = {
        (2, 2): "not-straight", (3, 4): "not-straight", (5, 5): "off-board", (2, -1): "off-board",
        (4, 2): "blocked", (2, 4): "blocked", (2, 3): "blocked", (3, 2): "occupied",
    }  # fmt: skip
    for to, code in wrong.items():
        refusal = game.refused("move", unit="a", to=list(to))
        assert (refusal.code, refusal.rule) == (code, "P12"), to
    assert game.code("move", unit="a", to=[5, 2]) == "too-far"
    game.do("move", unit="a", to=[4, 0])
    assert game.one("moved")["path"] == [[3, 1], [4, 0]]


def test_P12_corners_do_not_hinder_a_diagonal_step() -> None:
    """Between two walls that touch at their corner one may pass."""
    game = duel(walls=[(2, 2), (1, 1)])
    game.do("move", unit="a", to=[2, 1])
    assert game.state.units["a"].at == (2, 1)


def test_P12_a_path_is_its_last_cell() -> None:
    """`path` in place of `to`; both or neither is malformed."""
    game = duel({"stats": {"speed": 1}})
    assert game.code("move", unit="a") == "malformed"
    assert game.code("move", unit="a", to=[2, 2], path=[[2, 2]]) == "malformed"
    assert game.code("move", unit="a", path=[]) == "malformed"
    game.do("move", unit="a", path=[[2, 2], [3, 2]])
    assert game.state.units["a"].at == (3, 2)


def test_P13_basic_attack_is_typeless_physical_power_one_range_one() -> None:
    """No same-type bonus, no immunity, no PP; two cells away is out of range."""
    game = fight(
        {"a": {"at": (1, 2), "types": ["normal"], "stats": {"attack": 1}, "pools": {"pp": {"now": 0}}},
         "z": {"at": (2, 2), "types": ["ghost"]}, "y": {"at": (3, 2)}},
    )  # fmt: skip
    assert game.code("use-move", unit="a", move="basic-attack", target="y") == "out-of-range"
    game.do("use-move", unit="a", move="basic-attack", target="z")
    hit = game.one("damaged")
    assert hit["terms"] == [{"name": "power", "value": 1}, {"name": "attack", "value": 1}]
    assert not game.all("pool-changed")


def test_P14_the_fainted_do_nothing_and_others_wait_for_their_turn() -> None:
    """`fainted` for anything by a fainted unit, `not-your-turn` for one whose turn it is not."""
    game = fight({**FOUR, "c": {"at": (1, 4), "held": "oran-berry"}})
    game.do("faint", unit="c", reason="gone")
    commands = [
        {"type_": "move", "to": [2, 1]},
        {"type_": "use-move", "move": "basic-attack", "direction": "e"},
        {"type_": "use-item", "item": "oran-berry"},
        {"type_": "pass"},
    ]
    for command in (*commands, {"type_": "delay", "after": "z"}):
        assert game.code(unit="c", **command) == "fainted"
    refused = game.refused("use-item", unit="c", item="oran-berry", held=True)
    assert (refused.code, refused.rule) == ("fainted", "P14")
    assert game.code("interrupt", unit="c", move="x", direction="e") == "fainted"
    for command in commands:
        refused = game.refused(unit="b", **command)
        assert (refused.code, refused.rule) == ("not-your-turn", "P14")
