"""The player's pure modules against the house's own Python: hashes, verifier, states, what counts."""

import base64
import hashlib
import hmac
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from replays import verify
from replays.finding import Finding
from tests.battling import without_null

SAMPLES = Path(__file__).resolve().parents[2] / "replays" / "samples"
CHANGES = 60
VERIFIED = """async (tapes) => {
    const { verify } = await import('/web/replay/verify.js');
    const found = [];
    for (const tape of tapes) {
        const bytes = Uint8Array.from(atob(tape), (letter) => letter.charCodeAt(0));
        found.push(await verify(bytes).then((one) => [one.events.length, one.head, one.dice.proved], (error) => [error.kind, error.line]));
    }
    return found;
}"""
HASHED = """async (messages) => {
    const { hex, hmac, sha256 } = await import('/web/replay/sha256.js');
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return messages.map((text) => [hex(sha256(bytes(text))), hex(hmac(bytes(text), bytes(text)))]);
}"""
STATES = """async ([state, events]) => {
    const { Reel } = await import('/web/replay/reel.js');
    const reel = new Reel(state, events);
    const order = [reel.last, ...events.map((event) => event.seq), reel.first];
    return Object.fromEntries(order.map((seq) => [seq, reel.state(seq)]));
}"""
FOLDED = """async (events) => (await import('/web/replay/marks.js')).takenBack(events)"""


@pytest.fixture
def page(browser: Browser, site: str) -> Page:
    """A page of the site, to import its modules in."""
    found = browser.new_page()
    found.goto(site)
    return found


def coded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def test_hashes_are_those_of_the_standard(page: Page) -> None:
    """SHA-256 and HMAC of messages around every length of padding, and of keys longer than a block."""
    dice = random.Random(5)
    messages = [dice.randbytes(size) for size in [*range(140), 1_000, 70_001]]
    expected = [
        [hashlib.sha256(one).hexdigest(), hmac.new(one, one, "sha256").hexdigest()] for one in messages
    ]
    assert page.evaluate(HASHED, [coded(one) for one in messages]) == expected


def test_golden_tapes_hold(page: Page) -> None:
    """Every golden tape holds in the browser, with the head that the house finds."""
    tapes = [file.read_bytes() for file in sorted(SAMPLES.glob("*.tape"))]
    assert tapes
    found = page.evaluate(VERIFIED, [coded(one) for one in tapes])
    assert [one[1] for one in found] == [verify.verify(one).head for one in tapes]
    assert all(proved for _, _, proved in found)


def judged(tape: bytes) -> list[Any]:
    """The house's finding: its kind and line; of a tape that holds its length and head."""
    try:
        found = verify.verify(tape)
    except Finding as finding:
        return [finding.kind, finding.line]
    return [len(found.bodies), found.head]


def changed(tape: bytes, dice: random.Random) -> bytes:
    """A byte replaced or left out, a digit turned, two lines swapped, a line or the end cut off."""
    at = dice.randrange(len(tape))
    lines = tape.splitlines(keepends=True)
    line = dice.randrange(len(lines) - 1)
    digits = [place for place in range(at, min(at + 500, len(tape))) if 48 <= tape[place] <= 57] or [0]
    digit = dice.choice(digits)
    return dice.choice(
        [
            tape[:at] + bytes([dice.randrange(256)]) + tape[at + 1 :],
            tape[:at] + tape[at + 1 :],
            tape[:at],
            tape[:digit] + str((tape[digit] - 47) % 10).encode() + tape[digit + 1 :],
            b"".join([*lines[:line], lines[line + 1], lines[line], *lines[line + 2 :]]),
            b"".join([*lines[:line], *lines[line + 1 :]]),
        ]
    )


@pytest.mark.parametrize("name", ["pmd-interrupts", "duel-branch", "legamon-rewind"])
def test_the_browser_finds_what_the_house_finds(page: Page, name: str) -> None:
    """Of a tape tampered with at random both name the same kind of fault and the same line."""
    tape = (SAMPLES / f"{name}.tape").read_bytes()
    dice = random.Random(name)
    tampered = [changed(tape, dice) for _ in range(CHANGES)]
    expected = [judged(one) for one in tampered]
    found = page.evaluate(VERIFIED, [coded(one) for one in tampered])
    assert [one[:2] for one in found] == expected
    assert sum(isinstance(one[0], str) for one in expected) > CHANGES // 2


def imported(site: str, name: str) -> tuple[str, dict[str, str]]:
    """A golden tape as a battle of the site: its path and the game master's header."""
    head = {"Content-Type": "application/x-ndjson"}
    made = httpx.post(f"{site}/v1/replays", content=(SAMPLES / f"{name}.tape").read_bytes(), headers=head)
    found = made.raise_for_status().json()
    return f"{site}/v1/battles/{found['battle']['id']}", {"Authorization": f"Bearer {found['tokens']['gm']}"}


@pytest.mark.parametrize("name", ["pmd-rewind", "duel-branch"])
def test_every_state_of_the_player_is_the_servers(page: Page, site: str, name: str) -> None:
    """From one state and the patches come, forwards and back, the states that `?at=n` answers, rewinds in between."""
    path, head = imported(site, name)
    events = httpx.get(f"{path}/events?with=patch&limit=1000", headers=head).json()["events"]
    first = httpx.get(f"{path}/state?at=1", headers=head).json()
    states = page.evaluate(STATES, [first, events])
    for seq in (1, 2, len(events) // 3, len(events) // 2, len(events)):
        expected = httpx.get(f"{path}/state?at={seq}", headers=head).json()
        assert without_null(states[str(seq)]) == without_null(expected)


def test_what_was_taken_back_is_what_does_not_count(page: Page) -> None:
    """Runs between a rewind and where it goes: two undos in a row, and what a redo brings back counts again."""

    def log(*rewinds: tuple[int, int]) -> list[dict[str, Any]]:
        goes = dict(rewinds)
        return [
            {"seq": seq, "effects": [{"type": "rewound", "to": goes[seq]}] if seq in goes else []}
            for seq in range(1, 11)
        ]

    cases = {
        (): [],
        ((7, 4),): [[5, 6]],
        ((7, 5), (8, 4)): [[5, 7]],
        ((7, 4), (8, 6)): [[7, 7]],
        ((4, 2), (9, 7)): [[3, 3], [8, 8]],
    }
    for rewinds, expected in cases.items():
        found = page.evaluate(FOLDED, log(*rewinds))
        assert [[one["first"], one["last"]] for one in found] == expected, rewinds
