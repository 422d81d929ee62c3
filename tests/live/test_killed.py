"""kill -9 at the worst moments: a command is stored, and nobody has been told yet."""

from pathlib import Path

import httpx
import pytest

from tests.live.streams import Stream
from tests.serving import Server, Table, close_clients, create

BREAKING = """
import os, pathlib, signal
{where}
sound = it.{name}
def breaking(*arguments):
    if pathlib.Path("break").exists():
        os.kill(os.getpid(), signal.SIGKILL)
    return sound(*arguments)
it.{name} = breaking
"""
"""Replaces a function by one that kills the process where a file says so."""


@pytest.mark.parametrize(
    ("where", "name"),
    [
        ("from server.battles import commanding as it", "take"),
        ("from server.battles.hub import Hub as it", "wake"),
    ],
)
def test_what_was_stored_before_the_kill_is_there_once(tmp_path: Path, where: str, name: str) -> None:
    """Between commit and answer, between commit and publish: the retry gets the event, followers get it once."""
    server = Server(tmp_path, before=BREAKING.format(where=where, name=name)).start()
    try:
        table = create(server.url)
        command = {"type": "roll", "dice": "2d6", "reason": "fate", "rolls": [1, 6], "id": "once"}
        (tmp_path / "break").touch()
        with Stream(table, last=1), pytest.raises(httpx.HTTPError):
            table.send(command)
        close_clients()
        server.kill()
        (tmp_path / "break").unlink()
        server.start()
        table = Table(server.url, table.created)
        answer = table.send(command)
        assert (answer.status_code, answer.json()["events"]) == (200, table.events()[1:])
        with Stream(table, last=1) as stream:
            assert stream.seqs(1) == [2]
            table.do("note", text="and on")
            assert stream.seqs(1) == [3]
        assert table.get("/audit")["verified"]
    finally:
        close_clients()
        server.stop()
