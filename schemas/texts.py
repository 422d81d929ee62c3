"""Texts that people read: one catalogue a language (`texts/LANGUAGE.toml`), which a rule system may add to.

A text is a template of `str.format`; a template that names a fact which is not there shows `?`. What a
language lacks is said in English.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

ENGLISH = "en"
_HOME = Path(__file__).parent / "texts"
_FOLDERS: list[Path] = [_HOME]
LANGUAGES = (ENGLISH, *sorted(file.stem for file in _HOME.glob("*.toml") if file.stem != ENGLISH))
"""English, and every other language that has a catalogue here."""


def add(folder: Path) -> None:
    """Adds a folder of texts, one `LANGUAGE.toml` each."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        catalogue.cache_clear()


@cache
def catalogue(language: str) -> dict[str, dict[str, str]]:
    """The texts of one language alone, by section and key."""
    merged: dict[str, dict[str, str]] = {}
    for folder in _FOLDERS:
        file = folder / f"{language}.toml"
        if file.is_file():
            for section, texts in tomllib.loads(file.read_text(encoding="utf-8")).items():
                merged.setdefault(section, {}).update(texts)
    return merged


class _Facts(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"


def template(section: str, key: str, language: str = ENGLISH) -> str | None:
    """The text of that key; English where the language lacks it; None where there is none."""
    found = catalogue(language).get(section, {}).get(key)
    if found is None and language != ENGLISH:
        return template(section, key)
    return found


def section(name: str, language: str = ENGLISH) -> dict[str, str]:
    """A whole section, English where the language lacks a text."""
    return catalogue(ENGLISH).get(name, {}) | catalogue(language).get(name, {})


def say(section: str, key: str, facts: Mapping[str, Any], language: str = ENGLISH) -> str:
    """The text of that key with its facts put in; the key itself where no text is known."""
    found = template(section, key, language)
    return key.replace("-", " ") if found is None else found.format_map(_Facts(facts))
