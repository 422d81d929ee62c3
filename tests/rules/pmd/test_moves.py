"""P15-P24: what a move costs, whom it reaches, what it takes and does."""

import pytest

from tests.rules.pmd.given import DART, duel, fight, move, next_round, status_move


def crowd(*moves: object, **other: object):  # type: ignore[no-untyped-def]
    """a at [2, 2] with these moves; b, z, y in the same row, x off it."""
    units = {
        "a": {"at": (2, 2), "moves": list(moves), **other}, "b": {"at": (3, 2)}, "z": {"at": (5, 2)},
        "y": {"at": (7, 2)}, "x": {"at": (5, 4)},
    }  # fmt: skip
    return fight(units)


def struck(game) -> list[str]:  # type: ignore[no-untyped-def]
    """Who took damage, in order."""
    return [one["unit"] for one in game.all("damaged")]


def test_P15_unknown_moves_and_moves_too_dear() -> None:
    """`unknown-move` for what it does not have, `no-pp` for what it cannot pay; the cost is 1 unless given."""
    game = duel({"pools": {"pp": {"now": 2}}, "moves": [move(), move("big", pp=3), move("free", pp=0)]})
    assert game.code("use-move", unit="a", move="tackle", direction="e") == "unknown-move"
    refusal = game.refused("use-move", unit="a", move="big", direction="e")
    assert (refusal.code, refusal.rule) == ("no-pp", "P15")
    game.do("use-move", unit="a", move="hit", direction="e")
    assert game.one("pool-changed") == {"type": "pool-changed", "unit": "a", "pool": "pp", "now": 1}
    game.do("pass", unit="z")
    next_round(game)
    game.do("use-move", unit="a", move="free", direction="e")
    assert not game.all("pool-changed")


def test_P15_pp_is_paid_when_the_move_is_carried_out() -> None:
    """Declared costs nothing yet."""
    game = duel({"moves": [move()]}, {"moves": [DART]})
    game.do("use-move", unit="a", move="hit", direction="e")
    assert game.state.units["a"].pools["pp"].now == 10
    game.do("pass", unit="z")
    assert game.state.units["a"].pools["pp"].now == 9


def test_P15_hits_repeat_accuracy_critical_and_damage_but_not_effects() -> None:
    """Two blows: two accuracies, criticals for those that hit, one effect."""
    poison = {"do": "status", "status": "poison", "on": 5}
    game = duel({"moves": [move(hits=2, accuracy=4, crit={"on": 9}, effects=[poison])]})
    aim = {"unit": "a", "move": "hit", "direction": "e"}
    assert game.needs("use-move", **aim) == [("accuracy", "a", 10, 1)]
    game.do("use-move", rolls={"accuracy": {"a": [3, 4]}, "crit": {"a": 9}, "effect": {"a": 5}}, **aim)
    assert [one["why"] for one in game.all("missed")] == ["accuracy"]
    assert [one["amount"] for one in game.all("damaged")] == [3]
    assert len(game.all("status-gained")) == 1


def test_P15_no_blow_landed_no_effect() -> None:
    """Where every blow misses no effect is rolled and nothing happens to the user."""
    up = {"do": "stage", "stat": "attack", "by": 1, "to": "user"}
    game = duel({"moves": [move(accuracy=4, effects=[{"do": "status", "status": "burn", "on": 2}, up])]})
    game.do("use-move", unit="a", move="hit", direction="e", rolls={"accuracy": {"a": 1}})
    assert not game.all("stage-changed")
    assert game.hp("z") == 10


def test_P16_the_first_unit_in_the_line_friend_or_foe() -> None:
    """The line ends at the first unit; a named one behind it is blocked."""
    game = crowd(move())
    assert game.code("use-move", unit="a", move="hit", target="z") == "blocked"
    game.do("use-move", unit="a", move="hit", direction="e")
    assert struck(game) == ["b"]


def test_P16_direction_follows_from_the_target() -> None:
    """Not on a line, out of range, nobody there, nobody known: each its code and P16."""
    game = crowd(move(range=3))
    cases = {"x": "not-straight", "y": "out-of-range", "a": "not-straight", "nobody": "unknown-unit"}
    for target, code in cases.items():
        refusal = game.refused("use-move", unit="a", move="hit", target=target)
        assert (refusal.code, refusal.rule) == (code, "P16"), target
    assert game.code("use-move", unit="a", move="hit", direction="n") == "no-target"
    assert game.code("use-move", unit="a", move="hit") == "no-target"
    game.do("use-move", unit="a", move="hit", target="b")


@pytest.mark.parametrize(
    ("direction", "at"),
    [("n", (4, 1)), ("ne", (7, 1)), ("e", (7, 4)), ("se", (7, 7)), ("s", (4, 7)), ("sw", (1, 7)), ("w", (1, 4)),
     ("nw", (1, 1))],
)  # fmt: skip
def test_P16_eight_directions(direction: str, at: tuple[int, int]) -> None:
    """North is up: every direction reaches who stands three cells that way."""
    game = fight({"a": {"at": (4, 4), "moves": [move(range=3)]}, "z": {"at": at}}, height=9)
    game.do("use-move", unit="a", move="hit", direction=direction)
    assert struck(game) == ["z"]


def test_P16_pierce_strikes_everyone_up_to_range_and_a_wall_ends_it() -> None:
    """Three in the line, the last out of range; a named target behind others is no obstacle."""
    game = crowd(move(pierce=True, range=4))
    game.do("use-move", unit="a", move="hit", target="z")
    assert struck(game) == ["b", "z"]
    game = fight({"a": {"at": (1, 2), "moves": [move(pierce=True)]}, "z": {"at": (3, 2)}, "y": {"at": (5, 2)}},
                 walls=[(4, 2)])  # fmt: skip
    game.do("use-move", unit="a", move="hit", direction="e")
    assert struck(game) == ["z"]


def test_P16_over_passes_units_and_walls_to_the_named_target() -> None:
    """Only the named one is struck, whatever is between."""
    game = fight({"a": {"at": (1, 2), "moves": [move(over=True)]}, "b": {"at": (2, 2)}, "z": {"at": (6, 2)}},
                 walls=[(4, 2)])  # fmt: skip
    game.do("use-move", unit="a", move="hit", target="z")
    assert struck(game) == ["z"]


def test_P17_a_square_around_the_user_allies_too() -> None:
    """Side 2·radius + 1, everyone in it but the user, by distance then roster (P18)."""
    game = fight(
        {"a": {"at": (4, 4), "moves": [move(shape="area", radius=2, range=0)]}, "b": {"at": (2, 2)},
         "c": {"at": (4, 5)}, "z": {"at": (6, 6)}, "y": {"at": (5, 5)}, "x": {"at": (7, 4)}},
        height=9,
    )  # fmt: skip
    game.do("use-move", unit="a", move="hit")
    assert struck(game) == ["c", "y", "b", "z"]


def test_P17_an_area_around_a_target_reached_as_by_a_line_strikes_the_user_too() -> None:
    """The user is spared only where it is the centre; the centre is the first in line."""
    blast = move(shape="area", center="target", radius=1, range=5)
    game = fight({"a": {"at": (2, 2), "moves": [blast]}, "z": {"at": (3, 2)}, "y": {"at": (4, 3)}})
    game.do("use-move", unit="a", move="hit", direction="e")
    assert struck(game) == ["a", "z", "y"]


@pytest.mark.parametrize(("affects", "who"), [("foes", ["z"]), ("allies", ["b"]), ("all", ["b", "z"])])
def test_P17_affects_narrows(affects: str, who: list[str]) -> None:
    """Only foes, only allies, or everyone."""
    game = fight(
        {"a": {"at": (2, 2), "moves": [move(shape="area", radius=1, affects=affects)]}, "b": {"at": (1, 2)},
         "z": {"at": (3, 2)}}
    )  # fmt: skip
    game.do("use-move", unit="a", move="hit")
    assert struck(game) == who


def test_P17_by_own_area_the_user_is_immune_as_anybody() -> None:
    """A ghost in its own normal-type blast around a target takes nothing."""
    blast = move(type="normal", shape="area", center="target", radius=1)
    game = fight({"a": {"at": (2, 2), "types": ["ghost"], "moves": [blast]}, "z": {"at": (3, 2)}})
    game.do("use-move", unit="a", move="hit", direction="e")
    assert [one["target"] for one in game.all("missed")] == ["a"]
    assert struck(game) == ["z"]


def test_P18_each_in_turn_accuracy_critical_damage_effects() -> None:
    """Nearest first, then roster order; everything of one before anything of the next."""
    burn = {"do": "status", "status": "burn", "on": 6}
    wave = move(shape="area", radius=3, accuracy=5, crit={"on": 8}, effects=[burn])
    game = fight({"a": {"at": (2, 2), "moves": [wave]}, "z": {"at": (5, 2)}, "y": {"at": (3, 2)},
                  "x": {"at": (3, 3)}})  # fmt: skip
    rolls = {"accuracy": {"a": [5, 4, 10]}, "crit": {"a": [8, 1]}, "effect": {"a": [5, 6]}}
    game.do("use-move", unit="a", move="hit", rolls=rolls)
    seen = [(kind, one.get("unit") if kind != "missed" else one["target"])
            for kind, one in ((one["type"], one) for one in game.effects)
            if kind in ("damaged", "missed", "status-gained")]  # fmt: skip
    assert seen == [("damaged", "y"), ("missed", "x"), ("damaged", "z"), ("status-gained", "z")]
    assert [one["amount"] for one in game.all("damaged")] == [3, 2]
    assert [(roll.what, roll.unit) for roll in game.rolls] == [
        (what, "a") for what in ("accuracy", "crit", "effect", "accuracy", "accuracy", "crit", "effect")
    ]


def test_P19_every_term_in_order_and_they_add_up() -> None:
    """power, stab, type, attack, defense, critical; a negative defense adds."""
    jet = move(type="water", category="special", power=2, crit={"on": 1, "bonus": 4})
    game = duel(
        {
            "types": ["water"],
            "stats": {"special_attack": 1, "attack": 9},
            "held": "special-band",
            "moves": [jet],
        },
        {"types": ["rock", "ground"], "stats": {"special_defense": -2, "defense": 9, "hp": 20}},
    )
    game.do("use-move", unit="a", move="hit", direction="e", rolls={"crit": {"a": 1}})
    hit = game.one("damaged")
    terms = [(term["name"], term["value"]) for term in hit["terms"]]
    assert terms == [("power", 2), ("stab", 1), ("type", 2), ("attack", 2), ("defense", 2), ("critical", 4)]
    assert hit["amount"] == 13 == sum(value for _, value in terms)


def test_P19_never_below_nothing() -> None:
    """What would heal is 0, with a `minimum` that makes the terms add up; zero terms are left out."""
    game = duel(
        {"moves": [move(type="fire", power=1)]}, {"types": ["water", "rock"], "stats": {"defense": 2}}
    )
    game.do("use-move", unit="a", move="hit", direction="e")
    hit = game.one("damaged")
    assert (hit["amount"], hit["now"]) == (0, 10)
    assert {term["name"]: term["value"] for term in hit["terms"]} == {
        "power": 1, "type": -2, "defense": -2, "minimum": 3,
    }  # fmt: skip


def test_P19_where_every_term_is_nothing_the_list_of_them_is_empty() -> None:
    """Power 0 without bonuses: 0 damage of no terms, and they are told."""
    game = duel({"moves": [move(power=0)]})
    game.do("use-move", unit="a", move="hit", direction="e")
    assert game.one("damaged")["terms"] == []
    assert game.one("damaged")["amount"] == 0


def test_P19_status_moves_deal_none_and_overkill_is_told() -> None:
    """No `damaged` by a status move; the amount is as dealt, `now` stops at 0."""
    game = duel({"moves": [status_move("stare", {"do": "stage", "stat": "speed", "by": -1}, power=5),
                           move("kill", power=50)]})  # fmt: skip
    game.do("use-move", unit="a", move="stare", direction="e")
    assert not game.all("damaged")
    game.do("pass", unit="z")
    next_round(game)
    game.do("use-move", unit="a", move="kill", direction="e")
    assert (game.one("damaged")["amount"], game.one("damaged")["now"]) == (50, 0)


CHART = {
    ("fire", "grass"): 1, ("fire", "water"): -1, ("water", "fire"): 1, ("electric", "water"): 1,
    ("ghost", "psychic"): 1, ("dark", "fairy"): -1, ("fairy", "dragon"): 1, ("bug", "fairy"): -1,
    ("steel", "fairy"): 1, ("ice", "dragon"): 1, ("fighting", "steel"): 1, ("poison", "fairy"): 1,
    ("rock", "flying"): 1, ("grass", "dragon"): -1, ("psychic", "steel"): -1, ("normal", "rock"): -1,
}  # fmt: skip


@pytest.mark.parametrize(("pair", "value"), CHART.items())
def test_P20_the_usual_chart(pair: tuple[str, str], value: int) -> None:
    """+1 where it is super effective, −1 where it is resisted."""
    game = duel({"moves": [move(type=pair[0], power=3)]}, {"types": [pair[1]]})
    game.do("use-move", unit="a", move="hit", direction="e")
    assert {term["name"]: term["value"] for term in game.one("damaged")["terms"]}["type"] == value


IMMUNE = [("normal", "ghost"), ("fighting", "ghost"), ("ghost", "normal"), ("electric", "ground"),
          ("ground", "flying"), ("poison", "steel"), ("psychic", "dark"), ("dragon", "fairy")]  # fmt: skip


@pytest.mark.parametrize(("attacker", "target"), IMMUNE)
def test_P20_the_immune_are_not_touched(attacker: str, target: str) -> None:
    """No damage and no effect; `missed`, why `immune`; the PP is spent."""
    sleep = {"do": "status", "status": "sleep"}
    game = duel({"moves": [move(type=attacker, effects=[sleep])]}, {"types": ["fire", target]})
    game.do("use-move", unit="a", move="hit", direction="e")
    assert (game.one("missed")["why"], game.one("missed")["target"]) == ("immune", "z")
    assert not game.all("damaged")
    assert not game.statuses("z")
    assert game.state.units["a"].pools["pp"].now == 9


def test_P20_settings_immunity_resist_counts_one() -> None:
    """With `immunity: resist` it is one resistance, and effects work."""
    game = duel({"moves": [move(type="normal", power=3)]}, {"types": ["ghost"]}, immunity="resist")
    game.do("use-move", unit="a", move="hit", direction="e")
    assert game.one("damaged")["amount"] == 2


def test_P21_only_with_crit_and_razor_claw_rolls_once_more() -> None:
    """No `crit`, no die; with a razor claw a failed one is rolled again, one that worked is not."""
    slash = move("slash", crit={"on": 9})
    game = duel({"held": "razor-claw", "moves": [move(), slash]})
    assert (
        game.code("use-move", unit="a", move="hit", direction="e", rolls={"crit": {"a": 9}}) == "rolls-unused"
    )
    aim = {"unit": "a", "move": "slash", "direction": "e"}
    assert game.needs("use-move", **aim) == [("crit", "a", 10, 1)]
    assert game.needs("use-move", rolls={"crit": {"a": 8}}, **aim) == [("crit", "a", 10, 1)]
    assert game.code("use-move", rolls={"crit": {"a": [9, 9]}}, **aim) == "rolls-unused"
    game.do("use-move", rolls={"crit": {"a": [8, 9]}}, **aim)
    assert game.one("damaged")["amount"] == 3


def effects_of(*effects: object, **z: object):  # type: ignore[no-untyped-def]
    """What a status move with these effects did to z."""
    game = duel({"moves": [status_move("do", *effects)]}, z)  # type: ignore[arg-type]
    game.do("use-move", unit="a", move="do", direction="e")
    return game


def test_P22_status_and_cure() -> None:
    """`status` gives one with its source; `cure` takes those named, or all."""
    game = effects_of({"do": "status", "status": "burn"})
    gained = game.one("status-gained")
    assert (gained["unit"], gained["status"], gained["source"]) == ("z", "burn", "a")
    sick = {"burn": {}, "confusion": {}}
    assert list(effects_of({"do": "cure", "cure": ["burn"]}, statuses=sick).statuses("z")) == ["confusion"]
    assert effects_of({"do": "cure", "cure": "all"}, statuses=sick).statuses("z") == {}


def test_P22_stage_heal_and_pp() -> None:
    """`stage` adds up, `heal` gives what fits, `pp` stays within 0 and the maximum."""
    assert effects_of({"do": "stage", "stat": "speed", "by": 2}).state.units["z"].stages == {"speed": 2}
    assert effects_of({"do": "heal", "amount": 4}, hp=7).one("healed")["amount"] == 3
    for by, now in ((-3, 0), (50, 10), (1, 3)):
        game = effects_of({"do": "pp", "by": by}, pools={"pp": {"now": 2}})
        assert game.state.units["z"].pools["pp"].now == now


def test_P22_heal_by_half_of_what_was_dealt_rounded_up() -> None:
    """5 dealt heals 3, and over several struck by the sum."""
    drain = {"do": "heal", "amount": "damage", "to": "user"}
    game = duel({"hp": 2, "moves": [move(power=5, effects=[drain])]})
    game.do("use-move", unit="a", move="hit", direction="e")
    assert game.one("healed") == {"type": "healed", "unit": "a", "amount": 3, "now": 5, "cause": "move"}
    area = move(power=3, shape="area", radius=1, effects=[drain])
    game = fight({"a": {"at": (2, 2), "hp": 1, "moves": [area]}, "z": {"at": (3, 2)}, "y": {"at": (1, 2)}})
    game.do("use-move", unit="a", move="hit")
    assert game.one("healed")["amount"] == 3


@pytest.mark.parametrize(
    ("effect", "z", "walls", "to"),
    [
        ({"do": "push", "cells": 2}, (4, 2), [], (6, 2)),
        ({"do": "push", "cells": 9}, (4, 2), [], (8, 2)),
        ({"do": "push", "cells": 3}, (4, 2), [(6, 2)], (5, 2)),
        ({"do": "push", "cells": 2}, (4, 4), [], (6, 6)),
        ({"do": "pull", "cells": 1}, (6, 2), [], (5, 2)),
        ({"do": "pull", "cells": 9}, (6, 2), [], (3, 2)),
    ],
)
def test_P22_push_and_pull(effect: dict, z: tuple[int, int], walls: list, to: tuple[int, int]) -> None:  # type: ignore[type-arg]
    """Away from or towards the user; stops at walls, the edge, and beside the user."""
    units = {"a": {"at": (2, 2), "moves": [status_move("do", effect)]}, "z": {"at": z}}
    game = fight(units, height=9, walls=walls)
    game.do("use-move", unit="a", move="do", target="z")
    assert game.state.units["z"].at == to


def test_P22_push_stops_at_a_unit_and_where_nothing_gives_nothing_moves() -> None:
    """Another unit stops it; without room there is no `moved`."""
    game = fight({"a": {"at": (2, 2), "moves": [move(effects=[{"do": "push", "cells": 3}])]}, "z": {"at": (3, 2)},
                  "y": {"at": (4, 2)}})  # fmt: skip
    game.do("use-move", unit="a", move="hit", direction="e")
    assert not game.all("moved")


def test_P22_swap_changes_places() -> None:
    """Both have moved, each to where the other was."""
    game = effects_of({"do": "swap"})
    assert (game.state.units["a"].at, game.state.units["z"].at) == ((6, 2), (1, 2))


def test_P22_teleport_to_the_commands_cell() -> None:
    """Free cells only, any distance, not one's own; without `at` it is refused."""
    hop = {"id": "hop", "category": "status", "shape": "self", "effects": [{"do": "teleport", "to": "user"}]}
    game = duel({"moves": [hop]}, walls=[(4, 4)])
    assert game.code("use-move", unit="a", move="hop") == "off-board"
    wrong = {(9, 9): "off-board", (4, 4): "blocked", (6, 2): "occupied", (1, 2): "occupied"}
    for at, code in wrong.items():
        assert game.code("use-move", unit="a", move="hop", at=list(at)) == code
    game.do("use-move", unit="a", move="hop", at=[8, 0])
    assert game.state.units["a"].at == (8, 0)


def test_P22_an_effect_on_the_user_happens_once_however_many_are_struck() -> None:
    """Two struck, one stage for the user, after both; its die once."""
    up = {"do": "stage", "stat": "attack", "by": 1, "to": "user", "on": 3}
    area = move(shape="area", radius=1, effects=[up])
    game = fight({"a": {"at": (2, 2), "moves": [area]}, "z": {"at": (3, 2)}, "y": {"at": (1, 2)}})
    game.do("use-move", unit="a", move="hit", rolls={"effect": {"a": 3}})
    assert game.one("stage-changed")["now"] == 1
    assert game.kinds().index("stage-changed") > game.kinds().index("damaged")


def test_P22_none_struck_nothing_on_the_user() -> None:
    """The only one in reach is immune: no effect to the user."""
    up = {"do": "stage", "stat": "attack", "by": 1, "to": "user"}
    game = duel({"moves": [move(type="normal", effects=[up])]}, {"types": ["ghost"]})
    game.do("use-move", unit="a", move="hit", direction="e")
    assert not game.all("stage-changed")


def test_P22_on_needs_its_die() -> None:
    """At n or more it works, below not; both are on the tape."""
    burn = {"do": "status", "status": "burn", "on": 7}
    for roll, burned in ((6, []), (7, ["burn"])):
        game = duel({"moves": [move(effects=[burn])]})
        game.do("use-move", unit="a", move="hit", direction="e", rolls={"effect": {"a": roll}})
        assert list(game.statuses("z")) == burned
        assert (game.one("checked")["roll"], game.one("checked")["needs"]) == (roll, 7)


def test_P22_on_the_fallen_nothing_works_and_nothing_is_rolled() -> None:
    """A blow that fells its target asks for no die of its effects on it."""
    burn = {"do": "status", "status": "burn", "on": 7}
    game = fight({"a": {"at": (1, 2), "moves": [move(power=20, effects=[burn])]}, "z": {"at": (3, 2)},
                  "y": {"at": (3, 4)}})  # fmt: skip
    game.do("use-move", unit="a", move="hit", direction="e")
    assert game.all("fainted")
    assert not game.all("status-gained")


def test_P23_fire_thaws_target_and_user() -> None:
    """Both lose their ice at once, even by a fire attack that does nothing else; a status move thaws nobody."""
    ember = move("ember", type="fire", power=0)
    game = duel(
        {"moves": [ember], "statuses": {"freeze": {}}}, {"statuses": {"freeze": {}}, "types": ["water"]}
    )
    game.do("use-move", unit="a", move="ember", direction="e")
    assert {(one["unit"], one["status"]) for one in game.all("status-lost")} == {
        ("z", "freeze"),
        ("a", "freeze"),
    }
    warm = status_move("warm", {"do": "stage", "stat": "attack", "by": 1}, type="fire")
    game = duel({"moves": [warm]}, {"statuses": {"freeze": {}}})
    game.do("use-move", unit="a", move="warm", direction="e")
    assert list(game.statuses("z")) == ["freeze"]


def test_P23_the_frozen_may_attack_with_fire_without_rolling() -> None:
    """On its turn no freeze die is needed; its other checks still are; anything else needs the roll."""
    ember = move("ember", type="fire")
    game = duel({"moves": [ember, move()], "statuses": {"freeze": {}, "confusion": {}}})
    assert game.state.checks == ("freeze", "confusion")
    assert game.code("use-move", unit="a", move="hit", direction="e") == "rolls-needed"
    aim = {"unit": "a", "move": "ember", "direction": "e"}
    assert game.needs("use-move", **aim) == [("confusion", "a", 10, 1)]
    game.do("use-move", rolls={"confusion": {"a": 5}}, **aim)
    assert list(game.statuses("a")) == ["confusion"]
    assert game.hp("z") == 8


def test_P23_a_missed_fire_attack_thaws_nobody() -> None:
    """It must strike."""
    ember = move("ember", type="fire", accuracy=9)
    game = duel({"moves": [ember], "statuses": {"freeze": {}}}, {"statuses": {"freeze": {}}})
    game.do("use-move", unit="a", move="ember", direction="e", rolls={"accuracy": {"a": 2}})
    assert list(game.statuses("a")) == list(game.statuses("z")) == ["freeze"]


def test_P24_a_heal_reports_what_it_gave_and_nothing_is_no_heal() -> None:
    """9 of 10 healed by 4: one; at full there is no fact at all."""
    game = effects_of({"do": "heal", "amount": 4}, hp=9)
    assert (game.one("healed")["amount"], game.one("healed")["now"]) == (1, 10)
    assert not effects_of({"do": "heal", "amount": 4}).all("healed")


def test_P16_forced_past_its_range_the_move_strikes_whom_the_table_means() -> None:
    """The GM's word passes over range, lines and who stands between; the tape names the rule."""
    for target, rule in (("y", "pmd/P16"), ("x", "pmd/P16"), ("z", "pmd/P16")):
        game = crowd(move(range=3))
        game.do("use-move", unit="a", move="hit", target=target, force="a lucky bounce")
        assert game.effects[0] == {"type": "ruled", "reason": "a lucky bounce", "rule": rule}
        assert struck(game) == [target]
