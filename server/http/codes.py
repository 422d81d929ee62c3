"""A replay's link as a QR code, for the phone across the table."""

import io

import segno
from litestar import Response, get

from server.battles import shares
from server.http import rendering
from server.http.bodies import Req
from server.http.doors import doors


@get("/r/{token:str}/code.svg")
async def code(request: Req, token: str) -> Response[bytes]:
    """The link drawn, as long as it leads anywhere."""
    await shares.of(doors(request).battles, token)
    drawn = io.BytesIO()
    segno.make_qr(rendering.link(request, f"r/{token}")).save(drawn, kind="svg", scale=4, xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


ROUTES = [code]
