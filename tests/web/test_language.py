"""The pages speak the browser's language, and the one chosen on them before that."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
ENGLISH = re.compile(r"^[^а-яё]*[a-z][^а-яё]*$", re.IGNORECASE)


@pytest.fixture
def russian(browser: Browser) -> Iterator[Page]:
    """A page of a browser that is set to Russian."""
    context = browser.new_context(locale="ru-RU")
    yield context.new_page()
    context.close()


def test_a_russian_browser_sees_the_pages_in_russian(russian: Page, site: str) -> None:
    """From the first page to the table: headings, sentences, options and a refusal; the document says so."""
    russian.goto(site)
    expect(russian.locator("html")).to_have_attribute("lang", "ru")
    for heading in russian.get_by_role("heading", level=2).all():
        expect(heading).to_have_text(CYRILLIC)
    russian.get_by_role("button", name="Мшистая пещера").click()
    expect(russian.locator("bt-log li").first).to_contain_text("Бой подготовлен")
    expect(russian.locator("html")).to_have_attribute("lang", "ru")
    expect(russian.locator("bt-choices button").first).to_have_text(CYRILLIC)
    russian.goto(site)
    russian.get_by_text("Или свой бой").click()
    russian.get_by_label("Бой в виде JSON").fill("{")
    russian.get_by_role("button", name="Создать").click()
    expect(russian.get_by_role("alert")).to_contain_text("Это не JSON")
    russian.goto(f"{site}/battles/nowhere")
    expect(russian.get_by_role("alert")).to_have_text(CYRILLIC)


def test_the_chosen_language_is_remembered(russian: Page, site: str) -> None:
    """Chosen once on the first page: there after coming back, and at the table."""
    russian.goto(site)
    russian.get_by_label("Язык").select_option("English")
    expect(russian.locator("html")).to_have_attribute("lang", "en")
    russian.goto(site)
    expect(russian.get_by_label("Language")).to_have_value("en")
    expect(russian.get_by_role("heading", level=2).first).to_have_text(ENGLISH)
    russian.get_by_role("button", name="mossy cave").click()
    expect(russian.locator("bt-log li").first).to_contain_text("The battle is set up")
    expect(russian.locator("bt-choices button").first).to_have_text(ENGLISH)
