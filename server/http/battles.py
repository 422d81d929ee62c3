"""The routes of battles: create, list, look, command, preview, branch (contract 2)."""

import msgspec
from litestar import Response, get, post
from msgspec.structs import replace

from replays import views
from schemas.base import Text
from schemas.commands import Command
from schemas.replies import Creation, Listed, Listing
from server.battles import (
    accepting,
    auditing,
    offering,
    opening,
    previewing,
    reading,
    rosters,
    summaries,
    taping,
)
from server.battles.creating import Begun
from server.battles.summaries import summary_of
from server.http import rendering
from server.http.bodies import Req, decode, number, raw_json, words
from server.http.doors import Doors, doors
from server.http.language import language_of, spoken
from server.http.problems import Problem

LISTED = 50


class BranchWish(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a branch: after which event, and under what title."""

    at: int
    title: Text | None = None


_object = msgspec.json.Decoder(dict[str, msgspec.Raw])
_branch = msgspec.json.Decoder(BranchWish)


@post("/v1/battles", status_code=201)
async def create(request: Req) -> Response[bytes]:
    """Creates a battle from a spec or a sample."""
    doors(request).creator(request)
    raw = await raw_json(request)
    decode(_object, raw)
    begun = await opening.create(doors(request).battles, raw)
    return created(request, begun)


def created(request: Req, begun: Begun) -> Response[bytes]:
    """201 with the summary and the tokens, shown once."""
    codes = begun.invites
    invites = (
        None
        if codes is None
        else {seat: rendering.invite(request, begun.table.id, one) for seat, one in codes.items()}
    )
    body = Creation(
        battle=summary_of(begun.table), tokens=begun.tokens, commitment=begun.commitment, invites=invites
    )
    return rendering.reply(body, 201, {"Location": f"/v1/battles/{begun.table.id}"})


@get("/v1/battles")
async def listing(request: Req) -> Response[bytes]:
    """Public battles, newest first."""
    limit = number(request, "limit", LISTED, 1, 200) or LISTED
    before = number(request, "cursor", None, 1, 2**53)
    query = request.query_params
    status = query.get("status")
    if status not in (None, "setup", "battle", "ended"):
        raise Problem(
            "malformed",
            "unknown-query",
            path="?status",
            name=str(status)[:40],
            allowed="setup, battle, ended",
        )
    store = doors(request).battles.store
    found = await store.public_battles(limit + 1, before, query.get("ruleset"), status)
    page = found[:limit]
    listed = tuple(
        Listed(
            id=one.id,
            ruleset=one.ruleset,
            title=one.title,
            status=one.status,  # type: ignore[arg-type]
            created_at=one.created_at,
        )
        for one in page
    )
    cursor = str(page[-1].number) if len(found) > limit else None
    return rendering.reply(Listing(battles=listed, cursor=cursor))


@get("/v1/battles/{battle:str}")
async def summary(request: Req, battle: str) -> Response[bytes]:
    """The battle at a glance."""
    here = doors(request)
    asker = await here.asker(request, battle)
    return rendering.reply(await summaries.summary(here.battles, battle, asker.view))


@get("/v1/battles/{battle:str}/state")
async def state(request: Req, battle: str) -> Response[bytes]:
    """The state after event `at` (default: the head)."""
    here = doors(request)
    asker = await here.asker(request, battle)
    at = number(request, "at", None, 0, 2**53)
    found = await reading.state(here.battles, battle, at)
    return rendering.reply(views.state(found, await reading.sight(here.battles, battle, asker.view)))


@get("/v1/battles/{battle:str}/options")
async def options(request: Req, battle: str) -> Response[bytes]:
    """What this seat could have accepted now."""
    here = doors(request)
    asker = await here.asker(request, battle)
    found = await offering.options(here.battles, battle, asker.view, request.query_params.get("unit"))
    return rendering.worded(found, language_of(request))


async def _command(request: Req, here: Doors, battle: str) -> Command:
    """The command a body holds, as the battle's own rule system reads it."""
    raw = await raw_json(request)
    system = await here.battles.system(battle)
    request.scope["ruleset"] = system.id  # type: ignore[typeddict-unknown-key]
    command = decode(system.command_decoder, raw)
    key = request.headers.get("idempotency-key")
    if key is None or key == command.id:
        return command
    if command.id is not None or not 1 <= len(key) <= 64 or not key.isprintable():
        raise Problem("malformed", "ids-differ", path="$.id")
    return replace(command, id=key)


@post("/v1/battles/{battle:str}/commands")
async def command(request: Req, battle: str) -> Response[bytes]:
    """Validates and appends."""
    here = doors(request)
    asker = await here.asker(request, battle)
    said = await _command(request, here, battle)
    reader = rendering.reader(request, views.Sight(asker.seat))
    answer = await accepting.command(here.battles, battle, asker.seat, said)
    body = rendering.events([rendering.event(entry, reader) for entry in answer.entries])
    return rendering.raw(body, 200 if answer.again else 201, reader.headers)


@post("/v1/battles/{battle:str}/preview", status_code=200)
async def preview(request: Req, battle: str) -> Response[bytes]:
    """What the command would need and do; nothing is appended."""
    here = doors(request)
    asker = await here.asker(request, battle)
    said = await _command(request, here, battle)
    language = language_of(request) if words(request, "with", ("text",)) else None
    found = await previewing.preview(here.battles, battle, asker.seat, said, language)
    return rendering.reply(found, headers=spoken(language) if language else None)


@post("/v1/battles/{battle:str}/branches", status_code=201)
async def branch(request: Req, battle: str) -> Response[bytes]:
    """A new battle that starts as this one stood."""
    here = doors(request)
    share = await here.share(request, battle)
    seat = "" if share is not None else (await here.asker(request, battle)).seat
    wish = decode(_branch, await raw_json(request))
    if wish.at < 1:
        raise Problem("no-such-event", at=wish.at, head=(await reading.state(here.battles, battle, None)).seq)
    if share is not None:
        return created(request, await opening.branch_shared(here.battles, share, wish.at, wish.title))
    return created(request, await opening.branch(here.battles, battle, seat, wish.at, wish.title))


@get("/v1/battles/{battle:str}/branches")
async def branches(request: Req, battle: str) -> Response[bytes]:
    """The battle's children."""
    here = doors(request)
    await here.asker(request, battle)
    return rendering.reply(await opening.branches(here.battles, battle))


@get("/v1/battles/{battle:str}/roster")
async def roster(request: Req, battle: str) -> Response[bytes]:
    """Every unit as a spec for the next battle."""
    here = doors(request)
    asker = await here.asker(request, battle)
    at = number(request, "at", None, 0, 2**53)
    return rendering.reply(await rosters.roster(here.battles, battle, at, asker.view))


@get("/v1/battles/{battle:str}/audit")
async def audit(request: Req, battle: str) -> Response[bytes]:
    """Commitments, seeds once published, and the verification of the whole log."""
    here = doors(request)
    asker = await here.asker(request, battle)
    return rendering.reply(await auditing.audit(here.battles, battle, asker.view))


@get("/v1/battles/{battle:str}/tape")
async def tape(request: Req, battle: str) -> Response[bytes]:
    """The replay file."""
    here = doors(request)
    asker = await here.asker(request, battle)
    return rendering.tape(battle, await taping.tape(here.battles, battle, asker.view))


ROUTES = [tape, create, listing, summary, state, options, command, preview, branch, branches, roster, audit]
