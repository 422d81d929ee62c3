"""Wakes those who follow a battle (design: live). It carries no events: followers read the store.

One hub a process. Appends of this process and hints from others wake at once; `watch` looks into the store
every second, so that nothing depends on a hint.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

import structlog
from prometheus_client import Gauge

log = structlog.get_logger()
FOLLOWERS = Gauge("battletape_followers", "Event streams open in this process.")
POLL = 1.0
"""Seconds between two looks into the store: the guarantee behind every hint."""

Heads = Callable[[Sequence[str]], Awaitable[dict[str, int]]]


class Follower:
    """One open stream: woken by appends, presence and the end.

    `head` is how far the battle's log is known to reach, `present` how many streams each seat has open.
    """

    def __init__(self, battle: str, seat: str) -> None:
        self.battle = battle
        self.seat = seat
        self.head = 0
        self.present: dict[str, int] = {}
        self.closed = False
        self._bell = asyncio.Event()

    def ring(self) -> None:
        """Something is new."""
        self._bell.set()

    async def wait(self, seconds: float) -> None:
        """Returns when something is new, or after so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._bell.wait()
        except TimeoutError:
            return
        finally:
            self._bell.clear()


class Hub:
    """Who follows what in this process."""

    def __init__(self) -> None:
        self._followers: dict[str, set[Follower]] = {}
        self.closed = False

    def follow(self, battle: str, seat: str) -> Follower:
        """A new follower."""
        FOLLOWERS.inc()
        follower = Follower(battle, seat)
        follower.closed = self.closed
        others = self._followers.setdefault(battle, set())
        others.add(follower)
        follower.present = _counted(others)
        return follower

    def leave(self, follower: Follower) -> None:
        """A stream has ended."""
        FOLLOWERS.dec()
        others = self._followers[follower.battle]
        others.discard(follower)
        if not others:
            del self._followers[follower.battle]

    def wake(self, battle: str, head: int) -> None:
        """The battle's log reaches so far."""
        for follower in self._followers.get(battle, ()):
            if head > follower.head:
                follower.head = head
                follower.ring()

    def announce(self) -> None:
        """Tells who is there where that has changed; called now and then, so that a crowd is told once."""
        for followers in self._followers.values():
            present = _counted(followers)
            for follower in followers:
                if follower.present != present:
                    follower.present = present
                    follower.ring()

    def close(self) -> None:
        """The server stops: every stream says `bye`."""
        self.closed = True
        for followers in self._followers.values():
            for follower in followers:
                follower.closed = True
                follower.ring()

    async def watch(self, heads: Heads) -> None:
        """Runs for ever, whatever fails: once a second, what no hint has told, and who has come and gone."""
        while True:
            await asyncio.sleep(POLL)
            self.announce()
            try:
                found = await heads(tuple(self._followers))
            except Exception as error:
                log.warning("followers could not be told of appends", error=repr(error))
                continue
            for battle, head in found.items():
                self.wake(battle, head)


def _counted(followers: set[Follower]) -> dict[str, int]:
    return dict(sorted(Counter(follower.seat for follower in followers).items()))
