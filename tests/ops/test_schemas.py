"""The published JSON Schemas describe what the server really says."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from jsonschema import Draft202012Validator

from schemas import publish
from tests.ops.conftest import environment

SCHEMAS = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in publish.FOLDER.glob("*.json")}
DECODE_AND_COLLECT = """
import gc
import msgspec
from server.rules import every
for system in every().values():
    for raw in (b'{"type":"place","unit":"a","at":[1,2]}', b'{"type":"place","unit":"a","at":"b"}'):
        for _ in range(50):
            gc.collect()
            system.command_decoder.decode(raw)
            msgspec.json.schema(type(system.command_decoder.decode(raw)))
"""


def get(address: str) -> Any:
    """The JSON there."""
    with urlopen(address) as answer:
        return json.load(answer)


@pytest.fixture(scope="module")
def battle(server: str) -> str:
    """The address of the finished sample battle."""
    return f"{server}/v1/battles/{get(f'{server}/v1/battles')['battles'][0]['id']}"


def test_every_schema_is_a_schema() -> None:
    """Each file follows JSON Schema 2020-12."""
    assert set(SCHEMAS) == set(publish.WORDS)
    for schema in SCHEMAS.values():
        Draft202012Validator.check_schema(schema)


def test_no_folder_holds_a_drifted_schema() -> None:
    """The committed files are what the structs say."""
    assert publish.differing() == []


def test_every_event_of_a_battle_fits_its_schema(battle: str) -> None:
    """A whole battle's events, as they are sent, fit `event.json`, and their commands and effects theirs."""
    valid = Draft202012Validator(SCHEMAS["event"])
    events = get(f"{battle}/events?limit=1000")["events"]
    assert len(events) > 50
    assert [(one["seq"], error.message) for one in events for error in valid.iter_errors(one)] == []


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("", "summary"),
        ("/state", "state"),
        ("/state?at=7", "state"),
        ("/options", "options"),
        ("/branches", "branches"),
        ("/roster", "roster"),
        ("/audit", "audit"),
    ],
)
def test_every_answer_fits_its_schema(battle: str, path: str, word: str) -> None:
    """What is read of a battle fits the word that the document names for it."""
    errors = Draft202012Validator(SCHEMAS[word]).iter_errors(get(battle + path))
    assert [error.message for error in errors] == []


def unions(schema: Any) -> Iterator[list[dict[str, Any]]]:
    """Every `anyOf` within a schema."""
    if isinstance(schema, dict):
        yield from [schema["anyOf"]] if "anyOf" in schema else []
        for value in schema.values():
            yield from unions(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from unions(value)


def test_no_text_beside_a_fixed_tuple_has_a_length() -> None:
    """What makes msgspec 0.23 crash in a collection stands nowhere (ops/decisions/0005)."""
    found = [union for schema in SCHEMAS.values() for union in unions(schema)]
    beside = [union for union in found if any("prefixItems" in one for one in union)]
    assert beside
    assert not [one for union in beside for one in union if "maxLength" in one]


def test_decoding_survives_collections(tmp_path: Path) -> None:
    """Commands that name places decode while the garbage collector runs, in every rule system."""
    ran = subprocess.run(
        (sys.executable, "-c", DECODE_AND_COLLECT), cwd=tmp_path, env=environment(), check=False
    )
    assert ran.returncode == 0
