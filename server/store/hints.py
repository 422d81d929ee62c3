"""Tells the servers that share a PostgreSQL of each other's appends: LISTEN and NOTIFY on one connection.

Only a hint, so that followers need not wait for the next poll (`battles.hub`). What is told while the
connection is lost is lost; it is opened again, and nothing depends on it. NOTIFY stays out of the appending
transactions: inside them it would line up the commits of all servers behind one lock.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from server.store.errors import reason_of

log = structlog.get_logger()
CHANNEL = "battletape_appended"
RETRY = 1.0
"""Seconds between two attempts to connect."""
_TELL = "SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told"

Heard = Callable[[str, int], None]


class Hints:
    """One server's connection for hints, kept open until `close`."""

    def __init__(self, engine: AsyncEngine, heard: Heard) -> None:
        self._engine = engine
        self._heard = heard
        self._untold: dict[str, int] = {}
        self._bell = asyncio.Event()
        self._task = asyncio.create_task(self._keep())

    def tell(self, heads: Mapping[str, int]) -> None:
        """These battles have grown so far; returns at once."""
        self._untold.update(heads)
        self._bell.set()

    async def close(self) -> None:
        """Stops listening."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._engine.dispose()

    async def _keep(self) -> None:
        while True:
            try:
                async with self._engine.connect() as connection:
                    await self._serve((await connection.get_raw_connection()).driver_connection)
            except Exception as error:
                log.warning("no hints from other servers for a while", reason=reason_of(error))
            await asyncio.sleep(RETRY)

    async def _serve(self, connection: Any) -> None:
        """Hears and tells until the connection is gone."""
        connection.add_termination_listener(lambda _: self._bell.set())
        await connection.add_listener(CHANNEL, self._on_hint)
        while not connection.is_closed():
            await self._bell.wait()
            self._bell.clear()
            untold, self._untold = self._untold, {}
            if untold:
                await connection.execute(_TELL, CHANNEL, [f"{id_} {head}" for id_, head in untold.items()])

    def _on_hint(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        battle, _, head = payload.partition(" ")
        self._heard(battle, int(head))
