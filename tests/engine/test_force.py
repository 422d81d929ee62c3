"""The GM's force (contract 4): a rule is passed over and named first; what cannot be stays refused."""

from tests.rules.pmd.given import BEAM, duel, fight


def test_contract_4_force_never_puts_two_in_a_cell_nor_off_the_board() -> None:
    """Whichever refusal stands first: a jump that is not straight, a unit that is not on the board."""
    units = {"a": {"at": (0, 0)}, "b": {"reserve": True}, "z": {"at": (6, 2)}}
    game = fight(units)
    assert game.code("move", unit="a", to=[6, 2], force="a gust") == "occupied"
    assert game.code("move", unit="a", to=[9, 2], force="a gust") == "off-board"
    assert game.code("move", unit="b", to=[6, 2], force="from nowhere") == "occupied"
    assert game.do("move", unit="a", to=[5, 2], force="a gust")[0] == {
        "type": "ruled", "reason": "a gust", "rule": "pmd/P12",
    }  # fmt: skip


def test_contract_4_a_forced_delay_to_behind_oneself_only_counts_as_delayed() -> None:
    """`cannot-delay` is passed over, and the queue stays as it is."""
    game = duel()
    game.do("delay", unit="a", after="a", force="so be it")
    assert (game.order(), game.state.turn) == (["a", "z"], "a")
    assert game.code("delay", unit="a", after="z") == "already-delayed"


def test_contract_8_a_fainted_unit_has_no_place_whatever_was_forced() -> None:
    """It may act by the table's word, but it stands nowhere."""
    game = fight({"a": {"at": (1, 2), "moves": [BEAM]}, "b": {"at": (1, 4)}, "z": {"at": (6, 2)}})
    game.do("faint", unit="a", reason="fell")
    game.do("place", unit="a", at=[0, 0], force="the body lies there")
    assert (game.state.units["a"].at, game.state.units["a"].fainted) == (None, True)


def test_contract_7_a_lowered_maximum_lowers_what_is_left() -> None:
    """Nobody has more hit points than the maximum: a roster of it makes a battle again."""
    game = duel()
    game.do("ruling", reason="curse", effects=[{"type": "unit-changed", "unit": "z", "set": {"max_hp": 4}}])
    assert (game.one("damaged")["amount"], game.hp("z")) == (6, 4)


def test_contract_7_nobody_is_queued_twice_or_fallen() -> None:
    """Such a queue is impossible, and nothing is changed by asking for it."""
    game = fight({"a": {"at": (1, 2)}, "b": {"at": (1, 4)}, "z": {"at": (6, 2)}})
    game.do("faint", unit="b", reason="fell")
    for unit in ("z", "b"):
        effects = [{"type": "queued", "unit": unit, "initiative": 3}]
        assert game.code("ruling", reason="again", effects=effects) == "impossible"


def test_contract_9_a_player_is_told_which_field_is_the_gms() -> None:
    """The move is the player's to send; forcing it, or placing somebody hidden, is not."""
    game = fight({"a": {"at": (1, 2), "seat": "ana"}, "z": {"at": (6, 2)}}, seats=["ana"])
    forced = game.refused("move", by="ana", unit="a", to=[2, 2], force="I want to")
    assert (forced.code, forced.facts) == ("gm-only", {"command": "force"})
    hidden = game.refused("place", by="ana", unit="a", at=[2, 2], hidden=True)
    assert (hidden.code, hidden.facts) == ("gm-only", {"command": "hidden"})
    assert game.refused("end", by="ana", reason="over").facts == {"command": "end"}
