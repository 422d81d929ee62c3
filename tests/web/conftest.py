"""A server and Debian's chromium; where there is none, the tests of the page are skipped and say so loudly."""

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, headless."""
    if not CHROMIUM.exists():
        told = "THE PAGE IS NOT TESTED: no /usr/bin/chromium; install it with: apt-get install chromium"
        warnings.warn(told, stacklevel=1)
        pytest.skip(told)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    server = Server(tmp_path_factory.mktemp("site")).start()
    yield server.url
    close_clients()
    server.stop()
