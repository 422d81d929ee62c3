"""A roster (contract 2) is a next battle's units and bags: whatever stands in it can be created again."""

from typing import Any

import msgspec
import pytest

from server.battles.rosters import Named
from server.rules import every
from tests.playing import Game

ROPE = {"id": "rope", "name": "A rope"}


def begun(ruleset: str) -> Game:
    """A system's first sample, with an item given inline in a bag and in a hand."""
    system = every()[ruleset]
    spec: dict[str, Any] = msgspec.json.decode(system.samples[min(system.samples)]) | {"dice": "table"}
    first = spec["units"][0]
    bag = spec.get("inventory", {}).get(first["side"], {}) | {"rope": {"name": "A rope", "count": 2}}
    spec["units"][0] = first | {"held": ROPE}
    return Game(system, spec | {"inventory": spec.get("inventory", {}) | {first["side"]: bag}})


@pytest.mark.parametrize("ruleset", sorted(every()))
def test_contract_2_what_was_given_inline_is_carried_inline(ruleset: str) -> None:
    """Held or in a bag: the next battle has no other way to know it; what the catalogue knows goes by name."""
    game = begun(ruleset)
    state, named = game.state, Named(game.system, game.state)
    assert named.held("rope") == ROPE
    assert named.stocked("rope", 2) == {**ROPE, "count": 2}
    for item in game.system.reference()["items"]:
        assert (named.held(item), named.stocked(item, 3)) == (item, 3)
    units = game.system.roster(state)
    held = [{**one, "held": named.held(one["held"])} if "held" in one else one for one in units]
    bags = {
        side: {item: named.stocked(item, count) for item, count in bag.items()}
        for side, bag in state.inventory.items()
    }
    spec = {"ruleset": ruleset, "board": msgspec.to_builtins(state.board), "seats": state.seats}
    again = Game(game.system, spec | {"units": held, "inventory": bags, "settings": state.settings})
    assert again.state.inventory == state.inventory
    assert {id_: one.held for id_, one in again.state.units.items()} == {
        id_: one.held for id_, one in state.units.items()
    }


@pytest.mark.parametrize("ruleset", sorted(every()))
def test_contract_2_labels_of_a_ruling_do_not_spoil_a_roster(ruleset: str) -> None:
    """A pool and an item that no page names are no fault in the next battle."""
    game = begun(ruleset)
    unit = next(iter(game.state.units))
    game.do(
        "ruling",
        reason="from the chest",
        effects=[
            {"type": "pool-changed", "unit": unit, "pool": "luck", "now": 3},
            {"type": "unit-changed", "unit": unit, "set": {"held": "lantern"}},
        ],
    )
    named = Named(game.system, game.state)
    units = [{**one, "held": named.held(one["held"])} if "held" in one else one
             for one in game.system.roster(game.state)]  # fmt: skip
    state = game.state
    spec = {"ruleset": ruleset, "board": msgspec.to_builtins(state.board), "seats": state.seats}
    again = Game(game.system, spec | {"units": units, "settings": state.settings})
    assert again.state.units[unit].held == "lantern"


@pytest.mark.parametrize("ruleset", ["duel", "pmd"])
def test_contract_2_what_was_to_end_in_this_battle_is_not_carried(ruleset: str) -> None:
    """A lasting condition goes on, one that a ruling gave until a round of this battle does not."""
    game = begun(ruleset)
    until = {"round": 9, "when": "round-end"}
    one, other = list(game.state.units)[:2]
    gained = {"type": "status-gained", "status": "poison"}
    effects = [{**gained, "unit": one}, {**gained, "unit": other, "until": until}]
    game.do("ruling", reason="gas", effects=effects)
    kept = {unit["id"]: unit["statuses"] for unit in game.system.roster(game.state)}
    assert ("poison" in kept[one], "poison" in kept[other]) == (True, False)
