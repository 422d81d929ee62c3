"""A battle followed live as server-sent events (contract 2): `event`, `presence`, `bye`.

A follower reads the store behind the last event it was sent, so that after any break it gets exactly what it
missed, once and in order. One who does not take what is sent for `SLOW` seconds is cut off; it resumes with
`Last-Event-ID`. Nothing here ever waits for a follower but the follower's own stream.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec

from replays.views import Sight
from server.battles import reading
from server.battles.hub import POLL, Follower, Hub
from server.battles.service import Battles
from server.http import rendering
from server.http.auth import Asker

MEDIA_TYPE = "text/event-stream"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent."""
SLOW = 30.0
"""Seconds that one batch may take to be written before the stream is cut off."""
BATCH = 100

Allowed = Callable[[], Awaitable[bool]]


def frame(kind: str, data: bytes, seq: int | None = None) -> bytes:
    """One server-sent event."""
    head = b"" if seq is None else b"id: %d\n" % seq
    return head + b"event: " + kind.encode() + b"\ndata: " + data + b"\n\n"


async def follow(
    battles: Battles, hub: Hub, asker: Asker, after: int, wanted: frozenset[str], allowed: Allowed
) -> AsyncIterator[bytes]:
    """The stream, from behind `after`; it ends with `bye` when the server stops or the seat is ended."""
    follower = hub.follow(asker.battle, asker.view)
    try:
        yield b"retry: 1000\n\n"
        async for one in _frames(battles, hub, follower, after, wanted, allowed):
            began = time.monotonic()
            yield one
            if time.monotonic() - began > SLOW:
                yield frame("bye", b'{"why":"slow"}')
                return
    finally:
        hub.leave(follower)


async def _frames(
    battles: Battles, hub: Hub, follower: Follower, after: int, wanted: frozenset[str], allowed: Allowed
) -> AsyncIterator[bytes]:
    sight = Sight(follower.seat)
    last = time.monotonic()
    while True:
        if follower.closed:
            yield frame("bye", b'{"why":"stopping"}')
            return
        if not await allowed():
            yield frame("bye", b'{"why":"revoked"}')
            return
        entries = await reading.news(battles, follower.battle, after, BATCH)
        if entries:
            yield b"".join(
                frame("event", rendering.event(entry, wanted, sight), entry.row.seq) for entry in entries
            )
            after, last = entries[-1].row.seq, time.monotonic()
        if follower.present_changed:
            follower.present_changed = False
            yield frame("presence", msgspec.json.encode({"present": hub.present(follower.battle)}))
        if not entries:
            await follower.wait(POLL)
        if time.monotonic() - last > HEARTBEAT:
            last = time.monotonic()
            yield b": still here\n\n"
