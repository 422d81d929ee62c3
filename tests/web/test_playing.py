"""Every sample battle of every rule system can be played to its outcome by tapping what the page offers."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server.rules import every
from tests.web.conftest import Opens
from tests.web.table import events, pasted, sample, tool

PLAYER = (Path(__file__).parent / "tapping.js").read_text().split("\n", 3)[3]
TAPS = {"seed": 11, "patience": 20_000}
ENOUGH = {"duel": 150}
"""A duel is over by then; the longer fights are given up after 60 taps."""
ENDED = "main[data-phase=ended]"
SAMPLES = [(system.id, name) for system in every().values() for name in system.samples]


@pytest.mark.parametrize(("ruleset", "name"), SAMPLES)
def test_a_sample_is_played_to_its_outcome_by_tapping(phone: Page, ruleset: str, name: str) -> None:
    """The game master's page alone leads the sample battle from its first tap to the outcome: fought out, or
    after some time given up for one side, unit by unit."""
    sample(phone, ruleset, name.replace("-", " "))
    fought = phone.evaluate(PLAYER, TAPS | {"most": ENOUGH.get(ruleset, 60)})
    assert fought is not None, "nothing was offered although the battle was not over"
    if not fought:
        given_up(phone)
    expect(phone.locator("#phase")).to_contain_text("The battle is over")


def given_up(page: Page) -> None:
    """The second side's units are taken out by the master's form; one that cannot be is refused and left."""
    standing = page.locator(".unit.side1:not(.fallen)")
    for unit in standing.evaluate_all("cards => cards.map((card) => card.dataset.unit)"):
        if page.locator(ENDED).count():
            return
        form = tool(page, "faint")
        form.get_by_label("Unit").select_option(unit)
        form.get_by_label("Reason").fill("Given up")
        form.get_by_role("button", name="Send").click()
        told = f".unit.fallen[data-unit={unit}], bt-refusal .refusal, {ENDED}"
        expect(page.locator(told).first).to_be_attached()


def test_two_devices_play_and_one_breaks_into_the_others_move(phone: Page, opened: Opens, site: str) -> None:
    """Two players by their invites lead a pmd battle to its outcome, an interrupt among what they did; the
    game master takes the end back."""
    pasted(phone)
    links = [phone.locator(f"[data-seat={seat}]").input_value() for seat in ("ana", "ben")]
    players = [opened(link) for link in links]
    for number, page in enumerate(players):
        page.wait_for_selector("bt-choices button")
        page.evaluate(f"given => {{ ({PLAYER})(given); }}", TAPS | {"seed": 5 + number, "most": 2000})
    phone.get_by_role("button", name="Start the battle").click(timeout=30_000)
    for page in (*players, phone):
        page.wait_for_selector(ENDED, timeout=60_000)
    assert "interrupt" in {event["command"]["type"] for event in events(site, phone)}
    phone.get_by_role("button", name="Undo", exact=True).click()
    for page in (*players, phone):
        expect(page.locator("main[data-phase=battle]")).to_have_count(1)
