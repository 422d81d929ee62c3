"""SQLite's own troubles: full disks, locks, second servers, a growing WAL."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import Engine, event, make_url

from server.store import Store, open_store, sqlite
from server.store.commit import GroupCommit
from server.store.entry import Entry
from server.store.errors import Conflict, DatabaseInUse, Unavailable
from server.store.wal import LIMIT, Wal
from tests.store.given import Database, Play, new_battle, play_on, row, rows

PAGES = 100


@pytest.fixture
def database(sqlite_url: str) -> Database:
    """SQLite alone: these troubles are its own."""
    return Database(sqlite_url, play_on(sqlite_url))


@pytest.fixture
def file(tmp_path: Path, sqlite_url: str) -> Path:
    """The file of the test's database."""
    assert sqlite_url
    return tmp_path / "battles.db"


@pytest.fixture
def small_disk(sqlite_url: str) -> Iterator[Engine]:
    """A writer's engine on a database that may not grow past some hundred pages."""
    engine = sqlite.migration_engine(make_url(sqlite_url))

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.execute(f"PRAGMA max_page_count={PAGES}").close()

    yield engine
    engine.dispose()


def test_a_full_disk_fails_only_what_does_not_fit(small_disk: Engine) -> None:
    """In one group the entry that fills the disk is `Unavailable`, its neighbours are stored or clash."""
    commit = GroupCommit(small_disk)
    assert commit([Entry(name, rows(name, 1, 1), new=new_battle(name)) for name in "abc"]) == [None] * 3
    big = row("b", 2, body=bytes(PAGES * 4096))
    group = [Entry("a", rows("a", 2, 2)), Entry("b", [big]), Entry("c", rows("c", 9, 9))]
    stored, full, clash = commit(group)
    assert stored is None
    assert isinstance(full, Unavailable)
    assert "full" in full.reason
    assert isinstance(clash, Conflict)
    assert commit([Entry("b", rows("b", 2, 2)), Entry("c", rows("c", 2, 2))]) == [None, None]


def test_a_failing_commit_is_unavailable_and_the_store_goes_on(file: Path, play: Play) -> None:
    """What the database refuses is `Unavailable`, nothing of it stays, and the next append is stored."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "CREATE TRIGGER broken BEFORE INSERT ON events WHEN new.mark = '!' "
            "BEGIN SELECT RAISE(FAIL, 'no such luck'); END"
        )

    async def story(store: Store) -> None:
        await store.create(new_battle("a"), rows("a", 1, 1))
        await store.create(new_battle("b"), rows("b", 1, 1))
        broken = [row("a", 2), row("a", 3, mark="!")]
        outcomes = await asyncio.gather(
            store.append("a", broken, status="ended"),
            store.append("b", rows("b", 2, 2)),
            return_exceptions=True,
        )
        assert isinstance(outcomes[0], Unavailable)
        assert "no such luck" in outcomes[0].reason
        assert outcomes[1] is None
        assert await store.head("a") == 1
        await store.append("a", rows("a", 2, 3))

    play(story)


def test_errors_hold_no_secrets(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the error nor the log of a failed append shows seeds, tokens or bodies."""

    async def story(store: Store) -> None:
        await store.create(new_battle("a"), rows("a", 1, 1))
        with pytest.raises(Unavailable) as caught:
            await store.append("a", [row("a", 2, body=b"BODY")], seeds={0: b"SECRET"})
        assert "SECRET" not in str(caught.value)

    play(story)
    said = capsys.readouterr()
    assert "SECRET" not in said.out + said.err
    assert "BODY" not in said.out + said.err


def test_a_locked_database_is_unavailable_until_it_is_free(
    file: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another process holds the write lock, a whole group waits for it once, not entry by entry."""
    monkeypatch.setattr(sqlite, "PATIENCE", 100)

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 1))
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            tries = [store.append("b", rows("b", 2, 2)) for _ in range(50)]
            async with asyncio.timeout(3):
                outcomes = await asyncio.gather(*tries, return_exceptions=True)
            assert {type(outcome) for outcome in outcomes} == {Unavailable}
            assert await store.head("b") == 1
            other.execute("ROLLBACK")
        await store.append("b", rows("b", 2, 2))

    play(story)


def test_a_second_server_is_refused(sqlite_url: str, play: Play) -> None:
    """While one store has the file open another cannot open it; after its close one can."""

    async def story(store: Store) -> None:
        second = open_store(sqlite_url)
        with pytest.raises(DatabaseInUse) as caught:
            await second.open()
        assert caught.value.path == make_url(sqlite_url).database
        await second.close()
        await store.ping()
        await store.close()
        await second.open()
        await second.close()

    play(story)


def test_reading_connections_cannot_write(sqlite_url: str) -> None:
    """A statement that writes is refused on the engine for reads."""
    engine = sqlite.reading_engine(make_url(sqlite_url))
    with engine.connect() as connection, pytest.raises(Exception, match="readonly"):
        connection.exec_driver_sql("DELETE FROM events")
    engine.dispose()


def test_the_wal_stays_bounded_while_readers_page(file: Path, play: Play) -> None:
    """With readers paging all the while, the WAL never grows far past its limit."""
    wal = file.with_name(file.name + "-wal")
    longest = 0

    async def page(store: Store) -> None:
        after = 0
        while True:
            found = await store.events("b0", after, 20)
            after = found[-1].seq if found else 0

    async def append(store: Store, name: str) -> None:
        nonlocal longest
        for seq in range(2, 52):
            await store.append(name, [row(name, seq, body=bytes(128 * 1024))])
            longest = max(longest, wal.stat().st_size)

    async def story(store: Store) -> None:
        names = [f"b{n}" for n in range(16)]
        for name in names:
            await store.create(new_battle(name), rows(name, 1, 1))
        readers = [asyncio.create_task(page(store)) for _ in range(4)]
        await asyncio.gather(*(append(store, name) for name in names))
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)

    play(story)
    assert file.stat().st_size > 3 * LIMIT
    assert longest < LIMIT + 16 * 1024 * 1024


def test_a_long_reader_delays_the_wals_new_beginning(file: Path, sqlite_url: str) -> None:
    """Held by somebody's long transaction the WAL is left alone, soon and quietly; later it is emptied."""
    engine = sqlite.migration_engine(make_url(sqlite_url))
    size = file.with_name(file.name + "-wal").stat
    step = 200_000
    commit = GroupCommit(engine, after=Wal(engine, file, limit=step).bound)
    commit([Entry("b", rows("b", 1, 1), new=new_battle("b"))])
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM events").fetchall()
        began = monotonic()
        assert commit([Entry("b", [row("b", 2, body=bytes(2 * step))])]) == [None]
        assert monotonic() - began < 2
        assert size().st_size > 2 * step
        other.execute("COMMIT")
        assert commit([Entry("b", [row("b", 3, body=bytes(2 * step))])]) == [None]
        assert size().st_size < step
    engine.dispose()
