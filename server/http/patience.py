"""A client that does not take its answer is hung up on, so that it holds neither memory nor a shutdown.

Only what its own connection buffers can wait for it: an answer goes out piece by piece, and a piece that does
not get away in time ends the connection. What was missed is asked for again (`after`, `Last-Event-ID`).
"""

import asyncio
from collections.abc import Callable, Iterator

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

log = structlog.get_logger()
SECONDS = 20.0
"""How long a piece may wait for the client to take what was sent before it."""
PIECE = 65_536
"""Bytes that a stream hands over at once: what makes 20 seconds fair on a slow line."""


def pieces(data: bytes) -> Iterator[bytes]:
    """What a stream has to say, as it hands it over."""
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]


class Patient:
    """Bounds the wait of every message; `hang_up` in a scope is the connection's way to end at once."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        hang_up: Callable[[], None] | None = scope.get("hang_up")  # type: ignore[assignment]

        async def within(message: Message) -> None:
            try:
                async with asyncio.timeout(SECONDS):
                    await send(message)
            except TimeoutError:
                log.info("a client took nothing and was cut off", seconds=SECONDS)
                if hang_up is None:
                    raise
                hang_up()

        await self._app(scope, receive, within)
