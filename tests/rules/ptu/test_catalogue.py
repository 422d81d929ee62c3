"""What the catalogue of ptu holds: enough to show every rule, and all of it usable (issues 7 and 8)."""

from typing import get_args

import msgspec
import pytest

from server.engine.catalogue import table
from server.rules.ptu import CONDITIONS, FOLDER, SIZES
from server.rules.ptu.commands import Named
from server.rules.ptu.data import Item, Move, RangeKind
from server.rules.ptu.system import SYSTEM
from tests.rules.ptu.given import battle, unit

MOVES = {name: msgspec.convert(one, Move) for name, one in table(FOLDER, "moves").items()}
ITEMS = {name: msgspec.convert(one, Item) for name, one in table(FOLDER, "items").items()}
CREATURES = table(FOLDER, "creatures")
KEYWORDS = {"priority", "priority-limited", "priority-advanced", "interrupt", "full", "swift"}


def test_T47_T48_thirty_moves_show_every_range_frequency_and_keyword() -> None:
    """Every kind of range, of frequency and of keyword that a combat knows stands in one of them."""
    assert len(MOVES) >= 30
    assert {move.range.kind for move in MOVES.values()} == set(get_args(RangeKind))
    assert {move.frequency.split()[0] for move in MOVES.values()} == {"at-will", "eot", "scene", "daily"}
    assert {word for move in MOVES.values() for word in move.keywords} == KEYWORDS


def test_T1_T2_ten_creatures_of_all_sizes_and_three_trainers() -> None:
    """Each knows moves of the catalogue; trainers know skills."""
    pokemon = [one for one in CREATURES.values() if one["kind"] == "pokemon"]
    trainers = [one for one in CREATURES.values() if one["kind"] == "trainer"]
    assert (len(pokemon), len(trainers)) == (10, 3)
    assert {one["size"] for one in pokemon} == set(SIZES)
    assert {move for one in pokemon for move in one["moves"]} <= set(MOVES)
    assert all(one["skills"] for one in trainers)


def test_T14_T57_a_dozen_items_and_three_balls() -> None:
    """What heals, cures or shields, and what catches."""
    assert sum(one.ball is None for one in ITEMS.values()) >= 12
    assert sum(one.ball is not None for one in ITEMS.values()) >= 3
    assert {name for one in ITEMS.values() for name in one.cure} <= set(CONDITIONS)


def test_T51_T55_every_condition_and_every_maneuver_is_told_of() -> None:
    """Those that the rules know, and no others."""
    assert set(table(FOLDER, "conditions")) == set(CONDITIONS)
    assert set(table(FOLDER, "maneuvers")) == set(get_args(Named))


@pytest.mark.parametrize("item", [one for one in ITEMS.values() if one.ball is None], ids=lambda one: one.id)
def test_T14_every_item_does_what_it_says(item: Item) -> None:
    """From the bag, to whoever needs it."""
    game = battle(
        unit("r", "red", [0, 0], kind="trainer", types=[], speed=30),
        unit("a", "red", [1, 0], speed=20, level=90, hp=5, statuses={name: {} for name in item.cure}),
        unit("t", "blue", [9, 9], speed=5),
        inventory={"red": {item.id: 1}},
    )
    game.do("use-item", unit="r", item=item.id, target="a")
    assert (game.hp("a"), game.statuses("a")) == (5 + item.heal, {})
    assert game.state.units["a"].counters.get("temporary_hp", 0) == item.temporary_hp
    assert game.state.inventory["red"] == {}


def test_there_is_a_sample_of_each_kind_of_battle() -> None:
    """On a grid, in the league, among zones, and with balls to throw at the wild."""
    specs = [msgspec.json.decode(body) for body in SYSTEM.samples.values()]
    assert {spec["board"]["type"] for spec in specs} == {"grid", "zones"}
    assert any(spec.get("settings", {}).get("contact") == "league" for spec in specs)
    assert any(spec.get("settings", {}).get("intercept") for spec in specs)
    balls = {name for name, one in ITEMS.items() if one.ball is not None}
    assert any(balls & set(bag) for spec in specs for bag in spec.get("inventory", {}).values())


def test_the_reference_names_all_that_a_client_may_name() -> None:
    """What `GET /v1/rulesets/ptu` holds beside commands, settings, rules and samples."""
    found = SYSTEM.reference()
    assert set(found) >= {"types", "items", "moves", "conditions", "maneuvers", "units"}
    assert len(found["types"]) == 18
