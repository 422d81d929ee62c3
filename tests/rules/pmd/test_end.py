"""P42-P45: fainting, the outcome, abilities."""

import pytest

from tests.rules.pmd.given import DART, duel, fight, move, next_round, placed, status_move


def test_P42_off_the_board_out_of_the_queue_attraction_ends() -> None:
    """The place is free, the queue shorter, who loved it is free."""
    game = fight({"a": {"at": (1, 2), "moves": [move(power=20)]}, "z": {"at": (3, 2)},
                  "y": {"at": (5, 2)}, "b": {"at": (1, 4), "statuses": {"attraction": {"source": "z"}}}})  # fmt: skip
    game.do("use-move", unit="a", move="hit", direction="e")
    unit = game.state.units["z"]
    assert (unit.fainted, unit.at, unit.hp) == (True, None, 0)
    assert "z" not in game.order()
    assert game.statuses("b") == {}
    assert game.state.turn == "y"


def test_P42_whose_turn_it_is_ends_its_turn_by_fainting() -> None:
    """B (acting) felled: the next one has the turn; A faints on B's turn: B goes on."""
    game = fight({"a": {"at": (1, 2)}, "b": {"at": (1, 3)}, "c": {"at": (1, 4)}, "z": {"at": (6, 2)}})
    game.do("faint", unit="b", reason="falls")
    assert game.state.turn == "a"
    game.do("faint", unit="a", reason="falls")
    assert game.state.turn == "c"


def test_P42_felled_by_its_confusion_while_another_declared() -> None:
    """Its own declared move is cancelled; that of others stays."""
    game = fight(
        {"a": {"at": (1, 2), "moves": [move()]}, "z": {"at": (6, 2), "moves": [DART]}, "y": {"at": (6, 4)}}
    )
    game.do("use-move", unit="a", move="hit", direction="e")
    game.do("faint", unit="z", reason="falls")
    assert game.state.window is None
    assert (game.one("missed")["unit"], game.state.turn) == ("a", "y")


def test_P43_the_gm_or_the_own_seat() -> None:
    """Giving up is one's own; another's unit is not; the fainted do not faint again; not before the start."""
    game = placed(
        {"a": {"at": (1, 2), "seat": "ana"}, "b": {"at": (1, 3)}, "z": {"at": (6, 2)}}, seats=["ana"]
    )
    assert game.code("faint", unit="a", reason="r") == "battle-not-started"
    game.do("start")
    next_round(game)
    assert game.code("faint", by="ana", unit="b", reason="r") == "not-your-unit"
    game.do("faint", by="ana", unit="a", reason="gives up")
    assert game.one("fainted")["cause"] == "gives up"
    assert game.code("faint", unit="a", reason="r") == "fainted"
    game.do("faint", unit="b", reason="chasm")
    assert game.one("outcome")["winner"] == "enemies"


def test_P44_both_by_one_action_and_nobody_wins() -> None:
    """The user is in its own blast with the last enemy."""
    blast = move(shape="area", center="target", radius=1, power=30)
    game = fight({"a": {"at": (1, 2), "moves": [blast]}, "z": {"at": (2, 2)}})
    game.do("use-move", unit="a", move="hit", direction="e")
    assert len(game.all("fainted")) == 2
    assert game.one("outcome")["winner"] is None
    assert (game.state.phase, game.state.turn) == ("ended", None)


def test_P44_decided_before_the_poison_bites() -> None:
    """The last enemy falls to a poisoned unit of one hp: it has won and stands."""
    game = duel({"hp": 1, "statuses": {"poison": {}}, "moves": [move(power=30)]})
    game.do("use-move", unit="a", move="hit", direction="e")
    assert game.one("outcome")["winner"] == "allies"
    assert game.hp("a") == 1
    assert game.kinds()[-1] == "outcome"


def test_P44_reserves_not_yet_placed_count_as_standing() -> None:
    """With one in reserve it goes on; with it gone it is over."""
    game = fight(
        {"a": {"at": (1, 2), "moves": [move(power=30)]}, "z": {"at": (6, 2)}, "y": {"reserve": True}}
    )
    game.do("use-move", unit="a", move="hit", direction="e")
    assert game.state.phase == "battle"
    game.do("faint", unit="y", reason="never came")
    assert game.one("outcome")["winner"] == "allies"


def test_P44_after_the_end_only_notes() -> None:
    """Everything else is `battle-ended`, forced too."""
    game = duel({"hp": 5, "held": "oran-berry"})
    game.do("end", reason="enough", winner="allies")
    game.do("note", text="well played")
    for command in ({"type_": "move", "unit": "a", "to": [2, 2]}, {"type_": "start-round"}, {"type_": "end", "reason": "x"},
                    {"type_": "use-item", "unit": "a", "item": "oran-berry", "held": True},
                    {"type_": "ruling", "reason": "x", "effects": []},
                    {"type_": "faint", "unit": "a", "reason": "x"}):  # fmt: skip
        assert game.code(**command) == "battle-ended", command
    assert game.code("move", unit="a", to=[2, 2], force="x") == "battle-ended"


def able(ability: object, z: dict[str, object] | None = None, a: dict[str, object] | None = None):  # type: ignore[no-untyped-def]
    """a strikes z, who has the ability."""
    game = duel({"moves": [move()], **(a or {})}, {"ability": ability, **(z or {})})
    game.do("use-move", unit="a", move="hit", direction="e")
    return game


def test_P45_stat_immune_and_types() -> None:
    """A stat while it stands; a condition kept off why the id; a type it ignores, resists or feeds on."""
    assert able({"id": "s", "stat": {"defense": 1}}).one("damaged")["amount"] == 1
    burn = {"moves": [move(effects=[{"do": "status", "status": "burn"}])]}
    assert able({"id": "cool", "immune": ["burn"]}, a=burn).one("status-blocked")["why"] == "cool"
    fire = {"moves": [move(type="fire")]}
    assert able({"id": "i", "types": {"fire": "immune"}}, a=fire).one("missed")["why"] == "immune"
    assert able({"id": "r", "types": {"fire": "resist"}}, a=fire).one("damaged")["amount"] == 1
    game = able({"id": "f", "types": {"fire": "absorb"}}, {"hp": 9}, fire)
    assert (game.one("healed")["amount"], game.all("damaged")) == (1, [])


def test_P45_a_label_is_no_rule() -> None:
    """An unknown name does nothing; a catalogue's name is its object."""
    assert able("very-brave").one("damaged")["amount"] == 2
    assert able("slab-shell").one("damaged")["amount"] == 1


@pytest.mark.parametrize(
    ("condition", "fires"),
    [({}, True), ({"contact": False}, True), ({"contact": True}, False), ({"type": "fire"}, False),
     ({"category": "physical"}, True), ({"category": "special"}, False), ({"hp_at_most": [8, 10]}, True),
     ({"hp_at_most": [1, 3]}, False)],
)  # fmt: skip
def test_P45_struck_with_its_conditions(condition: dict[str, object], fires: bool) -> None:
    """After damage was dealt, where type, category, contact and hp say so."""
    up = {"do": "stage", "stat": "attack", "by": 1, "to": "self"}
    game = able({"id": "h", "hooks": [{"when": "struck", "if": condition, "effects": [up]}]})
    assert bool(game.all("stage-changed")) is fires


def test_P45_struck_other_strikes_and_no_damage_no_hook() -> None:
    """`other` is the one across; where the amount was 0 nothing was dealt."""
    slow = {"do": "stage", "stat": "speed", "by": -1, "to": "other", "on": 5}
    hook = {"id": "h", "hooks": [{"when": "struck", "effects": [slow]}]}
    game = duel({"moves": [move()]}, {"ability": hook})
    game.do("use-move", unit="a", move="hit", direction="e", rolls={"effect": {"z": 5}})
    assert game.one("stage-changed")["unit"] == "a"
    game = able(hook, {"stats": {"defense": 9}})
    assert game.one("damaged")["amount"] == 0
    strikes = {"id": "s", "hooks": [{"when": "strikes", "effects": [slow | {"on": None}]}]}
    game = able(None, a={"ability": strikes})
    assert game.one("stage-changed")["unit"] == "z"


def test_P45_enters_at_the_start_and_with_a_reinforcement() -> None:
    """Foes or allies, not oneself; at the start in roster order, later as it is placed."""
    fear = {"id": "fear", "hooks": [{"when": "enters", "effects": [
        {"do": "stage", "stat": "attack", "by": -1, "to": "foes"},
        {"do": "stage", "stat": "speed", "by": 1, "to": "allies"}]}]}  # fmt: skip
    game = placed({"a": {"at": (1, 2), "ability": fear}, "b": {"at": (1, 3)}, "z": {"at": (6, 2)},
                   "c": {"reserve": True, "ability": fear}})  # fmt: skip
    game.do("start")
    assert [(one["unit"], one["stat"]) for one in game.all("stage-changed")] == [
        ("z", "attack"),
        ("b", "speed"),
    ]
    next_round(game)
    game.do("place", unit="c", at=[0, 0])
    assert {one["unit"] for one in game.all("stage-changed")} == {"a", "b", "z"}


def test_P45_turn_ends_with_P36() -> None:
    """After poison and leftovers, at the end of a passed turn too."""
    mend = {
        "id": "mend",
        "hooks": [{"when": "turn-ends", "effects": [{"do": "heal", "amount": 1, "to": "self"}]}],
    }
    game = duel({"hp": 5, "held": "leftovers", "statuses": {"poison": {}}, "ability": mend})
    game.do("move", unit="a", to=[2, 2])
    assert game.kinds() == ["moved", "damaged", "healed", "healed", "turn-ended", "turn-started"]
    game = duel({"hp": 5, "ability": mend})
    game.do("pass", unit="a")
    assert game.hp("a") == 6


def test_P45_the_catalogue_carries_a_dozen() -> None:
    """Twelve abilities."""
    assert len(duel().system.reference()["abilities"]) >= 12


@pytest.mark.parametrize("leaves", [{"type": "moved", "to": None}, {"type": "concealed"}])
def test_P42_attraction_of_one_who_leaves_by_ruling_ends(leaves: dict[str, object]) -> None:
    """Its source recalled from the field, or in hiding: it ends as well."""
    settings = {"hidden": ["enemy-units"]}
    game = duel({"statuses": {"attraction": {"source": "z"}}, "moves": [status_move("x")]}, **settings)
    game.do("ruling", reason="away", effects=[{**leaves, "unit": "z"}])
    assert game.statuses("a") == {}
