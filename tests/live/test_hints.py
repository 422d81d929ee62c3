"""Two servers on one PostgreSQL: a follower at one hears of what the other appends, hint or no hint."""

import asyncio
import time
from statistics import median

from sqlalchemy import make_url, text

from server.battles.hub import POLL
from server.store.postgres import single_engine
from tests.live.streams import Stream
from tests.serving import Server, Table, create


def _arrival(table: Table, follower: Stream) -> float:
    """Seconds from a command's answer at one server to its event at the other's follower."""
    (event,) = table.do("note", text="hear, hear")
    began = time.monotonic()
    assert follower.seqs(1) == [event["seq"]]
    return time.monotonic() - began


def _deafen(database: str) -> int:
    """Ends every connection that hears and tells; how many there were."""
    end = text(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND (query LIKE 'LISTEN%' OR query LIKE '%pg_notify%')"
    )

    async def work() -> int:
        engine = single_engine(make_url(database))
        async with engine.connect() as connection:
            return int((await connection.execute(end)).scalar_one())

    return asyncio.run(work())


def test_a_hint_wakes_at_once(two: tuple[Server, Server]) -> None:
    """What one server appends arrives at the other's followers much sooner than the poll would bring it."""
    table = create(two[0].url)
    with Stream(table, url=two[1].url) as follower:
        assert follower.seqs(1) == [1]
        assert median(_arrival(table, follower) for _ in range(15)) < POLL / 4


def test_without_hints_the_poll_delivers_and_hints_come_back(two: tuple[Server, Server]) -> None:
    """Listening connections killed again and again: each event arrives within the poll, and later at once."""
    table = create(two[0].url)
    with Stream(table, url=two[1].url) as follower:
        assert follower.seqs(1) == [1]
        for _ in range(3):
            while not _deafen(two[0].database):
                time.sleep(0.1)
            assert _arrival(table, follower) < 2 * POLL + 0.5
        end = time.monotonic() + 20
        while median(_arrival(table, follower) for _ in range(5)) > POLL / 4:
            assert time.monotonic() < end
