"""Migrations make exactly the tables the code means, once, whoever starts first."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import make_url

from server.store import sqlite
from server.store.errors import UnknownDatabase
from server.store.migrate import upgrade
from server.store.tables import metadata

UPGRADE = "import sys; from server.store.migrate import upgrade; upgrade(sys.argv[1])"


def test_the_migrations_make_the_tables_of_the_code(sqlite_url: str) -> None:
    """A migrated database differs in nothing from `tables.metadata`."""
    engine = sqlite.migration_engine(make_url(sqlite_url))
    with engine.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_migrating_again_changes_nothing(sqlite_url: str) -> None:
    """An upgrade of an up-to-date database is quiet."""
    upgrade(sqlite_url)
    upgrade(make_url(sqlite_url))


def test_eight_processes_migrate_one_new_file(tmp_path: Path) -> None:
    """Eight processes at once on a file that does not exist yet, away from the checkout, all succeed."""
    file = tmp_path / "new.db"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    started = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", UPGRADE, f"sqlite:///{file}"],
            cwd=tmp_path,
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(8)
    ]
    said = [process.communicate(timeout=120)[1] for process in started]
    assert [process.returncode for process in started] == [0] * 8, said
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0003",)]


def test_a_failed_migration_leaves_nothing_behind(tmp_path: Path) -> None:
    """The upgrade is one transaction: a table in the way undoes all of it."""
    file = tmp_path / "half.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE tokens (x)")
    with pytest.raises(Exception, match="already exists"):
        upgrade(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("tokens",)]


def test_an_unknown_database_is_not_migrated() -> None:
    """A URL without a store is refused before anything connects."""
    with pytest.raises(UnknownDatabase):
        upgrade("mysql://user:password@host/db")
