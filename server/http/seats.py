"""The routes of seats: invites and joining (contract 2)."""

import msgspec
from litestar import Response, post

from schemas.base import Slug
from schemas.seats import GM
from server.battles import seats
from server.http import rendering
from server.http.bodies import Req, decode, raw_json
from server.http.doors import doors
from server.http.problems import Problem


class InviteWish(msgspec.Struct, forbid_unknown_fields=True):
    """The body of an invite."""

    seat: Slug
    revoke: bool = False


class JoinWish(msgspec.Struct, forbid_unknown_fields=True):
    """The body of joining."""

    invite: str


_wish = msgspec.json.Decoder(InviteWish)
_join = msgspec.json.Decoder(JoinWish)


@post("/v1/battles/{battle:str}/invites", status_code=201)
async def invite(request: Req, battle: str) -> Response[bytes]:
    """A one-time code for a seat; the link carries it in its fragment, which no server sees."""
    here = doors(request)
    asker = await here.asker(request, battle)
    if asker.seat != GM:
        raise Problem("gm-only", command="invite")
    wish = decode(_wish, await raw_json(request))
    code = await seats.invite(here.battles, battle, wish.seat, revoke=wish.revoke)
    here.seats.forget()
    return rendering.reply(rendering.invite(request, battle, code), 201)


@post("/v1/join", status_code=201)
async def join(request: Req) -> Response[bytes]:
    """A code for a token."""
    here = doors(request)
    wish = decode(_join, await raw_json(request))
    token, battle, seat = await seats.join(here.battles, wish.invite)
    here.seats.forget()
    return rendering.reply({"token": token, "battle": battle, "seat": seat}, 201)


ROUTES = [invite, join]
