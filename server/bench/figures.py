"""The figures of `battletape bench`, each beside what it is held to, on one store in a temporary folder."""

import random
import time
from collections.abc import Awaitable, Callable
from statistics import median

import msgspec
from msgspec import Struct

from replays import verify
from schemas import commands as c
from server.battles import accepting, bots, opening, summaries, taping
from server.battles.service import Battles

SAMPLE = "frozen-pass"


class Figure(Struct, frozen=True):
    """`ratio` is `measured` against `beside`; `bound` is what issue 3 asks of it."""

    what: str
    measured: float
    beside: float
    ratio: float
    bound: str


async def _new(battles: Battles, seed: int) -> str:
    begun = await opening.create(battles, msgspec.json.encode({"sample": SAMPLE, "public": False}))
    await bots.play(battles, begun.table.id, random.Random(seed), most=40)
    return begun.table.id


async def _timed(times: int, work: Callable[[], Awaitable[object]]) -> float:
    """The median of a few runs, in milliseconds."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        await work()
        found.append((time.perf_counter() - began) * 1000)
    return median(found)


async def _grown(battles: Battles, battle: str, events: int) -> None:
    """Notes, until the log is that long."""
    while (await summaries.summary(battles, battle)).head < events:
        await accepting.command(battles, battle, "gm", c.Note(text="so it went"))


async def long_log(battles: Battles, events: int) -> list[Figure]:
    """A command at the end of a long log against one in a short log; a long tape verified."""
    long, short = await _new(battles, 1), await _new(battles, 1)
    await _grown(battles, long, events)

    async def late() -> object:
        return await accepting.command(battles, long, "gm", c.Note(text="late"))

    async def early() -> object:
        return await accepting.command(battles, short, "gm", c.Note(text="early"))

    slow, fast = await _timed(100, late), await _timed(100, early)
    data = await taping.tape(battles, long)

    async def proved() -> object:
        return verify.verify(data)

    spent = await _timed(1, proved)
    return [
        Figure(f"a command after {events} events, ms, against one early", slow, fast, slow / fast, "≤ 1.3"),
        Figure(f"a tape of {events} events verified, ms, against 2 s", spent, 2000, spent / 2000, "≤ 1"),
    ]


async def rewinds(battles: Battles) -> Figure:
    """A command after 200 rewinds against a fresh battle's."""
    turned, fresh = await _new(battles, 2), await _new(battles, 2)
    for _ in range(200):
        await accepting.command(battles, turned, "gm", c.Rewind(to=3))

    async def after() -> object:
        return await accepting.command(battles, turned, "gm", c.Note(text="on"))

    async def plain() -> object:
        return await accepting.command(battles, fresh, "gm", c.Note(text="on"))

    slow, fast = await _timed(100, after), await _timed(100, plain)
    return Figure("a command after 200 rewinds, ms, against a fresh battle", slow, fast, slow / fast, "≤ 1.3")
