"""The log going out: a page as JSON, or the whole as NDJSON (contract 2)."""

from collections.abc import AsyncIterator

from litestar import Response, get
from litestar.response import Stream

from replays.reducer import UnknownEffect
from replays.views import Sight
from schemas.seats import GM
from server.battles import reading
from server.battles.service import Battles
from server.http import live, rendering
from server.http.auth import bearer
from server.http.bodies import Req, number
from server.http.doors import doors
from server.http.patience import pieces
from server.http.problems import Problem

PAGE = 200
MOST = 1_000
NDJSON = "application/x-ndjson"


@get("/v1/battles/{battle:str}/events")
async def events(request: Req, battle: str) -> Response[bytes] | Stream:
    """A page of the log; `Accept: application/x-ndjson` streams it whole, a line an event."""
    here = doors(request)
    asker = await here.asker(request, battle)
    after = number(request, "after", 0, 0, 2**53) or 0
    limit = number(request, "limit", PAGE, 1, MOST) or PAGE
    if live.MEDIA_TYPE in request.headers.get("accept", ""):
        token = bearer(request)
        # Not as the battle stands now: an end that has opened everything may be taken back.
        reader = rendering.reader(request, Sight(asker.view))

        async def allowed() -> bool:
            return token is None or await here.seats.of(token) == (battle, asker.seat)

        frames = live.follow(here.feed, here.battles.hub, asker, _resumed(request, after), reader, allowed)
        return Stream(frames, media_type=live.MEDIA_TYPE, headers={**live.HEADERS, **reader.headers})
    reader = rendering.reader(request, await _sight(here.battles, battle, asker.view))
    if NDJSON in request.headers.get("accept", ""):
        lines = _lines(here.battles, battle, after, reader)
        return Stream(lines, media_type=NDJSON, headers=reader.headers)
    bodies, head = await _page(here.battles, battle, after, limit, reader)
    return rendering.raw(rendering.events(bodies, head), headers=reader.headers)


def _resumed(request: Req, after: int) -> int:
    """Where a follower goes on: behind `Last-Event-ID`, else `after`."""
    last = request.headers.get("last-event-id")
    if last is None:
        return after
    if not last.isdecimal() or len(last) > 15:
        raise Problem("malformed", "not-a-seq", path="Last-Event-ID")
    return int(last)


async def _sight(battles: Battles, battle: str, view: str) -> Sight:
    try:
        return await reading.sight(battles, battle, view)
    except UnknownEffect:
        if view != GM:
            raise  # what a seat may see of an event follows from the state after it
        return Sight(view)


async def _page(
    battles: Battles, battle: str, after: int, limit: int, reader: rendering.Reader
) -> tuple[list[bytes], int]:
    """As much of the log as asked for; to the GM as it is stored where a newer server's facts are in it."""
    try:
        return await _seen(battles, battle, after, limit, reader)
    except UnknownEffect:
        if reader.sight.view != GM:
            raise
        rows = await battles.store.events(battle, after, limit)
        return rendering.bodies_of(rows), await battles.store.head(battle)


async def _seen(
    battles: Battles, battle: str, after: int, limit: int, reader: rendering.Reader
) -> tuple[list[bytes], int]:
    if reader.wanted or await reading.hides(battles, battle):
        entries, head = await reading.entries(battles, battle, after, limit)
        return [rendering.event(entry, reader) for entry in entries], head
    rows, head = await reading.rows(battles, battle, after, limit)
    return rendering.bodies_of(rows), head


async def _lines(battles: Battles, battle: str, after: int, reader: rendering.Reader) -> AsyncIterator[bytes]:
    """Reads in short transactions, a page at a time, so that no reader holds the database."""
    while True:
        bodies, _ = await _page(battles, battle, after, MOST, reader)
        if not bodies:
            return
        for piece in pieces(b"\n".join(bodies) + b"\n"):
            yield piece
        after += len(bodies)


ROUTES = [events]
