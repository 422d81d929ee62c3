"""Bringing a database to the newest tables, from a checkout or an installed wheel alike.

The configuration is made here because a wheel has no `alembic.ini` and no `pyproject.toml` beside it.
"""

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, make_url


def upgrade(url: str | URL) -> None:
    """Create or update the tables; any number of processes may do so at once."""
    config = Config()
    config.set_main_option("script_location", "migrations:")
    config.attributes["url"] = make_url(url)
    command.upgrade(config, "head")
