"""What several tests begin with: a real server for all that only speak HTTP, a real PostgreSQL."""

import asyncio
from collections.abc import Iterator
from uuid import uuid4

import pytest
from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from server.store.migrate import upgrade
from tests.serving import Server, close_clients


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of pages come last: their browser holds an event loop, and no other test could run its own."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server process of this test session, on a fresh SQLite file."""
    server = Server(tmp_path_factory.mktemp("live")).start()
    yield server
    close_clients()
    server.stop()


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[URL]:
    """A real PostgreSQL of this test run, on a socket."""
    server = pytest.importorskip("tests.postgres").started(tmp_path_factory.mktemp("pg"))
    try:
        yield make_url(server.get_uri())
    finally:
        server.cleanup()


def fresh_database(postgres_server: URL) -> str:
    """The URL of a new, empty database."""
    name = f"test_{uuid4().hex}"

    async def make() -> None:
        engine = create_async_engine(
            postgres_server.set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT"
        )
        async with engine.connect() as connection:
            await connection.execute(text(f"CREATE DATABASE {name}"))
        await engine.dispose()

    asyncio.run(make())
    return postgres_server.set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def postgres_empty_url(postgres_server: URL) -> str:
    """An empty database of this test."""
    return fresh_database(postgres_server)


@pytest.fixture
def postgres_url(postgres_empty_url: str) -> str:
    """A migrated PostgreSQL database of this test."""
    upgrade(postgres_empty_url)
    return postgres_empty_url
