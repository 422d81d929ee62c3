"""The API's description, for programs and for people. Everything is served from here, offline."""

from functools import cache
from pathlib import Path

import msgspec
from litestar import Litestar, Response, get
from litestar.routes import HTTPRoute

from server.http import rendering
from server.http.bodies import Req
from server.http.openapi import document

FOLDER = Path(__file__).parent / "reference"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def served(app: Litestar) -> list[tuple[str, str]]:
    """Every (method, path template) of the app, as OpenAPI writes them."""
    return sorted(
        (method, route.path_format)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method != "OPTIONS"
    )


@get("/schema/openapi.json")
async def openapi(request: Req) -> Response[bytes]:
    """The OpenAPI document."""
    state = request.app.state
    if "openapi" not in state:
        state.openapi = msgspec.json.encode(document(served(request.app)))
    return rendering.raw(state.openapi)


@cache
def _file(name: str) -> tuple[bytes, str]:
    file = FOLDER / name
    return file.read_bytes(), KINDS[file.suffix]


def _part(name: str) -> Response[bytes]:
    body, kind = _file(name)
    headers = {"Content-Security-Policy": POLICY}
    return Response(body, media_type=kind, headers=headers)


@get("/schema")
async def reference() -> Response[bytes]:
    """The API page: reads the document and shows it; requests can be tried from it."""
    return _part("index.html")


@get("/schema/reference.js")
async def reference_script() -> Response[bytes]:
    """The API page's script."""
    return _part("reference.js")


@get("/schema/reference.css")
async def reference_style() -> Response[bytes]:
    """The API page's style."""
    return _part("reference.css")


ROUTES = [openapi, reference, reference_script, reference_style]
