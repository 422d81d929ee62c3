"""P31-P36: what a turn begins with, what an action costs, what excludes what."""

import pytest

from server.engine.refusals import InvalidSetup
from tests.playing import Game
from tests.rules.pmd.given import duel, fight, move, next_round, status_move


def sick(**statuses: object) -> Game:
    """a with these statuses, first to act, against z."""
    return duel({"statuses": {name: {"value": v} if v is not None else {} for name, v in statuses.items()}})


def again(game: Game) -> None:
    """z passes, a new round begins with a first."""
    game.do("pass", unit="z")
    next_round(game, "az")


def test_P31_three_or_less_loses_the_turn_and_speed_is_none() -> None:
    """3 loses it, 4 does not; `turn-skipped` is no action."""
    game = sick(paralysis=None)
    assert game.state.checks == ("paralysis",)
    assert game.code("move", unit="a", to=[2, 2]) == "rolls-needed"
    assert game.code("pass", unit="a") == "rolls-needed"
    assert game.needs("begin-turn", unit="a") == [("paralysis", "a", 10, 1)]
    game.do("begin-turn", unit="a", rolls={"paralysis": {"a": 3}})
    assert game.one("turn-skipped")["why"] == "paralysis"
    assert game.state.turn == "z"
    again(game)
    game.do("begin-turn", unit="a", rolls={"paralysis": {"a": 4}})
    assert (game.state.turn, game.state.checks) == ("a", ())


def test_P31_without_anything_to_check_there_is_no_begin_turn() -> None:
    """`begin-turn` where nothing is to be checked is impossible."""
    game = duel()
    assert game.code("begin-turn", unit="a") == "impossible"
    assert game.code("begin-turn", unit="z") == "impossible"


def test_P32_asleep_on_the_first_turn_without_a_roll() -> None:
    """It happens by itself; then 8 wakes, 7 does not; the fourth turn wakes by itself."""
    game = sick(sleep=None)
    assert game.one("turn-skipped")["why"] == "sleep"
    assert game.state.turn == "z"
    for slept in (2, 3):
        again(game)
        assert game.state.checks == ("sleep",)
        game.do("begin-turn", unit="a", rolls={"sleep": {"a": 7}})
        assert game.statuses("a") == {"sleep": slept}
    again(game)
    assert game.one("status-lost")["status"] == "sleep"
    assert (game.state.turn, game.state.checks) == ("a", ())


def test_P32_eight_wakes_and_acts() -> None:
    """On the second turn."""
    game = sick(sleep=1)
    game.do("begin-turn", unit="a", rolls={"sleep": {"a": 8}})
    assert game.statuses("a") == {}
    game.do("move", unit="a", to=[2, 2])


def test_P32_frozen_each_turn_without_limit() -> None:
    """Five turns of 7 and still frozen; 8 thaws and acts."""
    game = sick(freeze=None)
    for _ in range(5):
        game.do("begin-turn", unit="a", rolls={"freeze": {"a": 7}})
        assert game.one("turn-skipped")["why"] == "freeze"
        again(game)
    game.do("begin-turn", unit="a", rolls={"freeze": {"a": 8}})
    assert game.statuses("a") == {}
    game.do("move", unit="a", to=[2, 2])


@pytest.mark.parametrize(
    ("status", "bites"), [("poison", [1, 1, 1]), ("toxic", [1, 2, 3]), ("burn", [1, 1, 1])]
)
def test_P32_after_any_action_of_its_own(status: str, bites: list[int]) -> None:
    """Poison and burn take one each time; toxic one more each time it bites."""
    game = sick(**{status: None})
    for n, amount in enumerate(bites):
        game.do("move", unit="a", to=[2 - n % 2, 2])
        assert game.one("damaged")["amount"] == amount
        assert game.one("damaged")["cause"] == status
        again(game)
    game.do("pass", unit="a")
    assert not game.all("damaged")


def test_P32_toxic_cured_and_gained_again_begins_at_one() -> None:
    """The count starts anew."""
    game = sick(toxic=5)
    game.do("ruling", reason="cured", effects=[{"type": "status-lost", "unit": "a", "status": "toxic"}])
    game.do("move", unit="a", to=[2, 2])
    assert not game.all("damaged")
    game.do("ruling", reason="again", effects=[{"type": "status-gained", "unit": "a", "status": "toxic"}])
    again(game)
    game.do("move", unit="a", to=[3, 2])
    assert game.one("damaged")["amount"] == 1


def test_P32_an_action_of_others_does_not_bite() -> None:
    """Only its own."""
    game = duel({"statuses": {"poison": {}}}, first="z")
    game.do("move", unit="z", to=[5, 2])
    assert game.hp("a") == 10


def test_P33_three_or_less_hits_itself_by_its_own_stats() -> None:
    """A basic attack with own attack and defense; an action, so poison bites."""
    stats = {"attack": 3, "defense": 1}
    game = duel({"stats": stats, "statuses": {"confusion": {}, "poison": {}}})
    game.do("begin-turn", unit="a", rolls={"confusion": {"a": 3}})
    assert [(one["amount"], one["cause"]) for one in game.all("damaged")] == [(3, "confusion"), (1, "poison")]
    assert not game.all("turn-skipped")
    assert game.state.turn == "z"


def test_P33_four_to_ten_acts_on_the_first_turn_and_nothing_cures() -> None:
    """10 on the first turn is no end."""
    game = sick(confusion=None)
    game.do("begin-turn", unit="a", rolls={"confusion": {"a": 10}})
    assert game.statuses("a") == {"confusion": 1}
    assert game.state.turn == "a"


def test_P33_eight_ends_it_from_the_second_turn_and_the_fourth_ends_it_unrolled() -> None:
    """7 does not, 8 does; after three confused turns it is over as the fourth begins."""
    game = sick(confusion=1)
    game.do("begin-turn", unit="a", rolls={"confusion": {"a": 7}})
    assert game.statuses("a") == {"confusion": 2}
    game.do("pass", unit="a")
    again(game)
    game.do("begin-turn", unit="a", rolls={"confusion": {"a": 8}})
    assert game.statuses("a") == {}
    game = sick(confusion=2)
    game.do("begin-turn", unit="a", rolls={"confusion": {"a": 5}})
    game.do("pass", unit="a")
    again(game)
    assert game.statuses("a") == {}
    assert (game.state.turn, game.state.checks) == ("a", ())


def test_P33_where_the_turn_was_lost_already_it_is_asked_only_whether_it_ends() -> None:
    """First turn: no roll. Later: rolled, 3 hurts nobody, 8 ends it; attraction is not rolled."""
    game = sick(paralysis=None, confusion=None, attraction=None)
    game.do("begin-turn", unit="a", rolls={"paralysis": {"a": 1}})
    assert game.statuses("a")["confusion"] == 1
    again(game)
    assert game.needs("begin-turn", unit="a") == [("paralysis", "a", 10, 1), ("confusion", "a", 10, 1)]
    game.do("begin-turn", unit="a", rolls={"paralysis": {"a": 1}, "confusion": {"a": 2}})
    assert game.hp("a") == 10
    assert game.statuses("a")["confusion"] == 2
    again(game)
    game.do("begin-turn", unit="a", rolls={"paralysis": {"a": 1}, "confusion": {"a": 8}})
    assert "confusion" not in game.statuses("a")


def test_P33_asleep_on_the_first_turn_and_confused_rolls_nothing() -> None:
    """Both count a turn; nothing is left to anybody."""
    game = sick(sleep=None, confusion=None)
    assert game.statuses("a") == {"sleep": 1, "confusion": 1}
    assert game.state.turn == "z"


def test_P33_attraction_three_or_less_loses_the_turn() -> None:
    """3 loses it, 4 acts."""
    game = duel({"statuses": {"attraction": {"source": "z"}}})
    game.do("begin-turn", unit="a", rolls={"attraction": {"a": 3}})
    assert game.one("turn-skipped")["why"] == "attraction"
    again(game)
    game.do("begin-turn", unit="a", rolls={"attraction": {"a": 4}})
    assert game.state.turn == "a"


def test_P33_the_checks_come_in_their_order() -> None:
    """Freeze before paralysis-like ones before confusion before attraction."""
    game = sick(attraction=None, confusion=None, freeze=None)
    assert game.state.checks == ("freeze", "confusion", "attraction")
    game.do("begin-turn", unit="a",
            rolls={"freeze": {"a": 8}, "confusion": {"a": 4}, "attraction": {"a": 4}})  # fmt: skip
    assert [one["what"] for one in game.all("checked")] == ["freeze", "confusion", "attraction"]
    assert game.state.turn == "a"


def test_P33_who_fells_itself_in_confusion_ends_its_turn_and_maybe_the_battle() -> None:
    """The last ally hits itself to 0: the enemies have won."""
    game = duel({"hp": 1, "statuses": {"confusion": {}}})
    game.do("begin-turn", unit="a", rolls={"confusion": {"a": 1}})
    assert game.one("outcome")["winner"] == "enemies"
    assert not game.all("healed")


LASTING = ["poison", "toxic", "burn", "paralysis", "sleep", "freeze"]


@pytest.mark.parametrize("first", LASTING)
def test_P34_lasting_conditions_exclude_each_other(first: str) -> None:
    """Every other one is blocked, why `has-…`, the same one again too; confusion and attraction are added."""
    effects = [{"do": "status", "status": one} for one in (*LASTING, "confusion", "attraction", "confusion")]
    game = duel({"moves": [status_move("all", *effects)]}, {"statuses": {first: {}}})
    game.do("use-move", unit="a", move="all", direction="e")
    assert [one["why"] for one in game.all("status-blocked")] == [f"has-{first}"] * 6 + ["has-confusion"]
    assert list(game.statuses("z")) == [first, "confusion", "attraction"]


def test_P34_nobody_begins_with_two_of_them() -> None:
    """A creation that says so is refused by that rule."""
    with pytest.raises(InvalidSetup) as caught:
        duel({"statuses": {"burn": {}, "sleep": {}}})
    assert caught.value.refusal.rule == "P34"


def test_P34_they_last_beyond_battle_confusion_and_attraction_do_not() -> None:
    """The roster keeps the one and drops the others."""
    game = duel({"statuses": {"burn": {}, "confusion": {}, "attraction": {}}})
    assert list(game.system.roster(game.state)[0]["statuses"]) == ["burn"]


@pytest.mark.parametrize(
    ("type_", "status"),
    [("fire", "burn"), ("ice", "freeze"), ("poison", "poison"), ("poison", "toxic"), ("steel", "poison"),
     ("steel", "toxic"), ("electric", "paralysis")],
)  # fmt: skip
def test_P35_types_are_immune_only_where_the_setting_says_so(type_: str, status: str) -> None:
    """Blocked with the setting, gained without."""
    spread = status_move("spread", {"do": "status", "status": status})
    for on, there in ((True, []), (False, [status])):
        game = duel({"moves": [spread]}, {"types": [type_]}, type_immunity=on)
        game.do("use-move", unit="a", move="spread", direction="e")
        assert list(game.statuses("z")) == there
        assert bool(game.all("status-blocked")) is on


def test_P36_damage_then_leftovers_then_the_turns_end() -> None:
    """In this order."""
    game = duel({"hp": 5, "held": "leftovers", "statuses": {"poison": {}}})
    game.do("move", unit="a", to=[2, 2])
    assert game.kinds() == ["moved", "damaged", "healed", "turn-ended", "turn-started"]


def test_P36_poison_at_one_hp_comes_before_leftovers() -> None:
    """It faints."""
    game = fight({"a": {"at": (1, 2), "hp": 1, "held": "leftovers", "statuses": {"poison": {}}},
                  "b": {"at": (1, 4)}, "z": {"at": (6, 2)}})  # fmt: skip
    game.do("move", unit="a", to=[2, 2])
    assert game.one("fainted") == {"type": "fainted", "unit": "a", "cause": "poison"}
    assert not game.all("healed")
    assert game.state.turn == "b"


@pytest.mark.parametrize("how", ["pass", "lost", "cancelled"])
def test_P36_leftovers_feed_at_the_end_of_every_turn(how: str) -> None:
    """A passed and a lost one too; poison does not bite then."""
    statuses = {"poison": {}} | ({"attraction": {}} if how == "lost" else {})
    hush = status_move("hush", {"do": "status", "status": "sleep"}, priority=True)
    if how == "cancelled":
        statuses = {}
    game = duel({"hp": 5, "held": "leftovers", "statuses": statuses, "moves": [move()]},
                {"moves": [hush] if how == "cancelled" else []})  # fmt: skip
    if how == "pass":
        game.do("pass", unit="a")
    elif how == "lost":
        game.do("begin-turn", unit="a", rolls={"attraction": {"a": 1}})
    else:
        game.do("use-move", unit="a", move="hit", direction="e")
        game.do("interrupt", unit="z", move="hush", direction="w")
    assert game.hp("a") == 6


def test_P36_the_last_in_the_queue_faints_by_its_poison_and_the_round_ends() -> None:
    """The next round has dice for those who stand only."""
    game = fight({"a": {"at": (1, 2)}, "z": {"at": (6, 2), "hp": 1, "statuses": {"poison": {}}},
                  "y": {"at": (6, 4)}}, order="ayz")  # fmt: skip
    game.do("pass", unit="a")
    game.do("pass", unit="y")
    game.do("move", unit="z", to=[5, 2])
    assert game.state.turn is None
    assert [need[1] for need in game.needs("start-round")] == ["a", "y"]
