"""`battletape serve` and `migrate`: running the server."""

import errno
import socket
import sys
from contextlib import suppress
from types import FrameType

import click
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from server.app import build
from server.battles.hub import Hub
from server.battles.service import Battles
from server.cli.group import database_option, main, read_settings, told_plainly, with_battles
from server.store.migrate import upgrade

LAST_WORDS = 3
"""Seconds that open answers have when the server stops; then they are cut off."""


async def _nothing(battles: Battles) -> None:
    """Opening and closing is all: it tells what is wrong before a server starts."""


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; bound before anything else so that a taken port is told in a sentence."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (")[0]
        other = "--port" if error.errno in (errno.EADDRINUSE, errno.EACCES) else "--host"
        raise click.ClickException(
            f"cannot listen on {host}, port {port}: {why}; try another {other}"
        ) from error


def _lan_address() -> str:
    """This machine's address in its network; a datagram socket finds the route and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


class _Connection(HttpToolsProtocol):
    """A client's connection that can be ended at once: closing one that takes nothing would wait for it."""

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.scope["hang_up"] = self.transport.abort  # type: ignore[typeddict-unknown-key]


class _Server(uvicorn.Server):
    """Tells its followers goodbye as soon as it is to stop: an open stream would hold it."""

    def __init__(self, hub: Hub, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._hub = hub

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called by the signal."""
        self._hub.close()
        super().handle_exit(sig, frame)


@main.command()
@click.option("--host", help="Address to bind; default 127.0.0.1.")
@click.option("--port", type=click.IntRange(0, 65535), help="Default 8000; 0 takes a free one.")
@database_option
@click.option(
    "--sample/--no-sample", default=None, help="Leave a finished sample battle in an empty database."
)
@click.option("--lan", is_flag=True, help="Bind every address, so that phones in this network come in.")
def serve(host: str | None, port: int | None, database: str | None, sample: bool | None, lan: bool) -> None:
    """Migrates the database and serves the API and the page."""
    if lan:
        host = host or "0.0.0.0"  # noqa: S104 - that is what --lan asks for
    found = read_settings(host=host, port=port, database=database, sample=sample)
    listening = _bound(found.host, found.port)
    with_battles(found, _nothing)
    hub = Hub()
    server = _Server(
        hub,
        uvicorn.Config(
            build(found, hub),
            log_config=None,
            access_log=False,
            http=_Connection,
            server_header=False,
            proxy_headers=bool(found.trusted_proxies),
            forwarded_allow_ips=found.trusted_proxies,
            timeout_graceful_shutdown=LAST_WORDS,
        ),
    )
    shown = _lan_address() if lan else found.host
    host = f"[{shown}]" if ":" in shown else shown
    click.echo(f"Battletape on http://{host}:{listening.getsockname()[1]}", err=True)
    with suppress(KeyboardInterrupt):  # that is how a server is stopped
        server.run(sockets=[listening])
    if not server.started:
        sys.exit(1)


@main.command()
@database_option
def migrate(database: str | None) -> None:
    """Brings the database to this version's tables."""
    found = read_settings(database=database)
    with told_plainly(found.database):
        upgrade(found.database)
