"""Rulings (contract 4, 7): what is left out follows, and no ruling leaves a battle that waits for nobody."""

from typing import Any

import pytest

from tests.playing import Game
from tests.rules.duel import given as trainers
from tests.rules.legamon import given as legamon
from tests.rules.pmd.given import BEAM, DART, duel, fight
from tests.rules.ptu.given import pair


def test_contract_7_a_bag_has_one_more_after_an_item_moved_into_it() -> None:
    """`item-moved` may leave out how many a bag then holds, whichever way the item goes."""
    game = duel(inventory={"allies": {"oran-berry": 2}})
    bag = {"side": "allies"}
    gift = [{"type": "item-moved", "item": "oran-berry", "from": bag, "to": {"unit": "a"}}]
    assert game.do("ruling", reason="catch", effects=gift)[1]["from"] == {"side": "allies", "now": 1}
    assert (game.state.inventory, game.state.units["a"].held) == ({"allies": {"oran-berry": 1}}, "oran-berry")
    back = [{"type": "item-moved", "item": "oran-berry", "from": {"unit": "a"}, "to": bag}]
    game.do("ruling", reason="back", effects=back)
    assert (game.state.inventory, game.state.units["a"].held) == ({"allies": {"oran-berry": 2}}, None)


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ({"type": "damaged", "unit": "a", "amount": "much"}, "Expected `int`, got `str`"),
        ({"type": "damaged", "unit": "a"}, "Object missing required field `amount`"),
        ({"type": "healed", "unit": "a", "amount": -1}, "Expected `int` >= 0"),
        ({"type": "stage-changed", "unit": "a", "by": 1}, "Object missing required field `stat`"),
        ({"type": "item-moved", "item": "x", "to": {"side": []}}, "Expected `str | null`, got `array`"),
        ({"type": "queue-changed", "queue": [{"unit": "a", "initiative": 1, "speed": 3}]},
         "Object contains unknown field `speed`"),
    ],
)  # fmt: skip
def test_contract_9_a_fact_of_the_wrong_form_says_what_is_wrong(effect: dict[str, Any], message: str) -> None:
    """In the words that every malformed body gets, never in those of the house's own language."""
    refused = duel().refused("ruling", reason="so", effects=[effect])
    assert (refused.code, refused.facts["message"]) == ("malformed", message)


def test_contract_7_who_is_revived_without_a_number_is_whole() -> None:
    """`revived` may leave `now` out."""
    game = fight({"a": {"at": (1, 2)}, "b": {"at": (1, 4)}, "z": {"at": (6, 2)}})
    game.do("faint", unit="b", reason="fell")
    game.do("ruling", reason="up", effects=[{"type": "revived", "unit": "b", "at": [0, 0]}])
    assert (game.hp("b"), game.state.units["b"].at, game.state.units["b"].fainted) == (10, (0, 0), False)


def test_contract_7_what_is_cancelled_or_let_go_by_a_ruling_leaves_no_window() -> None:
    """A declared move that is gone is waited for no longer; the last one let go lets it happen."""
    cancelled = duel({"moves": [BEAM]}, {"moves": [DART]})
    cancelled.do("use-move", unit="a", move="beam", direction="e")
    cancelled.do("ruling", reason="no", effects=[{"type": "cancelled", "unit": "a", "move": "beam"}])
    assert (cancelled.state.window, cancelled.state.turn) == (None, "a")
    let_go = duel({"moves": [BEAM]}, {"moves": [DART]})
    let_go.do("use-move", unit="a", move="beam", direction="e")
    let_go.do("ruling", reason="go on", effects=[{"type": "window-passed", "unit": "z"}])
    assert (let_go.state.window, let_go.hp("z")) == (None, 6)


def test_contract_7_a_sheet_that_could_not_be_written_down_is_impossible() -> None:
    """A move without an id, an unknown type, a seat that is not there."""
    game = duel(seats=["ana"])
    impossible: list[dict[str, Any]] = [
        {"moves": [{"foo": 1}]}, {"types": ["cheese"]}, {"seat": "zoe"}, {"side": "nobody"}, {"ability": {"x": 1}},
    ]  # fmt: skip
    for sheet in impossible:
        effects = [{"type": "unit-changed", "unit": "a", "set": sheet}]
        assert game.code("ruling", reason="x", effects=effects) == "impossible", sheet
    wanted = {"types": ["fire"], "seat": "ana", "moves": [{"id": "hop"}], "name": "Al"}
    game.do("ruling", reason="x", effects=[{"type": "unit-changed", "unit": "a", "set": wanted}])
    assert game.state.units["a"].seat == "ana"


def test_contract_7_until_is_kept_where_a_turn_ends_by_fainting_or_begins_out_of_turn() -> None:
    """Turn-end where the unit falls on its turn; turn-start where a priority move is its turn."""
    until = {"round": 1, "when": "turn-end", "unit": "a"}
    mark = [{"type": "status-gained", "unit": "z", "status": "mark", "until": until}]
    falls = fight({"a": {"at": (1, 2)}, "b": {"at": (1, 4)}, "z": {"at": (6, 2)}})
    falls.do("ruling", reason="marked", effects=mark)
    falls.do("faint", unit="a", reason="gives up")
    assert falls.statuses("z") == {}
    until = {"round": 1, "when": "turn-start"}
    mark = [{"type": "status-gained", "unit": "z", "status": "mark", "until": until}]
    early = duel(None, {"moves": [DART]})
    early.do("ruling", reason="marked", effects=mark)
    early.do("use-move", unit="z", move="dart", direction="w")
    assert early.statuses("z") == {}


def test_contract_7_what_ends_as_a_turn_starts_is_not_checked_in_it() -> None:
    """Paralysis until the turn starts: no die for it, in the queue or out of turn, in pmd and ptu."""
    until = {"round": 1, "when": "turn-start"}
    numb = [{"type": "status-gained", "unit": "z", "status": "paralysis", "until": until}]
    game = duel(None, {"moves": [DART]})
    game.do("ruling", reason="numb", effects=numb)
    game.do("use-move", unit="z", move="dart", direction="w")
    assert not game.all("checked")
    game = duel()
    game.do("ruling", reason="numb", effects=numb)
    game.do("pass", unit="a")
    assert (game.state.turn, game.state.checks) == ("z", ())
    table = pair()
    table.do("ruling", reason="numb", effects=[{**numb[0], "unit": "t"}])
    table.do("pass", unit="a")
    assert (table.state.turn, table.state.checks, table.statuses("t")) == ("t", (), {})


def test_contract_7_until_the_round_ends_is_over_with_its_last_turn() -> None:
    """Not only once the next round is rolled."""
    game = duel()
    until = {"round": 1, "when": "round-end"}
    effects = [{"type": "status-gained", "unit": "z", "status": "mark", "until": until}]
    game.do("ruling", reason="marked", effects=effects)
    game.do("pass", unit="a")
    assert game.statuses("z") == {"mark": None}
    game.do("pass", unit="z")
    assert (game.statuses("z"), game.state.turn, game.state.round) == ({}, None, 1)


def test_contract_8_whoever_is_concealed_is_in_no_queue() -> None:
    """Its turn is over, what it declared comes to nothing, and the round goes on without it."""
    game = duel({"moves": [BEAM]}, {"moves": [DART]})
    game.do("use-move", unit="a", move="beam", direction="e")
    game.do("ruling", reason="mist", effects=[{"type": "concealed", "unit": "a"}])
    assert (game.order(), game.state.turn, game.state.pending, game.state.window) == (["z"], "z", (), None)


def test_legamon_L13_points_of_a_mon_that_is_out_are_lost() -> None:
    """Concealed with points to spend, it is not waited for."""
    sheet = {"types": ["verdant"], "moves": [legamon.LASH]}
    game = legamon.fight({"v": sheet, "c": {"types": ["fire"]}, "d": {"types": ["fire"]}})
    game.do("use-move", unit="v", move="vine-lash", target="c", intent="prevent")
    game.do("pass", unit="c")
    game.do("carry-out", unit="v", rolls={"ability": {"v": 4}})
    assert game.state.units["v"].counters["points"] == 4
    game.do("ruling", reason="mist", effects=[{"type": "concealed", "unit": "v"}])
    assert "points" not in game.state.units["v"].counters
    assert game.state.turn == "c"


def test_contract_7_a_status_without_a_value_begins_as_it_does_by_a_move() -> None:
    """toxic with its first bite, sleep with no turn slept, a prevention with one turn; frozen, the next round."""

    def given(game: Game, *statuses: str) -> list[Any]:
        effects = [{"type": "status-gained", "unit": "z", "status": status} for status in statuses]
        game.do("ruling", reason="so", effects=effects)
        return [game.statuses("z")[status] for status in statuses]

    assert given(duel(), "toxic", "confusion", "poison", "shiny") == [1, 0, None, None]
    mons = legamon.fight({"a": {"types": ["fire"]}, "z": {"types": ["fire"]}})
    assert given(mons, "prevented-move", "advantage") == [1, None]
    frozen = trainers.duel(None, {"moves": [trainers.move()]})
    frozen.do("ruling", reason="so", effects=[{"type": "status-gained", "unit": "b", "status": "freeze"}])
    trainers.turn(frozen, None, trainers.use("hit"))
    assert frozen.one("turn-skipped")["why"] == "freeze"
    assert not frozen.rolls


def test_contract_7_a_fact_tells_how_and_by_what() -> None:
    """A walk is a move; what a ruling takes and gives has the ruling for its cause."""
    game = duel()
    effects = [{"type": "damaged", "unit": "z", "amount": 3}, {"type": "healed", "unit": "z", "amount": 1}]
    game.do("ruling", reason="so", effects=effects)
    assert (game.one("damaged")["cause"], game.one("healed")["cause"]) == ("ruling", "ruling")
    game.do("move", unit="a", to=[2, 2])
    assert game.one("moved")["how"] == "move"
    game.do("ruling", reason="so", effects=[{"type": "moved", "unit": "a", "to": [3, 2]}])
    assert game.one("moved")["how"] == "ruling"


def test_legamon_L11_a_window_without_a_declaration_is_none() -> None:
    """A ruling that opens one for nothing leaves the turn as it is."""
    game = legamon.pair()
    game.do("ruling", reason="so", effects=[{"type": "window-opened", "waiting": ["m"]}])
    assert (game.state.window, game.state.turn) == (None, "f")


def _ruled(game: Game, *effects: dict[str, Any]) -> str:
    return game.code("ruling", reason="x", effects=list(effects))


def test_contract_4_a_ruling_points_at_nobody_and_nowhere_that_is_not_there() -> None:
    """Whoever and wherever a fact names, as its target, in a window, with an item, on a way."""
    game = duel()
    until = {"round": 2, "when": "turn-end", "unit": "ghost"}
    impossible: list[dict[str, Any]] = [
        {"type": "item-moved", "item": "stick", "to": {"unit": "ghost"}},
        {"type": "item-moved", "item": "stick", "from": {"unit": "ghost"}},
        {"type": "item-moved", "item": "stick", "to": {"at": [30, 3]}},
        {"type": "moved", "unit": "a", "to": [2, 2], "path": [[50, 50], [2, 2]]},
        {"type": "missed", "unit": "a", "target": "ghost", "why": "fog"},
        {"type": "window-opened", "waiting": ["ghost"]},
        {"type": "tied", "units": ["a", "ghost"]},
        {"type": "status-gained", "unit": "a", "status": "glow", "until": until},
    ]
    for effect in impossible:
        assert _ruled(game, effect) == "impossible", effect
    trap = {
        "type": "status-gained",
        "unit": "a",
        "status": "glow",
        "source": "a trap",
        "until": {**until, "unit": "z"},
    }
    game.do("ruling", reason="x", effects=[trap])
    assert game.state.units["a"].statuses["glow"].source == "a trap"


def test_contract_4_a_ruling_holds_any_fact_but_those_that_no_state_could_hold() -> None:
    """A remark and a reason may stand in it; the creation, the seats and what is rewound are `impossible`."""
    game = duel()
    facts = [{"type": "noted", "text": "thunder"}, {"type": "ruled", "reason": "the weather"}]
    assert game.do("ruling", reason="x", effects=facts)[1:] == facts
    for effect in (
        {"type": "created", "title": "another"},
        {"type": "enlisted", "unit": {"id": "b"}},
        {"type": "started"},
        {"type": "rewound", "to": 1},
        {"type": "branched", "seq": 1},
        {"type": "ready", "seat": "ana"},
        {"type": "seat-changed", "seat": "ana", "how": "claimed"},
    ):
        assert _ruled(game, effect) == "impossible", effect
    assert _ruled(game, {"type": "explosion"}) == "malformed"


def test_contract_7_a_held_item_that_is_used_leaves_the_bag_as_it_is() -> None:
    """`item-used` may leave `left` out for one in the hand as for one out of the bag."""
    game = duel({"held": "oran-berry"}, inventory={"allies": {"oran-berry": 2}})
    game.do(
        "ruling", reason="x", effects=[{"type": "item-used", "unit": "a", "item": "oran-berry", "held": True}]
    )
    assert (game.one("item-used")["left"], game.state.units["a"].held) == (2, None)
    assert game.state.inventory == {"allies": {"oran-berry": 2}}


def test_contract_7_a_unit_has_a_size_and_a_maximum_whatever_is_ruled() -> None:
    """Nobody is made smaller than one cell or has room for less than one hit point."""
    game = duel()
    for sheet in ({"size": 0}, {"size": -1}, {"max_hp": 0}, {"max_hp": -5}):
        assert _ruled(game, {"type": "unit-changed", "unit": "a", "set": sheet}) == "impossible", sheet
    game.do("ruling", reason="x", effects=[{"type": "unit-changed", "unit": "a", "set": {"max_hp": 1}}])
    assert game.hp("a") == 1


def test_contract_7_a_ruling_gives_a_unit_to_the_gm_as_a_hand_over_does() -> None:
    """A seat `gm` is no seat in the state."""
    game = fight({"a": {"at": (1, 2), "seat": "ana"}, "z": {"at": (6, 2)}}, seats=["ana"])
    game.do("ruling", reason="x", effects=[{"type": "unit-changed", "unit": "a", "set": {"seat": "gm"}}])
    assert game.state.units["a"].seat is None
