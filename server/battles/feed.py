"""The log as its followers read it: behind the last event each has had, and once for all who stand there.

Five hundred who wait for the next event of a battle cost one query, one fold and, seen alike, one rendering.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable

from msgspec import Struct

from schemas.state import State
from server.battles import reading
from server.battles.service import Battles
from server.battles.table import Entry
from server.store.protocol import Row

BATCH = 50
"""Events read at once; who is further behind reads on."""
MUCH = 262_144
"""Bytes after which a stretch ends sooner, so that folding and rendering it holds nobody else up."""
KEPT = 32
"""Stretches that are kept for those who come a moment later."""


class Stretch(Struct):
    """Events that follow each other; `made` is what a door has made of them, by whom it is for."""

    entries: list[Entry]
    made: dict[Hashable, bytes] = {}


class Feed:
    """What followers have read last."""

    def __init__(self, battles: Battles) -> None:
        self._battles = battles
        self._read: OrderedDict[tuple[str, int], asyncio.Task[Stretch]] = OrderedDict()

    async def after(self, battle: str, seq: int, state: State | None) -> Stretch:
        """What follows event `seq`, maybe not yet all of it; `state` as it was then, where it is known."""
        task = self._read.get((battle, seq))
        if task is None:
            task = asyncio.ensure_future(self._stretch(battle, seq, state))
            self._read[battle, seq] = task
        try:
            stretch = await asyncio.shield(task)
        except BaseException:
            self._forget(battle, seq, task)
            raise
        if not stretch.entries:
            self._forget(battle, seq, task)
        while len(self._read) > KEPT:
            self._read.popitem(last=False)
        return stretch

    def _forget(self, battle: str, seq: int, task: asyncio.Task[Stretch]) -> None:
        if self._read.get((battle, seq)) is task:
            del self._read[battle, seq]

    async def _stretch(self, battle: str, seq: int, state: State | None) -> Stretch:
        rows = _some(await self._battles.store.events(battle, seq, BATCH))
        if not rows:
            return Stretch([])
        table = await self._battles.table(battle)
        if rows[-1].seq > table.lineage.head:
            async with table.lock:
                pass  # a command of this process is about to take over what it has stored
        if rows[-1].seq > table.lineage.head:  # or a guest has appended (`battletape invite`)
            self._battles.forget(battle)
            table = await self._battles.table(battle)
        return Stretch(await reading.around(self._battles, table, rows, state))


def _some(rows: list[Row]) -> list[Row]:
    """The first rows up to `MUCH` bytes, at least one."""
    size = 0
    for number, row in enumerate(rows, 1):
        size += len(row.body)
        if size > MUCH:
            return rows[:number]
    return rows
