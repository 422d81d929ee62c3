"""The conformance cases of the contract, played against a live server process.

They live beside the checkout (`../shared/conformance`, or where BATTLETAPE_CONFORMANCE says); without them
nothing is played.
"""

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from server.rules import every
from tests.serving import Server

FOLDER = Path(
    os.environ.get("BATTLETAPE_CONFORMANCE", Path(__file__).resolve().parents[2] / "shared" / "conformance")
)


def cases() -> list[Any]:
    """Every case of an installed rule system, named by file and rule."""
    return [
        pytest.param(case, id=f"{file.stem}: {case['name']}")
        for file in sorted((FOLDER / "cases").glob("*.yaml"))
        for case in yaml.safe_load(file.read_text(encoding="utf-8"))
        if case["system"] in every()
    ]


def unknown_words(case: dict[str, Any]) -> list[str]:
    """What a case asks for that its rule system does not offer at all: commands, values of settings.

    A system that is built in parts says so by what it refuses to know; what it knows is held to its cases.
    A case may try an unknown command to see it refused, so only those that should be accepted count.
    """
    system = every()[case["system"]]
    known = {str(one.__struct_config__.tag) for one in system.commands}
    wanted = [step["do"]["type"] for step in case.get("steps", []) if "do" in step and "refused" not in step]
    choices = {one.key: one.values for one in system.settings if not isinstance(one.values, str)}
    settings = (case["battle"] or {}).get("settings") or {}
    strange = [
        f"{key}: {value}" for key, value in settings.items() if value not in choices.get(key, (value,))
    ]
    return sorted({one for one in wanted if one not in known}) + strange


def runner() -> ModuleType:
    """The runner beside the cases."""
    found = importlib.util.spec_from_file_location("conformance_run", FOLDER / "run.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.skipif(not (FOLDER / "run.py").is_file(), reason="no conformance cases beside this checkout")
@pytest.mark.parametrize("case", cases())
def test_conformance(live: Server, case: dict[str, Any]) -> None:
    """The case holds, black box over HTTP."""
    missing = unknown_words(case)
    if missing:
        pytest.skip(f"{case['system']} does not know yet: {', '.join(missing)}")
    runner().run_case(live.url, case)
