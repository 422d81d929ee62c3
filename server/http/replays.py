"""The routes of shared replays (contract 2, 10)."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, delete, get, post

from replays import tape, views
from replays.finding import Finding
from server.battles import shares, taping
from server.http import rendering
from server.http.auth import bearer
from server.http.bodies import MOST_TAPE, Req, decode, number, raw_json, words
from server.http.doors import doors
from server.http.language import language_of
from server.http.problems import Problem


class ShareWish(msgspec.Struct, forbid_unknown_fields=True, rename={"first": "from", "last": "to"}):
    """The body of a share."""

    view: str
    first: int = 1
    last: int | None = None
    expires_at: str | None = None


_wish = msgspec.json.Decoder(ShareWish)


@post("/v1/battles/{battle:str}/shares", status_code=201)
async def share(request: Req, battle: str) -> Response[bytes]:
    """A link to the battle in a view."""
    here = doors(request)
    asker = await here.asker(request, battle)
    wish = decode(_wish, await raw_json(request))
    token = await shares.make(
        here.battles, battle, asker.seat, wish.view, wish.first, wish.last, wish.expires_at
    )
    return rendering.reply({"token": token, "url": rendering.link(request, f"r/{token}")}, 201)


@delete("/v1/shares/{token:str}", status_code=204)
async def end_share(request: Req, token: str) -> None:
    """Ends a link at once."""
    here = doors(request)
    held = bearer(request)
    if held is None:
        raise Problem("no-token", headers={"WWW-Authenticate": "Bearer"})
    found = await here.seats.of(held)
    if found is None:
        raise Problem("bad-token", headers={"WWW-Authenticate": "Bearer"})
    await shares.end(here.battles, token, *found)


@get("/v1/replays/{token:str}")
async def replay(request: Req, token: str) -> Response[bytes]:
    """The replay behind a link; `?at` rebuilds the state after that event too, `?format=tape` is the file."""
    here = doors(request)
    if "tape" in words(request, "format", ("tape",)):
        return rendering.tape(*await shares.tape(here.battles, token))
    wanted = words(request, "with", rendering.WITH)
    at = number(request, "at", None, 0, 2**53)
    shown = await shares.replay(here.battles, token, at, patched="patch" in wanted)
    head: dict[str, Any] = {
        "ruleset": shown.last.ruleset,
        "title": shown.last.title,
        "view": shown.share.view,
        "battle": shown.share.battle,
        "head": shown.head,
    }
    if shown.state is not None:
        head["state"] = views.state(shown.state, shown.sight)
    reader = rendering.Reader(shown.sight, wanted, language_of(request))
    bodies = [rendering.event(entry, reader) for entry in shown.entries]
    body = msgspec.json.encode(head)[:-1] + b',"events":[' + b",".join(bodies) + b"]}"
    return rendering.raw(body, headers=reader.headers)


@post("/v1/replays", status_code=201, request_max_body_size=MOST_TAPE)
async def take_in(request: Req) -> Response[bytes]:
    """A replay file, verified whole, as a battle that is read and branched."""
    here = doors(request)
    here.creator(request)
    sent = await request.body()
    try:
        plain = await asyncio.to_thread(tape.unpack, sent, MOST_TAPE)
        made = await taping.import_tape(here.battles, plain)
    except tape.TooLarge as error:
        raise Problem("too-large", most=error.most) from error
    except tape.NotATape as error:
        raise Problem("tape", "tape-form", line=1, message=str(error)) from error
    except Finding as found:
        raise Problem("tape", f"tape-{found.kind}", line=found.line, message=str(found)) from found
    return rendering.reply(made, 201, {"Location": f"/v1/battles/{made.battle.id}"})


ROUTES = [share, end_share, replay, take_in]
