"""The page in a real browser: from the first page to the outcome, on two devices."""

from collections.abc import Iterator

import httpx
import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page of a phone's size, in a context of its own; an error in a script fails the test."""
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors


def begun(page: Page, site: str, sample: str = "mossy cave") -> None:
    """One tap on the first page."""
    page.goto(site)
    page.get_by_role("button", name=sample).click()
    expect(page.locator("bt-log li").first).to_contain_text("The battle is set up")
    expect(page.locator("bt-choices button").first).to_be_visible()


def placed(page: Page, unit: str) -> None:
    """A unit put on the first marked cell."""
    page.get_by_role("button", name=f"Place {unit}").click()
    page.locator(".pick").first.click()
    expect(page.locator("bt-log li").first).to_contain_text(unit)


def faults(page: Page) -> list[str]:
    """What axe-core finds, by rule."""
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in Axe().run(page)["violations"]]


def test_a_link_brings_a_second_device_to_the_table(browser: Browser, phone: Page, site: str) -> None:
    """A seat's link opens the table elsewhere; its token leaves the address; both see what one does."""
    begun(phone, site)
    link = phone.locator("[data-seat=ana]").input_value()
    other = browser.new_context()
    page = other.new_page()
    page.goto(link)
    expect(page.locator("bt-log li").last).to_contain_text("The battle is set up")
    assert "#" not in page.url
    placed(phone, "Brambur")
    expect(page.locator("bt-log li").first).to_contain_text("Brambur takes its place")
    phone.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("bt-board svg .token")).to_have_count(0)
    other.close()


def test_the_game_master_ends_a_battle(phone: Page, site: str) -> None:
    """The outcome stands on the page once the battle has ended."""
    begun(phone, site, "harbour duel")
    form = phone.locator("[data-form=end]")
    form.locator("summary").click()
    form.get_by_label("Reason").fill("The lights went out")
    form.get_by_role("button", name="Send").click()
    expect(phone.locator("#phase")).to_contain_text("The battle is over")
    expect(phone.locator("bt-log li").first).to_contain_text("The battle is over")


def test_a_refusal_is_shown_in_the_servers_words(phone: Page, site: str) -> None:
    """What the server says in `detail` stands in an alert."""
    begun(phone, site)
    phone.get_by_role("button", name="Redo", exact=True).click()
    expect(phone.get_by_role("alert")).to_contain_text("Nothing was undone since the last command.")


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_scrolls_sideways(phone: Page, site: str, width: int) -> None:
    """First page and table fit the window."""
    phone.set_viewport_size({"width": width, "height": 800})
    phone.goto(site)
    expect(phone.locator(".card").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= width
    begun(phone, site)
    assert phone.evaluate("document.documentElement.scrollWidth") <= width


def test_axe_finds_nothing(phone: Page, site: str) -> None:
    """First page and table pass axe-core's checks."""
    phone.goto(site)
    expect(phone.locator(".card").first).to_be_visible()
    assert faults(phone) == []
    begun(phone, site)
    assert faults(phone) == []


def test_everything_tapped_is_large_enough(phone: Page, site: str) -> None:
    """Buttons and links on the table are 44 px high at least."""
    begun(phone, site)
    heights = phone.eval_on_selector_all(
        "button, summary, input, select",
        "all => all.map(one => one.getBoundingClientRect().height).filter(high => high > 0)",
    )
    assert heights
    assert min(heights) >= 44


def test_a_page_is_asked_for_once(site: str) -> None:
    """The page has a strict policy, and a tag that spares the second transfer."""
    first = httpx.get(f"{site}/")
    assert first.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    again = httpx.get(f"{site}/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert httpx.get(f"{site}/web/nothing.js").status_code == 404
