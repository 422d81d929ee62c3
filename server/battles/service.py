"""The battles of one store: those in memory, found or loaded, and what every use case stands on.

Each use case is a module of functions beside this one that take the `Battles` first.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from server.battles.hub import Hub
from server.battles.snapshots import Past
from server.battles.table import Table, catch_up, load
from server.engine.refusals import Refused
from server.engine.system import System
from server.store.protocol import Store

T = TypeVar("T")

ATTEMPTS = 20
"""How often a command is judged anew because another server appended first; each time one of them gets on."""
LIVE_BATTLES = 2_000
"""Battles kept in memory; the least recently used one goes."""


class Battles:
    """All battles of one store. One instance a process."""

    def __init__(self, store: Store, hub: Hub | None = None) -> None:
        self.store = store
        self.past = Past(store)
        self.hub = hub or Hub()
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._running: set[asyncio.Task[object]] = set()

    async def table(self, battle: str) -> Table:
        """The battle's table as the store has it now. Raises Refused `no-such-battle`.

        Not to be called by whoever holds the lock of this battle's table.
        """
        table = await self._at_hand(battle)
        if not self.store.shared or await self.store.head(battle) <= table.lineage.head:
            return table
        async with self.held(battle) as table:
            return table

    @asynccontextmanager
    async def held(self, battle: str) -> AsyncIterator[Table]:
        """The same, locked: until it is released none but another server appends."""
        while True:
            table = await self._at_hand(battle)
            async with table.lock:
                if not self.holds(table):
                    continue
                if not self.store.shared or await catch_up(self.store, table):
                    yield table
                    return
                self.forget(battle)

    async def system(self, battle: str) -> System:
        """The battle's rule system, which no append changes. Raises Refused `no-such-battle`."""
        return (await self._at_hand(battle)).system

    async def _at_hand(self, battle: str) -> Table:
        """The table in memory, maybe behind what other servers have appended since, else from the store."""
        if battle in self._tables:
            self._tables.move_to_end(battle)
            return self._tables[battle]
        return await self._load(battle)

    async def _load(self, battle: str) -> Table:
        task = self._loading.get(battle)
        if task is None:
            task = asyncio.ensure_future(load(self.store, self.past, battle))
            self._loading[battle] = task
            task.add_done_callback(lambda _: self._loading.pop(battle, None))
        table = await asyncio.shield(task)
        if table is None:
            raise Refused("no-such-battle", battle=battle[:60])
        return self.keep(table)

    def keep(self, table: Table) -> Table:
        """Takes a table into memory; the one to use is returned, where there is one already."""
        table = self._tables.setdefault(table.id, table)
        while len(self._tables) > LIVE_BATTLES:
            self._tables.popitem(last=False)
        return table

    def holds(self, table: Table) -> bool:
        """Whether this very table is the one in memory."""
        return self._tables.get(table.id) is table

    def forget(self, battle: str) -> None:
        """The next command is judged on what is stored."""
        self._tables.pop(battle, None)

    def outrun(self, battle: str) -> None:
        """An append came too late: `held` sees to it where servers share a store, else memory is wrong."""
        if not self.store.shared:
            self.forget(battle)

    async def whole(self, work: Callable[[], Awaitable[T]]) -> T:
        """Runs to its end though the client hangs up."""
        task = asyncio.ensure_future(work())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Waits a moment for what is under way; called at shutdown, behind the wait for open answers."""
        if self._running:
            await asyncio.wait(self._running, timeout=1)
        await self.past.finish()
