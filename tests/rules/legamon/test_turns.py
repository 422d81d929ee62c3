"""L9-L12, L16, L17: rounds, turns, resisting, harm, more than two."""

from tests.rules.legamon.given import HOP, SHELL, energy, fight, order, pair, setting_up


def test_L9_d6_and_speed_higher_first() -> None:
    """A slow mon that rolls high is still behind a fast one."""
    game = setting_up({"f": {"types": ["fire"], "speed": 1}, "m": {"types": ["metal"], "speed": 9}})
    game.do("start")
    assert game.needs("start-round") == [("initiative", "f", 6, 1), ("initiative", "m", 6, 1)]
    game.do("start-round", rolls={"initiative": {"f": 6, "m": 1}})
    assert [(one.unit, one.initiative) for one in game.state.queue] == [("m", 10), ("f", 7)]


def test_L9_equals_roll_again_among_themselves_as_often_as_it_takes() -> None:
    """Three equals; two of them equal again; the fourth is not asked."""
    game = setting_up({id_: {"types": ["fire"]} for id_ in "abcd"})
    game.do("start")
    first = {"a": 4, "b": 4, "c": 4, "d": 6}
    assert game.needs("start-round", rolls={"initiative": first}) == [
        ("initiative", id_, 6, 1) for id_ in "abc"
    ]
    again = {"a": [4, 2, 1], "b": [4, 5], "c": [4, 2, 3], "d": 6}
    game.do("start-round", rolls={"initiative": again})
    assert game.order() == ["d", "b", "c", "a"]


def test_L9_those_out_do_not_roll() -> None:
    """Who is out is not in the next round."""
    game = fight({id_: {"types": ["fire"]} for id_ in "abc"})
    game.do("faint", unit="b", reason="runs")
    for id_ in "ac":
        game.do("pass", unit=id_)
    assert [need[1] for need in game.needs("start-round")] == ["a", "c"]


def test_L10_one_movement_and_one_ability_in_any_order() -> None:
    """The second of either is refused; with both the turn is over."""
    game = pair()
    game.do("move", unit="f", to="behind the rock")
    assert game.code("move", unit="f", to="on the rock") == "turn-over"
    game.do("use-move", unit="f", typeless="kick", target="m")
    game.do("pass", unit="m")
    game.do("carry-out", rolls={"ability": {"f": 1}})
    assert game.state.turn == "m"
    game.do("use-move", unit="m", typeless="kick", target="f", rolls={"ability": {"m": 1}})
    refusal = game.refused("use-move", unit="m", typeless="bite", target="f")
    assert (refusal.code, refusal.rule) == ("turn-over", "L10")
    game.do("move", unit="m", to="away")
    assert game.state.turn is None


def test_L10_an_item_or_something_else_in_the_abilitys_place() -> None:
    """Each is the ability of the turn; the item is gone, the words are on the tape."""
    game = pair(inventory={"side-f": {"rope": 1}})
    game.do("use-item", unit="f", item="rope", target="m")
    assert game.one("item-used")["left"] == 0
    assert game.code("use-move", unit="f", typeless="kick", target="m") == "turn-over"
    assert game.code("interact", unit="f", says="waves") == "turn-over"
    game.do("pass", unit="f")
    assert game.code("use-item", unit="m", item="rope") == "unknown-item"
    game.do("interact", unit="m", says="pulls the lever")
    assert game.one("noted")["text"] == "pulls the lever"
    game.do("move", unit="m", to="away")
    assert game.state.turn is None


def test_L10_pass_ends_it_and_nobody_acts_out_of_turn() -> None:
    """Passing gives the turn on; the other may not act before."""
    game = pair()
    for type_, fields in (("move", {"to": "x"}), ("use-move", {"typeless": "kick"}), ("pass", {}),
                          ("interact", {"says": "x"})):  # fmt: skip
        assert game.code(type_, unit="m", **fields) == "not-your-turn"
    game.do("pass", unit="f")
    assert game.state.turn == "m"


def test_L11_only_the_target_is_asked_and_all_else_waits() -> None:
    """While a window is open nothing but its answers is taken; others may not answer."""
    game = fight({"f": {"types": ["fire"], "moves": [HOP]}, "m": {"types": ["metal"], "moves": [SHELL]},
                  "n": {"types": ["air"]}})  # fmt: skip
    game.do("use-move", unit="f", move="flame-hop", target="m")
    assert game.state.window is not None
    assert game.state.window.waiting == ("m",)
    assert game.code("move", unit="f", to="x") == "window-open"
    assert game.code("interrupt", unit="n", typeless="kick") == "not-eligible"
    assert game.code("pass", unit="n") == "not-eligible"
    assert game.code("carry-out", unit="f") == "impossible"
    game.do("close-window")
    assert game.needs("carry-out") == [("ability", "f", 6, 1)]


def test_L11_resisting_is_the_whole_turn() -> None:
    """Its turn is gone: after the user's the round is over."""
    game = pair()
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("interrupt", unit="m", move="shell")
    assert [one.done for one in game.state.queue] == [False, True]
    game.do("carry-out", rolls={"ability": {"f": 2}, "resist": {"m": 5}})
    game.do("pass", unit="f")
    assert game.state.turn is None


def test_L11_one_that_has_acted_cannot_resist() -> None:
    """It is not asked, and may not answer by itself."""
    game = pair()
    game.do("pass", unit="f")
    game.do("use-move", unit="m", typeless="bash", target="f", rolls={"ability": {"m": 4}})
    assert game.hp("f") == 6
    assert "window-opened" not in game.kinds()
    refusal = game.refused("interrupt", unit="f", typeless="duck")
    assert (refusal.code, refusal.rule) == ("not-eligible", "L11")


def test_L11_no_window_nothing_to_resist() -> None:
    """Out of the blue nobody resists."""
    assert pair().code("interrupt", unit="m", move="shell") == "no-window"


def test_L11_one_that_may_use_no_ability_is_not_asked() -> None:
    """Prevented, or without any it could use."""
    game = pair(m={"statuses": {"prevented-ability": {"value": 1}}})
    game.do("use-move", unit="f", typeless="kick", target="m", rolls={"ability": {"f": 2}})
    assert game.hp("m") == 8
    game = pair(m={"energy": 0}, typeless=[])
    game.do("use-move", unit="f", move="flame-hop", target="m", rolls={"ability": {"f": 2}})
    assert game.hp("m") == 8


def test_L11_without_a_target_or_at_oneself_nothing_is_asked() -> None:
    """It is rolled and recorded."""
    for target in ({}, {"target": "f"}):
        game = pair()
        game.do("use-move", unit="f", typeless="jump", rolls={"ability": {"f": 3}}, **target)
        assert (game.one("checked")["roll"], game.hp("f")) == (3, 10)
        assert game.state.turn == "f"


def test_L11_targets_are_mons_in_the_fight() -> None:
    """Nobody of that name; one that is out."""
    game = fight({id_: {"types": ["fire"]} for id_ in "abc"})
    game.do("faint", unit="b", reason="r")
    assert game.code("use-move", unit="a", typeless="kick", target="x") == "unknown-unit"
    assert game.code("use-move", unit="a", typeless="kick", target="b") == "no-target"


def test_L11_a_target_that_is_out_before_it_is_carried_out() -> None:
    """It comes to nothing and costs no energy; the user's ability is used."""
    game = fight(
        {"f": {"types": ["fire"], "moves": [HOP]}, "m": {"types": ["metal"]}, "n": {"types": ["air"]}}
    )
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("faint", unit="m", reason="runs")
    assert (game.one("cancelled")["unit"], game.state.window, game.state.pending) == ("f", None, ())
    assert (energy(game, "f"), game.state.turn) == (3, "f")
    assert game.code("use-move", unit="f", move="flame-hop", target="n") == "turn-over"


def test_L11_a_user_that_is_out_takes_what_answered_it_along() -> None:
    """Nothing is left pending; the turn goes on to the next that has one."""
    game = fight(
        {"f": {"types": ["fire"], "moves": [HOP]}, "m": {"types": ["metal"]}, "n": {"types": ["air"]}}
    )
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("interrupt", unit="m", typeless="duck")
    game.do("faint", unit="f", reason="runs")
    assert (game.state.pending, game.state.turn) == ((), "n")


def test_L12_the_difference_and_never_below_0() -> None:
    """6 against 4 is 2; 2 against 5 is 0, and the attacker is unharmed."""
    for ability, resist, left in ((6, 4, 8), (2, 5, 10)):
        game = pair()
        game.do("use-move", unit="f", move="flame-hop", target="m")
        game.do("interrupt", unit="m", move="shell")
        game.do("carry-out", rolls={"ability": {"f": ability}, "resist": {"m": resist}})
        fact = game.one("damaged")
        assert (fact["unit"], fact["now"], game.hp("f")) == ("m", left, 10)
        assert sum(term["value"] for term in fact["terms"]) == fact["amount"]


def test_L12_out_at_0_grit_and_hp_never_shows_below() -> None:
    """The amount is as dealt; the side has lost."""
    game = pair(m={"grit": 2})
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("pass", unit="m")
    game.do("carry-out", rolls={"ability": {"f": 6}})
    assert (game.one("damaged")["amount"], game.one("damaged")["now"]) == (6, 0)
    assert game.one("fainted")["unit"] == "m"
    assert (game.one("outcome")["winner"], game.state.phase) == ("side-f", "ended")


def test_L12_a_fainted_mon_does_nothing() -> None:
    """fainted is the answer to whatever it tries."""
    game = fight({id_: {"types": ["fire"]} for id_ in "abc"})
    game.do("faint", unit="b", reason="r")
    for type_, fields in (("move", {"to": "x"}), ("use-move", {"typeless": "kick"}), ("pass", {})):
        assert game.code(type_, unit="b", **fields) == "fainted"


def test_L16_said_rolled_recorded_and_resisted() -> None:
    """The result is the difference; nobody is harmed."""
    game = pair()
    game.do("use-move", unit="f", typeless="barge", target="m", intent="other", says="off the ledge")
    assert game.one("noted")["text"] == "off the ledge"
    game.do("interrupt", unit="m", typeless="duck")
    game.do("carry-out", rolls={"ability": {"f": 4}, "resist": {"m": 1}})
    assert (game.one("checked")["roll"], game.hp("m")) == (3, 10)


def test_L16_out_of_the_fight_without_fainting() -> None:
    """The reason of `faint` tells; grit stays as it stands."""
    game = pair(f={"seat": "ana"}, seats=["ana"])
    game.do("faint", by="ana", unit="f", reason="swims away")
    assert (game.one("fainted")["cause"], game.one("outcome")["winner"]) == ("swims away", "side-m")
    assert game.state.units["f"].hp == 10


def test_L17_three_sides_and_the_last_one_wins() -> None:
    """A side with a mon left goes on; the third may be a target too."""
    game = fight({"a": {"types": ["fire"], "side": "hill"}, "b": {"types": ["air"], "side": "shore"},
                  "c": {"types": ["metal"], "side": "mill"},
                  "d": {"types": ["metal"], "side": "mill"}})  # fmt: skip
    game.do("faint", unit="b", reason="r")
    game.do("faint", unit="c", reason="r")
    assert game.state.phase == "battle"
    game.do("use-move", unit="a", typeless="kick", target="d")
    assert game.state.window is not None
    game.do("faint", unit="d", reason="r")
    assert game.one("outcome")["winner"] == "hill"


def test_L17_nobody_left_nobody_wins() -> None:
    """A ruling that fells all ends it without a winner."""
    game = pair()
    fall = [{"type": "damaged", "unit": id_, "amount": 99} for id_ in "fm"]
    game.do("ruling", reason="the bridge", effects=fall)
    assert game.one("outcome").get("winner") is None


def test_L17_where_all_are_out_and_reserves_left_one_is_waited_for() -> None:
    """No round without a mon: the GM sends one out."""
    game = pair({"side": "red"}, {"side": "blue"})
    for id_, side in (("r", "red"), ("s", "blue")):
        game.do("enlist", unit={"id": id_, "side": side, "types": ["air"], "reserve": True})
    game.do("ruling", reason="both", effects=[{"type": "fainted", "unit": one} for one in ("f", "m")])
    assert (game.state.phase, game.state.round) == ("battle", 1)
    assert [(one.seat, one.why) for one in game.system.waiting(game.state)] == [("gm", "release")]


def test_L17_an_ally_may_be_the_target_and_is_asked() -> None:
    """Whoever is the target may resist."""
    game = fight({"a": {"types": ["fire"], "side": "hill"}, "b": {"types": ["air"], "side": "hill"},
                  "c": {"types": ["metal"]}})  # fmt: skip
    game.do("use-move", unit="a", typeless="kick", target="b")
    assert game.state.window is not None
    assert game.state.window.waiting == ("b",)


def test_L10_a_hidden_mon_is_in_no_round_until_revealed() -> None:
    """It neither rolls nor can be hit; revealed it is in the next round."""
    game = setting_up({"f": {"types": ["fire"]}, "m": {"types": ["metal"]},
                       "h": {"types": ["air"], "hidden": True}},
                      hidden=["enemy-units"])  # fmt: skip
    game.do("start")
    order(game, "f", "m")
    assert game.code("use-move", unit="f", typeless="kick", target="h") == "unknown-unit"
    game.do("reveal", unit="h")
    game.do("pass", unit="f")
    game.do("pass", unit="m")
    assert [need[1] for need in game.needs("start-round")] == ["f", "m", "h"]
