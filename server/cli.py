"""The command line: `battletape serve`, `demo`, `show`, `migrate`, `schemas`."""

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
import uvicorn

from schemas import publish
from server import log, settings
from server.app import build
from server.battles import board, bots
from server.battles.service import Battles
from server.engine.refusals import Refused
from server.http.problems import document
from server.store import open_store
from server.store.errors import StoreError
from server.store.migrate import upgrade

T = TypeVar("T")

database_option = click.option(
    "--database", metavar="URL", help="SQLAlchemy URL; default sqlite:///battletape.db."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")


@click.group()
@click.version_option(package_name="battletape")
def main() -> None:
    """An event-sourced battle server with replays. Settings also from BATTLETAPE_*."""


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

    try:
        upgrade(found.database)
        return asyncio.run(run())
    except Refused as refused:
        raise click.ClickException(str(document(refused.refusal)["detail"])) from refused
    except StoreError as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.option("--host", help="Address to bind; default 127.0.0.1.")
@click.option("--port", type=click.IntRange(0, 65535), help="Default 8000.")
@database_option
@click.option(
    "--sample/--no-sample", default=None, help="Leave a finished sample battle in an empty database."
)
def serve(host: str | None, port: int | None, database: str | None, sample: bool | None) -> None:
    """Migrates the database and serves the API and the page."""
    found = _settings(host=host, port=port, database=database, sample=sample)
    try:
        upgrade(found.database)
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    server = uvicorn.Server(
        uvicorn.Config(
            build(found),
            host=found.host,
            port=found.port,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=5,
        )
    )
    click.echo(f"Battletape on http://{found.host}:{found.port}", err=True)
    server.run()
    if not server.started:
        sys.exit(1)


@main.command()
@database_option
def migrate(database: str | None) -> None:
    """Brings the database to this version's tables."""
    found = _settings(database=database)
    try:
        upgrade(found.database)
    except StoreError as error:
        raise click.ClickException(str(error)) from error


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
