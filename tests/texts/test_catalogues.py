"""Every language says all that English says, with the same facts, in its own words."""

import ast
import re
import tomllib
from collections import defaultdict
from pathlib import Path
from string import Formatter

import pytest

from schemas import texts
from server.rules import every

ROOT = Path(__file__).resolve().parents[2]
every()
OTHERS = [language for language in texts.LANGUAGES if language != texts.ENGLISH]
LATIN = re.compile(r"`[^`]*`|\{[^}]*\}|[A-Za-z]{2,}")
SAID_SO = {"JSON", "PP", "QR", "UTF", "battletape", "verify", "rules", "lan", "tape", "gz", "zstd"}
"""What stays in Latin letters in any language."""


def keys(language: str) -> set[tuple[str, str]]:
    """Every (section, key) of a language's own catalogue."""
    return {(section, key) for section, known in texts.catalogue(language).items() for key in known}


def facts(text: str) -> set[str]:
    """The facts a template names."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_text_and_no_other(language: str) -> None:
    """Nobody reads English by accident, and no translation outlives its original."""
    assert keys(language) == keys(texts.ENGLISH)


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_names_the_facts_of_its_original(language: str) -> None:
    """The same placeholders, whatever their order: nothing is lost, nothing shows as `?`."""
    differing = {
        (section, key)
        for section, key in keys(texts.ENGLISH) & keys(language)
        if facts(texts.catalogue(language)[section][key])
        != facts(texts.catalogue(texts.ENGLISH)[section][key])
    }
    assert not differing


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left_in_a_translation(language: str) -> None:
    """Beside facts, what stands in backquotes and a few names, no word is in Latin letters."""
    found = {
        (section, key): sorted(left)
        for section, known in texts.catalogue(language).items()
        for key, text in known.items()
        if (left := {one for one in LATIN.findall(text) if one[0] not in "`{"} - SAID_SO)
    }
    assert not found


def test_every_phrase_in_the_code_has_its_text() -> None:
    """Each `Phrase("key", …)`, with the facts that its text names."""
    lacking = []
    for file in sorted((ROOT / "server").rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Phrase"):
                continue
            key, given = call.args[0], {one.arg for one in call.keywords}
            if isinstance(key, ast.Constant) and None not in given:
                text = texts.template("option", key.value)
                if text is None or facts(text) != given:
                    lacking.append(f"{file.relative_to(ROOT)}:{call.lineno} {key.value}")
    assert not lacking


def test_a_key_stands_in_one_catalogue() -> None:
    """All systems' texts are read as one: a key that two of them had would say the wrong thing in one."""
    places = defaultdict(list)
    for file in (ROOT / "schemas/texts/en.toml", *ROOT.glob("server/rules/*/texts/en.toml")):
        for section, known in tomllib.loads(file.read_text(encoding="utf-8")).items():
            for key in known:
                places[section, key].append(file.relative_to(ROOT).as_posix())
    assert {key: files for key, files in places.items() if len(files) > 1} == {}
