"""What every group of commands shares: the entry point, common flags, how a use case is run and told."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from server import log, settings
from server.battles.service import Battles
from server.engine.refusals import Refused
from server.http.language import preferred
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


def language() -> str:
    """The language of the terminal's locale (`ru_RU.UTF-8`), where there are texts for it."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return preferred(next(filter(None, names), "").partition(".")[0].replace("_", "-"))


def read_settings(**given: Any) -> settings.Settings:
    """The settings, logging configured by them; a bad one ends the program."""
    try:
        found = settings.read(**given)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    log.configure(found.log_level, as_json=found.log_json)
    return found


def with_battles(
    found: settings.Settings, work: Callable[[Battles], Awaitable[T]], *, guest: bool = False
) -> T:
    """Runs a use case on the database, migrated first, and closes it again; a `guest` beside a server."""

    async def run() -> T:
        store = open_store(found.database, guest=guest)
        await store.open()
        battles = Battles(store)
        try:
            return await work(battles)
        finally:
            await battles.finish()
            await store.close()

    with told_plainly():
        if not guest:
            upgrade(found.database)
        return asyncio.run(run())


@contextmanager
def told_plainly() -> Iterator[None]:
    """What can go wrong on a user's side is told in a sentence and ends the program with 1."""
    try:
        yield
    except Refused as refused:
        raise click.ClickException(str(document(refused.refusal, language=language())["detail"])) from refused
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    except ArgumentError as error:
        raise click.ClickException(
            "that is no database URL; one looks like sqlite:///battletape.db"
        ) from error
    except SQLAlchemyError as error:
        raise click.ClickException(f"the database cannot be opened: {reason_of(error)}") from error
