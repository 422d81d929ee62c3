"""A rule system's data on disk: TOML files of its folder's `catalogue/`, read once."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def table(folder: Path, name: str) -> dict[str, Any]:
    """The tables of `catalogue/NAME.toml`, by id; an entry without one gets its key as `id`."""
    with (folder / "catalogue" / f"{name}.toml").open("rb") as file:
        data = tomllib.load(file)
    for key, entry in data.items():
        if isinstance(entry, dict):
            entry.setdefault("id", key)
    return data


def rows(folder: Path, name: str) -> dict[str, dict[str, Any]]:
    """The same where the entries are rows of a table, not things: without their ids."""
    return {key: {k: v for k, v in row.items() if k != "id"} for key, row in table(folder, name).items()}


@cache
def rule_texts(folder: Path) -> dict[str, dict[str, Any]]:
    """The rules of a system's RULES.md by number: {"P33": {"text", "ruling"}}.

    A rule is a list item that begins with its number in bold; `**R**` in it marks a ruling.
    """
    rules: dict[str, dict[str, Any]] = {}
    number = ""
    for line in (folder / "RULES.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("- **"):
            number, _, rest = line[4:].partition("**")
            rules[number] = {"text": rest.strip(), "ruling": False}
        elif number and line.startswith("  ") and line.strip():
            rules[number]["text"] += " " + line.strip().removeprefix("- ")
        elif line.startswith("#") or not line.strip():
            number = number if line.startswith("  ") else ""
    for rule in rules.values():
        rule["ruling"] = "**R**" in rule["text"]
    return rules
