"""Measures the replay player in chromium on a tape of about as many events: ops/frames [N].

First paint and the board drawn with a cold cache, what the page weighs without the tape, and the frames that scrubbing from end
to end and back drops, beside those that a page with nothing to do drops on this machine at that time.
"""

import argparse
import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, Response, sync_playwright

from schemas.commands import Rewind
from server.battles import accepting, bots, opening, shares
from server.battles.service import Battles
from server.store import open_store
from server.store.migrate import upgrade
from tests.serving import Server
from tests.web.conftest import CHROMIUM, FLAGS

SECONDS = 8
FRAMES = """async ([seconds, scrubs]) => {
    const slider = document.querySelector('.scrubber input');
    const [first, last] = [Number(slider.min), Number(slider.max)];
    const gaps = [];
    await new Promise((done) => {
        let before;
        const begun = performance.now();
        const frame = (now) => {
            if (before !== undefined) gaps.push(now - before);
            before = now;
            const share = (now - begun) / 1000 / seconds;
            if (share >= 1) return done();
            if (scrubs) {
                slider.value = Math.round(first + (last - first) * (1 - Math.abs(1 - 2 * share)));
                slider.dispatchEvent(new Event('input'));
            }
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
    const frame = 1000 / 60;
    const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frame) - 1), 0);
    return { drawn: gaps.length, dropped, worst: Math.round(Math.max(...gaps)) };
}"""
WATCH = """new MutationObserver((_, watch) => {
    if (!document.querySelector('bt-board > *, bt-board svg')) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.drawn = Math.round(performance.now()); }));
}).observe(document, { childList: true, subtree: true });"""
PAINTED = """() => [Math.round(performance.getEntriesByName('first-contentful-paint')[0].startTime), window.drawn]"""


async def long_battle(url: str, events: int) -> tuple[str, int]:
    """A link's token and the length: bots play to the end, it is taken back, they play on."""
    store = open_store(url)
    await store.open()
    battles = Battles(store)
    dice = random.Random(7)
    begun = await opening.create(battles, msgspec.json.encode({"sample": "frozen-pass"}))
    state = await bots.play(battles, begun.table.id, dice)
    while state.seq < events:
        await accepting.command(battles, state.battle, "gm", Rewind(to=state.seq * 3 // 4, dice="fresh"))
        state = await bots.play(battles, state.battle, dice)
    token = await shares.make(battles, state.battle, "gm", "gm", 1, None, None)
    await store.close()
    return token, state.seq


def opened(browser: Browser, url: str) -> tuple[Page, dict[str, int]]:
    """The player in a fresh context, and what it weighed."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    weighed: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if "/v1/" not in answer.url:
            weighed[answer.url] = len(answer.body())

    page.on("response", weigh)
    page.add_init_script(WATCH)
    page.goto(url)
    page.wait_for_selector(".verdict", timeout=120_000)
    return page, weighed


def told(name: str, found: dict[str, Any]) -> None:
    share = found["dropped"] / (found["drawn"] + found["dropped"])
    print(
        f"{name}: {found['drawn']} frames, {found['dropped']} dropped ({share:.1%}), worst {found['worst']} ms"
    )


def measured(browser: Browser, url: str) -> None:
    page, weighed = opened(browser, url)
    print(page.locator(".verdict summary").inner_text())
    first, drawn = page.evaluate(PAINTED)
    print(f"first paint {first} ms, board and sentences drawn {drawn} ms after the address was entered")
    print(f"weight: {sum(weighed.values()) / 1024:.0f} KB in {len(weighed)} files")
    told("scrubbing", page.evaluate(FRAMES, [SECONDS, True]))
    told("nothing to do", page.evaluate(FRAMES, [SECONDS, False]))


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("events", nargs="?", type=int, default=2_000)
    wish = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        upgrade(server.database)
        token, events = asyncio.run(long_battle(server.database, wish.events))
        print(f"{events} events")
        server.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
            measured(browser, f"{server.url}/r/{token}")
            browser.close()
        server.stop()


if __name__ == "__main__":
    main()
