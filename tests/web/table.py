"""What tests do on the page again and again, by what a person sees and taps."""

import json
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

BEAM = {"id": "beam", "name": "Beam", "type": "water", "category": "special", "power": 2, "range": 9, "pp": 0}
DART = {**BEAM, "id": "dart", "name": "Dart", "power": 1, "priority": True}
NIP = {**BEAM, "id": "nip", "name": "Nip", "power": 1, "range": 1}
WOOD = {
    "type": "grid",
    "width": 9,
    "height": 7,
    "terrain": [
        {"kind": "wall", "name": "Stump", "cells": [[4, 0], [4, 6]]},
        {"kind": "ice", "name": "Black ice", "cells": [[3, 3], [4, 3], [5, 3]]},
    ],
}
DUEL = {
    "ruleset": "pmd",
    "title": "Two on a narrow bridge",
    "board": {"type": "grid", "width": 7, "height": 2},
    "seats": ["ana", "ben"],
    "units": [
        {"id": "brookit", "name": "Brookit", "side": "allies", "seat": "ana", "max_hp": 30, "moves": [BEAM, NIP, DART]},
        {"id": "kilnox", "name": "Kilnox", "side": "enemies", "seat": "ben", "max_hp": 30, "moves": [BEAM, NIP, DART]},
    ],
}  # fmt: skip


def sample(page: Page, ruleset: str, title: str) -> None:
    """A sample battle, by one tap on the first page."""
    page.locator(f"[data-ruleset={ruleset}]").get_by_role("button", name=title).click()
    page.wait_for_selector("bt-choices h2")


def pasted(page: Page, **more: Any) -> None:
    """A battle of one's own: the duel, with whatever a test says otherwise."""
    page.locator("[data-section=start] summary").click()
    page.get_by_label("A battle as JSON").fill(json.dumps(DUEL | more))
    page.get_by_role("button", name="Create").click()
    page.wait_for_selector("bt-choices h2")


def started(page: Page) -> None:
    """Everybody placed and the battle begun, by the game master alone."""
    page.get_by_role("button", name="Place them all for me").click()
    page.get_by_role("button", name="Start the battle").click()
    expect(page.locator("main[data-phase=battle]")).to_have_count(1)


def choices(page: Page) -> Locator:
    """The panel of what may be done."""
    return page.locator("bt-choices")


def tool(page: Page, name: str) -> Locator:
    """A tool's form, unfolded."""
    form = page.locator(f"[data-form={name}]")
    if form.get_attribute("open") is None:
        form.locator("> summary").click()
    return form


def latest(page: Page) -> Locator:
    """The newest entry of the log."""
    return page.locator("bt-log li").first


def events(site: str, page: Page) -> list[Any]:
    """The log of the battle that a page shows, read with its token."""
    battle = page.url.rpartition("/")[2]
    token = page.evaluate("id => JSON.parse(localStorage['battletape.battles'])[id].token", battle)
    found = httpx.get(
        f"{site}/v1/battles/{battle}/events?limit=1000", headers={"Authorization": f"Bearer {token}"}
    )
    list_: list[Any] = found.json()["events"]
    return list_
