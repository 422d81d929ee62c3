"""The command line: `battletape serve`, `demo`, `show`, `migrate`, `schemas`."""

import asyncio
import random
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
import uvicorn
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from schemas import publish
from server import log, settings
from server.app import build
from server.battles import board, bots
from server.battles.service import Battles
from server.engine.refusals import Refused
from server.http.problems import document
from server.store import open_store
from server.store.errors import StoreError, reason_of
from server.store.migrate import upgrade

T = TypeVar("T")

database_option = click.option(
    "--database", metavar="URL", help="SQLAlchemy URL; default sqlite:///battletape.db."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="battletape")
def main() -> None:
    """An event-sourced battle server with replays.

    Every setting may also stand in the environment: BATTLETAPE_DATABASE, BATTLETAPE_PORT and so on; a flag
    comes before it.
    """


def _settings(**given: Any) -> settings.Settings:
    try:
        found = settings.read(**given)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    log.configure(found.log_level, as_json=found.log_json)
    return found


def _with_battles(found: settings.Settings, work: Callable[[Battles], Awaitable[T]]) -> T:
    """Runs a use case on the database, migrated first, and closes it again."""

    async def run() -> T:
        store = open_store(found.database)
        await store.open()
        try:
            return await work(Battles(store))
        finally:
            await store.close()

    with _told_plainly():
        upgrade(found.database)
        return asyncio.run(run())


@contextmanager
def _told_plainly() -> Iterator[None]:
    """What can go wrong on a user's side is told in a sentence and ends the program with 1."""
    try:
        yield
    except Refused as refused:
        raise click.ClickException(str(document(refused.refusal)["detail"])) from refused
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    except ArgumentError as error:
        raise click.ClickException(
            "that is no database URL; one looks like sqlite:///battletape.db"
        ) from error
    except SQLAlchemyError as error:
        raise click.ClickException(f"the database cannot be opened: {reason_of(error)}") from error


async def _nothing(battles: Battles) -> None:
    """Opening and closing is all: it tells what is wrong before a server starts."""


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; bound before anything else so that a taken port is told in a sentence."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (")[0]
        raise click.ClickException(
            f"cannot listen on {host}, port {port}: {why}; try another --port"
        ) from error


@main.command()
@click.option("--host", help="Address to bind; default 127.0.0.1.")
@click.option("--port", type=click.IntRange(0, 65535), help="Default 8000; 0 takes a free one.")
@database_option
@click.option(
    "--sample/--no-sample", default=None, help="Leave a finished sample battle in an empty database."
)
def serve(host: str | None, port: int | None, database: str | None, sample: bool | None) -> None:
    """Migrates the database and serves the API and the page."""
    found = _settings(host=host, port=port, database=database, sample=sample)
    listening = _bound(found.host, found.port)
    _with_battles(found, _nothing)
    server = uvicorn.Server(
        uvicorn.Config(
            build(found),
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=5,
        )
    )
    host = f"[{found.host}]" if ":" in found.host else found.host
    click.echo(f"Battletape on http://{host}:{listening.getsockname()[1]}", err=True)
    server.run(sockets=[listening])
    if not server.started:
        sys.exit(1)


@main.command()
@database_option
def migrate(database: str | None) -> None:
    """Brings the database to this version's tables."""
    found = _settings(database=database)
    with _told_plainly():
        upgrade(found.database)


@main.command()
@database_option
@click.option("--ruleset", default="pmd", show_default=True)
@click.option("--sample", help="Which sample battle; default the first.")
@click.option("--seed", type=int, help="Of the bots' choices (the dice are the server's own).")
@json_option
def demo(database: str | None, ruleset: str, sample: str | None, seed: int | None, as_json: bool) -> None:
    """Two bots play a whole battle; it stays in the database."""
    found = _settings(database=database)

    async def work(battles: Battles) -> None:
        name = sample or bots.first_sample(battles, ruleset)
        begun = await battles.create(
            msgspec.json.encode({"ruleset": ruleset, "sample": name, "public": True})
        )
        state = await bots.play(battles, begun.table.id, random.Random(seed))
        if as_json:
            click.echo(
                msgspec.json.encode({"battle": state.battle, "head": state.seq, "outcome": state.outcome})
            )
        else:
            click.echo(await board.story(battles, state.battle))

    _with_battles(found, work)


@main.command()
@click.argument("battle")
@click.option("--at", type=click.IntRange(1), help="After which event; default the last.")
@database_option
@json_option
def show(battle: str, at: int | None, database: str | None, as_json: bool) -> None:
    """Prints a battle's state with its board."""
    found = _settings(database=database)

    async def work(battles: Battles) -> None:
        state = await battles.state(battle, at)
        click.echo(msgspec.json.encode(state) if as_json else board.drawn(state))

    _with_battles(found, work)


@main.command()
@click.option(
    "--out", type=click.Path(path_type=Path), default=publish.FOLDER, help="Where to; default schemas/json."
)
@click.option("--check", is_flag=True, help="Only say what differs; exit 1 if anything does.")
def schemas(out: Path, check: bool) -> None:
    """Writes the JSON Schemas of every word."""
    differing = publish.differing(out)
    if check:
        for name in differing:
            click.echo(name)
        sys.exit(1 if differing else 0)
    publish.write(out)
    click.echo(f"{len(differing)} changed in {out}")
