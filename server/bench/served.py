"""A server process of the bench's own: the real one, or one whose rules and reducer are turned off."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import uvicorn
from msgspec import Struct

from schemas import commands as c
from schemas.base import Json
from schemas.events import Event, decode_event
from schemas.seats import SERVER
from server import log
from server.app import build
from server.battles import clock, commanding
from server.battles.table import Scribe, Table
from server.settings import Settings
from server.store.migrate import upgrade

SEED = bytes(32)
STARTED = 60.0
"""Seconds that a server may take to start."""


class Served(Struct, frozen=True):
    """A running server."""

    port: int
    pid: int

    def resident(self) -> float:
        """MiB of memory in use, as Linux counts."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024


@contextmanager
def server(url: str, recorded: list[bytes] | None = None) -> Iterator[Served]:
    """A server on that database; with `recorded` events, one that decides nothing and writes those."""
    upgrade(url)
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, url, recorded), daemon=True)
    process.start()
    try:
        if not ours.poll(STARTED):
            raise TimeoutError("the bench's server did not start")
        yield Served(ours.recv(), process.pid or 0)
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Connection, url: str, recorded: list[bytes] | None) -> None:
    if recorded is not None:
        _decide_nothing([decode_event(body) for body in recorded])
    settings = Settings(database=url, sample=False, log_level="warning")
    log.configure(settings.log_level, as_json=False)
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    pipe.send(listening.getsockname()[1])  # who connects now waits until it serves
    with fixed_seeds():
        config = uvicorn.Config(
            build(settings),
            log_config=None,
            access_log=False,
            timeout_keep_alive=60,  # a client may rest while others connect
            timeout_graceful_shutdown=5,
        )
        uvicorn.Server(config).run(sockets=[listening])


@contextmanager
def fixed_seeds() -> Iterator[None]:
    """One seed for all, so that a script played once holds for every battle of the same creation."""
    drawn, clock.new_seed = clock.new_seed, lambda: SEED
    try:
        yield
    finally:
        clock.new_seed = drawn


def _decide_nothing(recorded: list[Event]) -> None:
    """Turns rules and reducer off: a command comes to what it came to in the record."""

    def write(scribe: Scribe, by: str, command: Json, mark: str) -> None:
        event = recorded[scribe.state.seq]
        scribe.write(by, command, event.rolls, event.effects, scribe.state, mark)

    def decide(table: Table, scribe: Scribe, command: c.Command, seat: str) -> None:
        write(scribe, seat, commanding.said(command), commanding.mark_of(command, seat))

    def follow(table: Table, scribe: Scribe) -> None:
        while scribe.state.seq < len(recorded) and recorded[scribe.state.seq].by == SERVER:
            write(scribe, SERVER, recorded[scribe.state.seq].command, "s")

    commanding.decide, commanding.follow = decide, follow
