"""The shape of a row in the table of operations (`operations.py`), and the small schemas rows share."""

from typing import Any, Literal

from msgspec import Struct

Method = Literal["GET", "POST", "DELETE"]
Who = Literal["anyone", "seat", "reader", "creator"]
"""`anyone` needs no token; `seat` one of this battle; `reader` one unless the battle is public; `creator` the
server's create key where one is set."""
JSON = "application/json"
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
LARGEST = 2**53
STRING: dict[str, Any] = {"type": "string"}
Body = dict[str, Any]
"""By media type: a struct, or a JSON Schema."""


class Param(Struct, frozen=True):
    """A parameter of the query or a header."""

    name: str
    schema: dict[str, Any]
    text: str
    place: Literal["query", "header"] = "query"


class Answer(Struct, frozen=True):
    """An answer that went well."""

    text: str
    body: Body = {}
    headers: tuple[str, ...] = ()


class Operation(Struct, frozen=True, kw_only=True):
    """One row: `answers` by status; `problems` the codes of contract 9 besides `ALWAYS`."""

    method: Method
    path: str
    id: str
    tag: str
    summary: str
    text: str = ""
    who: Who = "seat"
    params: tuple[Param, ...] = ()
    body: Body = {}
    example: dict[str, Any] | None = None
    answers: dict[int, Answer]
    problems: tuple[str, ...] = ()


def whole(least: int, most: int = LARGEST, default: int | None = None) -> dict[str, Any]:
    """A whole number."""
    schema = {"type": "integer", "minimum": least, "maximum": most}
    return schema if default is None else {**schema, "default": default}


def words(*allowed: str) -> dict[str, Any]:
    """A list of words out of these."""
    return {"type": "array", "items": {"type": "string", "enum": list(allowed)}}


def fields(**known: Any) -> dict[str, Any]:
    """An object that has at least these fields."""
    return {"type": "object", "properties": known, "required": list(known)}


def closed(required: tuple[str, ...], **known: Any) -> dict[str, Any]:
    """An object with these fields and no others."""
    return {
        "type": "object",
        "properties": known,
        "required": list(required),
        "additionalProperties": False,
    }


def ref(component: str) -> dict[str, Any]:
    """A component that `openapi.py` makes."""
    return {"$ref": f"#/components/schemas/{component}"}
