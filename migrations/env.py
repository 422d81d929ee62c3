"""What Alembic runs for every command.

The whole upgrade is one transaction that takes the write lock before the revision is read, so of
several processes that start on one new database one migrates and the others find it done.
"""

import asyncio

from alembic import context
from sqlalchemy import URL, Connection, make_url, text

from server.store import postgres, sqlite
from server.store.errors import UnknownDatabase
from server.store.tables import metadata

LOCK = 0x6261_7474_6C65
"""The key of the advisory lock: any number, the same for every version."""


def _url() -> URL:
    """From `server.store.migrate`, or from the command line: `alembic -x url=sqlite:///… upgrade head`."""
    url = context.config.attributes.get("url") or context.get_x_argument(as_dictionary=True).get("url")
    if not url:
        raise SystemExit("which database? alembic -x url=sqlite:///battles.db …")
    return make_url(url)


def _run() -> None:
    url = _url()
    backend = url.get_backend_name()
    if backend == "postgresql":
        asyncio.run(_on_postgres(url))
    elif backend == "sqlite":
        _on_sqlite(url)
    else:
        raise UnknownDatabase(url.drivername, ("sqlite", "postgresql"))


def _on_sqlite(url: URL) -> None:
    engine = sqlite.migration_engine(url)
    try:
        with engine.begin() as connection:
            _migrate(connection)
    finally:
        engine.dispose()


async def _on_postgres(url: URL) -> None:
    """An advisory lock, held to the end of the transaction, stands for SQLite's write lock."""
    engine = postgres.single_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
            await connection.run_sync(_migrate)
    finally:
        await engine.dispose()


def _migrate(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
    context.run_migrations()


if context.is_offline_mode():
    raise SystemExit("migrations read the database they change; --sql is not supported")
_run()
