"""A server and Debian's chromium; where there is none, the tests of the page are skipped and say so loudly."""

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.serving import Server, close_clients

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 360, "height": 740}
PATIENCE = 30_000
"""Milliseconds that the page may take for anything on a machine that is busy."""

Opens = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, headless."""
    if not CHROMIUM.exists():
        told = "THE PAGE IS NOT TESTED: no /usr/bin/chromium; install it with: apt-get install chromium"
        warnings.warn(told, stacklevel=1)
        pytest.skip(told)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of the page: each plays battles of its own."""
    found = Server(tmp_path_factory.mktemp("site")).start()
    yield found
    close_clients()
    found.stop()


@pytest.fixture(scope="session")
def site(server: Server) -> str:
    """Its address."""
    return server.url


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opens]:
    """Opens an address as another person's device; an error in any script of any of them fails the test."""
    errors: list[str] = []
    pages: list[Page] = []

    def opens(address: str, **more: object) -> Page:
        page = browser.new_context(**{"viewport": PHONE, **more}).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        pages.append(page)
        return page

    yield opens
    for page in pages:
        page.context.close()
    assert errors == []


@pytest.fixture
def phone(opened: Opens, site: str) -> Page:
    """A phone with the first page on it, of somebody who wants no motion."""
    return opened(site, reduced_motion="reduce")
