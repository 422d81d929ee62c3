"""The JSON Schemas of the words, written from the structs (`battletape schemas`); drift fails a test."""

from pathlib import Path
from typing import Any, Union

import msgspec

from schemas import phrases, replies, setup
from schemas.commands import SHARED
from schemas.effects import AnyEffect
from schemas.events import Event
from schemas.state import State

FOLDER = Path(__file__).parent / "json"
WORDS: dict[str, Any] = {
    "command": Union[SHARED],  # noqa: UP007
    "effect": AnyEffect,
    "event": Event,
    "state": State,
    "battle-spec": setup.BattleSpec,
    "unit-spec": setup.UnitSpec,
    "creation": replies.Creation,
    "summary": replies.Summary,
    "listing": replies.Listing,
    "options": replies.Options,
    "branches": replies.Branches,
    "roster": replies.Roster,
    "audit": replies.Audit,
}


def texts() -> dict[str, str]:
    """Every schema's file as it should be."""
    found = {}
    for name, word in WORDS.items():
        schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **msgspec.json.schema(word, schema_hook=phrases.schema),
        }
        encoded = msgspec.json.format(msgspec.json.encode(schema, order="sorted"), indent=2)
        found[f"{name}.json"] = encoded.decode() + "\n"
    return found


def differing(folder: Path = FOLDER) -> list[str]:
    """The files that are missing or not as they should be, and those that should not be there."""
    wanted = texts()
    stale = (
        [file.name for file in folder.glob("*.json") if file.name not in wanted] if folder.is_dir() else []
    )
    wrong = [name for name, text in wanted.items() if _read(folder / name) != text]
    return sorted(wrong + stale)


def write(folder: Path = FOLDER) -> None:
    """Writes every schema, and removes what no word stands behind."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = texts()
    for file in folder.glob("*.json"):
        if file.name not in wanted:
            file.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")


def _read(file: Path) -> str | None:
    return file.read_text(encoding="utf-8") if file.is_file() else None
