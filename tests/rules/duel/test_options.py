"""What is offered, with its dice; what is carried over to the next battle; the samples."""

import random
from typing import Any

import msgspec
import pytest

from server.battles.bots import rolled
from server.battles.offering import options_of
from server.engine.refusals import Refused, RollsNeeded
from server.rules.duel.system import SYSTEM
from tests.playing import Game, plain
from tests.rules.duel.given import creature, duel, move, turn, use


def offered(game: Game, seat: str) -> list[Any]:
    """The options as JSON says them."""
    return [plain(option) for option in options_of(SYSTEM, game.state, seat)]


def test_D10_orders_are_offered_to_whose_turn_it_is_to_order() -> None:
    """Moves, dodging, switching, items, passing; nothing to the other."""
    a = {"height": 30, "hp": 50, "moves": [move(accuracy=75)]}
    game = duel(a, None, creature("c", "ash"), inventory={"ash": {"salve": 1}})
    assert offered(game, "gary") == []
    kinds = [option["command"]["type"] for option in offered(game, "ash")]
    assert kinds == ["use-move", "use-move", "dodge", "switch", "use-item", "pass"]


def test_D7_D12_an_option_names_its_dice_and_what_they_must_show() -> None:
    """At most 75; at most 50 and a d10 with a dodge."""
    game = duel({"height": 30, "moves": [move(accuracy=75)]})
    plain_hit, dodging = offered(game, "ash")[:2]
    assert plain_hit["dice"] == [{"for": "accuracy", "unit": "a", "die": 100, "count": 1, "needs": "≤75"}]
    assert [(die["for"], die["needs"]) for die in dodging["dice"]] == [
        ("accuracy", "≤50"), ("dodge", 3),
    ]  # fmt: skip


def test_D11_the_carrying_out_is_offered_with_its_dice() -> None:
    """To the GM and to both who ordered; either may send the round's dice, nobody else (contract 4)."""
    game = duel({"moves": [move(accuracy=75)]})
    turn(game, use("hit"))
    assert game.needs("carry-out") == [("accuracy", "a", 100, 1)]
    for seat in ("gm", "ash", "gary"):
        (option,) = offered(game, seat)
        assert option["command"] == {"type": "carry-out"}
        assert [die["for"] for die in option["dice"]] == ["accuracy"]
    assert [(one.seat, one.why) for one in SYSTEM.waiting(game.state)] == [("ash", "roll")]
    assert game.code("carry-out", by="misty", rolls={"accuracy": {"a": 1}}) == "not-your-unit"
    assert game.do("carry-out", by="gary", rolls={"accuracy": {"a": 1}})


def test_D1_the_roster_is_a_creation_again() -> None:
    """HP, PP and status stay, stages go, toxic begins anew; and the system reads it."""
    game = duel({"statuses": {"toxic": {}}, "moves": [move(pp=5)], "gender": "male"})
    turn(game, use("hit"))
    units = SYSTEM.roster(game.state)
    (a,) = [unit for unit in units if unit["id"] == "a"]
    assert (a["hp"], a["pools"]["hit"]["now"], a["statuses"], a["nature"]) == (90, 4, {"toxic": {}}, "hardy")
    again = {"ruleset": "duel", "seats": ["ash", "gary"], "units": units, "settings": game.state.settings}
    game = Game(SYSTEM, again)
    assert game.hp("a") == 90


@pytest.mark.parametrize("sample", sorted(SYSTEM.samples))
@pytest.mark.parametrize("seed", range(3))
def test_D14_random_orders_bring_a_sample_to_its_end(sample: str, seed: int) -> None:
    """Whatever is offered is accepted, the dice that it needs given."""
    chance = random.Random(seed)
    game = Game(SYSTEM, {**msgspec.json.decode(SYSTEM.samples[sample]), "dice": "table"})
    for _ in range(1500):
        if game.state.phase == "ended":
            break
        seat, options = next(
            (seat, found) for seat in ("ana", "ben", "gm") if (found := game_options(game, seat))
        )
        send(game, seat, chosen(options, chance), chance)
    assert game.state.outcome is not None


def game_options(game: Game, seat: str) -> list[Any]:
    """Options that move the battle on."""
    return [one for one in options_of(SYSTEM, game.state, seat) if one.command["type"] != "ready"]


def chosen(options: list[Any], chance: random.Random) -> dict[str, Any]:
    """One of the options, with a value for each of its fields."""
    option = chance.choice(options)
    values = {name: msgspec.to_builtins(chance.choice(some).value) for name, some in option.choose.items()}
    return {**option.command, **values}


def send(game: Game, seat: str, command: dict[str, Any], chance: random.Random) -> None:
    """Sends it, rolling what is needed."""
    rolls: list[dict[str, Any]] = []
    fields = {("type_" if key == "type" else key): value for key, value in command.items()}
    while True:
        try:
            game.do(by=seat, rolls=rolls or None, **fields)
        except RollsNeeded as missing:
            rolls.extend(rolled(missing.needs, chance))
        except Refused as refused:
            raise AssertionError((seat, command, refused.refusal)) from refused
        else:
            return
