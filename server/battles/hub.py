"""Wakes those who follow a battle (design: live). It carries no events: followers read the store.

One hub a process. Another process' appends are noticed by the poll every second, whoever tells or does not.
"""

import asyncio
from collections import Counter

POLL = 1.0
"""Seconds after which a follower looks into the store by itself: the guarantee behind every hint."""


class Follower:
    """One open stream: woken by appends, presence and the end."""

    def __init__(self, battle: str, seat: str) -> None:
        self.battle = battle
        self.seat = seat
        self.closed = False
        self.present_changed = False
        self._bell = asyncio.Event()

    def ring(self) -> None:
        """Something is new."""
        self._bell.set()

    async def wait(self, seconds: float) -> None:
        """Returns when something is new, or after so long."""
        try:
            await asyncio.wait_for(self._bell.wait(), seconds)
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
        """A new follower; the others are told who is there."""
        follower = Follower(battle, seat)
        follower.closed = self.closed
        self._followers.setdefault(battle, set()).add(follower)
        self._presence(battle)
        return follower

    def leave(self, follower: Follower) -> None:
        """A stream has ended."""
        others = self._followers.get(follower.battle, set())
        others.discard(follower)
        if others:
            self._presence(follower.battle)
        else:
            self._followers.pop(follower.battle, None)

    def wake(self, battle: str) -> None:
        """The battle's log has grown."""
        for follower in self._followers.get(battle, ()):
            follower.ring()

    def present(self, battle: str) -> dict[str, int]:
        """How many streams each seat has open here."""
        counted = Counter(follower.seat for follower in self._followers.get(battle, ()))
        return dict(sorted(counted.items()))

    def close(self) -> None:
        """The server stops: every stream says `bye`."""
        self.closed = True
        for followers in self._followers.values():
            for follower in followers:
                follower.closed = True
                follower.ring()

    def _presence(self, battle: str) -> None:
        for follower in self._followers.get(battle, ()):
            follower.present_changed = True
            follower.ring()
