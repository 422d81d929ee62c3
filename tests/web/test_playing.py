"""Every rule system's sample battle can be played to its end by tapping what the page offers."""

import json
import random
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

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


def wish(label: str) -> int:
    """How readily a tap goes there: forward in the battle, seldom in circles."""
    if any(word in label.lower() for word in ("delay", "pass", "take ", "put ", "place ", "edge")):
        return 1
    return 200 if label.startswith("Start the battle") else 8


def opened(browser: Browser, address: str, errors: list[str]) -> Page:
    """A page in a context of its own: another person's device."""
    page = browser.new_context().new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    return page


def begun(browser: Browser, site: str, ruleset: str, errors: list[str]) -> Page:
    """A system's first sample battle, by one tap on the first page."""
    page = opened(browser, site, errors)
    sample = next(iter(every()[ruleset].samples)).replace("-", " ")
    page.get_by_role("button", name=sample).first.click()
    page.wait_for_selector("bt-choices button")
    return page


def tap(page: Page, dice: random.Random) -> None:
    """One tap on something the page offers, where it offers anything."""
    offered = page.evaluate(OFFERED, [CANCEL])
    if offered:
        chosen = dice.choices(range(len(offered)), [wish(label) for label in offered])[0]
        page.evaluate(TAP, [CANCEL, chosen, dice.random()])
    page.wait_for_timeout(25)


@pytest.mark.parametrize("ruleset", sorted(every()))
def test_a_sample_is_played_to_its_end_on_the_page(
    browser: Browser, site: str, ruleset: str, errors: list[str]
) -> None:
    """The game master's page alone leads a sample battle of the system from its first tap to the outcome."""
    dice = random.Random(5)
    page = begun(browser, site, ruleset, errors)
    for _ in range(MOST_TAPS):
        tap(page, dice)
        if page.locator(ENDED).count():
            break
    expect(page.locator(ENDED)).to_have_count(1)
    page.context.close()


def test_two_devices_play_and_one_breaks_into_the_others_move(
    browser: Browser, site: str, errors: list[str]
) -> None:
    """Two players by their links lead a pmd battle to its outcome, an interrupt among what they did; the
    game master takes the end back."""
    dice = random.Random(3)
    master = opened(browser, site, errors)
    master.locator("details summary").click()
    master.locator("textarea[name=spec]").fill(json.dumps(DUEL))
    master.get_by_role("button", name="Create").click()
    master.wait_for_selector("bt-choices button")
    links = {seat: master.locator(f"[data-seat={seat}]").input_value() for seat in ("ana", "ben")}
    players = [opened(browser, link, errors) for link in links.values()]
    for _ in range(MOST_TAPS):
        setting_up = master.locator("[data-phase=setup]").count()
        for page in [*players, master] if setting_up else players:
            tap(page, dice)
        if master.locator(ENDED).count():
            break
    for page in (master, *players):
        expect(page.locator(ENDED)).to_have_count(1)
    assert interrupted(links["ana"])
    master.get_by_role("button", name="Undo", exact=True).click()
    expect(master.locator("[data-phase=battle]")).to_have_count(1)
    for page in (*players, master):
        page.context.close()


def interrupted(link: str) -> bool:
    """Whether the battle's log, read with the link's token, holds an interrupt."""
    address, _, fragment = link.partition("#")
    token = dict(part.partition("=")[::2] for part in fragment.split("&")).get("token", fragment)
    site, _, battle = address.rpartition("/battles/")
    headers = {"Authorization": f"Bearer {token}"}
    page = httpx.get(f"{site}/v1/battles/{battle}/events?limit=1000", headers=headers).json()
    return any(event["command"]["type"] == "interrupt" for event in page["events"])
