"""Events, states and summaries as they go out: stored bytes with what the reader asked for added."""

from typing import Any

import msgspec
from litestar import Response

from replays import views
from replays.sentences import sentence
from schemas.replies import Invite
from server.battles.table import Entry
from server.http.bodies import Req
from server.store.protocol import Row

JSON = "application/json"
WITH = ("patch", "text")
"""What `?with=` may ask for."""


def reply(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response[bytes]:
    """A struct or plain object as JSON."""
    return Response(msgspec.json.encode(body), status_code=status, media_type=JSON, headers=headers)


def raw(body: bytes, status: int = 200) -> Response[bytes]:
    """JSON that is written already."""
    return Response(body, status_code=status, media_type=JSON)


def event(entry: Entry, wanted: frozenset[str], sight: views.Sight) -> bytes:
    """An event as the reader sees it, with `patch` and `text` where they are wanted."""
    body = views.event(entry.row.body, entry.after, sight)
    extra = b""
    if "patch" in wanted:
        extra += b',"patch":' + msgspec.json.encode(views.patch(entry.before, entry.after, sight))
    if "text" in wanted:
        extra += b',"text":' + msgspec.json.encode(
            sentence(views.told(msgspec.json.decode(body)), entry.after)
        )
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
    return Invite(invite=code, url=f"{request.base_url}battles/{battle}#invite={code}")
