"""Row: durable commands a second over HTTP, against the same route and rows with rules and reducer off."""

import asyncio
import time
from statistics import median

import msgspec
from msgspec import Struct

from schemas.seats import SERVER
from server.bench import endless
from server.bench.bench import Bench
from server.bench.figures import Figure, at_least
from server.bench.served import Served, fixed_seeds, server

UNITS = 8


class Script(Struct, frozen=True):
    """A battle's creation, the commands that open it and those that are measured, and all its events."""

    creation: bytes
    opening: list[bytes]
    played: list[bytes]
    events: list[bytes]


async def durable(bench: Bench) -> list[Figure]:
    """Real pmd commands, a connection a battle, SQLite with `synchronous=FULL`."""
    sizes = bench.sizes
    script = _script(sizes.rounds)
    rates: tuple[list[float], list[float]] = ([], [])
    with server(bench.url("rules")) as ours, server(bench.url("floor"), script.events) as floor:
        for _ in range(sizes.runs):
            for served, found in zip((ours, floor), rates, strict=True):
                found.append(await _rate(served, script, sizes.connections))
    what = f"durable commands over HTTP, {sizes.connections} connections, against rules and reducer off"
    return [at_least(what, "/s", median(rates[0]), median(rates[1]), 0.6)]


def _script(rounds: int) -> Script:
    """So many rounds of an endless battle, under the seed that the bench's servers have."""
    with fixed_seeds():
        begun = endless.begun(UNITS)
        while begun.scribe.state.round <= rounds:
            endless.play(begun.table, begun.scribe, len(begun.scribe.entries) + 1)
    events = [entry.row.body for entry in begun.scribe.entries]
    sent = [event["command"] for event in map(msgspec.json.decode, events) if event["by"] != SERVER][1:]
    opening = len(endless.opening(UNITS))
    bodies = [msgspec.json.encode(command) for command in sent]
    return Script(endless.spec(UNITS), bodies[:opening], bodies[opening:], events)


async def _rate(served: Served, script: Script, connections: int) -> float:
    """Commands answered in a second, every battle opened before the clock starts."""
    clients = [await Client.on(served.port) for _ in range(connections)]
    await asyncio.gather(*(client.open(script) for client in clients))
    began = time.perf_counter()
    await asyncio.gather(*(client.send(script.played) for client in clients))
    took = time.perf_counter() - began
    for client in clients:
        client.close()
    return connections * len(script.played) / took


class Client:
    """One connection that plays one battle; no library, so that what is measured is the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.battle = "/v1/battles"
        self.token = ""

    @classmethod
    async def on(cls, port: int) -> "Client":
        """Connected to a server of this machine."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def open(self, script: Script) -> None:
        """Creates the battle and brings it to its first round."""
        await self.create(script.creation)
        await self.send(script.opening)

    async def create(self, spec: bytes) -> None:
        """Creates the battle that this connection plays from now on: its address and its GM's token."""
        created = msgspec.json.decode(await self._post("", spec))
        self.battle = f"/v1/battles/{created['battle']['id']}"
        self.token = created["tokens"]["gm"]

    async def send(self, bodies: list[bytes]) -> None:
        """One after the other, each answered before the next goes."""
        for body in bodies:
            await self._post("/commands", body)

    def close(self) -> None:
        """Hangs up."""
        self._writer.close()

    async def _post(self, path: str, body: bytes) -> bytes:
        token = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        head = (
            f"POST {self.battle}{path} HTTP/1.1\r\nHost: bench\r\n{token}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
        return await self._answer()

    async def _answer(self) -> bytes:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        status, _, rest = head.partition("\r\n")
        length = int(rest.partition("content-length: ")[2].partition("\r\n")[0])
        body = await self._reader.readexactly(length)
        if " 201 " not in f"{status} ":
            raise RuntimeError(f"{status}: {body.decode()[:200]}")
        return body
