"""Every rule system's sample battle can be played to its end by tapping what the page offers."""

import random

import pytest
from playwright.sync_api import Browser

from server.rules import every

MOST_TAPS = 900
CANCEL = "Cancel"
ENDED = "[data-phase=ended]"
OFFERED = """([cancel]) => [...document.querySelectorAll('bt-choices button')]
    .filter((one) => one.textContent !== cancel && !one.disabled).map((one) => one.textContent)"""
TAP = """([cancel, n, pick]) => {
    const picker = document.querySelector('bt-choices select');
    if (picker) picker.value = String(Math.floor(pick * picker.options.length));
    const found = [...document.querySelectorAll('bt-choices button')];
    found.filter((one) => one.textContent !== cancel && !one.disabled)[n]?.click();
}"""


def wish(label: str) -> int:
    """How readily a tap goes there: forward in the battle, seldom in circles."""
    if any(word in label.lower() for word in ("delay", "pass", "take ", "put ", "place ", "edge")):
        return 1
    return 200 if label.startswith("Start the battle") else 8


@pytest.mark.parametrize("ruleset", sorted(every()))
def test_a_sample_is_played_to_its_end_on_the_page(browser: Browser, site: str, ruleset: str) -> None:
    """The game master's page alone leads a sample battle of the system from its first tap to the outcome."""
    dice = random.Random(5)
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(site)
    sample = next(iter(every()[ruleset].samples)).replace("-", " ")
    page.get_by_role("button", name=sample).first.click()
    page.wait_for_selector("bt-choices button")
    for _ in range(MOST_TAPS):
        offered = page.evaluate(OFFERED, [CANCEL])
        if offered:
            weights = [wish(label) for label in offered]
            chosen = dice.choices(range(len(offered)), weights)[0]
            page.evaluate(TAP, [CANCEL, chosen, dice.random()])
        page.wait_for_timeout(25)
        if page.locator(ENDED).count():
            break
    assert errors == []
    assert page.locator(ENDED).count() == 1
    page.close()
