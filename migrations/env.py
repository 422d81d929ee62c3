"""What Alembic runs for every command.

The whole upgrade is one transaction that takes the write lock before the revision is read, so of
several processes that start on one new database one migrates and the others find it done.
"""

from alembic import context
from sqlalchemy import URL, make_url

from server.store.errors import UnknownDatabase
from server.store.sqlite import migration_engine
from server.store.tables import metadata


def _url() -> URL:
    """From `server.store.migrate`, or from the command line: `alembic -x url=sqlite:///… upgrade head`."""
    url = context.config.attributes.get("url") or context.get_x_argument(as_dictionary=True).get("url")
    if not url:
        raise SystemExit("which database? alembic -x url=sqlite:///battles.db …")
    return make_url(url)


def _run() -> None:
    url = _url()
    if url.get_backend_name() != "sqlite":
        raise UnknownDatabase(url.drivername, ("sqlite",))
    engine = migration_engine(url)
    try:
        with engine.begin() as connection:
            context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
            context.run_migrations()
    finally:
        engine.dispose()


if context.is_offline_mode():
    raise SystemExit("migrations read the database they change; --sql is not supported")
_run()
