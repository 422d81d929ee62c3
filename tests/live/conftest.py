"""Several servers on one database."""

from collections.abc import Iterator

import pytest
from sqlalchemy import URL

from tests.conftest import fresh_database
from tests.serving import Server, close_clients


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory, postgres_server: URL) -> Iterator[tuple[Server, Server]]:
    """Two server processes that share a PostgreSQL database of their own."""
    database = fresh_database(postgres_server)
    servers = [Server(tmp_path_factory.mktemp(name), database=database) for name in ("one", "two")]
    try:
        yield servers[0].start(), servers[1].start()
    finally:
        close_clients()
        for server in servers:
            server.stop()
