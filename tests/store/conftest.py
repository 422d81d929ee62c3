"""A fresh database for every test, once for each kind of store."""

from pathlib import Path

import pytest

from server.store.migrate import upgrade
from tests.store.given import Database, Play, play_on


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A migrated SQLite file of this test."""
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    upgrade(url)
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Database:
    """A migrated database of each kind that a store is written for."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return Database(url, play_on(url))


@pytest.fixture
def play(database: Database) -> Play:
    """Runs a story on an opened store and closes it."""
    return database.play
