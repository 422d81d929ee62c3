"""Followers that do not read: cut off at the limit, no burden to the table, no obstacle to the server's end."""

import time
from http.client import HTTPException
from pathlib import Path
from statistics import median

from tests.live.streams import Stream
from tests.serving import Server, Table, create

LIMIT = 2.0
LOWERED = f"import server.http.patience as it; it.SECONDS = {LIMIT}"
BIG = 10
"""Events of almost a megabyte: more than both ends of a connection buffer."""


def _long_battle(url: str) -> Table:
    table = create(url)
    for _ in range(BIG):
        _long_event(table)
    return table


def _long_event(table: Table) -> None:
    meta = {f"line-{number}": "z" * 200 for number in range(9)}
    portrait = {"type": "unit-changed", "unit": "z", "set": {"meta": meta}}
    table.do("ruling", reason="another face", effects=[portrait] * 200)


def test_a_follower_that_does_not_read_is_cut_off_and_resumes(tmp_path: Path) -> None:
    """The table and other followers go on as fast as before; who reads again has lost nothing."""
    server = Server(tmp_path, before=LOWERED).start()
    try:
        table = _long_battle(server.url)
        with Stream(table, last=BIG + 1) as awake:
            alone = _pace(table, awake, 1.0)
            asleep = [Stream(table) for _ in range(3)]
            assert _pace(table, awake, 2 * LIMIT) < 3 * alone + 0.05
        assert server.log.read_text().count("took nothing") == len(asleep)
        for stream in asleep:
            had = _all_it_can(stream)
            assert 0 < len(had) < BIG
            assert had == list(range(1, len(had) + 1))
            with Stream(table, last=had[-1]) as again:
                assert again.seqs(2) == [had[-1] + 1, had[-1] + 2]
    finally:
        server.stop()


def _pace(table: Table, follower: Stream, seconds: float) -> float:
    """The median time from sending a command to its arrival at a follower, over so long."""
    took: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        (event,) = table.do("note", text="still playing")
        assert follower.seqs(1) == [event["seq"]]
        took.append(time.monotonic() - began)
    return median(took)


def _all_it_can(stream: Stream) -> list[int]:
    """The whole events that were under way when the line was cut."""
    had: list[int] = []
    try:
        for frame in stream.frames():
            had += [int(frame["id"])] if frame["event"] == "event" else []
    except (ConnectionError, HTTPException):
        return had
    finally:
        stream.close()
    raise AssertionError("the line was not cut")


def test_the_server_stops_within_five_seconds_whoever_follows(tmp_path: Path) -> None:
    """SIGTERM: readers hear `bye` at once, and one that reads nothing does not keep the process."""
    server = Server(tmp_path).start()
    assert server.process is not None
    table = _long_battle(server.url)
    asleep = Stream(table)
    readers = [Stream(table, seat, last=BIG + 1) for seat in ("gm", "ana", "spectator")]
    for reader in readers:
        reader.next("presence")
    began = time.monotonic()
    server.process.terminate()
    for reader in readers:
        assert reader.next("bye") == {"why": "stopping"}
        reader.close()
    assert time.monotonic() - began < 2
    server.process.wait(10)
    assert time.monotonic() - began < 5
    assert "Traceback" not in server.log.read_text()
    asleep.close()


def test_followers_never_hold_the_write_ahead_log(tmp_path: Path) -> None:
    """One reads a little now and then, one has fallen asleep: the log is begun anew all the same.

    SQLite copies it back every 4 MB; a stream inside a transaction would let it grow by all that is appended.
    """
    server = Server(tmp_path).start()
    log = tmp_path / "battles.db-wal"
    try:
        table = _long_battle(server.url)
        with Stream(table) as slow, Stream(table):
            sizes = []
            for _ in range(BIG):
                slow.seqs(1)
                _long_event(table)
                sizes.append(log.stat().st_size)
            slow.seqs(BIG + 1)
        assert (tmp_path / "battles.db").stat().st_size > 2 * BIG * 700_000
        assert max(sizes) < 8_000_000
    finally:
        server.stop()
