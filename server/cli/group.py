"""What every group of commands shares: the entry point, common flags, how a use case is run and told."""

import asyncio
import errno
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from socket import gaierror
from typing import Any, TypeVar

import click
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from server import log, settings
from server.battles.service import Battles
from server.engine.refusals import Refusal, Refused
from server.http.language import preferred
from server.http.problems import document
from server.store import open_store
from server.store.errors import StoreError, Unavailable, reason_of
from server.store.migrate import upgrade

T = TypeVar("T")

database_option = click.option(
    "--database", metavar="URL", help="SQLAlchemy URL; default sqlite:///battletape.db."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")


class _Commands(click.Group):
    """A file or an address that the machine refuses is told in a sentence, whichever command met it."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # whoever reads the output has left; click ends in silence
            where = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{where}{error.strerror or error}") from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
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
    """Runs a use case on the database, migrated first, and closes it again.

    A `guest` may come beside a server, and neither migrates a database nor makes one.
    """

    async def run() -> T:
        store = open_store(found.database, guest=guest)
        await store.open()
        battles = Battles(store)
        try:
            return await work(battles)
        finally:
            await battles.finish()
            await store.close()

    with told_plainly(found.database):
        if not guest:
            upgrade(found.database)
        return asyncio.run(run())


@contextmanager
def told_plainly(database: str) -> Iterator[None]:
    """What can go wrong on a user's side is told in a sentence and ends the program with 1."""
    try:
        yield
    except Refused as refused:
        raise click.ClickException(_sentence(refused.refusal, database)) from refused
    except Unavailable as error:
        raise click.ClickException(f"{_shown(database)} cannot be used: {error.reason}") from error
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    except ArgumentError as error:
        raise click.ClickException(
            "that is no database URL; one looks like sqlite:///battletape.db"
        ) from error
    except SQLAlchemyError as error:
        raise click.ClickException(f"{_shown(database)} cannot be used: {reason_of(error)}") from error
    except BrokenPipeError:
        raise  # of the output, not of a database
    except (ConnectionError, TimeoutError, gaierror) as error:
        raise click.ClickException(f"{_shown(database)} does not answer: {error}") from error


def _sentence(refusal: Refusal, database: str) -> str:
    """Nobody has a token here: what is not found is not in this database."""
    if refusal.code == "no-such-battle":
        refusal = Refusal(
            refusal.code, why="not-in-database", facts=refusal.facts | {"database": _shown(database)}
        )
    return str(document(refusal, language=language())["detail"])


def _shown(database: str) -> str:
    return make_url(database).render_as_string(hide_password=True)
