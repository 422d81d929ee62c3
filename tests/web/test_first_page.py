"""The first page: start, watch, come in, come back."""

import json
import re

import httpx
from playwright.sync_api import Page, expect

from tests.serving import Server
from tests.web.conftest import Opens
from tests.web.table import DUEL, pasted, sample


def test_there_is_a_card_for_each_rule_system_that_is_installed(phone: Page, site: str) -> None:
    """The page names the systems that the server names, and knows none by itself."""
    systems = httpx.get(f"{site}/v1/rulesets").json()["rulesets"]
    cards = phone.locator("[data-section=start] .cards > li")
    expect(cards).to_have_count(len(systems))
    for system in systems:
        expect(phone.locator(f"[data-ruleset={system['id']}] .card")).to_contain_text(system["title"])


def test_one_tap_leads_to_the_table_with_a_link_for_each_seat(phone: Page) -> None:
    """No form stands between the card and the links to send."""
    phone.locator("[data-ruleset=pmd] .card").click()
    phone.wait_for_selector("bt-invites input")
    for seat in ("ana", "ben"):
        link = phone.get_by_label(f"Link for {seat}", exact=True).input_value()
        assert link.startswith(f"{phone.url}#invite=")
        expect(phone.locator(f"[data-came={seat}]")).to_have_text("not here yet")


def test_a_link_seats_somebody_once_and_leaves_the_address(phone: Page, opened: Opens) -> None:
    """An invite brings a second device to the table, where the master sees it come; a third is refused, and
    the same device may tap it again."""
    sample(phone, "pmd", "Mossy cave")
    link = phone.get_by_label("Link for ana", exact=True).input_value()
    ana = opened(link)
    expect(ana.get_by_role("button", name="Ready")).to_be_visible()
    assert "#" not in ana.url
    expect(phone.locator("[data-came=ana]")).to_have_text("is here")
    expect(opened(link).get_by_role("alert")).to_contain_text("This invite is not valid or was used already")
    ana.goto("about:blank")
    expect(phone.locator("[data-came=ana]")).to_have_text("has come in")
    ana.goto(link)
    expect(ana.get_by_role("button", name="Ready")).to_be_visible()


def test_a_link_can_be_pasted(phone: Page, opened: Opens, site: str) -> None:
    """Whoever got a link as text comes in by it from the first page; what is no link is told."""
    sample(phone, "duel", "Harbour duel")
    link = phone.get_by_label("Link for ben", exact=True).input_value()
    ben = opened(site)
    ben.get_by_label("Paste the link here").fill("hello")
    ben.get_by_role("button", name="Open").click()
    expect(ben.get_by_role("alert")).to_contain_text("That is no link")
    ben.get_by_label("Paste the link here").fill(f"come: {link}")
    ben.get_by_role("button", name="Open").click()
    expect(ben.get_by_role("button", name="Ready")).to_be_visible()


def test_a_link_is_copied_without_a_clipboard_of_ones_own(phone: Page) -> None:
    """Over plain http the field is selected; the page asks for no clipboard, no subtle crypto, no UUID."""
    phone.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
        "for (const name of ['subtle', 'randomUUID']) Object.defineProperty(crypto, name, {value: undefined});"
    )
    phone.reload()
    sample(phone, "pmd", "Mossy cave")
    phone.get_by_role("button", name="Copy: ana").click()
    field = "document.activeElement"
    assert phone.evaluate(f"{field}.value.slice({field}.selectionStart, {field}.selectionEnd)").startswith(
        "http"
    )
    expect(phone.locator("bt-invites")).to_contain_text("Copied.")


def test_my_battles_begin_where_one_is_waited_for(phone: Page, site: str) -> None:
    """A seat's battles stand on the first page of its device, the one that waits for it first."""
    alone = [unit | {"seat": None} for unit in DUEL["units"]]
    pasted(phone, title="Mine alone", seats=[], units=alone)
    phone.goto(site)
    sample(phone, "duel", "Harbour duel")
    phone.goto(site)
    battles = phone.locator("[data-section=mine] a")
    expect(battles).to_have_count(2)
    expect(battles.first).to_contain_text("Mine alone")
    expect(battles.first).to_contain_text("game master · Mystery dungeon · your turn")
    phone.get_by_role("button", name="Forget Mine alone").click()
    phone.reload()
    expect(battles).to_have_count(1)


def test_a_public_battle_can_be_watched_without_a_seat(server: Server, opened: Opens) -> None:
    """What is public stands under Watch, and is read without a token."""
    made = httpx.post(
        f"{server.url}/v1/battles", json={"sample": "mossy-cave", "public": True, "title": "For all"}
    )
    watcher = opened(server.url)
    watcher.locator("[data-section=watch]").get_by_role("link", name="For all").click()
    expect(watcher.locator("bt-choices")).to_contain_text("You are watching.")
    assert made.json()["battle"]["id"] in watcher.url


def test_a_battle_of_ones_own_begins_with_a_sample(phone: Page) -> None:
    """Nobody writes JSON from nothing: a sample is taken, changed and sent."""
    phone.locator("[data-section=start] summary").click()
    phone.get_by_label("Begin with a sample").select_option(label="Mystery dungeon: Mossy cave")
    spec = phone.get_by_label("A battle as JSON")
    expect(spec).to_have_value(re.compile("Mossy pillar"))
    spec.fill(json.dumps(json.loads(spec.input_value()) | {"title": "Dry cave"}))
    phone.get_by_role("button", name="Create").click()
    expect(phone.get_by_role("heading", name="Dry cave")).to_be_visible()


def test_what_is_wrong_is_told_where_it_is_seen(phone: Page) -> None:
    """However far down the page something was sent, the refusal is in the window."""
    phone.locator("[data-section=start] summary").click()
    phone.get_by_label("A battle as JSON").fill('{"ruleset": "pmd"}')
    phone.get_by_role("button", name="Create").click()
    expect(phone.get_by_text("not played on `none`")).to_be_in_viewport()
    phone.get_by_label("Paste the link here").fill("hello")
    phone.get_by_role("button", name="Open").click()
    expect(phone.get_by_text("That is no link")).to_be_in_viewport()


def test_who_has_no_seat_is_told_how_to_get_one(phone: Page, opened: Opens) -> None:
    """The address alone opens no private battle, and the page asks nobody for a header."""
    sample(phone, "pmd", "Mossy cave")
    for address in (phone.url, f"{phone.url}/replay"):
        stranger = opened(address)
        expect(stranger.get_by_role("alert")).to_contain_text("Open the link that the game master sent you")
