"""Every sample battle of every rule system can be played to its outcome by tapping what the page offers."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from server.rules import every

PLAYER = (Path(__file__).parent / "tapping.js").read_text().split("\n", 2)[2]
TAPS = {"seed": 11, "most": 1500, "patience": 20_000}
ENDED = "main[data-phase=ended]"
SAMPLES = [(system.id, sample) for system in every().values() for sample in system.samples]

MOVES = [
    {"id": "beam", "name": "Beam", "type": "water", "category": "special", "power": 2, "range": 9, "pp": 0},
    {"id": "dart", "name": "Dart", "type": "water", "category": "special", "power": 1, "range": 9, "pp": 0}
    | {"priority": True},
]
DUEL = {
    "ruleset": "pmd",
    "title": "Two on a narrow bridge",
    "board": {"type": "grid", "width": 7, "height": 2},
    "seats": ["ana", "ben"],
    "units": [
        {"id": "brookit", "side": "allies", "seat": "ana", "max_hp": 30, "moves": MOVES},
        {"id": "kilnox", "side": "enemies", "seat": "ben", "max_hp": 30, "moves": MOVES},
    ],
}


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """What scripts of the pages threw; any fails the test."""
    found: list[str] = []
    yield found
    assert found == []


def opened(browser: Browser, address: str, errors: list[str]) -> Page:
    """A page in a context of its own: another person's device."""
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    return page


@pytest.mark.parametrize(("ruleset", "sample"), SAMPLES)
def test_a_sample_is_played_to_its_outcome_by_tapping(
    browser: Browser, site: str, ruleset: str, sample: str, errors: list[str]
) -> None:
    """The game master's page alone leads the sample battle from its first tap to the outcome."""
    page = opened(browser, site, errors)
    title = sample.replace("-", " ")
    page.locator(f"[data-ruleset={ruleset}]").get_by_role("button", name=title).click()
    page.wait_for_selector("bt-choices button")
    assert page.evaluate(PLAYER, TAPS) is True
    expect(page.locator("#phase")).to_contain_text("The battle is over")
    page.context.close()


def test_two_devices_play_and_one_breaks_into_the_others_move(
    browser: Browser, site: str, errors: list[str]
) -> None:
    """Two players by their invites lead a pmd battle to its outcome, an interrupt among what they did; the
    game master takes the end back."""
    master = opened(browser, site, errors)
    master.locator("details summary").click()
    master.locator("textarea[name=spec]").fill(json.dumps(DUEL))
    master.get_by_role("button", name="Create").click()
    master.wait_for_selector("bt-choices")
    links = [master.locator(f"[data-seat={seat}]").input_value() for seat in ("ana", "ben")]
    players = [opened(browser, link, errors) for link in links]
    everybody = (*players, master)
    for number, page in enumerate(players):
        page.wait_for_selector("bt-choices button")
        page.evaluate(f"given => {{ ({PLAYER})(given); }}", TAPS | {"seed": 5 + number})
    master.get_by_role("button", name="Start the battle").click(timeout=30_000)
    for page in everybody:
        page.wait_for_selector(ENDED, timeout=60_000)
    assert "interrupt" in commands(site, master)
    master.get_by_role("button", name="Undo", exact=True).click()
    for page in everybody:
        expect(page.locator("main[data-phase=battle]")).to_have_count(1)
        page.context.close()


def commands(site: str, page: Page) -> set[Any]:
    """The kinds of commands in the log of the battle that a page shows, read with its token."""
    battle = page.url.rpartition("/")[2]
    token = page.evaluate("id => JSON.parse(localStorage['battletape.battles'])[id].token", battle)
    found = httpx.get(
        f"{site}/v1/battles/{battle}/events?limit=1000", headers={"Authorization": f"Bearer {token}"}
    ).json()
    return {event["command"]["type"] for event in found["events"]}
