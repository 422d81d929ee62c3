"""A rule system is a folder: one that no other line of the house names is served and played like the rest."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import server.rules
from schemas import texts
from server.engine.system import System
from server.http.rulesets import described
from server.rules import every
from tests.battling import whole_battle


@pytest.fixture
def coin(monkeypatch: pytest.MonkeyPatch) -> Iterator[System]:
    """The system in this folder, found as if it lay beside the others, and gone again after the test."""
    monkeypatch.setattr(server.rules, "__path__", [*server.rules.__path__, str(Path(__file__).parent)])
    monkeypatch.setattr(texts, "_FOLDERS", [*texts._FOLDERS])
    every.cache_clear()
    yield every()["coin"]
    every.cache_clear()
    texts.catalogue.cache_clear()


@pytest.mark.parametrize("dice", ["server", "table"])
def test_a_folder_is_all_that_a_fifth_system_takes(coin: System, dice: str, tmp_path: Path) -> None:
    """Its sample is played to the end through the use cases, with every promise of the contract watched."""
    state = asyncio.run(whole_battle(tmp_path, coin, "two-coins", dice, seed=7, most=200))
    assert state.phase == "ended"
    assert state.outcome is not None
    assert state.outcome.winner in ("heads", "tails")


def test_its_page_is_served_from_its_folder(coin: System) -> None:
    """Rules with their numbers and rulings, and the sample battle."""
    found = described(coin, "en")
    assert {number: rule["ruling"] for number, rule in found["rules"].items()} == {
        "C1": False,
        "C2": False,
        "C3": True,
    }
    assert list(found["sample_battles"]) == ["two-coins"]
