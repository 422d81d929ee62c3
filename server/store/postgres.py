"""All that is special about PostgreSQL: asyncpg on the event loop, and who may write a battle when.

The writer's thread still gathers the groups; each group is committed on the loop by the same code as on
SQLite, run in a greenlet. Several servers may share one database: a battle's row is locked before its
head is read (`appending.heads_of`).
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Concatenate

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.util import greenlet_spawn

from server.store.commit import GroupCommit
from server.store.entry import Entry, Outcome
from server.store.errors import Unavailable, reason_of
from server.store.hints import Heard, Hints
from server.store.sqlstore import P, SqlStore, T
from server.store.writer import CAPACITY, Writer

CONNECTIONS = 10
DRIVER = "postgresql+asyncpg"


def single_engine(url: URL) -> AsyncEngine:
    """An engine for one connection, closed behind it."""
    return create_async_engine(url.set(drivername=DRIVER), poolclass=NullPool, hide_parameters=True)


class PostgresStore(SqlStore):
    """Battles in PostgreSQL, shared by any number of servers."""

    shared = True

    def __init__(self, url: URL, capacity: int = CAPACITY) -> None:
        self._url = url.set(drivername=DRIVER)
        self._capacity = capacity
        self._writer: Writer | None = None
        self._hints: Hints | None = None

    async def open(self) -> None:
        """Connect and start the writer; the tables must be there (`migrate.upgrade`)."""
        self._engine = create_async_engine(
            self._url, pool_size=CONNECTIONS, max_overflow=0, pool_pre_ping=True, hide_parameters=True
        )
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._loop = asyncio.get_running_loop()
        self._commit = GroupCommit(self._engine.sync_engine)
        self._writer = Writer(self._on_the_loop, self._capacity)
        await self.ping()

    async def close(self) -> None:
        """Write what is queued, then disconnect; a second time does nothing."""
        if self._writer is None:
            return
        writer, self._writer = self._writer, None
        await writer.close()
        if self._hints is not None:
            await self._hints.close()
        await self._engine.dispose()

    def listen(self, heard: Heard) -> None:
        """Call `heard` with a battle and its head when another server has appended to it."""
        self._hints = Hints(single_engine(self._url), heard)

    def _on_the_loop(self, entries: Sequence[Entry]) -> list[Outcome]:
        return asyncio.run_coroutine_threadsafe(self._committed(entries), self._loop).result()

    async def _committed(self, entries: Sequence[Entry]) -> list[Outcome]:
        outcomes = await greenlet_spawn(self._commit, entries)
        if self._hints is not None:
            stored = (entry for entry, outcome in zip(entries, outcomes, strict=True) if outcome is None)
            self._hints.tell({entry.battle: entry.rows[-1].seq for entry in stored if entry.rows})
        return outcomes

    async def _write(self, wanted: Entry) -> None:
        await self._opened().write(wanted)

    def _check_writer(self) -> None:
        self._opened().check()

    async def _read(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        self._opened()
        try:
            async with self._reading.connect() as connection:
                return await connection.run_sync(ask, *args, **kwargs)
        except (DBAPIError, OSError) as error:
            raise Unavailable(reason_of(error)) from error
        except SQLAlchemyError as error:
            raise Unavailable(type(error).__name__) from error

    async def _look(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._read(ask, *args, **kwargs)

    def _opened(self) -> Writer:
        if self._writer is None:
            raise Unavailable("the store is not open")
        return self._writer
