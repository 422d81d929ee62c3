"""T40, T42-T48: accuracy with its terms, damage, shapes, frequencies."""

from typing import Any

import pytest

from server.rules.ptu import attack, damage
from server.rules.ptu.data import Move
from tests.rules.ptu.given import battle, move, on, pair, status_move, unit


def needs(game: Any, a: str = "a", t: str = "t", **more: Any) -> tuple[int, dict[str, Any]]:
    """What the die needs, and the terms."""
    units = game.state.units
    kind = more.pop("category", "physical")
    wanted, terms = attack.needs(game.state, units[a], units[t], Move(id="m", ac=2, category=kind, **more))
    assert sum(int(term.value) for term in terms) == wanted
    return wanted, {term.name: term.value for term in terms}


def test_T42_one_misses_and_twenty_hits() -> None:
    """Whatever is needed."""
    game = pair({"moves": [move(ac=-9), move("far", ac=99)]})
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 1}})
    assert game.one("missed")["why"] == "accuracy"
    game.do("pass", unit="a")
    game.do("pass", unit="t")
    game.do(
        "use-move", unit="a", move="far", target="t", rolls={"accuracy": {"a": 20}, "damage": {"a": [1, 1]}}
    )
    assert game.all("damaged")


@pytest.mark.parametrize(
    ("stats", "kind", "expected"),
    [({"defense": 23}, "physical", 4), ({"defense": 99}, "physical", 6), ({"special_defense": 15}, "special", 3),
     ({"special_defense": 15}, "physical", 2), ({"speed": 19}, "physical", 3), ({"defense": 30}, "status", 1)],
)  # fmt: skip
def test_T42_evasion_is_the_best_of_two(stats: dict[str, int], kind: str, expected: int) -> None:
    """Defense by the class, or speed; a status move is evaded by speed alone; 6 at most."""
    game = pair(None, stats)
    assert needs(game, category=kind)[1].get("evasion", 0) == expected


def test_T42_changes_and_conditions() -> None:
    """Changes up to 9 together, never below 0; stuck: no speed; helpless: none."""
    game = pair(None, {"defense": 99, "speed": 60})
    game.do(
        "ruling", reason="so", effects=[{"type": "stage-changed", "unit": "t", "stat": "evasion", "now": 5}]
    )
    assert needs(game)[1]["evasion"] == 9
    game.do(
        "ruling", reason="so", effects=[{"type": "stage-changed", "unit": "t", "stat": "evasion", "now": -6}]
    )
    assert "evasion" not in needs(game)[1]
    game = pair(None, {"defense": 5, "speed": 15, "statuses": {"stuck": {}}})
    assert needs(game)[1]["evasion"] == 1
    for status in ("sleep", "freeze", "vulnerable", "grappled"):
        assert "evasion" not in needs(pair(None, {"statuses": {status: {}}}))[1]


def test_T42_accuracy_stages_and_blindness() -> None:
    """Stages lower what is needed, blindness raises it by 6 or 10."""
    game = pair({"statuses": {"blind": {}}})
    game.do(
        "ruling", reason="so", effects=[{"type": "stage-changed", "unit": "a", "stat": "accuracy", "now": 2}]
    )
    assert needs(game) == (8, {"ac": 2, "evasion": 2, "accuracy": -2, "blind": 6})
    assert needs(pair({"statuses": {"totally-blind": {}}}))[1]["totally-blind"] == 10


def test_T35_rough_between_counts_once() -> None:
    """Others are rough, rough ground is; not what user or target stands on; naturewalk ignores its names."""
    far = {"at": [0, 0]}, {"at": [6, 0]}
    rough = on("rough", (0, 0), (2, 0), (3, 0), (6, 0), name="Fern")
    ranged = {"range": {"kind": "ranged", "n": 9}}
    shot = [move("shot", **ranged)]
    for more, extra, expected in [
        ({}, (), None),
        ({"terrain": [rough]}, (), 2),
        ({}, (unit("b", "red", [3, 0], speed=1),), 2),
    ]:
        game = pair({**far[0], "moves": shot}, far[1], *extra, height=2, **more)
        game.do("use-move", unit="a", move="shot", target="t", rolls={"accuracy": {"a": 1}})
        terms = {term["name"]: term["value"] for term in game.one("checked")["terms"]}
        assert terms.get("rough") == expected
    game = pair({**far[0], "moves": shot, "capabilities": {"naturewalk": ["Fern"]}}, far[1], terrain=[rough])
    game.do("use-move", unit="a", move="shot", target="t", rolls={"accuracy": {"a": 1}})
    assert "rough" not in str(game.one("checked")["terms"])


def test_T35_blocking_terrain_hides() -> None:
    """Nothing is targeted through it."""
    game = pair(
        {"at": [0, 0], "moves": [move("shot", range={"kind": "ranged", "n": 9})]},
        {"at": [6, 0]},
        terrain=[on("blocking", (3, 0))],
    )
    assert game.code("use-move", unit="a", move="shot", target="t") == "blocked"


def test_T35_a_kind_that_the_page_does_not_name_is_a_label() -> None:
    """A `wall` is one of another system."""
    shot = move("shot", range={"kind": "ranged", "n": 9})
    game = pair({"at": [0, 0], "moves": [shot]}, {"at": [6, 0]}, terrain=[on("wall", (3, 0))])
    game.do("use-move", unit="a", move="shot", target="t", rolls={"accuracy": {"a": 1}})


def test_T40_flanking_takes_two_off_evasion_not_below_nothing() -> None:
    """Of an evasion of 1 it takes 1."""
    b = unit("b", "red", [6, 4], speed=15)
    assert needs(pair({"at": [4, 4]}, None, b))[1]["flanked"] == -2
    b = unit("b", "red", [6, 4], speed=15)
    assert needs(pair({"at": [4, 4]}, {"defense": 5}, b))[1]["flanked"] == -1
    b = unit("b", "blue", [6, 4], speed=15)
    assert "flanked" not in needs(pair({"at": [4, 4]}, None, b))[1]


def dealt(game: Any, *dice: int, roll: int = 12, name: str = "slam") -> dict[str, Any]:
    """The damage of one blow of a on t."""
    game.do(
        "use-move",
        unit="a",
        move=name,
        target="t",
        rolls={"accuracy": {"a": roll}, **({"damage": {"a": list(dice)}} if dice else {})},
    )
    found: dict[str, Any] = game.one("damaged")
    assert sum(term["value"] for term in found["terms"]) == found["amount"]
    return found


@pytest.mark.parametrize(
    ("types", "expected"),
    [(["normal"], 22), (["normal", "rock"], 30), (["normal", "rock", "ice"], 45), (["normal", "poison"], 15), (["poison"], 7),
     (["poison", "bug"], 3), (["poison", "bug", "fairy"], 1)],
)  # fmt: skip
def test_T43_types_after_the_difference(types: list[str], expected: int) -> None:
    """×1.5, ×2, ×3, ½, ¼, ⅛; weak and resistant cancel. 2d6+8 (4 and 2 for its own type) + 10 − 10."""
    game = pair({"types": ["fighting"], "moves": [move(type="fighting")]}, {"types": types})
    assert dealt(game, 3, 4)["amount"] == expected


def test_T43_no_damage_is_rolled_for_the_immune() -> None:
    """The die to hit falls all the same; a status move knows no immunity."""
    glare = status_move("glare", {"do": "status", "status": "slowed"}, type="normal", range={"kind": "melee"})
    game = pair({"moves": [move(), glare]}, {"types": ["ghost"]})
    assert game.needs("use-move", unit="a", move="slam", target="t") == [("accuracy", "a", 20, 1)]
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 12}})
    assert game.one("missed")["why"] == "immune"
    game.do("pass", unit="a")
    game.do("pass", unit="t")
    game.do("use-move", unit="a", move="glare", target="t")
    assert "slowed" in game.statuses("t")


def test_T43_at_least_one_and_again_after_types() -> None:
    """However high the defense; reduction counts."""
    assert dealt(pair(None, {"defense": 99}), 1)["amount"] == 1
    assert (
        dealt(
            pair(
                {"types": ["fire"], "moves": [move(type="fire")]},
                {"types": ["water", "dragon"], "defense": 99},
            ),
            1,
            1,
        )["amount"]
        == 1
    )
    assert dealt(pair(None, {"reduction": 5}), 8)["amount"] == 9


def test_T43_stats_by_stages() -> None:
    """+20 % a stage up, −10 % a stage down."""
    game = pair()
    game.do("ruling", reason="so", effects=[{"type": "stage-changed", "unit": "a", "stat": "attack", "now": 3},
                                            {"type": "stage-changed", "unit": "t", "stat": "defense", "now": -4}])  # fmt: skip
    assert dealt(game, 5)["amount"] == 11 + 16 - 6


def test_T43_set_damage_has_no_dice() -> None:
    """Base 4 is 11; a critical 22."""
    assert dealt(pair(settings={"damage": "set"}))["amount"] == 11
    assert dealt(pair(settings={"damage": "set"}), roll=20)["amount"] == 22


def test_T44_criticals() -> None:
    """Dice and number twice, from what the move's range says; not the stats."""
    game = pair({"moves": [move(crit=18)]})
    assert dealt(game, 2, 3, roll=18)["amount"] == 5 + 12
    assert dealt(pair({"moves": [move(crit=18)]}), 2, roll=17)["amount"] == 8


def test_T45_the_table() -> None:
    """Twenty-eight rows; the set values are the averages, rounded as the book does."""
    assert len(damage.DICE) == len(damage.SET) == 28
    assert damage.DICE[0] == (1, 6, 1)
    assert damage.DICE[17:20] == ((6, 12, 25), (6, 12, 30), (6, 12, 35))
    assert damage.DICE[24:] == ((6, 12, 60), (7, 12, 65), (8, 12, 70), (8, 12, 80))
    for (count, sides, more), average in zip(damage.DICE, damage.SET, strict=True):
        assert abs(count * (sides + 1) / 2 + more - average) <= 7


def test_T46_struggle_has_no_stab() -> None:
    """AC 4, base 4, though it is normal."""
    game = pair({"types": ["normal"], "moves": []})
    assert dealt(game, 5, name="struggle")["amount"] == 11
    assert game.one("checked")["terms"][0] == {"name": "ac", "value": 4}


def struck(
    move_: dict[str, Any],
    others: dict[str, tuple[int, int]],
    terrain: Any = (),
    size: str = "medium",
    **aim: Any,
) -> list[str]:
    """Who is hit by a move of a at [10, 10]; others are foes but those called b…"""
    units = [unit("a", "red", [10, 10], speed=20, size=size, moves=[move_])]
    units += [
        unit(id_, "red" if id_.startswith("b") else "blue", list(at), speed=n)
        for n, (id_, at) in enumerate(others.items())
    ]
    game = battle(*units, terrain=terrain)
    game.do("use-move", unit="a", move=move_["id"], **aim)
    return [one["unit"] for one in game.all("status-gained")]


def mark(kind: str, n: int = 1, **more: Any) -> dict[str, Any]:
    """A move that marks all it strikes."""
    return status_move("mark", {"do": "status", "status": "marked"}, range={"kind": kind, "n": n, **more})


def test_T47_burst_strikes_friend_and_foe_within_n() -> None:
    """By 1-2-1, not the user; blocking terrain protects."""
    others = {"t": (12, 10), "u": (12, 12), "v": (11, 12), "b": (10, 9)}
    assert struck(mark("burst", 2), others) == ["t", "v", "b"]
    assert struck(mark("burst", 2), others, [on("blocking", (11, 10))]) == ["v", "b"]


def test_T47_line_ends_at_what_blocks_and_counts_diagonals() -> None:
    """Four meters are three cells diagonally."""
    assert struck(mark("line", 4), {"t": (12, 10), "u": (14, 10), "v": (15, 10)}, direction="e") == ["t", "u"]
    assert struck(mark("line", 4), {"t": (13, 13), "u": (14, 14)}, direction="se") == ["t"]
    assert struck(
        mark("line", 4), {"t": (11, 10), "u": (13, 10)}, [on("blocking", (12, 10))], direction="e"
    ) == ["t"]
    assert struck(mark("line", 4), {"t": (12, 10), "u": (14, 10)}, target="u") == ["t", "u"]


def test_T47_cone_is_one_cell_then_rows_of_three() -> None:
    """Straight and diagonally."""
    others = {
        "t": (11, 10),
        "u": (11, 9),
        "v": (12, 9),
        "w": (12, 11),
        "x": (12, 12),
        "y": (13, 10),
        "z": (14, 10),
    }
    assert struck(mark("cone", 3), others, direction="e") == ["t", "v", "w", "y"]
    others = {"t": (11, 11), "u": (12, 12), "v": (11, 12), "w": (12, 11), "x": (12, 10), "y": (13, 13)}
    assert struck(mark("cone", 2), others, direction="se") == ["t", "u", "v", "w"]


def test_T47_blasts() -> None:
    """A square within range; close: beside the user and not on it."""
    others = {"t": (14, 10), "u": (15, 11), "v": (16, 10), "b": (14, 12)}
    assert struck(mark("blast", 4, size=2), others, at=[14, 10]) == ["t", "u"]
    assert struck(mark("blast", 3), others, at=[13, 10]) == ["t", "u", "b"]
    assert struck(mark("close-blast", 2), {"t": (11, 11), "u": (12, 12), "v": (13, 11)}, at=[11, 11]) == [
        "t",
        "u",
    ]
    game = pair({"moves": [mark("blast", 4, size=2), {**mark("close-blast", 2), "id": "close"}]})
    assert game.code("use-move", unit="a", move="mark", at=[9, 5]) == "out-of-range"
    assert game.code("use-move", unit="a", move="close", at=[6, 5]) == "out-of-range"
    assert game.code("use-move", unit="a", move="close", at=[4, 5]) == "out-of-range"
    assert game.code("use-move", unit="a", move="close") == "no-target"


def test_T47_field_self_and_nobody() -> None:
    """The field is everybody else; an area with nobody in it is refused."""
    assert struck(mark("field"), {"t": (0, 0), "b": (19, 19)}) == ["t", "b"]
    assert struck(mark("self"), {"t": (0, 0)}) == ["a"]
    game = pair({"moves": [mark("burst", 1)]}, {"at": [9, 9]})
    assert game.code("use-move", unit="a", move="mark") == "no-target"


def test_T47_one_die_and_one_damage_roll_for_all() -> None:
    """Each with its own evasion and defenses."""
    game = battle(
        unit("a", "red", [5, 5], speed=20, moves=[move(range={"kind": "burst", "n": 1})]),
        unit("t", "blue", [6, 5], speed=5),
        unit("u", "blue", [4, 5], speed=30, defense=20),
    )
    game.do("pass", unit="u")
    game.do("use-move", unit="a", move="slam", rolls={"accuracy": {"a": 6}, "damage": {"a": 5}})
    assert [(one["target"], one["roll"]) for one in game.all("checked")] == [("t", 6), ("u", 6)]
    assert [(one["unit"], one["amount"]) for one in game.all("damaged")] == [("t", 11)]


def test_T47_targets_out_of_reach() -> None:
    """Melee needs to touch; ranged within n; the own self is no target."""
    game = pair({"moves": [move(), move("shot", range={"kind": "ranged", "n": 3})]}, {"at": [8, 7]})
    assert game.code("use-move", unit="a", move="slam", target="t") == "out-of-range"
    refusal = game.refused("use-move", unit="a", move="shot", target="t")
    assert (refusal.code, refusal.facts["distance"]) == ("out-of-range", 5)
    assert game.code("use-move", unit="a", move="shot", target="a") == "no-target"
    assert game.code("use-move", unit="a", move="shot") == "no-target"
    assert game.code("use-move", unit="a", move="shot", target="nobody") == "unknown-unit"
    assert game.code("use-move", unit="a", move="nothing", target="t") == "unknown-move"


def rounds(game: Any) -> None:
    """To a's next turn."""
    game.do("pass", unit="a")
    game.do("pass", unit="t")


def test_T48_frequencies() -> None:
    """Every other turn; scene never two running and n in all; daily once."""
    moves = [
        status_move("other", frequency="eot"),
        status_move("twice", frequency="scene 2"),
        status_move("once", frequency="daily 2"),
    ]
    game = pair({"moves": moves})
    for name, expected in [("other", "01010"), ("twice", "01011"), ("once", "01111")]:
        seen = ""
        game = pair({"moves": moves})
        for _ in range(5):
            refused = next(
                iter(
                    game.system.check(
                        game.state,
                        game.system.command_decoder.decode(
                            b'{"type":"use-move","unit":"a","move":"%s"}' % name.encode()
                        ),
                        "gm",
                    )
                ),
                None,
            )
            seen += str(int(refused is not None))
            if refused is None:
                game.do("use-move", unit="a", move=name)
            else:
                assert refused.code == "not-ready"
            rounds(game)
        assert seen == expected, name


def test_T42_effects_are_read_off_the_accuracy_die() -> None:
    """With `on`; where none fell, a die of its own."""
    numb = {"do": "status", "status": "slowed", "on": 15}
    for roll, expected in [(14, False), (15, True)]:
        game = pair({"moves": [move(effects=[numb])]})
        game.do(
            "use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": roll}, "damage": {"a": 1}}
        )
        assert ("slowed" in game.statuses("t")) == expected
    game = pair({"moves": [status_move("hex", {**numb, "to": "foes"})]})
    game.do("use-move", unit="a", move="hex", rolls={"effect": {"a": 15}})
    assert "slowed" in game.statuses("t")


def test_T42_effects_heal_shove_and_carry() -> None:
    """Half the damage heals; a push stops at walls; a teleport needs a free cell."""
    drain = move(
        "drain",
        ac=None,
        effects=[{"do": "heal", "amount": "damage", "to": "user"}, {"do": "push", "cells": 3}],
    )
    hop = status_move("hop", {"do": "teleport", "to": "user"})
    game = pair({"hp": 10, "moves": [drain, hop]}, None, terrain=[on("blocking", (8, 5))])
    game.do("use-move", unit="a", move="drain", target="t", rolls={"damage": {"a": 5}})
    assert game.hp("a") == 16
    assert game.state.units["t"].at == (7, 5)
    rounds(game)
    assert game.code("use-move", unit="a", move="hop") == "off-board"
    assert game.code("use-move", unit="a", move="hop", at=[7, 5]) == "occupied"
    game.do("use-move", unit="a", move="hop", at=[1, 1])
    assert game.state.units["a"].at == (1, 1)


def test_T43_stages_stay_within_six() -> None:
    """Beyond, the tape says so."""
    game = pair({"moves": [status_move("focus", {"do": "stage", "stat": "attack", "by": 4, "to": "user"})]})
    game.do("use-move", unit="a", move="focus")
    rounds(game)
    game.do("use-move", unit="a", move="focus")
    assert game.one("stage-changed")["by"] == 2
    rounds(game)
    game.do("use-move", unit="a", move="focus")
    assert game.one("stage-blocked")["why"] == "limit"
