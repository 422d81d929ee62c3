"""A follower on a real socket that reads only when the test says so."""

import json
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from tests.serving import PATIENCE, Table

Frame = dict[str, str]


def _narrow(url: str) -> HTTPConnection:
    """A connection that takes in little unread, so that few events fill it."""
    where = urlsplit(url)
    line = HTTPConnection(where.netloc)
    line.sock = socket.socket()
    line.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
    line.sock.settimeout(PATIENCE)
    line.sock.connect((where.hostname, where.port))
    return line


class Stream:
    """One open event stream of a battle."""

    def __init__(
        self, table: Table, seat: str = "gm", *, query: str = "", url: str = "", last: int = 0
    ) -> None:
        token = table.tokens.get(seat, seat)
        headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {token}"}
        if last:
            headers["Last-Event-ID"] = str(last)
        self._line = _narrow(url or table.url)
        self._line.request("GET", f"/v1/battles/{table.id}/events{query}", headers=headers)
        self._answer = self._line.getresponse()
        self.comments: list[str] = []
        assert self._answer.status == 200, self._answer.read()

    def frames(self) -> Iterator[Frame]:
        """What comes, to the end of the stream."""
        frame: Frame = {}
        while line := self._answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if line == "\n":
                if "event" in frame:
                    yield frame
                frame = {}
            elif name:
                frame[name] = value
            else:
                self.comments.append(value)

    def next(self, kind: str) -> Any:
        """The data of the next frame of a kind."""
        return next(json.loads(frame["data"]) for frame in self.frames() if frame["event"] == kind)

    def seqs(self, count: int) -> list[int]:
        """The ids of the next events."""
        found: list[int] = []
        for frame in self.frames():
            if frame["event"] == "event":
                found.append(int(frame["id"]))
            if len(found) == count:
                break
        return found

    def close(self) -> None:
        """Hangs up."""
        self._line.close()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
