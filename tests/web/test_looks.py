"""The page fits, can be read and tapped: axe-core, widths, sizes, both colour schemes."""

import httpx
import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import Opens
from tests.web.table import WOOD, choices, pasted, sample, started, tool

WIDTHS = [(360, 740), (768, 1024), (1280, 800)]
SMALL = """() => [...document.querySelectorAll('button, summary, input, select, textarea, a.card')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
    .map((one) => one.outerHTML.slice(0, 120))"""


def faults(page: Page) -> list[str]:
    """What axe-core finds, by rule."""
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in Axe().run(page)["violations"]]


def seen(page: Page) -> None:
    """What must hold of whatever stands on the page now."""
    assert faults(page) == []
    assert page.evaluate(SMALL) == []
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", WIDTHS)
def test_every_page_fits_and_axe_finds_nothing(
    opened: Opens, site: str, size: tuple[int, int], scheme: str
) -> None:
    """First page, getting ready, battle, a choice, its confirmation and the master's tools, at each width."""
    page = opened(site, viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    expect(page.locator(".card").first).to_be_visible()
    seen(page)
    pasted(page, board=WOOD)
    expect(choices(page).get_by_role("button").first).to_be_visible()
    seen(page)
    started(page)
    tool(page, "ruling")
    expect(choices(page).get_by_role("button", name="Move", exact=True)).to_be_visible()
    seen(page)
    choices(page).get_by_role("button", name="Move", exact=True).click()
    page.locator(".pick").first.click()
    expect(page.locator("[data-foreseen]")).not_to_be_empty()
    seen(page)


def test_the_buttons_stand_above_the_fold_on_a_phone(phone: Page) -> None:
    """In play the first buttons are seen without scrolling, and the board with them."""
    pasted(phone, board=WOOD)
    started(phone)
    expect(choices(phone).get_by_role("button").first).to_be_in_viewport(ratio=1)
    expect(phone.locator("svg.grid")).to_be_in_viewport(ratio=0.6)


@pytest.mark.parametrize("size", WIDTHS)
def test_a_name_stays_on_the_board(opened: Opens, site: str, size: tuple[int, int]) -> None:
    """Where a unit stands at the edge, no letter of its name reaches beyond it."""
    page = opened(site, viewport={"width": size[0], "height": size[1]})
    sample(page, "pmd", "Frozen pass")
    page.get_by_role("button", name="Place them all for me").click()
    expect(page.locator(".token")).to_have_count(4)
    beyond = """() => {
        const edge = document.querySelector('svg.grid .cell').getBoundingClientRect();
        return [...document.querySelectorAll('.token text.long')].map((one) => one.getBoundingClientRect())
            .map((name) => Math.max(edge.left - name.left, name.right - edge.right));
    }"""
    assert max(page.evaluate(beyond)) <= 1


def test_the_cards_stand_below_the_board(opened: Opens, site: str) -> None:
    """On a wide window, however long the column beside it is."""
    page = opened(site, viewport={"width": 1280, "height": 800})
    sample(page, "pmd", "Mossy cave")
    page.get_by_role("button", name="Place them all for me").click()
    page.get_by_text("More before the start").click()
    board, cards = page.locator("bt-board").bounding_box(), page.locator("#units").bounding_box()
    assert board
    assert cards
    assert 0 <= cards["y"] - board["y"] - board["height"] < 20


def test_nothing_moves_where_motion_is_unwanted(opened: Opens, site: str) -> None:
    """With reduced motion no animation runs while a battle begins."""
    page = opened(site, reduced_motion="reduce")
    pasted(page)
    started(page)
    running = "document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 0).length"
    assert page.evaluate(running) == 0


def test_a_page_is_asked_for_once(site: str) -> None:
    """The page has a strict policy, and a tag that spares the second transfer."""
    first = httpx.get(f"{site}/")
    assert first.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    again = httpx.get(f"{site}/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert httpx.get(f"{site}/web/view/nothing.js").status_code == 404
    assert httpx.get(f"{site}/web/../__init__.py").status_code == 404
