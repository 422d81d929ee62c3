"""No byte that reaches who may not see it holds what is hidden (contract 8): answers, frames, errors, log lines."""

import random
import re
import sqlite3
from typing import Any

import pytest

from tests.online.veiled import STARTED, SYSTEMS, Game, names_of, numbers, sheet_numbers, spec
from tests.serving import Plain, Server

KINDS = (["enemy-hp"], ["enemy-sheets"], ["enemy-units"], ["enemy-hp", "enemy-sheets", "enemy-units"])
SIDES = {"ana": {"enemies"}, "spectator": {"enemies", "allies"}}
"""Whose things are kept from each reader."""
LEAST = 100
"""Numbers from here on stand nowhere by chance in a battle as short as these."""


def dice_of(hidden: list[str]) -> str:
    """Both kinds of dice come in: the table's where everything is hidden."""
    return "table" if len(hidden) == 3 else "server"


def played(live: Server, ruleset: str, hidden: list[str], dice: str, **more: Any) -> Game:
    """A battle of bots that both readers have looked at from every side."""
    game = Game(live.url, spec(ruleset, hidden, dice=dice, **more))
    chance = random.Random(11)
    game.play(12, chance)
    for unit, amount in (("z", STARTED), ("y", 1613)):
        game.rule({"type": "damaged", "unit": unit, "amount": amount})
    game.rule({"type": "healed", "unit": "z", "amount": 1409})
    game.look()
    game.play(10, chance)
    game.rule({"type": "counter-set", "unit": "z", "name": "temporary_hp", "now": 1597})
    game.rule({"type": "unit-changed", "unit": "y", "set": {"max_hp": 7933}})
    game.play(4, chance)
    game.look()
    game.look_back()
    return game


def of_sides(game: Game, sides: set[str]) -> set[int]:
    """Hit points, maxima and amounts of the units of these sides, at any time."""
    states = game.states()
    blind = {id_ for state in states for id_, unit in state["units"].items() if unit["side"] in sides}
    units = [state["units"][id_] for state in states for id_ in blind if id_ in state["units"]]
    found = {unit[name] for unit in units for name in ("hp", "max_hp")}
    found |= {unit["counters"].get(name, 0) for unit in units for name in ("injuries", "temporary_hp")}
    for effect in (one for event in game.events() for one in event["effects"]):
        if effect["type"] in ("damaged", "healed") and effect["unit"] in blind:
            found.add(effect["amount"])
    return {number for number in found if abs(number) >= LEAST}


def leaks(game: Game, reader: str, secrets: set[int], names: set[str]) -> list[Any]:
    """Whatever of it stands in an answer to a reader, with what was asked; an answer may say a name again."""
    found = []
    for asked, answer in game.seen[reader]:
        told = numbers(answer) & secrets
        named = [name for name in names if name not in asked and name.encode() in answer]
        if told or named:
            found.append((asked, told, named))
    return found


@pytest.mark.parametrize("hidden", KINDS, ids="+".join)
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_no_answer_holds_what_is_hidden(live: Server, ruleset: str, hidden: list[str]) -> None:
    """Every answer and frame for a player and a spectator: no hidden number, name, salt, seed or key."""
    game = played(live, ruleset, hidden, dice_of(hidden))
    for reader, sides in SIDES.items():
        secrets = of_sides(game, sides) if hidden != ["enemy-units"] else set()
        if "enemy-sheets" in hidden:
            secrets |= sheet_numbers(ruleset)
        names = names_of(ruleset, hidden) | withheld_salts(game, reader) | keys_of(live, game.id)
        assert len(secrets) > 5 or hidden == ["enemy-units"]
        found = leaks(game, reader, secrets, names)
        assert not found, (reader, len(found), found[:6])
    if hidden != ["enemy-units"]:
        amounts_are_withheld(game, "ana", {"z", "y"})


def withheld_salts(game: Game, reader: str) -> set[str]:
    """The salts of the parts that a reader is not shown."""
    found: set[str] = set()
    for whole, seen in zip(game.events(), game.events(reader), strict=True):
        for salt, shown, part in zip(whole["salts"], seen["salts"], _parts(seen), strict=True):
            assert shown in (salt, None)
            assert (shown is None) == (part["type"] == "hidden" if "type" in part else False)
            if shown is None:
                found.add(salt)
    assert found
    return found


def _parts(event: Plain) -> list[Plain]:
    return [event["command"], *event["rolls"], *event["effects"]]


def keys_of(live: Server, battle: str) -> set[str]:
    """The battle's seeds and the key of its salts, from the database itself."""
    with sqlite3.connect(live.database.removeprefix("sqlite:///")) as connection:
        seeds = connection.execute("SELECT seed FROM seeds WHERE battle = ?", (battle,)).fetchall()
        salts = connection.execute("SELECT key FROM salt_keys WHERE battle = ?", (battle,)).fetchall()
    connection.close()
    assert salts
    return {key.hex() for (key,) in seeds + salts}


def amounts_are_withheld(game: Game, reader: str, blind: set[str]) -> None:
    """What was dealt to a blind unit is not shown, nor a die that stands among its terms."""
    struck = 0
    for whole, seen in zip(game.events(), game.events(reader), strict=True):
        dealt = [
            (one, mine)
            for one, mine in zip(whole["effects"], seen["effects"], strict=True)
            if one["type"] in ("damaged", "healed") and one["unit"] in blind
        ]
        struck += len(dealt)
        terms = {term["name"] for one, _ in dealt for term in one.get("terms", ())}
        rolled = [
            mine for one, mine in zip(whole["rolls"], seen["rolls"], strict=True) if one["for"] in terms
        ]
        for mine in [mine for _, mine in dealt] + rolled:
            assert mine["type"] == "hidden", (whole["seq"], mine)
            assert set(mine["shows"]).isdisjoint({"amount", "terms", "values"})
    assert struck >= 3


@pytest.mark.parametrize("hidden", KINDS[:2], ids="+".join)
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_from_nothing_a_hidden_number_follows(live: Server, ruleset: str, hidden: list[str]) -> None:
    """Twins that differ only in what is hidden are told of in the same words, patches, sizes and order."""
    body = spec(ruleset, hidden, dice="table")
    one = Game(live.url, body)
    one.play(14, random.Random(7))
    one.rule({"type": "damaged", "unit": "z", "amount": STARTED})
    one.play(6, random.Random(8))
    other = Game(
        live.url, body | {"units": [body["units"][0], *(_twin(one, hidden) for one in body["units"][1:])]}
    )
    for seat, command in one.sent:
        other.send(seat, command, random.Random(0))
    for game in (one, other):
        game.seen = {"ana": [], "spectator": []}
        game.look()
        game.look_back()
    for reader in SIDES:
        for (asked, mine), (_, its) in zip(one.seen[reader], other.seen[reader], strict=True):
            assert _plain(mine) == _plain(its), (reader, asked)


def _twin(unit: Plain, hidden: list[str]) -> Plain:
    """The same enemy with other hit points and, where sheets are hidden, another move that it never uses."""
    used, unused = unit["moves"]
    if "enemy-sheets" in hidden:
        unused = {**unused, "id": "other", "name": "Other"}
    return {**unit, "hp": unit["hp"] - 6, "max_hp": 7927, "moves": [used, unused]}


_OWN = re.compile(rb"[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{20}|\d{4}-\d\d-\d\dT[\d:.]+Z|[\w-]{32}")


def _plain(answer: bytes) -> bytes:
    """An answer without what every battle has of its own: ids, hashes, salts, tokens, times."""
    return _OWN.sub(b"*", answer)


def test_no_hidden_name_or_number_is_logged(live: Server) -> None:
    """The whole log at debug level after all these battles: nothing of what they hide."""
    game = played(live, "pmd", KINDS[-1], "server")
    log = re.sub(rb"(request|ms)=\S+|127.0.0.1:\d+", b"", live.log.read_bytes())
    assert b"answered" in log
    assert not [name for name in names_of("pmd", KINDS[-1]) | keys_of(live, game.id) if name.encode() in log]
    assert not numbers(log) & of_sides(game, {"enemies"})
