"""A battle followed live (contract 2): what was missed comes once and in order, and nothing holds the server."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from tests.online.test_hidden import ODD, Game, _spec
from tests.serving import Server, close_clients


def _frames(answer: httpx.Response) -> Iterator[dict[str, str]]:
    frame: dict[str, str] = {}
    for line in answer.iter_lines():
        if line:
            name, _, value = line.partition(": ")
            frame[name] = value
        elif frame:
            yield frame
            frame = {}


def _follow(game: Game, seat: str, count: int, **headers: str) -> list[dict[str, str]]:
    head = {"Authorization": f"Bearer {game.tokens[seat]}", "Accept": "text/event-stream"} | headers
    found: list[dict[str, str]] = []
    with game.http.stream("GET", f"/v1/battles/{game.id}/events", headers=head) as answer:
        for frame in _frames(answer):
            if frame.get("event") == "event":
                found.append(frame)
            if len(found) == count:
                break
    return found


def test_a_follower_resumes_behind_the_last_event_it_had(live: Server) -> None:
    """After a break exactly the missed events come, in order, redacted for the seat."""
    game = Game(live.url, _spec(["enemy-hp"]))
    for text in ("one", "two", "three"):
        game.ask("gm", "POST", "/commands", {"type": "note", "text": text})
    first = _follow(game, "ana", 2)
    rest = _follow(game, "ana", 2, **{"Last-Event-ID": first[-1]["id"]})
    assert [frame["id"] for frame in first + rest] == ["1", "2", "3", "4"]
    assert str(ODD) not in "".join(frame["data"] for frame in first)


def test_the_server_stops_within_five_seconds_with_a_follower_open(tmp_path: Path) -> None:
    """The follower is told `bye`."""
    server = Server(tmp_path).start()
    game = Game(server.url, _spec([]))
    head = {"Authorization": f"Bearer {game.tokens['gm']}", "Accept": "text/event-stream"}
    with game.http.stream("GET", f"/v1/battles/{game.id}/events", headers=head) as answer:
        frames = _frames(answer)
        while next(frames).get("event") != "event":
            pass
        assert server.process is not None
        began = time.monotonic()
        server.process.terminate()
        assert [frame["event"] for frame in frames if "event" in frame][-1] == "bye"
        server.process.wait(6)
        assert time.monotonic() - began < 5
    close_clients()
    server.stop()
