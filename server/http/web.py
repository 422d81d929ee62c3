"""The page for people: its HTML, modules and style as package data, and its texts (contract 2)."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from litestar import Response, get

from schemas import texts
from server.http.bodies import Req
from server.http.language import language_of, spoken
from server.http.problems import Problem

KINDS = {"html": "text/html", "js": "text/javascript", "css": "text/css"}
SECTIONS = (
    "page", "replay", "do", "choose", "die", "why", "word", "move", "seat", "side", "type", "ground",
    "ruleset", "sample",
)  # fmt: skip
"""Of the catalogue, what the page says by itself."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@cache
def _found() -> dict[str, bytes]:
    """Every file of the page by its path; nothing outside this listing is ever served."""
    return dict(_within(files("server.web"), ""))


def _within(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for one in folder.iterdir():
        if one.is_dir():
            yield from _within(one, f"{path}{one.name}/")
        elif one.name.rpartition(".")[2] in KINDS:
            yield path + one.name, one.read_bytes()


def _answer(request: Req, body: bytes, kind: str, more: dict[str, str] | None = None) -> Response[bytes]:
    """The body, or 304 where the browser has this very version; asked again each time."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {
        "ETag": tag,
        "Cache-Control": "no-cache",
        "Content-Security-Policy": POLICY,
        **(more or {}),
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


@get(["/r/{token:str}", "/battles/{battle:str}/replay"])
async def replay_page(request: Req) -> Response[bytes]:
    """The replay player; what may be seen is for the API to say."""
    return _answer(request, _found()["replay.html"], "text/html")


@get("/web/{name:path}")
async def part(request: Req, name: str) -> Response[bytes]:
    """A module or a style."""
    body = _found().get(name.lstrip("/"))
    if body is None:
        raise Problem("no-such-page", path=request.url.path[:200])
    return _answer(request, body, KINDS[name.rpartition(".")[2]])


@get("/texts.json")
async def page_texts(request: Req) -> Response[bytes]:
    """The page's words in the reader's language, by section."""
    language = language_of(request)
    words = {section: texts.section(section, language) for section in SECTIONS}
    words["languages"] = {one: texts.say("language", "name", {}, one) for one in texts.LANGUAGES}
    return _answer(request, msgspec.json.encode(words), "application/json", spoken(language))


ROUTES = [lobby, battle_page, replay_page, part, page_texts]
