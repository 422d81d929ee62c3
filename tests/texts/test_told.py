"""A battle told in another language holds no English: every tag that the rules write has its word."""

import asyncio
import random
import re
from pathlib import Path

import msgspec
import pytest

from replays.sentences import sentence
from schemas import texts
from schemas.seats import GM
from schemas.state import State, Zones
from server.battles import bots, opening, reading
from server.battles.offering import options_of
from server.battles.table import Entry
from server.rules import every, find
from tests.battling import house

SAMPLES = [(system.id, sample) for system in every().values() for sample in system.samples]
OTHERS = [language for language in texts.LANGUAGES if language != texts.ENGLISH]
FIRST = 400
"""Events that are told."""
NOTATION = re.compile(r"\d+d\d+(k[hl]\d)?|\bPP\b")
LATIN = re.compile(r"[A-Za-z]{2,}")


async def played(folder: Path, ruleset: str, sample: str) -> list[Entry]:
    """A battle of bots and its events."""
    async with house(folder) as battles:
        spec = msgspec.json.encode({"ruleset": ruleset, "sample": sample})
        begun = await opening.create(battles, spec)
        await bots.play(battles, begun.table.id, random.Random(11))
        return (await reading.entries(battles, begun.table.id, 0, FIRST))[0]


def called(state: State) -> set[str]:
    """What bears a name of its own: units, moves, items, seats, sides, zones, the battle."""
    items = state.catalogue.get("items") or {}
    names = {state.title, *state.seats, *items, *(str(one.get("name")) for one in items.values())}
    if isinstance(state.board, Zones):
        names |= {str(zone.name) for zone in state.board.zones}
    for unit in state.units.values():
        names |= {unit.id, unit.name, unit.side}
        names |= {str(move[name]) for move in unit.moves for name in ("id", "name") if name in move}
    return names


def english(text: str, state: State) -> list[str]:
    """The words in Latin letters that are nobody's name."""
    for name in sorted(called(state), key=len, reverse=True):
        text = text.replace(name, "")
    return LATIN.findall(NOTATION.sub("", text))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("ruleset", "sample"), SAMPLES, ids=map("-".join, SAMPLES))
def test_a_whole_battle_is_told_without_english(
    tmp_path: Path, ruleset: str, sample: str, language: str
) -> None:
    """The sentence of every event, and the label of everything that could be done after it."""
    system = find(ruleset)
    assert system is not None
    left: dict[str, str] = {}
    for entry in asyncio.run(played(tmp_path, ruleset, sample)):
        state = entry.after
        told = [sentence(msgspec.json.decode(entry.row.body), state, language)]
        for option in options_of(system, state, GM):
            told.append(option.label.said(language))
            told += [one.label.said(language) for some in option.choose.values() for one in some if one.label]
        left |= {word: text for text in told for word in english(text, state)}
    assert not left
