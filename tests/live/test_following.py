"""A battle followed live (contract 2): what was missed comes once and in order, whoever hangs up, and when."""

import json
import random
import time
from pathlib import Path
from threading import Thread

from tests.live.streams import Stream
from tests.serving import Server, create, refused


def test_a_follower_resumes_behind_the_last_event_it_had(live: Server) -> None:
    """`Last-Event-ID` comes before `after`, which a browser goes on sending as it was in the address."""
    table = create(live.url)
    for text in ("one", "two", "three"):
        table.do("note", text=text)
    with Stream(table, query="?after=1") as stream:
        assert stream.seqs(3) == [2, 3, 4]
    with Stream(table, query="?after=1", last=3) as stream:
        assert stream.seqs(1) == [4]


def test_a_place_that_is_none_is_malformed(live: Server) -> None:
    """`Last-Event-ID` is the seq of an event."""
    table = create(live.url)
    for last in ("-1", "one", "9" * 20):
        headers = {"Accept": "text/event-stream", "Last-Event-ID": last}
        assert refused(table.call("GET", "/events", headers=headers)) == (400, "malformed")


def test_after_any_disconnect_exactly_the_missed_events_come(live: Server) -> None:
    """Hung up at random while 200 events are appended: each came once, in order, as the log has it."""
    table = create(live.url)
    dice = random.Random(3)

    def append() -> None:
        for number in range(200):
            table.do("note", text=str(number))

    writer = Thread(target=append)
    writer.start()
    had: list[str] = []
    while len(had) < 201:
        with Stream(table, last=len(had)) as stream:
            wanted = dice.randint(1, 40)
            for frame in stream.frames():
                if frame["event"] == "event":
                    assert frame["id"] == str(len(had) + 1)
                    had.append(frame["data"])
                    wanted -= 1
                if not wanted or len(had) == 201:
                    break
    writer.join()
    assert [json.loads(one) for one in had] == table.events()


def test_events_carry_what_was_asked_for(live: Server) -> None:
    """`with=patch,text`: the same addition as on a page of the log, after a rewind too."""
    table = create(live.url)
    table.do("place", unit="z", at=[6, 2])
    table.do("rewind", to=1)
    page = table.get("/events?with=patch,text")["events"]
    with Stream(table, query="?with=patch,text") as stream:
        assert [stream.next("event") for _ in page] == page
        table.do("place", unit="z", at=[6, 3])
        assert stream.next("event") == table.get("/events?with=patch,text&after=3")["events"][0]


def test_who_comes_and_goes_is_told(live: Server) -> None:
    """`presence` counts the open streams of each seat; the GM who looks as ana does not make her present."""
    table = create(live.url)
    with Stream(table, "gm", query="?as=ana") as gm:
        assert gm.next("presence") == {"present": {"gm": 1}}
        with Stream(table, "ben") as ben:
            assert gm.next("presence") == {"present": {"ben": 1, "gm": 1}}
            assert ben.next("presence") == {"present": {"ben": 1, "gm": 1}}
        assert gm.next("presence") == {"present": {"gm": 1}}


def test_a_revoked_seats_stream_ends(live: Server) -> None:
    """The lost phone hears `bye`, and nothing of what comes after."""
    table = create(live.url)
    with Stream(table, "ana") as stream:
        assert stream.seqs(1) == [1]
        assert table.call("POST", "/invites", json={"seat": "ana", "revoke": True}).status_code == 201
        table.do("note", text="who was that?")
        rest = [frame for frame in stream.frames() if frame["event"] != "presence"]
    assert [json.loads(frame["data"]) for frame in rest] == [{"why": "revoked"}]


def test_a_quiet_stream_shows_that_it_lives(tmp_path: Path) -> None:
    """Where nothing happens a comment comes now and then, so that no proxy takes the line for dead."""
    server = Server(tmp_path, before="import server.http.live as it; it.HEARTBEAT = 0.5").start()
    try:
        table = create(server.url)
        with Stream(table) as stream:
            assert stream.seqs(1) == [1]
            time.sleep(2.5)
            table.do("note", text="at last")
            assert stream.seqs(1) == [2]
            assert 1 <= len(stream.comments) <= 4
    finally:
        server.stop()
