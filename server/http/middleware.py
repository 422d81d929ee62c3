"""Around every request: an id on every log line, counters, and no token in any of them."""

import itertools
import re
import secrets
import time

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from prometheus_client import Counter

log = structlog.get_logger()
ANSWERS = Counter("battletape_http_answers", "Answers by method and status.", ["method", "status"])
_RUN = secrets.token_hex(4)
"""This process's run; with a number it names a request."""
_number = itertools.count(1)
NO_STORE = (b"cache-control", b"no-store")
"""Of every answer of the API: a shared machine's browser keeps no token and no secret."""
SAFE = (
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)
"""Headers of every answer: no secret address leaves as a referrer, nothing is guessed or framed."""
_SECRET_PATHS = re.compile(r"^(/v1/(?:replays|shares)/|/r/).+")


class Headed:
    """Answers whoever asks for the head alone as by GET; the server under it sends no body of that."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)


class Logged:
    """Gives each request an id (`X-Request-Id`), binds it to the log, and logs the answer at debug level."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        request_id = f"{_RUN}-{next(_number)}"
        scope["request_id"] = request_id  # type: ignore[typeddict-unknown-key]
        structlog.contextvars.bind_contextvars(request=request_id)
        began = time.perf_counter()

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", ()),
                    *SAFE,
                    *([NO_STORE] if scope["path"].startswith("/v1/") else ()),
                    (b"x-request-id", request_id.encode()),
                ]
                ANSWERS.labels(scope["method"], message["status"]).inc()
                _line(scope, message["status"], began)
            await send(message)

        try:
            await self._app(scope, receive, answer)
        finally:
            structlog.contextvars.clear_contextvars()


def _line(scope: HTTPScope, status: int, began: float) -> None:
    path = _SECRET_PATHS.sub(r"\1…", scope["path"])
    took = round((time.perf_counter() - began) * 1000, 1)
    log.debug("answered", method=scope["method"], path=path, status=status, ms=took)
