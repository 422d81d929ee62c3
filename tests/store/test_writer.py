"""The writer's thread: bounded, drained, deaf to hang-ups, and alive whatever happens."""

import asyncio
from collections.abc import Sequence
from threading import Event

import pytest

from server.store import Store
from server.store.entry import Entry, Outcome
from server.store.errors import Busy, Unavailable
from server.store.writer import Writer
from tests.store.given import Database, new_battle, rows


class Gate:
    """A commit that waits until it is let through, and remembers what it was given."""

    def __init__(self) -> None:
        self.reached = Event()
        self.open = Event()
        self.groups: list[list[str]] = []

    def __call__(self, entries: Sequence[Entry]) -> list[Outcome]:
        """Wait for the gate, then store all."""
        self.groups.append([entry.battle for entry in entries])
        self.reached.set()
        assert self.open.wait(10)
        return [None] * len(entries)


async def _held(gate: Gate, capacity: int = 2_000) -> tuple[Writer, "asyncio.Task[None]"]:
    """A writer whose thread stands at the gate with one entry."""
    writer = Writer(gate, capacity)
    first = asyncio.create_task(writer.write(Entry("first", [])))
    await asyncio.to_thread(gate.reached.wait, 10)
    return writer, first


def test_what_gathers_is_one_group() -> None:
    """Entries that come while a commit runs are committed together, in order."""

    async def story() -> None:
        gate = Gate()
        writer, first = await _held(gate)
        waiting = [asyncio.create_task(writer.write(Entry(name, []))) for name in "abc"]
        await asyncio.sleep(0)
        gate.open.set()
        await asyncio.gather(first, *waiting)
        await writer.close()
        assert gate.groups == [["first"], ["a", "b", "c"]]

    asyncio.run(story())


def test_a_full_queue_is_busy() -> None:
    """The entry past the capacity is told when to come again, at once; those queued are stored."""

    async def story() -> None:
        gate = Gate()
        writer, first = await _held(gate, capacity=2)
        waiting = [asyncio.create_task(writer.write(Entry(name, []))) for name in "ab"]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as caught:
            await writer.write(Entry("c", []))
        assert caught.value.retry_after == 1
        with pytest.raises(Busy):
            writer.check()
        gate.open.set()
        await asyncio.gather(first, *waiting)
        await writer.close()
        assert gate.groups == [["first"], ["a", "b"]]

    asyncio.run(story())


def test_a_commit_that_raises_does_not_end_the_thread() -> None:
    """An error nobody expected is `Unavailable` for its group; the next group is committed."""
    failures = [ZeroDivisionError("once")]

    def commit(entries: Sequence[Entry]) -> list[Outcome]:
        if failures:
            raise failures.pop()
        return [None] * len(entries)

    async def story() -> None:
        writer = Writer(commit)
        with pytest.raises(Unavailable, match="ZeroDivisionError"):
            await writer.write(Entry("a", []))
        await writer.write(Entry("b", []))
        await writer.close()

    asyncio.run(story())


def test_a_callers_hang_up_cancels_nothing(database: Database) -> None:
    """The append of a cancelled caller is stored whole, and its neighbours get their answers."""

    async def story(store: Store) -> None:
        await store.create(new_battle("a"), rows("a", 1, 1))
        await store.create(new_battle("b"), rows("b", 1, 1))
        gone = asyncio.create_task(store.append("a", rows("a", 2, 4)))
        stays = asyncio.create_task(store.append("b", rows("b", 2, 2)))
        await asyncio.sleep(0)
        gone.cancel()
        await stays
        with pytest.raises(asyncio.CancelledError):
            await gone
        await store.append("a", rows("a", 5, 5))
        assert await store.events("a", 0, 9) == rows("a", 1, 5)

    database.play(story)


def test_closing_drains_the_queue(database: Database) -> None:
    """What was queued when the store closes is stored and answered."""

    async def story(store: Store) -> None:
        for n in range(100):
            await store.create(new_battle(f"b{n}"), rows(f"b{n}", 1, 1))
        waiting = [asyncio.create_task(store.append(f"b{n}", rows(f"b{n}", 2, 3))) for n in range(100)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)

    async def after(store: Store) -> None:
        assert [await store.head(f"b{n}") for n in range(100)] == [3] * 100

    database.play(story)
    database.play(after)
