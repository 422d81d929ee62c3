"""Where battles are kept. Knows bytes, order and transactions; no rules, no HTTP."""

from sqlalchemy import make_url

from server.store.errors import UnknownDatabase
from server.store.postgres import PostgresStore
from server.store.protocol import Store
from server.store.sqlite import SqliteStore

__all__ = ["Store", "open_store"]


def open_store(url: str, *, guest: bool = False) -> Store:
    """The store for a database URL, not yet opened; `guest`: for a row or two, also beside a server."""
    parsed = make_url(url)
    if parsed.drivername in ("sqlite", "sqlite+pysqlite"):
        return SqliteStore(parsed, guest=guest)
    if parsed.drivername in ("postgresql", "postgresql+asyncpg"):
        return PostgresStore(parsed)
    raise UnknownDatabase(parsed.drivername, ("sqlite", "postgresql"))
