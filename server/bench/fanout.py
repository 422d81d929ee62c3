"""How soon an event is with all who follow its battle: real connections, a real server, one event at once."""

import asyncio
import tempfile
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from schemas import commands as c
from server.bench import endless
from server.bench.over_http import Client
from server.bench.served import server

UNITS = 8
PAUSE = 0.05
"""Seconds between an event's arrival at everybody and the next command."""
MOST = 2**20
"""Bytes of an event that a follower takes in at once."""
NOTE = msgspec.json.encode(c.Note(text="so it went"))


class FanOut(Struct, frozen=True):
    """Milliseconds; arrivals count from the sending of the command, so that they hold its own way too."""

    followers: int
    events: int
    answered: float
    median: float
    p99: float
    last: float
    """Until the last follower had it, in the median of all events."""


async def measured(followers: int, events: int) -> FanOut:
    """One battle on SQLite, followed by so many."""
    with tempfile.TemporaryDirectory() as folder, server(f"sqlite:///{Path(folder) / 'bench.db'}") as ours:
        client = await Client.on(ours.port)
        await client.create(endless.spec(UNITS))
        streams = [await Stream.on(ours.port, client) for _ in range(followers)]
        try:
            return await _measured(client, streams, events)
        finally:
            for stream in streams:
                await stream.close()
            client.close()


async def _measured(client: Client, streams: "list[Stream]", events: int) -> FanOut:
    answered: list[float] = []
    arrived: list[float] = []
    last: list[float] = []
    for stream in streams:
        await stream.event()  # the creation
    for _ in range(events):
        await asyncio.sleep(PAUSE)
        arriving = [asyncio.create_task(stream.event()) for stream in streams]
        sent = time.perf_counter()
        await client.send([NOTE])
        answered.append(time.perf_counter() - sent)
        took = [moment - sent for moment in await asyncio.gather(*arriving)]
        arrived += took
        last.append(max(took))
    return FanOut(
        len(streams), events, _at(answered, 0.5), _at(arrived, 0.5), _at(arrived, 0.99), _at(last, 0.5)
    )


def _at(seconds: list[float], part: float) -> float:
    """That quantile, in milliseconds."""
    return round(sorted(seconds)[int(part * (len(seconds) - 1))] * 1000, 1)


class Stream:
    """One follower."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def on(cls, port: int, client: Client) -> "Stream":
        """Follows the battle that the client plays."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=MOST)
        writer.write(
            f"GET {client.battle}/events HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {client.token}\r\n"
            "Accept: text/event-stream\r\n\r\n".encode()
        )
        return cls(reader, writer)

    async def event(self) -> float:
        """The moment at which the next event is there; presence and comments are passed over."""
        while b"event: event\n" not in (frame := await self._reader.readuntil(b"\n\n")):
            if b"event: bye\n" in frame:
                raise RuntimeError(f"the server ended a stream: {frame.decode()}")
        return time.perf_counter()

    async def close(self) -> None:
        """Hangs up, and has done so when it returns."""
        self._writer.close()
        await self._writer.wait_closed()
