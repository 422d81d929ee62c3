"""Every refusal by a rule names the rule (contract 9), whoever makes it."""

import msgspec
import pytest

from server.engine.catalogue import rule_texts
from server.rules import every
from tests.playing import Game
from tests.rules.duel import given as duel
from tests.rules.legamon import given as legamon
from tests.rules.pmd import given as pmd


@pytest.mark.parametrize("ruleset", sorted(every()))
def test_contract_9_what_the_engine_refuses_belongs_to_a_rule_of_the_page(ruleset: str) -> None:
    """Each number stands in the system's RULES.md; each name is a code, a die's or a command's."""
    system = every()[ruleset]
    known = rule_texts(system.folder)
    tags = {one.__struct_config__.tag for one in system.commands}
    assert set(system.numbers) == {"code", "die", "command"}
    for kind, rules in system.numbers.items():
        assert set(rules.values()) <= set(known), kind
    assert set(system.numbers["command"]) <= tags


@pytest.mark.parametrize("ruleset", sorted(every()))
def test_contract_9_the_engines_own_refusals_name_a_rule(ruleset: str) -> None:
    """A unit there is not, an automatic command that nothing calls for, anything after the end."""
    system = every()[ruleset]
    spec = msgspec.json.decode(system.samples[min(system.samples)]) | {"dice": "table"}
    game = Game(system, spec)
    commands = [("start-round", {}), ("carry-out", {}), ("pass", {"unit": "ghost"}), ("close-window", {})]
    for type_, fields in commands:
        assert game.refused(type_, **fields).rule in system.numbers["command"].values(), type_
    game.do("end", reason="enough")
    refusal = game.refused("start")
    assert (refusal.code, refusal.rule) == ("battle-ended", system.numbers["code"]["battle-ended"])


def test_contract_9_dice_that_are_missing_left_over_or_impossible_name_the_rule_that_rolls_them() -> None:
    """By the name of the die."""
    game = pmd.started({"a": {"at": (1, 2)}, "z": {"at": (6, 2)}})
    assert game.refused("start-round").rule == "P7"
    assert game.refused("start-round", rolls={"initiative": {"a": 11, "z": 2}}).rule == "P7"
    assert game.refused("start-round", rolls={"initiative": {"a": 4, "z": 4}}).rule == "P8"
    assert game.refused("start-round", rolls={"initiative": {"a": 4, "z": 3}, "coin": 1}).rule == "P8"
    mons = legamon.setting_up({"f": {"types": ["fire"]}, "m": {"types": ["metal"]}})
    mons.do("start")
    assert mons.refused("start-round").rule == "L9"
    trainers = duel.battle([duel.creature("a", "ash"), duel.creature("b", "gary")], settings={"first": None})
    trainers.do("start")
    for unit in ("a", "b"):
        trainers.do("release", unit=unit)
    assert trainers.refused("start-round").rule == "D9"
