"""Events, states and summaries as they go out: stored bytes with what the reader asked for added."""

from functools import cache
from typing import Any

import msgspec
from litestar import Response

from replays import views
from replays.sentences import sentence
from schemas import phrases
from schemas.replies import Invite
from server.battles.table import Entry
from server.http.bodies import Req, words
from server.http.language import language_of, spoken
from server.store.protocol import Row

JSON = "application/json"
WITH = ("patch", "text")
"""What `?with=` may ask for."""


class Reader(msgspec.Struct, frozen=True):
    """For whom events are written: as whom they look, what they want beside the event, in which language."""

    sight: views.Sight
    wanted: frozenset[str]
    language: str

    @property
    def headers(self) -> dict[str, str]:
        """What an answer to this reader says of its language."""
        return spoken(self.language) if "text" in self.wanted else {}


def reader(request: Req, sight: views.Sight) -> Reader:
    """The reader that a request makes of somebody who looks so."""
    return Reader(sight, words(request, "with", WITH), language_of(request))


def reply(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response[bytes]:
    """A struct or plain object as JSON."""
    return Response(msgspec.json.encode(body), status_code=status, media_type=JSON, headers=headers)


def raw(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response[bytes]:
    """JSON that is written already."""
    return Response(body, status_code=status, media_type=JSON, headers=headers)


def worded(body: Any, language: str) -> Response[bytes]:
    """A struct with phrases in it as JSON, the phrases in that language."""
    return raw(_encoder(language).encode(body), headers=spoken(language))


@cache
def _encoder(language: str) -> msgspec.json.Encoder:
    return msgspec.json.Encoder(enc_hook=phrases.worded(language))


def event(entry: Entry, reader: Reader) -> bytes:
    """An event as the reader sees it, with `patch` and `text` where they are wanted."""
    body = views.event(entry.row.body, entry.after, reader.sight)
    extra = b""
    if "patch" in reader.wanted:
        extra += b',"patch":' + msgspec.json.encode(views.patch(entry.before, entry.after, reader.sight))
    if "text" in reader.wanted:
        told = views.told(msgspec.json.decode(body))
        extra += b',"text":' + msgspec.json.encode(sentence(told, entry.after, reader.language))
    return body[:-1] + extra + b"}" if extra else body


def tape(battle: str, body: bytes) -> Response[bytes]:
    """A replay file, to be kept under the battle's name."""
    headers = {"Content-Disposition": f'attachment; filename="{battle}.tape"'}
    return Response(body, media_type="application/x-ndjson", headers=headers)


def events(bodies: list[bytes], head: int | None = None) -> bytes:
    """The list of a page or an answer."""
    tail = b"]}" if head is None else b'],"head":%d}' % head
    return b'{"events":[' + b",".join(bodies) + tail


def bodies_of(rows: list[Row]) -> list[bytes]:
    """The stored bytes of rows."""
    return [row.body for row in rows]


def invite(request: Req, battle: str, code: str) -> Invite:
    """A code with its link; the code stands in the fragment, which no server sees."""
    return Invite(invite=code, url=link(request, invited(battle, code)))


def invited(battle: str, code: str) -> str:
    """The path of an invite's link."""
    return f"battles/{battle}#invite={code}"


def link(request: Req, path: str) -> str:
    """An address for people: under `BATTLETAPE_PUBLIC_URL` where that is set, else under what was asked."""
    return f"{request.app.state.public_url or str(request.base_url).rstrip('/')}/{path}"
