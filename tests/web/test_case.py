"""A case file: the replay as one page opened from disk, without a server."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.serving import ROOT, Server, close_clients
from tests.web.disputed import ODD, disputed

Kept = tuple[Server, str]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that goes on running on the database that the files are written from."""
    found = Server(tmp_path_factory.mktemp("kept")).start()
    yield found
    close_clients()
    found.stop()


@pytest.fixture(scope="module")
def kept(server: Server) -> Kept:
    """A finished battle that hides nothing."""
    return server, disputed(server.url)["battle"]["id"]


def case(kept: Kept, *more: str) -> subprocess.CompletedProcess[str]:
    """`battletape case` on that battle, into case.html in the server's folder."""
    server, battle = kept
    command = [sys.executable, "-c", "from server.cli import main; main()", "case", battle]
    options = ["--database", server.database, "--out", str(server.folder / "case.html"), *more]
    return subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True, timeout=60)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page without a network; an error in a script or a refused source fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_offline(True)
    found = context.new_page()
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    yield found
    context.close()
    assert not errors


def opened(page: Page, kept: Kept, *more: str) -> str:
    """Writes the case file and opens it by its path; its text."""
    made = case(kept, *more)
    assert made.returncode == 0, made.stderr
    file = Path(made.stdout.strip())
    page.goto(file.as_uri())
    expect(page.locator(".verdict")).to_be_visible()
    return file.read_text(encoding="utf-8")


def test_a_case_file_plays_and_proves_itself(page: Page, kept: Kept) -> None:
    """Opened from disk it is watched by keys, checks its own tape, quotes the rule that was overridden, and what
    somebody wrote in a note stays text."""
    opened(page, kept)
    expect(page.locator("#title")).to_have_text("The <disputed> bridge")
    expect(page.locator(".verdict.good")).to_contain_text("every die as promised")
    expect(page.locator(".decided li")).to_have_count(3)
    expect(page.locator(".decided blockquote")).to_contain_text("pmd/P")
    for kind in ("ruling", "force", "rewind"):
        expect(page.locator(f".marks-strip .{kind}")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator(".caption")).to_contain_text("Kilnox faints")
    page.get_by_role("link", name="who said that?").click()
    expect(page.locator(".caption")).to_contain_text("</script><b>who said that?</b>")
    assert Axe().run(page)["violations"] == []


def test_a_case_file_gives_its_tape(page: Page, kept: Kept, tmp_path: Path) -> None:
    """The tape in it is saved as a file that `battletape verify` accepts."""
    opened(page, kept)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the tape").click()
    file = tmp_path / "saved.tape"
    saved.value.save_as(file)
    command = [sys.executable, "-c", "from server.cli import main; main()", "verify", str(file)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert told.stdout.startswith("It holds: 10 events"), told


def test_a_changed_case_file_names_the_line(page: Page, kept: Kept) -> None:
    """Who edits the facts in the file is found out when it is opened."""
    server, _ = kept
    assert case(kept).returncode == 0
    file = server.folder / "case.html"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("The fire spread", "The fire sprang"), encoding="utf-8")
    page.goto(file.as_uri())
    expect(page.locator(".verdict.bad")).to_contain_text("does not hold: line 10")


def test_a_part_in_another_language(page: Page, kept: Kept) -> None:
    """`--from`, `--to` and `--language`: the part is shown, the tape is whole up to its end."""
    opened(page, kept, "--from", "4", "--to", "9", "--language", "ru")
    expect(page.locator(".caption")).to_contain_text("Событие 4 из 9")
    expect(page.locator(".verdict.good")).to_contain_text("Событий в неразрывной цепи: 9")


def test_a_players_case_file_holds_nothing_hidden(page: Page, server: Server) -> None:
    """`--as`: the file of a player's view checks its chain and holds no byte of the enemy's hit points."""
    veiled = disputed(server.url, ("enemy-sheets",))["battle"]["id"]
    text = opened(page, (server, veiled), "--as", "ana")
    assert str(ODD) not in text
    page.locator(".verdict summary").click()
    expect(page.locator(".verdict.good")).to_contain_text("withheld from this view")


def test_a_case_file_knows_no_other_address(page: Page, kept: Kept) -> None:
    """Nothing in it is loaded from anywhere, and its policy allows no connection."""
    text = opened(page, kept)
    assert "default-src 'none'" in text
    assert not any(mark in text for mark in ('src="', 'href="http', "@import", "url(http"))


def test_what_cannot_be_written_is_told(kept: Kept) -> None:
    """An event that never was and a seat that is not there end with 1 and a sentence."""
    for more, why in ((("--from", "99"), "There is no event 99"), (("--as", "eve"), "eve")):
        made = case(kept, *more)
        assert made.returncode == 1
        assert why in made.stderr
