"""What several tests begin with: one real server for all that only speak HTTP."""

from collections.abc import Iterator

import pytest

from tests.serving import Server, close_clients


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server process of this test session, on a fresh SQLite file."""
    server = Server(tmp_path_factory.mktemp("live")).start()
    yield server
    close_clients()
    server.stop()
