"""The OpenAPI document tells the truth about the routes."""

import pkgutil
import re
from importlib import import_module
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from openapi_spec_validator import validate

import server.http as doors
from server.http.openapi import document
from server.http.operations import OPERATIONS
from server.http.pages import served
from server.rules import every

PROGRAMS = ("/v1/", "/health/", "/metrics", "/schema/openapi.json")
"""Routes for programs; the others are pages and their parts."""


@pytest.fixture(scope="module")
def routes() -> set[tuple[str, str]]:
    """The routes of every module of the doors, for programs."""
    modules = [import_module(one.name) for one in pkgutil.iter_modules(doors.__path__, "server.http.")]
    handlers = [handler for module in modules for handler in getattr(module, "ROUTES", ())]
    app = Litestar(route_handlers=handlers, openapi_config=None, logging_config=None)
    return {(method, path) for method, path in served(app) if path.startswith(PROGRAMS)}


@pytest.fixture(scope="module")
def described(routes: set[tuple[str, str]]) -> dict[str, Any]:
    """The document, as a client reads it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document(routes)))
    return found


def test_every_route_has_an_operation(routes: set[tuple[str, str]]) -> None:
    """A route without a row in the table of operations does not go unseen."""
    assert not routes - {(row.method, row.path) for row in OPERATIONS}


def test_the_document_is_openapi(described: dict[str, Any]) -> None:
    """The document follows OpenAPI 3.1."""
    validate(described)


def test_references_lead_somewhere(described: dict[str, Any]) -> None:
    """Every $ref names a component that is there."""
    refs = set(re.findall(r"'#/components/schemas/([^']+)'", str(described)))
    assert refs
    assert not refs - set(described["components"]["schemas"])


def test_every_command_of_every_system_is_described(described: dict[str, Any]) -> None:
    """A command that a rule system reads stands in the document, and each system's creation."""
    schemas = described["components"]["schemas"]
    for system in every().values():
        known = schemas[f"Command.{system.id}"]["discriminator"]["mapping"]
        assert set(known) == {one.__struct_config__.tag for one in system.commands}
        assert system.id in [one.get("title") for one in schemas["BattleCreation"]["anyOf"]]


def test_operation_ids_are_unique(described: dict[str, Any]) -> None:
    """Generated clients name their functions by the operation ids."""
    ids = [one["operationId"] for item in described["paths"].values() for one in item.values()]
    assert len(ids) == len(set(ids))


def test_examples_name_what_exists(described: dict[str, Any]) -> None:
    """The example of a creation names a sample battle that is there."""
    body = described["paths"]["/v1/battles"]["post"]["requestBody"]
    sample = body["content"]["application/json"]["example"]["sample"]
    assert sample in {name for system in every().values() for name in system.samples}
