"""The page for people: its HTML, modules and style as package data, and its texts (contract 2)."""

import hashlib
from functools import cache
from importlib.resources import files

import msgspec
from litestar import Response, get

from schemas import texts
from server.http.bodies import Req
from server.http.problems import Problem

KINDS = {"html": "text/html", "js": "text/javascript", "css": "text/css"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@cache
def _found() -> dict[str, bytes]:
    """Every file of the page by its name; nothing outside this listing is ever served."""
    return {
        one.name: one.read_bytes()
        for one in files("server.web").iterdir()
        if one.name.rpartition(".")[2] in KINDS
    }


def _answer(request: Req, body: bytes, kind: str) -> Response[bytes]:
    """The body, or 304 where the browser has this very version; asked again each time."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {
        "ETag": tag,
        "Cache-Control": "no-cache",
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }
    given = request.headers.get("if-none-match", "")
    if given == "*" or tag in (one.strip().removeprefix("W/") for one in given.split(",")):
        return Response(b"", status_code=304, media_type=kind, headers=headers)
    return Response(body, media_type=kind, headers=headers)


@get("/")
async def lobby(request: Req) -> Response[bytes]:
    """The first page."""
    return _answer(request, _found()["index.html"], "text/html")


@get("/battles/{battle:str}")
async def battle_page(request: Req, battle: str) -> Response[bytes]:
    """The table; whether the battle may be seen is for the API to say."""
    return _answer(request, _found()["battle.html"], "text/html")


@get("/web/{name:str}")
async def part(request: Req, name: str) -> Response[bytes]:
    """A module or the style."""
    body = _found().get(name)
    if body is None:
        raise Problem("no-such-page", path=request.url.path[:200])
    return _answer(request, body, KINDS[name.rpartition(".")[2]])


@get("/texts/en.json")
async def page_texts(request: Req) -> Response[bytes]:
    """The page's texts and where links point to."""
    words = texts.section("page") | {"public-url": request.app.state.get("public_url", "")}
    return _answer(request, msgspec.json.encode(words), "application/json")


ROUTES = [lobby, battle_page, part, page_texts]
