"""What the database may do to a running server: refuse an append, hold events of a newer version."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from replays.chain import canonical, leaf, link
from tests.serving import Server, Table, begun, close_clients, create, refused

NOTE = {"type": "note", "text": "no such luck"}


@pytest.fixture
def broken(live: Server) -> Iterator[None]:
    """The database refuses events of one kind, as a full disk would refuse any."""
    with closing(sqlite3.connect(live.folder / "battles.db")) as connection:
        connection.execute(
            "CREATE TRIGGER broken BEFORE INSERT ON events WHEN instr(new.body, 'no such luck') "
            "BEGIN SELECT RAISE(FAIL, 'disk full'); END"
        )
        yield
        connection.execute("DROP TRIGGER broken")


@pytest.mark.usefixtures("broken")
def test_an_append_that_fails_is_503_and_forgotten(live: Server) -> None:
    """The caller is told to come back, nothing of it is in state or log, the next command goes on from there."""
    table = begun(live.url, dice="server")
    before = (table.get(), table.state(), table.events())
    for _ in range(2):
        answer = table.send(NOTE)
        assert refused(answer) == (503, "unavailable")
        assert answer.headers["retry-after"] == "1"
        assert "disk full" not in answer.text
        assert (table.get(), table.state(), table.events()) == before
    assert table.do("note", text="on")[0]["seq"] == before[0]["head"] + 1
    assert table.get("/audit")["verified"]


@pytest.mark.usefixtures("broken")
def test_a_command_whose_append_failed_has_not_used_its_id(live: Server) -> None:
    """The same id is free for the retry, which is stored once the database can."""
    table = create(live.url)
    assert refused(table.send({**NOTE, "id": "n"})) == (503, "unavailable")
    again = table.send({"type": "note", "text": "now", "id": "n"})
    assert again.status_code == 201
    assert table.send({"type": "note", "text": "now", "id": "n"}).json() == again.json()


def _newer(events: list[dict[str, Any]], folder: Path, battle: str) -> None:
    """Adds what a newer server would have: an event with a fact that this one does not know."""
    last = events[-1]
    event = {
        "at": last["at"], "by": "gm", "command": {"type": "note", "text": "new"}, "rolls": [],
        "effects": [{"type": "transmogrified", "unit": "a"}], "prev": last["hash"], "seq": last["seq"] + 1,
    }  # fmt: skip
    leaves = [leaf(canonical(part)) for part in (event["command"], *event["effects"])]
    event["hash"] = link(event["prev"], event["seq"], event["at"], event["by"], leaves, 0)
    with closing(sqlite3.connect(folder / "battles.db")) as connection:
        connection.execute(
            "INSERT INTO events (battle, seq, mark, count, body) VALUES (?, ?, 'n', 1, ?)",
            (battle, event["seq"], canonical(event)),
        )
        connection.commit()


def test_an_event_of_a_newer_server_is_shown_and_not_folded(tmp_path: Path) -> None:
    """The GM reads the log as it is; whatever needs the state says `conflict`; nothing is a 500."""
    server = Server(tmp_path).start()
    try:
        table = begun(server.url)
        events = table.events()
        server.stop()
        close_clients()
        _newer(events, tmp_path, table.id)
        server.start()
        table = Table(server.url, table.created)
        assert [event["seq"] for event in table.events()] == list(range(1, len(events) + 2))
        assert table.events()[:-1] == events
        assert table.events()[-1]["effects"] == [{"type": "transmogrified", "unit": "a"}]
        lines = table.call("GET", "/events?with=text,patch", headers={"Accept": "application/x-ndjson"}).text
        assert len(lines.splitlines()) == len(events) + 1
        assert refused(table.call("GET", "/events", "ana")) == (409, "conflict")
        for path in ("", "/state", "/options", "/audit", "/tape", "/branches", "/roster"):
            answer = table.call("GET", path)
            assert refused(answer) == (409, "conflict"), path
            assert "transmogrified" in answer.text
        assert refused(table.send({"type": "note", "text": "on"})) == (409, "conflict")
        assert refused(table.send({"type": "undo"})) == (409, "conflict")
        assert create(server.url).do("note", text="others play on")
    finally:
        close_clients()
        server.stop()
