"""A battle followed live as server-sent events (contract 2): `event`, `presence`, `bye`.

A follower reads the store behind the last event it was sent, so that after any break it gets exactly what it
missed, once and in order. Nothing here ever waits for a follower but the follower's own stream; one that
takes nothing is cut off (`patience`) and resumes with `Last-Event-ID`.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec

from replays.reducer import UnknownEffect
from schemas.state import State
from server.battles.feed import Feed, Stretch
from server.battles.hub import POLL, Follower, Hub
from server.http import rendering
from server.http.auth import Asker
from server.http.patience import pieces
from server.store.errors import StoreError

MEDIA_TYPE = "text/event-stream"
HEADERS = {"X-Accel-Buffering": "no"}
HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent."""

Allowed = Callable[[], Awaitable[bool]]


def frame(kind: str, data: bytes, seq: int | None = None) -> bytes:
    """One server-sent event."""
    head = b"" if seq is None else b"id: %d\n" % seq
    return head + b"event: " + kind.encode() + b"\ndata: " + data + b"\n\n"


async def follow(
    feed: Feed, hub: Hub, asker: Asker, after: int, reader: rendering.Reader, allowed: Allowed
) -> AsyncIterator[bytes]:
    """The stream, from behind `after`; `bye` ends it: the server stops, the seat ends, the store is gone."""
    follower = hub.follow(asker.battle, asker.seat)
    try:
        yield b"retry: 1000\n\n"
        async for one in _frames(feed, follower, after, reader, allowed):
            for piece in pieces(one):
                yield piece
    except (StoreError, UnknownEffect):  # the database, or what a newer server wrote into it
        yield frame("bye", b'{"why":"unavailable"}')
    finally:
        hub.leave(follower)


async def _frames(
    feed: Feed, follower: Follower, after: int, reader: rendering.Reader, allowed: Allowed
) -> AsyncIterator[bytes]:
    state: State | None = None
    present: dict[str, int] = {}
    behind = True
    last = time.monotonic()
    while not follower.closed:
        if not await allowed():
            yield frame("bye", b'{"why":"revoked"}')
            return
        if follower.present != present:
            present = follower.present
            yield frame("presence", msgspec.json.encode({"present": present}))
        if behind or follower.head > after:
            stretch = await feed.after(follower.battle, after, state)
            behind = bool(stretch.entries)
            if behind:
                yield _events(stretch, reader)
                after, state = stretch.entries[-1].row.seq, stretch.entries[-1].after
                last = time.monotonic()
                continue
        await follower.wait(POLL)
        if time.monotonic() - last > HEARTBEAT:
            last = time.monotonic()
            yield b": still here\n\n"
    yield frame("bye", b'{"why":"stopping"}')


def _events(stretch: Stretch, reader: rendering.Reader) -> bytes:
    """The frames of a stretch, written once for all who see it alike."""
    if reader not in stretch.made:
        stretch.made[reader] = b"".join(
            frame("event", rendering.event(entry, reader), entry.row.seq) for entry in stretch.entries
        )
    return stretch.made[reader]
