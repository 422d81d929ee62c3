"""All that is special about SQLite: pragmas, who begins how, the size of the WAL, one server a file.

The writer's transactions begin IMMEDIATE, so a head once read stays the head. Reads go through
connections that cannot write, one statement a transaction. `busy_timeout` comes before
`journal_mode`: several processes may be switching a new file at once.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Concatenate

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from server.store.commit import GroupCommit
from server.store.entry import Entry
from server.store.errors import NoDatabase, NoFile, Unavailable, reason_of
from server.store.lock import FileLock
from server.store.sqlstore import P, SqlStore, T
from server.store.wal import Wal
from server.store.writer import CAPACITY, Writer

READERS = 4
"""Threads for reads; the pool has one connection more, so that the event loop never waits for them."""
PATIENCE = 5_000
MIGRATION_PATIENCE = 60_000


def path_of(url: URL) -> Path:
    """The file a URL names; a database in memory has none and cannot be shared by two connections."""
    if not url.database or url.database == ":memory:":
        raise NoFile
    return Path(url.database)


def migration_engine(url: URL) -> Engine:
    """An engine whose transactions take the write lock at once and wait long for it."""
    path_of(url)
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    return _immediate(engine, MIGRATION_PATIENCE)


def _writing(url: URL) -> Engine:
    return _immediate(create_engine(url, pool_size=1, max_overflow=0, hide_parameters=True), PATIENCE)


def reading_engine(url: URL) -> Engine:
    """An engine that cannot write and holds no transaction between two statements."""
    engine = create_engine(
        url, pool_size=READERS + 1, max_overflow=0, isolation_level="AUTOCOMMIT", hide_parameters=True
    )
    _pragmas(engine, f"busy_timeout={PATIENCE}", "query_only=ON")
    return engine


def _immediate(engine: Engine, patience: int) -> Engine:
    _pragmas(engine, f"busy_timeout={patience}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _pragmas(engine: Engine, *pragmas: str) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").close()


class SqliteStore(SqlStore):
    """Battles in one SQLite file, held by one server; a `guest` comes in beside it to write a row and leave.

    The server notices what a guest appended as it would on a shared database: by the conflict.
    """

    shared = False

    def __init__(self, url: URL, capacity: int = CAPACITY, *, guest: bool = False) -> None:
        self._path = path_of(url)
        self._url = url
        self._capacity = capacity
        self._lock = None if guest else FileLock(self._path)
        self._writer: Writer | None = None

    async def open(self) -> None:
        """Take the file's lock and start the writer; the tables must be there (`migrate.upgrade`)."""
        if self._lock is not None:
            self._lock.take()
        elif not self._path.is_file():
            raise NoDatabase(str(self._path))
        self._writing = _writing(self._url)
        self._reading = reading_engine(self._url)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        commit = GroupCommit(self._writing, after=Wal(self._writing, self._path).bound)
        self._writer = Writer(commit, self._capacity)

    async def close(self) -> None:
        """Write what is queued, then let go of the file; a second time does nothing."""
        if self._writer is None:
            return
        writer, self._writer = self._writer, None
        await writer.close()
        await asyncio.get_running_loop().run_in_executor(None, self._readers.shutdown)
        self._reading.dispose()
        self._writing.dispose()
        if self._lock is not None:
            self._lock.release()

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Nobody else appends to this file."""

    async def _write(self, wanted: Entry) -> None:
        await self._opened().write(wanted)

    def _check_writer(self) -> None:
        self._opened().check()

    async def _read(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        self._opened()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, partial(self._ask, ask, *args, **kwargs))

    async def _look(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """On the event loop itself: a row is found in 30 µs, and the way to a thread and back takes 70."""
        self._opened()
        return self._ask(ask, *args, **kwargs)

    def _ask(self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            with self._reading.connect() as connection:
                return ask(connection, *args, **kwargs)
        except DBAPIError as error:
            raise Unavailable(reason_of(error)) from error

    def _opened(self) -> Writer:
        if self._writer is None:
            raise Unavailable("the store is not open")
        return self._writer
