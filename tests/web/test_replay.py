"""The replay player in a real browser: watched, proved, shared, branched."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Response, expect

from replays import tape
from tests.web.disputed import disputed

WIDTHS = (360, 768, 1280)
GOLDEN = Path(__file__).resolve().parents[2] / "replays" / "samples" / "pmd-win.tape"
MOST_BYTES = 150 * 1024
Plain = dict[str, Any]


@pytest.fixture(scope="module")
def battle(site: str) -> Plain:
    """The creation of a finished battle."""
    return disputed(site)


def shared(site: str, battle: Plain, **wish: Any) -> str:
    """The address of a link to its replay."""
    head = {"Authorization": f"Bearer {battle['tokens']['gm']}"}
    path = f"{site}/v1/battles/{battle['battle']['id']}/shares"
    url: str = httpx.post(path, json={"view": "public", **wish}, headers=head).json()["url"]
    return url


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of somebody new; an error in a script fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    found = context.new_page()
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    yield found
    context.close()
    assert not errors


def watched(page: Page, address: str) -> Page:
    """The player once it has checked what it shows."""
    page.goto(address)
    expect(page.locator(".verdict")).to_be_visible()
    return page


def at(page: Page, seq: int) -> None:
    """Fails where the player does not stand at that event."""
    expect(page.locator(".caption")).to_contain_text(f"Event {seq} of")


def seated(page: Page, site: str, battle: Plain) -> Page:
    """The player through the game master's eyes, reached from the table."""
    id_ = battle["battle"]["id"]
    page.goto(f"{site}/battles/{id_}#token={battle['tokens']['gm']}&seat=gm")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".verdict")).to_be_visible()
    return page


def test_a_replay_is_watched_by_keyboard_alone(page: Page, site: str, battle: Plain) -> None:
    """Arrows, home, end and space move it; the address names the event; what was taken back is passed over."""
    watched(page, shared(site, battle))
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.wait_for_url("**#2")
    page.keyboard.press("End")
    at(page, 10)
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    at(page, 5)
    page.keyboard.press("Home")
    at(page, 1)
    page.keyboard.press("Space")
    at(page, 3)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_sentence_leads_to_its_event(page: Page, site: str, battle: Plain) -> None:
    """A click on a sentence goes there, an address with its number too, and the browser's way back returns."""
    watched(page, shared(site, battle) + "#4")
    at(page, 4)
    page.get_by_role("link", name="Kilnox faints").click()
    at(page, 10)
    page.go_back()
    at(page, 4)


def test_an_address_is_followed_though_a_position_settles_meanwhile(
    page: Page, site: str, battle: Plain
) -> None:
    """What a settled position writes between a step back and its hashchange does not hold the player there."""
    watched(page, shared(site, battle) + "#4")
    page.get_by_role("link", name="Kilnox faints").click()
    at(page, 10)
    page.evaluate("addEventListener('popstate', () => history.replaceState(null, '', '#10'), {once: true})")
    page.go_back()
    at(page, 4)
    page.wait_for_url("**#4")


def test_what_was_taken_back_is_folded_not_hidden(page: Page, site: str, battle: Plain) -> None:
    """The forced move that was undone stands folded in its place; looked at, it unfolds and quotes the rule."""
    watched(page, shared(site, battle))
    line = page.locator("a[href='#6']").first
    expect(line).not_to_be_visible()
    page.get_by_text("Taken back: event 6").click()
    line.click()
    at(page, 6)
    expect(page.locator(".caption blockquote")).to_contain_text("pmd/P")


def test_the_scrubber_is_marked(page: Page, site: str, battle: Plain) -> None:
    """Rounds, faints, rulings, forces and rewinds are marked, and a list leads to each."""
    watched(page, shared(site, battle))
    for kind in ("round", "faint", "ruling", "force", "rewind"):
        assert page.locator(f".marks-strip .{kind}").count() == 1, kind
    page.get_by_label("Jump to…").select_option(
        label="9. The game master rules: The fire spread. Brookit has soaked."
    )
    at(page, 9)


def test_the_badge_says_what_holds(page: Page, site: str, battle: Plain) -> None:
    """The tape is checked in the browser: events, dice and what that proves."""
    watched(page, shared(site, battle))
    badge = page.locator(".verdict")
    expect(badge).to_contain_text("10 events in an unbroken chain, every die as promised")
    badge.locator("summary").click()
    expect(badge).to_contain_text("drawn anew")
    expect(badge).to_contain_text("Not checked here")


def test_a_tape_that_was_tampered_with_is_named_by_the_badge(page: Page, site: str, battle: Plain) -> None:
    """Where the server hands out a tape with one digit changed, the badge names the line and both sides."""

    def tampered(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.body().replace(b"Brookit", b"Brookid", 1))

    page.route("**/v1/replays/*format=tape", tampered)
    watched(page, shared(site, battle))
    expect(page.locator(".verdict.bad")).to_contain_text("does not hold: line 2")
    expect(page.locator(".verdict dd").first).to_have_text("hash")


def test_events_that_are_not_the_tapes_are_told(page: Page, site: str, battle: Plain) -> None:
    """A server that shows another event than the one on the tape is found out."""

    def lying(route: Any) -> None:
        answer = route.fetch()
        events = answer.json()
        events["events"][8]["hash"] = "0" * 64
        route.fulfill(response=answer, json=events)

    page.route("**/v1/replays/*with=patch*", lying)
    watched(page, shared(site, battle))
    expect(page.locator(".verdict.bad")).to_contain_text("Event 9 on this page is not the one on the tape")


def test_a_part_of_a_battle_is_checked_as_far_as_it_goes(page: Page, site: str, battle: Plain) -> None:
    """A link from the fourth event on shows no tape to download, and its chain is checked from there."""
    watched(page, shared(site, battle, **{"from": 4, "to": 9}))
    expect(page.locator(".verdict.good")).to_contain_text("Events 4 to 9 are an unbroken chain")
    at(page, 4)
    expect(page.get_by_role("button", name="Download")).to_have_count(0)


def test_a_share_is_made_drawn_and_withdrawn(page: Page, site: str, battle: Plain) -> None:
    """The dialog makes a link with its QR code; withdrawn it leads nowhere."""
    seated(page, site, battle)
    page.get_by_role("button", name="Share").click()
    page.get_by_label("To event").fill("8")
    page.get_by_label("The link lasts").select_option(label="a week")
    page.get_by_role("button", name="Make the link").click()
    link = page.locator("[data-share=public]").input_value()
    code = page.get_by_role("img", name="The link as a QR code")
    expect(code).to_be_visible()
    expect(page.locator(".made img")).not_to_have_js_property("naturalWidth", 0)
    api = link.replace("/r/", "/v1/replays/")
    assert httpx.get(api).json()["head"] == 8
    page.get_by_role("button", name="Withdraw it").click()
    expect(page.locator(".made")).to_have_count(0)
    assert httpx.get(api).status_code == 410


def test_a_share_to_the_end_says_that_it_goes_on(page: Page, site: str) -> None:
    """Whoever shares a running battle as far as it is hears that the link shows more than that."""
    begun = httpx.post(f"{site}/v1/battles", json={"sample": "mossy-cave"}).json()
    seated(page, site, begun)
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Make the link").click()
    expect(page.locator(".made")).to_contain_text("from event 1 on, also what is still to come")


def test_only_who_may_branch_is_asked_to(page: Page, site: str) -> None:
    """A player of a running battle sees its branches and no button that would be refused."""
    begun = httpx.post(f"{site}/v1/battles", json={"sample": "mossy-cave"}).json()
    page.goto(f"{site}/battles/{begun['battle']['id']}#token={begun['tokens']['seats']['ana']}&seat=ana")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".branches")).to_contain_text("Nothing has branched off here yet")
    expect(page.get_by_role("button", name="Branch from here")).to_have_count(0)


def test_a_branch_that_fails_is_told_where_it_is_seen(page: Page, site: str, battle: Plain) -> None:
    """The button stands at the foot of the page; what went wrong comes into the window."""
    seated(page, site, battle)
    page.set_viewport_size({"width": 360, "height": 740})
    page.context.set_offline(True)
    page.get_by_role("button", name="Branch from here").click()
    expect(page.get_by_text("The server does not answer")).to_be_in_viewport()


def test_a_links_holder_branches_and_plays_on(page: Page, site: str, battle: Plain) -> None:
    """From an event of a shared replay a battle begins that its holder is game master of; the parent lists it."""
    watched(page, shared(site, battle) + "#5")
    page.get_by_label("Title of a new branch").fill("Had it not spread")
    page.get_by_role("button", name="Branch from here (event 5)").click()
    page.wait_for_url("**/battles/*")
    expect(page.locator("#title")).to_have_text("Had it not spread")
    page.get_by_role("button", name="Pass").first.click()
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".told")).to_contain_text("A branch begins at event 5")
    seated(page, site, battle)
    expect(page.locator(".tree")).to_contain_text("Had it not spread")


def test_the_game_master_looks_as_somebody_else(page: Page, site: str, battle: Plain) -> None:
    """The views that are allowed can be chosen; the position stays."""
    seated(page, site, battle)
    page.keyboard.press("End")
    page.wait_for_url("**#10")
    page.get_by_label("As seen by").select_option(label="spectators")
    page.wait_for_url("**?as=spectator#10")
    expect(page.get_by_label("As seen by")).to_have_value("spectator")
    at(page, 10)


def test_a_running_battle_goes_on_in_the_player(page: Page, site: str) -> None:
    """Who stands at the end of a battle that goes on sees what comes, and what the table decides."""
    begun = httpx.post(f"{site}/v1/battles", json={"sample": "mossy-cave"}).json()
    seated(page, site, begun)
    page.keyboard.press("End")
    head = {"Authorization": f"Bearer {begun['tokens']['gm']}"}
    path = f"{site}/v1/battles/{begun['battle']['id']}/commands"
    httpx.post(path, json={"type": "note", "text": "Still here?"}, headers=head)
    expect(page.locator(".caption")).to_contain_text("Still here?")
    httpx.post(path, json={"type": "ruling", "reason": "Fog", "effects": []}, headers=head)
    expect(page.locator(".decided")).to_contain_text("The game master rules: Fog")


def test_it_speaks_the_browsers_language(browser: Browser, site: str, battle: Plain) -> None:
    """In a Russian browser buttons and sentences are Russian."""
    context = browser.new_context(locale="ru-RU")
    page = watched(context.new_page(), shared(site, battle))
    expect(page.locator(".verdict")).to_contain_text("Запись верна")
    expect(page.locator(".told")).to_contain_text("Начинается раунд 1")
    context.close()


def test_a_tape_is_checked_on_the_first_page(page: Page, site: str) -> None:
    """A whole tape, plain or gzipped, is green; with a digit changed its line is named with both sides; what no browser
    unpacks is not called broken."""
    finished = GOLDEN.read_bytes()
    page.goto(site)
    chooser = page.get_by_label("Choose a")
    for name, data in (("a.tape", finished), ("a.tape.gz", gzip.compress(finished))):
        chooser.set_input_files(files=[{"name": name, "mimeType": "", "buffer": data}])
        expect(page.locator(".verdict.good")).to_contain_text("The tape holds")
        expect(page.get_by_text(name, exact=True)).to_be_visible()
    lines = finished.splitlines(keepends=True)
    lines[20] = lines[20].replace(b'"seq":20', b'"seq":21')
    chooser.set_input_files(files=[{"name": "b.tape", "mimeType": "", "buffer": b"".join(lines)}])
    expect(page.locator(".verdict.bad")).to_contain_text("The tape does not hold: line 21")
    assert page.locator(".verdict dd").all_inner_texts() == ["seq", "20", "21"]
    packed = tape.pack(finished, "zst")
    chooser.set_input_files(files=[{"name": "c.tape.zst", "mimeType": "", "buffer": packed}])
    expect(page.locator(".verdict")).to_contain_text("This tape was not checked")
    expect(page.locator(".verdict.bad")).to_have_count(0)


def test_a_battle_is_printed_as_its_sentences(page: Page, site: str, battle: Plain) -> None:
    """On paper stand all sentences, those taken back too, and no controls."""
    watched(page, shared(site, battle))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator("a[href='#6']").first).to_be_visible()
    expect(page.locator(".transport")).not_to_be_visible()
    expect(page.locator("bt-board")).not_to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_it_fits_the_window_and_the_finger(page: Page, site: str, battle: Plain, width: int) -> None:
    """No sideways scroll; what is tapped is 44 px high; axe-core finds nothing, the dialog open or not."""
    page.set_viewport_size({"width": width, "height": 740})
    seated(page, site, battle)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    heights = page.eval_on_selector_all(
        "button, summary, input, select, .told a",
        "all => all.map((one) => one.getBoundingClientRect().height).filter((high) => high > 0)",
    )
    assert min(heights) >= 44
    assert faults(page) == []
    page.get_by_role("button", name="Share").click()
    assert faults(page) == []


def faults(page: Page) -> list[str]:
    """What axe-core finds, by rule."""
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in Axe().run(page)["violations"]]


def test_the_player_is_light(page: Page, site: str, battle: Plain) -> None:
    """Without the tape the page weighs less than 150 KB uncompressed, and loads nothing from elsewhere."""
    weighed: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if "/v1/" not in answer.url:
            weighed[answer.url] = len(answer.body())

    page.on("response", weigh)
    watched(page, shared(site, battle))
    assert all(url.startswith(site) for url in weighed)
    assert 50_000 < sum(weighed.values()) < MOST_BYTES
