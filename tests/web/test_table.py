"""The table in play: what may be done, what it would do, why not, and what everybody sees of it."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opens
from tests.web.table import WOOD, choices, events, latest, pasted, sample, started


def aimed(page: Page, move: str) -> None:
    """The acting unit's move chosen, up to its confirmation."""
    choices(page).get_by_role("button", name=move, exact=True).click()
    page.locator(".pick.target").first.click()
    expect(page.locator("[data-confirm]")).to_be_visible()


def test_getting_ready_shows_who_is_to_be_placed_and_folds_the_rest(phone: Page) -> None:
    """Before the start the panel holds a button a unit still to be placed; equipping is folded away."""
    sample(phone, "pmd", "Mossy cave")
    buttons = choices(phone).get_by_role("button")
    expect(buttons).to_have_text(
        ["Place Brambur", "Place Gobbile", "Place Gloomfin", "Place them all for me"]
    )
    choices(phone).locator("summary").click()
    expect(choices(phone).get_by_role("button", name="Take in hand").first).to_be_visible()


def test_placing_goes_on_by_itself(phone: Page) -> None:
    """After one unit stands where it was tapped, the next is asked for."""
    sample(phone, "pmd", "Mossy cave")
    choices(phone).get_by_role("button", name="Place Brambur").click()
    phone.locator("[data-at='8,3']").click()
    expect(latest(phone)).to_contain_text("Brambur takes its place at 8, 3.")
    expect(choices(phone).locator("h2")).to_contain_text("Place Gobbile")
    expect(phone.locator(".token[data-unit=brambur]")).to_have_attribute("transform", "translate(8 3)")


def test_a_move_shows_where_it_may_go_its_way_and_its_cost(phone: Page) -> None:
    """Reachable cells light up; the way and what it costs stand there before anything is sent."""
    pasted(phone, board=WOOD)
    started(phone)
    before = phone.locator("bt-log li").count()
    choices(phone).get_by_role("button", name="Move", exact=True).click()
    expect(phone.locator(".pick").first).to_be_visible()
    phone.get_by_role("button", name="cost 1").first.click()
    expect(choices(phone)).to_contain_text("cost 1")
    expect(phone.locator("[data-foreseen]")).to_contain_text("goes to")
    expect(phone.locator("polyline.path")).to_have_count(1)
    assert phone.locator("bt-log li").count() == before
    phone.locator("[data-confirm]").click()
    expect(latest(phone)).to_contain_text("turn")


def test_a_declared_move_is_answered_from_another_device(phone: Page, opened: Opens) -> None:
    """A window says who is waited for; the one who may answer has the buttons, the one who declared waits."""
    pasted(phone)
    seats = {seat: opened(phone.locator(f"[data-seat={seat}]").input_value()) for seat in ("ana", "ben")}
    started(phone)
    for page in seats.values():
        expect(page.locator("main[data-phase=battle]")).to_have_count(1)
    expect(phone.locator("bt-status")).to_contain_text("Waiting for")
    mine = "ana" if "Brookit" in phone.locator("#phase").inner_text() else "ben"
    acting, other = seats[mine], seats["ben" if mine == "ana" else "ana"]
    expect(acting.locator(".yours")).to_contain_text("Your turn")
    aimed(acting, "Beam")
    expect(acting.locator("[data-foreseen]")).to_contain_text("may answer")
    acting.locator("[data-confirm]").click()
    expect(other.locator(".yours")).to_contain_text("Your answer")
    expect(other.locator(".declared")).to_contain_text("has declared: Beam")
    expect(choices(acting)).to_contain_text("Nothing for you at this moment.")
    choices(other).get_by_role("button", name="Pass", exact=True).click()
    expect(phone.locator("bt-log")).to_contain_text("takes 2 (2 power)")


def test_a_grey_move_says_why_in_the_servers_words(phone: Page) -> None:
    """What cannot be used now stays there, and tells the rule's refusal when it is tapped."""
    pasted(phone)
    started(phone)
    grey = choices(phone).get_by_role("button", name="Nip", exact=True)
    expect(grey).to_have_attribute("aria-disabled", "true")
    grey.click(force=True)
    expect(phone.locator("[data-why]")).to_contain_text("the range is 1")


def test_everything_can_be_done_by_keyboard(phone: Page) -> None:
    """The board's places are one stop of the tab key, the arrows go between them, Enter takes one."""
    sample(phone, "pmd", "Mossy cave")
    choices(phone).get_by_role("button", name="Place Brambur").press("Enter")
    picks = phone.locator(".pick[tabindex='0']")
    expect(picks).to_have_count(1)
    picks.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        phone.keyboard.press(key)
    at = phone.evaluate("document.activeElement.dataset.at")
    assert at == "2,1"
    phone.keyboard.press("Enter")
    expect(latest(phone)).to_contain_text("Brambur takes its place at 2, 1.")


def test_the_board_is_a_table_as_well(phone: Page) -> None:
    """Rows and columns bear the coordinates, cells say who stands there and on what."""
    pasted(phone, board=WOOD)
    started(phone)
    phone.get_by_text("As a table").click()
    table = phone.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_count(9)
    expect(table.get_by_role("rowheader")).to_have_count(7)
    unit = phone.locator(".token").first.get_attribute("aria-label") or ""
    expect(table).to_contain_text(unit.partition(",")[0])
    expect(table).to_contain_text("Black ice (ice)")


def test_every_sentence_is_spoken(phone: Page) -> None:
    """What happens is added to a polite live region."""
    sample(phone, "duel", "Harbour duel")
    spoken = phone.locator("[aria-live=polite]")
    choices(phone).get_by_role("button", name="Start the battle").click()
    expect(spoken).to_contain_text("The battle begins.")


def test_dice_are_shown_as_they_fell(phone: Page, site: str) -> None:
    """The log shows each die's value under what it was rolled for."""
    pasted(phone)
    started(phone)
    expect(phone.locator("bt-log")).to_contain_text("initiative d10")
    rolls = next(event["rolls"] for event in reversed(events(site, phone)) if event["rolls"])
    values = [value for roll in rolls for value in roll["values"]]
    shown = phone.locator("bt-log li:has(.die)").first.locator(".die").all_inner_texts()
    assert sorted(shown) == sorted(map(str, values))


@pytest.mark.parametrize(("ruleset", "title", "sight"), [
    ("ptu", "Mill house", ".zone"), ("legamon", "Forge duel", ".row-of-cards"), ("pmd", "Mossy cave", "svg.grid")
])  # fmt: skip
def test_each_kind_of_board_is_drawn(phone: Page, ruleset: str, title: str, sight: str) -> None:
    """Zones are linked places, no board is a row of cards a side, a grid is drawn."""
    sample(phone, ruleset, title)
    expect(phone.locator(f"bt-board {sight}").first).to_be_visible()
