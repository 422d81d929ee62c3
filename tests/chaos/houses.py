"""The servers of a campaign: real processes on one database, killed and started again."""

import asyncio
import random
from pathlib import Path

from tests.serving import Server

PAUSE = (0.3, 1.5)
"""Seconds between two kills, at least and at most, where servers come up again as fast."""


class House:
    """Servers that share a database; on SQLite there is only one."""

    def __init__(self, folder: Path, database: str | None, count: int) -> None:
        self.servers = [Server(folder / f"server-{number}", database=database) for number in range(count)]
        self.kills = 0

    async def start(self) -> None:
        """Starts all; the first migrates."""
        for server in self.servers:
            await asyncio.to_thread(server.start)

    async def kill_again_and_again(self, dice: random.Random, over: asyncio.Event) -> None:
        """Whichever is up, one after the other, until it is over; then all are up."""
        starting: dict[Server, asyncio.Task[Server]] = {}
        while not over.is_set():
            await asyncio.sleep(dice.uniform(*PAUSE))
            up = [server for server in self.servers if server not in starting or starting[server].done()]
            if up and len(up) >= len(self.servers) - 1:
                server = dice.choice(up)
                await asyncio.to_thread(server.kill)
                self.kills += 1
                starting[server] = asyncio.create_task(asyncio.to_thread(server.start))
        await asyncio.gather(*starting.values())

    async def stop(self) -> None:
        """Stops all."""
        for server in self.servers:
            await asyncio.to_thread(server.stop)

    def address(self, dice: random.Random) -> str:
        """One of the servers, up or not."""
        return dice.choice(self.servers).url
