"""The one thread that writes.

Appends of all requests meet here, and those that have gathered while the last group was being made
durable are the next group: one fsync serves them all. The thread knows nothing of callers. One that
hangs up leaves a cancelled future behind, and its entry is stored all the same.
"""

import asyncio
from collections.abc import Callable, Sequence
from threading import Thread

import structlog

from server.store.entry import Entry, Outcome
from server.store.errors import Unavailable, reason_of
from server.store.inbox import Inbox

_log = structlog.get_logger(__name__)

CAPACITY = 2_000
BATCH = 500

Waiting = tuple[Entry, asyncio.Future[None]]
Commit = Callable[[Sequence[Entry]], list[Outcome]]


class Writer:
    """Queues entries from one event loop and commits them in groups on a thread of its own."""

    def __init__(self, commit: Commit, capacity: int = CAPACITY) -> None:
        self._commit = commit
        self._inbox: Inbox[Waiting] = Inbox(capacity, BATCH)
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def write(self, entry: Entry) -> None:
        """Return when the entry is durable, or raise what became of it."""
        answer: asyncio.Future[None] = self._loop.create_future()
        self._inbox.put((entry, answer))
        await answer

    def check(self) -> None:
        """Raise if nothing more can be queued now."""
        self._inbox.check()

    async def close(self) -> None:
        """Take no more, and return when all that was queued is written and answered."""
        self._inbox.close()
        await self._loop.run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        while batch := self._inbox.take():
            outcomes = self._outcomes([entry for entry, _ in batch])
            try:
                self._loop.call_soon_threadsafe(_answer, batch, outcomes)
            except RuntimeError:  # the loop is gone: what was queued is still written, for nobody to hear
                _log.warning("nobody left to answer", entries=len(batch))

    def _outcomes(self, entries: list[Entry]) -> list[Outcome]:
        try:
            return self._commit(entries)
        except Exception as error:
            _log.error("the writer met an error it does not know", reason=reason_of(error))
            return [Unavailable(reason_of(error)) for _ in entries]


def _answer(batch: Sequence[Waiting], outcomes: Sequence[Outcome]) -> None:
    for (_, answer), outcome in zip(batch, outcomes, strict=True):
        if answer.done():
            continue
        if outcome is None:
            answer.set_result(None)
        else:
            answer.set_exception(outcome)
