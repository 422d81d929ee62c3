"""T49-T54: injuries, ticks, conditions with their saves, temporary hit points."""

from typing import Any

import pytest

from server.rules.ptu import damage
from tests.playing import Game
from tests.rules.ptu.given import TENS, battle, move, pair, status_move, unit


def with_(*statuses: str, values: dict[str, Any] | None = None, **more: Any) -> Game:
    """a with conditions, its turn to begin."""
    given = {name: {"value": (values or {}).get(name)} for name in statuses}
    return pair({"statuses": given, **more}, settings={"opportunity": False})


@pytest.mark.parametrize(
    ("before", "amount", "injuries"),
    [(50, 24, 0), (50, 25, 2), (30, 5, 1), (26, 20, 1), (50, 50, 3), (20, 20, 1), (20, 45, 3), (25, 5, 0)],
)
def test_T49_injuries_by_heavy_blows_and_markers(before: int, amount: int, injuries: int) -> None:
    """Of 50: half or more in one hit is one, each of 25, 0, −25 … reached another."""
    game = pair({"moves": [move(base=1)], "attack": amount + 10 - 2}, {"hp": before, "types": ["water"]})
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 12}, "damage": {"a": 1}})
    assert game.one("damaged")["now"] == before - amount
    assert game.state.units["t"].counters.get("injuries", 0) == injuries
    assert game.state.units["t"].fainted == (before <= amount)


def test_T49_healing_ends_at_the_usable_maximum() -> None:
    """Three injuries of 50: up to 35."""
    game = pair({"hp": 20, "injuries": 3}, None, inventory={"red": {"deep-draught": 1}})
    game.do("use-item", unit="a", item="deep-draught")
    assert game.hp("a") == 35


def test_T49_conditions_go_with_fainting() -> None:
    """And labels stay; hit points go below 0."""
    game = pair({"attack": 99}, {"statuses": {"burn": {}, "marked": {}}, "hp": 5})
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 12}, "damage": {"a": 1}})
    assert set(game.statuses("t")) == {"marked"}
    assert game.hp("t") < 0


def test_T49_deadly_battles() -> None:
    """From five injuries on that many HP at a standard action and at a hit; ten are death."""
    deadly = {"settings": {"deadly": True}}
    game = pair({"injuries": 5}, {"injuries": 6}, **deadly)
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 12}, "damage": {"a": 5}})
    assert game.hp("a") == 45
    assert game.hp("t") == 50 - 11 - 6
    game = pair({"injuries": 5})
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 1}})
    assert game.hp("a") == 50
    game = pair(None, {"injuries": 9, "hp": 5}, **deadly)
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 12}, "damage": {"a": 5}})
    assert "dead" in game.statuses("t")


def test_T49_ten_injuries_are_death_whatever_is_left() -> None:
    """A hit that leaves hit points kills by its injury, in a deadly battle."""
    many = {"injuries": 9, "stats": {**TENS, "hp": 200}}
    half = [{"type": "damaged", "unit": "t", "amount": 1, "now": 311}]
    for deadly, dead in ((True, True), (False, False)):
        game = pair(None, many, settings={"deadly": deadly})
        game.do("ruling", reason="worn", effects=half)
        game.do(
            "use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 12}, "damage": {"a": 5}}
        )
        assert game.hp("t") > 0
        assert game.state.units["t"].fainted is dead
        assert ("dead" in game.statuses("t")) is dead


def test_T50_a_tick_is_a_tenth_and_no_blow() -> None:
    """No injury for a heavy blow, though markers count."""
    game = with_("burn", hp=27)
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 1}})
    game.do("pass", unit="a")
    assert game.one("damaged") == {
        "type": "damaged",
        "unit": "a",
        "amount": 5,
        "now": 22,
        "cause": "burn",
        "terms": [{"name": "burn", "value": 5}],
    }
    assert game.state.units["a"].counters == {"injuries": 1}


def test_T51_paralysis_takes_the_turn_below_five() -> None:
    """And four stages of speed."""
    game = with_("paralysis", speed=40)
    assert game.state.queue[0].initiative == 24
    assert game.code("move", unit="a", to=[4, 6]) == "rolls-needed"
    game.do("begin-turn", unit="a", rolls={"save": {"a": 4}})
    assert (game.one("turn-skipped")["why"], game.state.turn) == ("paralysis", "t")
    game.do("pass", unit="t")
    game.do("begin-turn", unit="a", rolls={"save": {"a": 5}})
    assert game.state.turn == "a"


@pytest.mark.parametrize(
    ("roll", "acts", "cured"), [(8, False, False), (9, True, False), (15, True, False), (16, True, True)]
)
def test_T51_confusion(roll: int, acts: bool, cured: bool) -> None:
    """1-8 strikes itself with a resisted typeless struggle: (6 + 6 + 10 − 10) / 2."""
    game = with_("confusion")
    rolls = {"save": {"a": roll}} if acts else {"save": {"a": roll}, "damage": {"a": 6}}
    game.do("begin-turn", unit="a", rolls=rolls)
    assert (game.state.turn == "a") == acts
    assert game.hp("a") == (50 if acts else 44)
    assert ("confusion" not in game.statuses("a")) == cured


@pytest.mark.parametrize(
    ("roll", "free", "cured"), [(10, False, False), (11, True, False), (18, True, False), (19, True, True)]
)
def test_T51_infatuation(roll: int, free: bool, cured: bool) -> None:
    """1-10 may not target its source this turn."""
    game = pair({"statuses": {"infatuation": {"source": "t"}}})
    game.do("begin-turn", unit="a", rolls={"save": {"a": roll}})
    if free:
        game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 1}})
    else:
        assert game.code("use-move", unit="a", move="slam", target="t") == "cannot-act"
        assert game.code("maneuver", unit="a", maneuver="trip", target="t") == "cannot-act"
    assert ("infatuation" not in game.statuses("a")) == cured


def test_T51_the_saves_come_in_order_and_once_lost_only_end() -> None:
    """Paralysis fails: confusion does not strike, but 16 would have ended it."""
    game = with_("infatuation", "confusion", "paralysis")
    assert game.state.checks == ("paralysis", "confusion", "infatuation")
    assert game.needs("begin-turn", unit="a") == [("save", "a", 20, 1)] * 3
    game.do("begin-turn", unit="a", rolls={"save": {"a": [2, 3, 19]}})
    assert game.hp("a") == 50
    assert set(game.statuses("a")) == {"paralysis", "confusion"}
    needs = [(one["what"], one["needs"]) for one in game.all("checked")]
    assert needs == [("paralysis", 5), ("confusion", 16), ("infatuation", 19)]


@pytest.mark.parametrize(
    ("status", "types", "needs"),
    [("sleep", ["water"], 16), ("freeze", ["water"], 16), ("freeze", ["fire"], 11), ("rage", ["water"], 15)],
)
def test_T51_saves_at_the_end_of_the_turn(status: str, types: list[str], needs: int) -> None:
    """They go with the pass; below, it stays."""
    for roll, kept in [(needs - 1, True), (needs, False)]:
        game = with_(status, types=types)
        assert game.needs("pass", unit="a") == [("save", "a", 20, 1)]
        game.do("pass", unit="a", rolls={"save": {"a": roll}})
        assert (status in game.statuses("a")) == kept


def test_T51_asleep_or_frozen_one_can_only_pass() -> None:
    """Everything else → cannot-act."""
    for status in ("sleep", "freeze"):
        game = with_(status)
        assert game.code("move", unit="a", to=[4, 6]) == "cannot-act"
        assert game.code("use-move", unit="a", move="slam", target="t") == "cannot-act"
        assert game.code("trade", unit="a", standard_for="shift") == "cannot-act"
        assert game.code("delay", unit="a", until=1) == "cannot-act"


def test_T51_T6_nor_does_a_sleeping_trainer_declare() -> None:
    """It passes, and the pokemon act."""
    sleeper = unit("r", "red", [0, 0], kind="trainer", types=[], speed=8, statuses={"sleep": {}})
    game = battle(sleeper, unit("w", "wild", [5, 5]), settings={"contact": "league"})
    assert game.code("declare", unit="r", actions=[]) == "cannot-act"
    game.do("pass", unit="r", rolls={"save": {"r": 3}})
    assert game.state.turn == "w"


def test_T51_a_lost_turn_rolls_its_end_too() -> None:
    """Paralysed and raging: both saves go with the begin-turn, and what was kept from acting is bitten."""
    game = with_("paralysis", "rage", "poison")
    game.do("begin-turn", unit="a", rolls={"save": {"a": [1, 15]}})
    assert set(game.statuses("a")) == {"paralysis", "poison"}
    assert game.hp("a") == 45


def test_T51_bites_only_after_a_standard_action_or_when_kept_from_it() -> None:
    """Moving alone is free; asleep one is kept; badly poisoned 5, 10, 20."""
    game = with_("burn", "poison")
    game.do("move", unit="a", to=[4, 6])
    game.do("pass", unit="a")
    assert game.hp("a") == 50
    game = with_("sleep", "burn")
    game.do("pass", unit="a", rolls={"save": {"a": 1}})
    assert game.hp("a") == 45
    game = with_("toxic")
    for left in (45, 35, 15):
        game.do("trade", unit="a", standard_for="shift")
        game.do("pass", unit="a")
        game.do("pass", unit="t")
        assert game.hp("a") == left


def test_T51_burn_and_poison_lower_defenses() -> None:
    """Two stages: 10 becomes 8."""
    game = pair(None, {"statuses": {"burn": {}}})
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 12}, "damage": {"a": 5}})
    assert game.one("damaged")["amount"] == 13


def test_T51_damage_wakes_and_some_types_thaw() -> None:
    """A normal hit leaves the ice; fire melts it."""
    for status, type_, gone in [
        ("sleep", "normal", True),
        ("freeze", "normal", False),
        ("freeze", "fire", True),
        ("freeze", "steel", True),
    ]:
        game = pair({"moves": [move(type=type_)]}, {"statuses": {status: {}}, "types": ["normal"]})
        game.do(
            "use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 12}, "damage": {"a": 1}}
        )
        assert (status not in game.statuses("t")) == gone


def test_T51_who_strikes_itself_in_confusion_wakes() -> None:
    """Its own blow is damage: no save against sleep is rolled any more; one that acts sleeps on."""
    game = with_("sleep", "confusion")
    game.do("begin-turn", unit="a", rolls={"save": {"a": 3}, "damage": {"a": 4}})
    assert set(game.statuses("a")) == {"confusion"}
    assert (game.one("status-lost")["why"], game.state.turn) == ("woke", "t")
    game = with_("sleep", "confusion")
    game.do("begin-turn", unit="a", rolls={"save": {"a": 9}})
    assert set(game.statuses("a")) == {"sleep", "confusion"}


@pytest.mark.parametrize(
    ("type_", "status"),
    [
        ("electric", "paralysis"),
        ("fire", "burn"),
        ("ice", "freeze"),
        ("poison", "toxic"),
        ("steel", "poison"),
        ("ghost", "stuck"),
        ("ghost", "trapped"),
    ],
)
def test_T52_types_that_are_immune(type_: str, status: str) -> None:
    """The tape says why; others get it, and any number at once."""
    hex_ = status_move(
        "hex",
        {"do": "status", "status": status, "to": "foes"},
        {"do": "status", "status": "blind", "to": "foes"},
    )
    game = pair({"moves": [hex_]}, {"types": [type_]})
    game.do("use-move", unit="a", move="hex")
    assert game.one("status-blocked")["why"] == "type"
    assert set(game.statuses("t")) == {"blind"}
    game = pair({"moves": [hex_]}, {"types": ["normal"]})
    game.do("use-move", unit="a", move="hex")
    assert set(game.statuses("t")) == {status, "blind"}


@pytest.mark.parametrize("by", ["fall", "end"])
def test_T52_volatile_conditions_end_with_the_battle(by: str) -> None:
    """Whether the last foe falls or the GM ends it; lasting and other ones stay."""
    game = with_("confusion", "rage", "poison", "tripped")
    if by == "fall":
        game.do("faint", unit="t", reason="gives up")
    else:
        game.do("end", reason="late")
    assert game.state.phase == "ended"
    assert set(game.statuses("a")) == {"poison", "tripped"}
    assert [(one["status"], one["why"]) for one in game.all("status-lost")] == [
        ("confusion", "over"),
        ("rage", "over"),
    ]


def test_T53_tripped_stands_up_first() -> None:
    """A shift; then the rest of the turn is there."""
    game = with_("tripped")
    assert game.code("move", unit="a", to=[4, 6]) == "cannot-act"
    assert game.code("use-move", unit="a", move="slam", target="t") == "cannot-act"
    game.do("stand", unit="a")
    assert game.code("stand", unit="a") in ("impossible", "action-spent")
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 1}})
    assert game.code("move", unit="a", to=[4, 6]) == "action-spent"


def test_T53_flinch_costs_the_turn_still_to_come() -> None:
    """Once; who has acted does not flinch."""
    startle = status_move("startle", {"do": "status", "status": "flinch", "to": "foes"})
    game = pair({"moves": [startle]}, None, unit("u", "blue", [9, 9], speed=30))
    game.do("pass", unit="u")
    game.do("use-move", unit="a", move="startle")
    assert [(one["unit"], one["why"]) for one in game.all("status-blocked")] == [("u", "turn-past")]
    game.do("pass", unit="a")
    assert game.one("turn-skipped") == {"type": "turn-skipped", "unit": "t", "why": "flinch"}
    assert "flinch" not in game.statuses("t")
    assert (game.state.round, game.state.turn) == (2, "u")


def test_T53_no_flinch_outlasts_its_round() -> None:
    """A ruling gives it to one that has acted: the next turn is its own."""
    game = pair()
    game.do("pass", unit="a")
    game.do("ruling", reason="a roar", effects=[{"type": "status-gained", "unit": "a", "status": "flinch"}])
    game.do("pass", unit="t")
    assert (game.state.round, game.state.turn, game.state.checks) == (2, "a", ())
    assert "flinch" not in game.statuses("a")


def test_T54_temporary_hp_go_first_and_do_not_add() -> None:
    """15, then 10 more stay 15; a blow of 11 leaves 4, and is told as it was dealt (contract 7)."""
    game = pair(None, {"held": "bark-tonic"}, inventory={"blue": {"bark-tonic": 1}})
    game.do("pass", unit="a")
    game.do("use-item", unit="t", item="bark-tonic")
    game.do("pass", unit="t")
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 12}, "damage": {"a": 5}})
    assert (game.hp("t"), game.state.units["t"].counters["temporary_hp"]) == (50, 4)
    struck = game.one("damaged")
    assert (struck["amount"], struck["now"], sum(one["value"] for one in struck["terms"])) == (11, 50, 11)
    game.do("pass", unit="a")
    game.do("use-item", unit="t", item="bark-tonic", held=True)
    assert game.state.units["t"].counters["temporary_hp"] == 15


def test_T54_lost_hp_take_the_temporary_ones_first() -> None:
    """A tick of 5 against 3: two are lost of the real ones; and against 9 none is."""
    for temporary, lost, left in ((3, 2, None), (9, 0, 4)):
        game = with_("poison")
        shield = {"type": "counter-set", "unit": "a", "name": "temporary_hp", "now": temporary}
        game.do("ruling", reason="a ward", effects=[shield])
        game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 1}})
        game.do("pass", unit="a")
        assert (game.one("damaged")["amount"], game.hp("a")) == (5, 50 - lost)
        assert game.state.units["a"].counters.get("temporary_hp") == left


def test_T49_markers() -> None:
    """Counted down from wherever one stands."""
    assert [damage.markers(50, now, 50) for now in (26, 25, 1, 0, -24, -25, -50)] == [0, 1, 1, 2, 2, 3, 4]
    assert damage.markers(51, 25, 51) == 1
