"""Builds it all: store, use cases, routes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.cors import CORSConfig
from litestar.types import ASGIApp

from server.battles import bots
from server.battles.feed import Feed
from server.battles.hub import Hub
from server.battles.service import Battles
from server.http import battles, codes, events, health, pages, problems, replays, rulesets, seats, web
from server.http.auth import Seats
from server.http.bodies import MOST_BODY
from server.http.doors import Doors
from server.http.limits import Limits
from server.http.middleware import Headed, Logged
from server.http.patience import Patient
from server.rules import every
from server.settings import Settings
from server.store import open_store

SAMPLE_SEED = 7


def build(settings: Settings, hub: Hub | None = None) -> ASGIApp:
    """The ASGI app; whoever stops it closes `hub`, so that no open stream holds it up.

    The database is opened as it starts and drained as it stops.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        every()  # Whatever is asked first: their texts are part of every answer's.
        store = open_store(settings.database)
        await store.open()
        use_cases = Battles(store, hub)
        app.state.doors = Doors(use_cases, Seats(store), Feed(use_cases), settings.create_key)
        store.listen(use_cases.hub.wake)
        watch = asyncio.create_task(use_cases.hub.watch(store.heads))
        try:
            if settings.sample:
                await bots.leave_sample(use_cases, SAMPLE_SEED)
            yield
        finally:
            watch.cancel()
            await use_cases.finish()
            await store.close()

    app = Litestar(
        route_handlers=[
            *battles.ROUTES,
            *events.ROUTES,
            *replays.ROUTES,
            *codes.ROUTES,
            *seats.ROUTES,
            *rulesets.ROUTES,
            *health.ROUTES,
            *pages.ROUTES,
            *web.ROUTES,
        ],
        lifespan=[lifespan],
        before_request=Limits(settings.limit_address, settings.limit_token).check,
        exception_handlers={Exception: problems.handle},
        cors_config=CORSConfig(
            allow_origins=["*"],
            expose_headers=["Content-Disposition", "Location", "Retry-After", "X-Request-Id"],
        ),
        openapi_config=None,
        request_max_body_size=MOST_BODY,
        logging_config=None,
    )
    app.state.public_url = settings.public_url.rstrip("/")
    return Logged(Headed(Patient(app)))
