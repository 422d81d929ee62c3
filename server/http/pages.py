"""What a browser gets: the API's description and its page. Everything is served from here, offline."""

from litestar import Response, get

from server.http import rendering
from server.http.bodies import Req


@get("/schema/openapi.json")
async def openapi(request: Req) -> Response[bytes]:
    """The OpenAPI document."""
    from server.http.openapi import document

    return rendering.reply(document())


ROUTES = [openapi]
