"""Bad networks and nervous fingers: nothing is lost, nothing is doubled."""

import re

from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Opens
from tests.web.table import choices, events, latest, pasted, sample

TWICE = "node => { node.click(); node.click(); }"


def notes(site: str, page: Page) -> int:
    """How many notes are on the tape."""
    return sum(event["command"]["type"] == "note" for event in events(site, page))


def noted(page: Page, text: str) -> None:
    """A note sent."""
    page.locator("[data-form=note] > summary").click()
    page.get_by_label("Remark on the tape").fill(text)
    page.locator("[data-form=note] button").click()


def test_a_lost_answer_doubles_nothing(phone: Page, site: str) -> None:
    """The server took the command, its answer was lost: it is sent again with the same id, and stands once."""
    pasted(phone)
    lost: list[str] = []

    def lose(route: Route) -> None:
        if not lost:
            lost.append(route.request.post_data or "")
            route.fetch()
            route.abort()
        else:
            lost.append(route.request.post_data or "")
            route.continue_()

    phone.route("**/commands*", lose)
    with phone.expect_response("**/commands*"):
        noted(phone, "Only once")
    expect(latest(phone)).to_contain_text("Only once")
    assert len(lost) == 2
    assert lost[0] == lost[1]
    assert notes(site, phone) == 1


def test_a_double_click_is_one_event(phone: Page, site: str) -> None:
    """Two clicks before the first answer are one command."""
    sample(phone, "duel", "Harbour duel")
    choices(phone).get_by_role("button", name="Start the battle").evaluate(TWICE)
    expect(phone.locator("main[data-phase=battle]")).to_have_count(1)
    assert [event["command"]["type"] for event in events(site, phone)].count("start") == 1


def test_a_double_click_on_undo_takes_one_command_back(phone: Page, site: str) -> None:
    """The second click of a double click does nothing, however fast the first was answered."""
    pasted(phone)
    choices(phone).get_by_role("button", name="Place them all for me").click()
    expect(phone.locator(".token")).to_have_count(2)
    undo = phone.get_by_role("button", name="Undo", exact=True)
    undo.click()
    expect(phone.locator(".token")).to_have_count(1)
    undo.hover()
    phone.mouse.down(click_count=2)
    phone.mouse.up(click_count=2)
    phone.get_by_role("button", name="Redo", exact=True).click()
    expect(phone.locator(".token")).to_have_count(2)
    assert [event["command"]["type"] for event in events(site, phone)].count("undo") == 1


def test_a_lost_connection_is_told_and_made_up_for(phone: Page, opened: Opens) -> None:
    """While the network is gone the page says so, wherever it is scrolled to; when it is back it shows what it
    missed."""
    pasted(phone)
    ana = opened(phone.locator("[data-seat=ana]").input_value())
    expect(phone.locator("[data-came=ana]")).to_have_text("is here")
    ana.route("**/v1/**", lambda route: route.abort())
    ana.evaluate("dispatchEvent(new Event('test')); window.stop();")
    expect(ana.locator(".offline")).to_contain_text("Connection lost")
    ana.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert ana.evaluate("scrollY") > 100
    expect(ana.locator(".offline")).to_be_in_viewport(ratio=1)
    noted(phone, "While you were out")
    expect(latest(phone)).to_contain_text("While you were out")
    ana.unroute("**/v1/**")
    expect(latest(ana)).to_contain_text("While you were out")
    expect(ana.locator(".offline")).to_have_text("")


def test_a_command_chosen_on_an_old_state_is_told_so(phone: Page, opened: Opens, site: str) -> None:
    """In play a command names the state it was chosen on: where something came between, nothing is appended."""
    sample(phone, "duel", "Harbour duel")
    choices(phone).get_by_role("button", name="Start the battle").click()
    releases = choices(phone).get_by_role("button", name="Release")
    expect(releases.first).to_be_visible()
    behind = opened(site)
    behind.evaluate(
        "kept => localStorage.setItem('battletape.battles', kept)",
        phone.evaluate("localStorage.getItem('battletape.battles')"),
    )
    behind.route(re.compile("events.*with=patch"), lambda route: route.abort())
    behind.goto(phone.url)
    expect(behind.locator(".offline")).to_contain_text("Connection lost")
    releases.first.click()
    expect(latest(phone)).to_contain_text("comes out")
    head = len(events(site, phone))
    choices(behind).get_by_role("button", name="Release").last.click()
    expect(behind.get_by_role("alert")).to_contain_text("Look at what you missed and send again.")
    assert len(events(site, phone)) == head
