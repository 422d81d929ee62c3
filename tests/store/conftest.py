"""A fresh database for every test, once for each kind of store."""

import asyncio
from pathlib import Path

import pytest

from server.store import open_store
from server.store.migrate import upgrade
from tests.store.given import Database, Play, Story


def _play_on(url: str) -> Play:
    def play(story: Story) -> None:
        async def whole() -> None:
            store = open_store(url)
            await store.open()
            try:
                await story(store)
            finally:
                await store.close()

        asyncio.run(whole())

    return play


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A migrated SQLite file of this test."""
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    upgrade(url)
    return url


@pytest.fixture(params=["sqlite"])
def database(request: pytest.FixtureRequest) -> Database:
    """A migrated database of each kind that a store is written for."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return Database(url, _play_on(url))


@pytest.fixture
def play(database: Database) -> Play:
    """Runs a story on an opened store and closes it."""
    return database.play
