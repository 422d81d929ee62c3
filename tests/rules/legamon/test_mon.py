"""L1-L3, L17, L18: what a mon is, the chart, typeless abilities, the roster."""

from typing import Any

import pytest

from server.engine.catalogue import rule_texts, table
from server.engine.refusals import InvalidSetup
from server.rules.legamon import FOLDER
from server.rules.legamon.system import SYSTEM
from tests.playing import Game
from tests.rules.legamon.given import HOP, SHELL, fight, pair, setting_up

GRID = {"type": "grid", "width": 4, "height": 3}
ZONES = {"type": "zones", "zones": [{"id": "bank"}, {"id": "pond"}]}
TYPES = {"air", "fire", "water", "earth", "verdant", "metal"}


def test_L1_medians_and_where_they_stand_in_the_state() -> None:
    """10 grit, 3 energy, 3 speed where nothing is said."""
    game = setting_up(
        {"f": {"types": ["fire"]}, "m": {"types": ["metal"], "grit": 4, "energy": 0, "speed": 7}}
    )
    f, m = game.state.units["f"], game.state.units["m"]
    assert (f.hp, f.max_hp, f.pools["energy"].now, f.stats) == (10, 10, 3, {"speed": 3})
    assert (m.hp, m.max_hp, m.pools["energy"].max, m.stats) == (4, 4, 0, {"speed": 7})


@pytest.mark.parametrize(
    ("unit", "path"),
    [
        ({"types": []}, "$.units[0].types"),
        ({}, "$.units[0].types"),
        ({"types": ["ghost"]}, "$.units[0].types[0]"),
        ({"types": ["fire", "fire"]}, "$.units[0].types[1]"),
        ({"types": ["fire"], "grit": 0}, "$.units[0].grit"),
        ({"types": ["fire"], "energy": -1}, "$.units[0].energy"),
        ({"types": ["fire"], "speed": -1}, "$.units[0].speed"),
        ({"types": ["fire"], "moves": ["no-such"]}, "$.units[0].moves[0]"),
        ({"types": ["fire"], "moves": [HOP, HOP]}, "$.units[0].moves[1].id"),
        ({"types": ["fire"], "moves": [{"id": "a", "type": "ghost"}]}, "$.units[0].moves[0].type"),
        ({"types": ["fire"], "side": "No Slug"}, "$.units[0].side"),
        ({"types": ["fire"], "statuses": {"prevented-move": {"value": 0}}},
         "$.units[0].statuses.prevented-move.value"),
    ],
)  # fmt: skip
def test_L1_what_no_mon_can_be(unit: dict[str, Any], path: str) -> None:
    """The path names the fault."""
    with pytest.raises(InvalidSetup) as caught:
        setting_up({"f": unit, "m": {"types": ["metal"]}})
    assert caught.value.refusal.facts["path"] == path


def test_L1_a_place_is_only_noted() -> None:
    """Nobody has to be placed; zones hold many, cells one; what is not there is refused."""
    units = {"f": {"types": ["fire"]}, "m": {"types": ["metal"]}}
    game = fight(units, board=ZONES)
    assert game.code("move", unit="f", to="moon") == "off-board"
    game.do("move", unit="f", to="bank")
    assert (game.one("moved")["to"], game.state.units["f"].at) == ("bank", "bank")
    game = setting_up(units, board=GRID)
    game.do("place", unit="f", at=[0, 0])
    assert game.code("place", unit="m", at=[0, 0]) == "occupied"
    assert game.code("place", unit="m", at=[4, 0]) == "off-board"
    game.do("place", unit="f", at=[3, 2])
    game.do("start")
    assert game.state.phase == "battle"


def test_L1_a_mon_enlisted_later_is_in_from_the_next_round() -> None:
    """Without a board at once; on a board once it is placed, by the GM."""
    units = {"f": {"types": ["fire"]}, "m": {"types": ["metal"]}}
    game = fight(units)
    game.do("enlist", unit={"id": "n", "side": "side-m", "types": ["air"]})
    assert game.order() == ["f", "m"]
    game.do("pass", unit="f")
    game.do("pass", unit="m")
    assert [need[1] for need in game.needs("start-round")] == ["f", "m", "n"]
    game = fight(units, board=ZONES, seats=["ana"])
    game.do("enlist", unit={"id": "n", "side": "side-m", "types": ["air"], "seat": "ana"})
    assert game.code("place", by="ana", unit="n", at="pond") == "gm-only"
    game.do("pass", unit="f")
    game.do("pass", unit="m")
    assert [need[1] for need in game.needs("start-round")] == ["f", "m"]
    game.do("place", unit="n", at="pond")
    assert [need[1] for need in game.needs("start-round")] == ["f", "m", "n"]
    assert game.code("place", unit="n", at="bank") == "placement-closed"


def test_L2_the_chart_is_the_pages() -> None:
    """Nine pairs, no more."""
    chart = SYSTEM.reference()["chart"]
    assert {(one, other) for one, row in chart.items() for other in row} == {
        ("fire", "verdant"), ("fire", "air"), ("verdant", "water"), ("verdant", "earth"), ("water", "fire"),
        ("water", "metal"), ("air", "water"), ("metal", "verdant"), ("earth", "fire"),
    }  # fmt: skip
    assert set(chart) == TYPES


def test_L2_a_chart_of_ones_own() -> None:
    """Replaces the usual one, and may know other types."""
    game = pair(chart={"fire": ["metal"], "dream": ["fire"]})
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("pass", unit="m")
    assert game.needs("carry-out") == [("ability", "f", 8, 1)]
    assert setting_up({"f": {"types": ["dream"]}}, chart={"dream": []}).state.units["f"].types == ("dream",)
    as_in_the_catalogue = setting_up({"f": {"types": ["fire"]}}, chart={"fire": {"beats": ["metal"]}})
    assert as_in_the_catalogue.state.catalogue["chart"] == {"fire": ["metal"]}
    with pytest.raises(InvalidSetup) as caught:
        setting_up({"f": {"types": ["fire"]}}, chart=["fire"])
    assert caught.value.refusal.facts["path"] == "$.settings.chart"


def test_L3_any_typeless_ability_unless_the_table_lists_them() -> None:
    """Without the setting any slug; with it only those."""
    pair().do("use-move", unit="f", typeless="tickle", target="m")
    game = pair(typeless=["kick"])
    refusal = game.refused("use-move", unit="f", typeless="bite", target="m")
    assert (refusal.code, refusal.rule) == ("unknown-move", "L3")
    game.do("use-move", unit="f", typeless="kick", target="m")


def test_L3_a_typed_ability_is_on_the_sheet() -> None:
    """Another's is unknown; exactly one of `move` and `typeless` is named."""
    game = pair()
    assert game.code("use-move", unit="f", move="shell", target="m") == "unknown-move"
    assert game.code("use-move", unit="f", target="m") == "malformed"
    assert game.code("use-move", unit="f", move="flame-hop", typeless="kick", target="m") == "malformed"


def test_L3_the_usual_ones_are_in_the_catalogue() -> None:
    """28 of them, from scratch to go-prone."""
    usual = SYSTEM.reference()["typeless"]
    assert (len(usual), usual[0], usual[-1]) == (28, "scratch", "go-prone")


def test_L1_the_catalogue_is_whole() -> None:
    """Eight creatures over all six types, whose abilities there are, with tags."""
    creatures, moves = table(FOLDER, "creatures"), table(FOLDER, "moves")
    assert len(creatures) == 8
    assert {name for one in creatures.values() for name in one["types"]} == TYPES
    assert all(moves[name]["tags"] for one in creatures.values() for name in one["moves"])
    for name in creatures:
        game = setting_up({"f": {"sample": name}, "m": {"sample": name, "grit": 2}})
        assert game.state.units["f"].moves
        assert game.state.units["m"].hp == 2


def test_L1_every_rule_of_the_page_is_in_the_rulebook() -> None:
    """L1 to L18, rulings marked."""
    rules = rule_texts(FOLDER)
    assert list(rules) == [f"L{n}" for n in range(1, 19)]
    assert (rules["L8"]["ruling"], rules["L9"]["ruling"]) == (False, True)


def test_L17_two_sides_at_least() -> None:
    """A start with one side is impossible."""
    game = setting_up({"f": {"types": ["fire"], "side": "red"}, "g": {"types": ["fire"], "side": "red"}})
    assert game.code("start") == "impossible"


def test_L18_grit_and_energy_as_they_stand() -> None:
    """What the roster says makes the next battle begin so; without them it begins rested."""
    game = pair(m={"grit": 9, "energy": 2})
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("interrupt", unit="m", move="shell")
    game.do("carry-out", rolls={"ability": {"f": 6}, "resist": {"m": 4}})
    f, m = SYSTEM.roster(game.state)
    assert (f["grit"], f["energy"], m["grit"], m["energy"]) == (10, 2, 7, 1)
    again = _begun([f, m])
    assert (again.state.units["m"].hp, again.state.units["m"].max_hp) == (7, 9)
    pool = again.state.units["m"].pools["energy"]
    assert (pool.now, pool.max) == (1, 2)
    for spec in (f, m):
        del spec["grit"], spec["energy"]
    rested = _begun([f, m]).state.units["m"]
    assert (rested.hp, rested.pools["energy"].now, rested.moves) == (9, 2, (SHELL,))


def test_L18_the_fallen_begin_fallen_and_nothing_else_is_carried() -> None:
    """Grit 0 is out; edges, preventions and places end."""
    game = pair(m={"statuses": {"prevented-move": {"value": 3}}})
    game.do("ruling", reason="falls", effects=[{"type": "damaged", "unit": "m", "amount": 20}])
    specs = SYSTEM.roster(game.state)
    again = _begun(specs)
    assert again.state.units["m"].fainted
    assert again.statuses("m") == {}


def _begun(units: list[dict[str, Any]]) -> Game:
    return Game(SYSTEM, {"ruleset": "legamon", "dice": "table", "units": units})
