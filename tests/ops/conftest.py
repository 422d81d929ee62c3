"""A server in a process of its own, as a newcomer starts it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-c", "from server.cli import main; main()")
"""`battletape`, of this checkout wherever the test stands."""


def environment() -> dict[str, str]:
    """The test's own environment, with no setting of Battletape and no language in it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BATTLETAPE_")}
    return kept | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on a free port and a fresh database, with the sample battle."""
    folder = tmp_path_factory.mktemp("served")
    process = subprocess.Popen(
        (*COMMAND, "serve", "--port", "0"),
        cwd=folder,
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        yield _address(process.stderr.readline())
    finally:
        process.terminate()
        process.communicate(timeout=20)


def _address(line: str) -> str:
    assert " on http://" in line, line
    return line.split(" on ", 1)[1].split()[0]
