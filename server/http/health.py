"""What operators ask: is it alive, is it ready, how much does it do."""

from litestar import Response, get
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from server.http import rendering
from server.http.bodies import Req
from server.http.doors import doors


@get("/health/live")
async def live(request: Req) -> Response[bytes]:
    """The process answers."""
    return rendering.reply({"status": "ok"})


@get("/health/ready")
async def ready(request: Req) -> Response[bytes]:
    """The database answers too; 503 where it does not."""
    await doors(request).battles.store.ping()
    return rendering.reply({"status": "ok"})


@get("/metrics")
async def metrics(request: Req) -> Response[bytes]:
    """Counters in the Prometheus text format."""
    kind = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")  # Litestar says the charset itself
    return Response(generate_latest(), media_type=kind)


ROUTES = [live, ready, metrics]
