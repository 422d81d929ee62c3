"""What every row of the bench stands on: a folder of its own, a store in it, how much is to be done."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from server.battles.service import Battles
from server.store import open_store
from server.store.migrate import upgrade

MAIN = "bench"


class Sizes(Struct, frozen=True):
    """How much is measured."""

    events: int = 10_000
    """Of a long battle."""
    times: int = 200
    """Commands measured one by one."""
    rewinds: int = 200
    runs: int = 9
    """Of what takes long."""
    decided: int = 5_000
    live: int = 1_000
    """Battles in a server's memory."""
    connections: int = 64
    rounds: int = 4
    """That each connection plays."""


SMALL = Sizes(events=300, times=5, rewinds=5, runs=1, decided=200, live=8, connections=4, rounds=2)
"""Shows that everything runs; its figures mean nothing."""


class Bench(Struct, frozen=True):
    """A run's own folder, use cases on one SQLite file in it, and room for others."""

    folder: Path
    battles: Battles
    sizes: Sizes

    def url(self, name: str = MAIN) -> str:
        """Of a SQLite file in the folder; without a name that of the use cases."""
        return f"sqlite:///{self.folder / name}.db"


@asynccontextmanager
async def opened(folder: Path, sizes: Sizes) -> AsyncIterator[Bench]:
    """A bench in an empty folder."""
    async with use_cases(f"sqlite:///{folder / MAIN}.db") as battles:
        yield Bench(folder, battles, sizes)


@asynccontextmanager
async def use_cases(url: str) -> AsyncIterator[Battles]:
    """Use cases on a new database."""
    await asyncio.to_thread(upgrade, url)
    store = open_store(url)
    await store.open()
    battles = Battles(store)
    try:
        yield battles
    finally:
        await battles.finish()
        await store.close()
