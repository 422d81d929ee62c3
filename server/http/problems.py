"""Everything that goes wrong, as RFC 9457 problem documents (contract 9)."""

from typing import Any

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException

from replays.reducer import UnknownEffect
from schemas.texts import say, template
from server.engine import misfit
from server.engine.refusals import STATUS, Refusal, Refused
from server.http import decoding
from server.http.language import language_of, spoken
from server.store.errors import Busy, StoreError

log = structlog.get_logger()
MEDIA_TYPE = "application/problem+json"
UNPROCESSABLE = 422
_TAGS = {"action": "word", "frequency": "word", "of": "word", "side": "side", "status": "word", "what": "die"}
"""Facts that are tags, and the section of their words."""
_SERVER = {
    "busy": 503,
    "unavailable": 503,
    "internal": 500,
    "no-such-ruleset": 404,
    "no-such-page": 404,
    "method": 405,
}


class Problem(Exception):
    """A refusal of the door itself, before any use case."""

    def __init__(
        self, code: str, why: str | None = None, headers: dict[str, str] | None = None, **facts: Any
    ) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, None, why, facts)
        self.headers = headers or {}


def malformed(error: msgspec.MsgspecError, raw: bytes, kind: Any) -> Problem:
    """A body that does not decode as a `kind`, with the place of the fault."""
    message, path = misfit.read(error, raw, kind)
    return Problem("malformed", path=path, message=message)


def document(refusal: Refusal, ruleset: str | None = None, language: str = "en") -> dict[str, Any]:
    """A refusal as a problem document; lists of events in `missed` stay for the caller to put in."""
    facts = dict(refusal.facts)
    code = refusal.code
    body: dict[str, Any] = {
        "type": f"https://battletape.invalid/problems/{code}",
        "title": say("title", code, facts, language),
        "status": status_of(code),
        "code": code,
        "detail": say("refusal", refusal.why or code, _shown(facts, language), language),
    }
    if refusal.rule is not None:
        body["rule"] = refusal.rule if "/" in refusal.rule or ruleset is None else f"{ruleset}/{refusal.rule}"
    return body | {name: value for name, value in facts.items() if name not in body}


def status_of(code: str) -> int:
    """The HTTP status of a code; a rule's refusal is 422."""
    return _SERVER.get(code) or STATUS.get(code, UNPROCESSABLE)


def _shown(facts: dict[str, Any], language: str) -> dict[str, Any]:
    shown = {name: _in_words(value, language) for name, value in facts.items()}
    for name, section in _TAGS.items():
        if isinstance(facts.get(name), str):
            shown[name] = _tag(section, facts[name], language)
    if "message" in facts:
        shown["message"] = decoding.said(facts["message"], language)
    return shown


def _tag(section: str, tag: str, language: str) -> str:
    """A tag by its word, with the number that may follow it (`scene 2`); what has none is a name."""
    name, *more = tag.split(" ", 1)
    return " ".join([template(section, name, language) or name, *more])


def _in_words(value: Any, language: str) -> Any:
    """A fact as a sentence holds it; nobody's turn is said so."""
    if value is None:
        return say("word", "nobody", {}, language)
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def answer(
    refusal: Refusal, request: Request[Any, Any, Any], headers: dict[str, str] | None = None
) -> Response[bytes]:
    """The response for a refusal."""
    ruleset = request.scope.get("ruleset")
    language = language_of(request)
    body = document(refusal, ruleset if isinstance(ruleset, str) else None, language)
    missed = body.pop("missed", None)
    raw = msgspec.json.encode(body)
    if missed is not None:
        raw = raw[:-1] + b',"missed":[' + b",".join(missed) + b"]}"
    return Response(
        raw,
        status_code=body["status"],
        media_type=MEDIA_TYPE,
        headers={**spoken(language), **(headers or {})},
    )


def handle(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Litestar's handler for every exception."""
    if isinstance(error, Problem):
        return answer(error.refusal, request, error.headers)
    if isinstance(error, Refused):
        return answer(error.refusal, request)
    if isinstance(error, Busy):
        headers = {"Retry-After": str(error.retry_after)}
        return answer(Refusal("busy", facts={"after": error.retry_after}), request, headers)
    if isinstance(error, StoreError):
        log.error("store failed", error=str(error))
        return answer(
            Refusal("unavailable", facts={"reason": type(error).__name__}), request, {"Retry-After": "1"}
        )
    if isinstance(error, UnknownEffect):
        return answer(Refusal("conflict", why="newer-tape", facts={"message": error.message}), request)
    if isinstance(error, HTTPException):
        return answer(_litestar(error, request), request, error.headers)
    log.error("unhandled", exc_info=error)
    return answer(Refusal("internal", facts={"request": request.scope.get("request_id", "")}), request)


def _litestar(error: HTTPException, request: Request[Any, Any, Any]) -> Refusal:
    path = request.scope["path"][:200]
    if error.status_code == 405:
        return Refusal("method", facts={"path": path, "method": request.method})
    if error.status_code == 413:
        most = request.route_handler.resolve_request_max_body_size()
        return Refusal("too-large", facts={"most": most})
    if error.status_code == 404:
        return Refusal("no-such-page", facts={"path": path})
    return Refusal("malformed", facts={"path": "$", "message": error.detail[:200]})
