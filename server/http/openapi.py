"""The OpenAPI 3.1 document, made of the table of operations, the words and every rule system's own words."""

from collections.abc import Iterable
from typing import Any, Union

import msgspec
from msgspec import Struct

from schemas import phrases
from schemas.events import Event
from schemas.texts import say
from server.engine.system import System
from server.http.operation import JSON, Answer, Body, Operation, Param, fields, ref
from server.http.operations import ALWAYS, OPERATIONS
from server.http.problems import MEDIA_TYPE, status_of
from server.rules import every

PROSE = """An event-sourced battle server with replays. The log is the truth: a command is judged by the
rules, what it does is written down as facts, and any state is those facts folded. A token stands for one
seat of one battle. Errors are RFC 9457 problem documents whose `code` tells what was wrong. What people read
(titles and details of problems, labels of options, sentences of events, titles of rule systems) is in the
language that `Accept-Language` asks for, English or Russian, and `Content-Language` says which."""
SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "anyone": [],
    "seat": [{"seat": []}],
    "reader": [{"seat": []}, {}],
    "creator": [{"createKey": []}, {}],
}
SCHEMES = {
    "seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat of the battle."},
    "createKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "The server's key for creating battles, where one is set.",
    },
}
HEADERS = {
    "Location": "Where it is.",
    "Content-Disposition": "A name for the file.",
    "Retry-After": "After how many seconds to try again.",
}
RETRIED = (429, 503)
OPEN_CODES = {"rule": 422, "tape": 422, "redacted": 422}
"""What is not one code: the rules' own refusals, and what may be wrong with a tape."""


class Withheld(Struct, frozen=True, tag="hidden", tag_field="type"):
    """What stands in the place of a part of an event that the reader may not see; it still verifies."""

    leaf: str
    shows: dict[str, Any] | None = None


def document(served: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The document for the routes that are served, as (method, path template)."""
    wanted = set(served)
    rows = [row for row in OPERATIONS if (row.method, row.path) in wanted]
    schemas, refs = _components(rows)
    paths: dict[str, dict[str, Any]] = {}
    for row in rows:
        paths.setdefault(row.path, {})[row.method.lower()] = _operation(row, refs)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Battletape",
            "version": "1",
            "description": PROSE,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name} for name in dict.fromkeys(row.tag for row in rows)],
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": SCHEMES},
    }


# ---- operations --------------------------------------------------------------------------------------------


def _operation(row: Operation, refs: dict[type[Any], Any]) -> dict[str, Any]:
    names = [part[1:-1] for part in row.path.split("/") if part.startswith("{")]
    found: dict[str, Any] = {
        "operationId": row.id,
        "tags": [row.tag],
        "summary": row.summary,
        "description": row.text or row.summary,
        "security": SECURITY[row.who],
        "parameters": [*map(_path_parameter, names), *map(_parameter, row.params)],
        "responses": {
            **{str(status): _answer(answer, refs) for status, answer in row.answers.items()},
            **_problems((*row.problems, *ALWAYS)),
        },
    }
    if row.body:
        found["requestBody"] = {"required": True, "content": _content(row.body, refs)}
    if row.example is not None:
        found["requestBody"]["content"][JSON]["example"] = row.example
    return found


def _path_parameter(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _parameter(one: Param) -> dict[str, Any]:
    found = {"name": one.name, "in": one.place, "description": one.text, "schema": one.schema}
    return {**found, "style": "form", "explode": False} if one.schema.get("type") == "array" else found


def _content(body: Body, refs: dict[type[Any], Any]) -> dict[str, Any]:
    return {
        kind: {"schema": schema if isinstance(schema, dict) else refs[schema]}
        for kind, schema in body.items()
    }


def _answer(answer: Answer, refs: dict[type[Any], Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"description": answer.text}
    if answer.body:
        found["content"] = _content(answer.body, refs)
    if answer.headers:
        found["headers"] = _headers(*answer.headers)
    return found


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"description": HEADERS[name], "schema": {"type": "string"}} for name in names}


def _problems(codes: tuple[str, ...]) -> dict[str, Any]:
    """One answer a status, its codes and what they mean in the description."""
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(OPEN_CODES.get(code) or status_of(code), []).append(code)
    return {str(status): _problem(status, found) for status, found in sorted(by_status.items())}


def _problem(status: int, codes: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "description": "; ".join(map(_meaning, codes)),
        "content": {MEDIA_TYPE: {"schema": ref("Problem")}},
    }
    if status in RETRIED:
        found["headers"] = _headers("Retry-After")
    return found


def _meaning(code: str) -> str:
    if code == "rule":
        return "a rule says no; `rule` is its number, `code` says which"
    if code == "tape":
        return "the tape does not verify; names the first bad line"
    return f"`{code}`: {say('title', code, {})}"


# ---- components --------------------------------------------------------------------------------------------


def _components(rows: list[Operation]) -> tuple[dict[str, Any], dict[type[Any], Any]]:
    """The schemas by name, and a reference to each struct that a row names."""
    systems = every()
    bodies = [body for row in rows for body in row.body.values()]
    bodies += [body for row in rows for answer in row.answers.values() for body in answer.body.values()]
    words = [body for body in bodies if not isinstance(body, dict)]
    wanted: list[Any] = [*dict.fromkeys(words), Event, Withheld]
    wanted += [word for system in systems.values() for word in _of(system)]
    made, found = msgspec.json.schema_components(
        wanted, ref_template="#/components/schemas/{name}", schema_hook=phrases.schema
    )
    refs = dict(zip(wanted, made, strict=True))
    named = {system.id: [refs[word] for word in _of(system)] for system in systems.values()}
    return {
        **found,
        **{f"Command.{id_}": commands for id_, (commands, _) in named.items()},
        "Effect": found["Event"]["properties"]["effects"]["items"],
        "Unit": _as_seen(found["Unit"]),
        "QueueEntry": _without_initiative(found["QueueEntry"]),
        **_shared(named, found["Event"]),
    }, refs


def _of(system: System) -> tuple[Any, Any]:
    return Union[system.commands], system.spec  # noqa: UP007


def _shared(named: dict[str, list[Any]], event: dict[str, Any]) -> dict[str, Any]:
    specs = [
        {"allOf": [spec, {"properties": {"ruleset": {"const": id_}}}], "title": id_}
        for id_, (_, spec) in named.items()
    ]
    return {
        "Command": {
            "description": "What a seat asks for; which commands there are, the battle's rule system says.",
            "anyOf": [ref(f"Command.{id_}") for id_ in named],
        },
        "BattleCreation": {"anyOf": [_SAMPLE, *specs]},
        "Event": _as_shown(event),
        "Replay": _REPLAY,
        "Ruleset": _RULESET,
        "Problem": _PROBLEM,
    }


def _without_initiative(entry: dict[str, Any]) -> dict[str, Any]:
    """A place in the queue: where sheets are hidden the initiative, which tells of speed, is left out."""
    return {**entry, "required": [name for name in entry["required"] if name != "initiative"]}


def _as_seen(unit: dict[str, Any]) -> dict[str, Any]:
    """A unit as a seat sees it: what is hidden from that seat is left out, or a word."""
    words = {"enum": ["healthy", "hurt", "critical", "fainted"], "description": "Where hp is hidden."}
    hp = {"anyOf": [unit["properties"]["hp"], words]}
    return {**unit, "properties": {**unit["properties"], "hp": hp}, "required": ["id", "name", "side"]}


def _as_shown(event: dict[str, Any]) -> dict[str, Any]:
    """An event as it goes out: parts may be withheld; `patch` and `text` where they are asked for."""
    known = dict(event["properties"])
    hidden = ref("Withheld")
    for name, part in (("rolls", known["rolls"]["items"]), ("effects", ref("Effect"))):
        known[name] = {"type": "array", "items": {"anyOf": [part, hidden]}}
    known["patch"] = {"type": "object", "description": "RFC 7396, from the state before to the one after."}
    known["text"] = {"type": "string", "description": "What happened, in a sentence."}
    return {**event, "properties": known}


_TEXT: dict[str, Any] = {"type": "string"}
_ANY_OBJECT: dict[str, Any] = {"type": "object"}
_SAMPLE = {
    "title": "a sample battle",
    "type": "object",
    "properties": {
        "sample": _TEXT,
        "ruleset": _TEXT,
        "title": _TEXT,
        "public": {"type": "boolean"},
        "dice": {"enum": ["server", "table"]},
        "seating": {"enum": ["tokens", "invites"]},
    },
    "required": ["sample"],
    "additionalProperties": False,
}
_REPLAY = {
    "type": "object",
    "properties": {
        "ruleset": _TEXT,
        "title": _TEXT,
        "view": _TEXT,
        "head": {"type": "integer"},
        "events": {"type": "array", "items": ref("Event")},
        "state": ref("State"),
    },
    "required": ["ruleset", "title", "view", "head", "events"],
}
_RULESET = fields(
    id=_TEXT,
    title=_TEXT,
    version=_TEXT,
    rules_version=_TEXT,
    commands={"type": "array", "items": _TEXT},
    settings={"type": "array", "items": _ANY_OBJECT},
    rules={"type": "object", "additionalProperties": _ANY_OBJECT},
    sample_battles={"type": "object", "additionalProperties": _ANY_OBJECT},
)
_PROBLEM = {
    "description": "RFC 9457; beside these fields the facts of the case: `path`, `needs`, `missed` …",
    "type": "object",
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": _TEXT,
        "status": {"type": "integer"},
        "code": _TEXT,
        "detail": _TEXT,
        "rule": {"type": "string", "description": "The rule that says no, such as `pmd/P11`."},
    },
    "required": ["type", "title", "status", "code", "detail"],
}
