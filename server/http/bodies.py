"""Reading what a client sends: content type, size, JSON, queries. Everything wrong is a Problem."""

import re
from itertools import accumulate
from typing import Any, TypeVar

import msgspec
from litestar import Request

from server.http.problems import Problem, malformed

T = TypeVar("T")
Req = Request[Any, Any, Any]
MOST_BODY = 2**20
"""Bytes of a JSON body."""
MOST_TAPE = 2**26
"""Bytes of a tape, as it is sent and unpacked."""
MOST_DEPTH = 32
"""Objects and lists within each other; no request needs half of it."""
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_OTHERS = bytes(set(range(256)) - set(_STEPS))
_NUMBER = re.compile(r"-?[0-9]{1,16}")


async def raw_json(request: Req) -> bytes:
    """The body, where it says that it is JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem("not-json")
    return await request.body()


def decode(decoder: "msgspec.json.Decoder[T]", raw: bytes) -> T:
    """A body as the struct it should be. Raises Problem `malformed` with the path."""
    if _deep(raw):
        raise Problem("malformed", "too-deep", path="$")
    try:
        return decoder.decode(raw)
    except msgspec.MsgspecError as error:
        raise malformed(error, raw, decoder.type) from error
    except UnicodeDecodeError as error:
        raise Problem("malformed", path="$", message=f"not UTF-8 at byte {error.start}") from error


def _deep(raw: bytes) -> bool:
    """Whether it nests deeper than allowed; told before decoding, so that nothing behind it recurses far."""
    if raw.count(b"[") + raw.count(b"{") <= MOST_DEPTH:
        return False
    brackets = _STRING.sub(b"", raw).translate(None, _OTHERS)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > MOST_DEPTH


def number(request: Req, name: str, default: int | None, least: int, most: int) -> int | None:
    """A whole number of the query, between `least` and `most`."""
    value = request.query_params.get(name)
    if value is None:
        return default
    if not _NUMBER.fullmatch(value) or not least <= int(value) <= most:
        raise Problem("malformed", "not-a-number", path=f"?{name}", value=value[:40], least=least, most=most)
    return int(value)


def words(request: Req, name: str, allowed: tuple[str, ...]) -> frozenset[str]:
    """A comma-separated list of the query, or one said more than once, each of the allowed."""
    said = ",".join(request.query_params.getall(name, []))
    found = frozenset(word for word in said.split(",") if word)
    if not found.issubset(allowed):
        raise Problem(
            "malformed", "unknown-query", path=f"?{name}", name=",".join(sorted(found)), allowed=allowed
        )
    return found
