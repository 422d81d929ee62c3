"""The followers of a campaign: whatever breaks, each comes back with the last event it had."""

import asyncio
import random

import httpx
import msgspec

from tests.chaos.houses import House
from tests.chaos.players import AGAIN, Plain

STAY = (5, 80)
"""Events after which a follower hangs up of its own accord, at least and at most."""


class Watcher:
    """One who follows one battle; `had` is every event in the order of arrival, as (seq, hash)."""

    def __init__(self, name: str, house: House, created: Plain) -> None:
        self.battle: str = created["battle"]["id"]
        self.had: list[tuple[int, str]] = []
        self.breaks = 0
        self._house = house
        self._dice = random.Random(name)
        self._token: str = created["tokens"]["spectator"]

    @property
    def last(self) -> int:
        """The seq of the last event that came."""
        return self.had[-1][0] if self.had else 0

    async def follow(self) -> None:
        """Runs until it is cancelled."""
        async with httpx.AsyncClient(timeout=httpx.Timeout(10, read=40)) as http:
            while True:
                try:
                    await self._stay(http, self._dice.randint(*STAY))
                except httpx.HTTPError:
                    await asyncio.sleep(AGAIN)
                self.breaks += 1

    async def _stay(self, http: httpx.AsyncClient, events: int) -> None:
        """One stream of some server, until it breaks or has brought so many events."""
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "text/event-stream"}
        if self.last:
            headers["Last-Event-ID"] = str(self.last)
        url = f"{self._house.address(self._dice)}/v1/battles/{self.battle}/events"
        async with http.stream("GET", url, headers=headers) as answer:
            answer.raise_for_status()
            kind = ""
            async for line in answer.aiter_lines():
                name, _, value = line.partition(": ")
                if name == "event":
                    kind = value
                elif name == "data" and kind == "event":
                    event = msgspec.json.decode(value)
                    self.had.append((event["seq"], event["hash"]))
                    events -= 1
                    if not events:
                        return
