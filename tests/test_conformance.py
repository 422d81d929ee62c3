"""The conformance cases of the contract, played against a live server process.

They live beside the checkout (`../shared/conformance`, or where BATTLETAPE_CONFORMANCE says); without them
nothing is played.
"""

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
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
    paths = httpx.get(f"{live.url}/schema/openapi.json").json()["paths"]
    if "/shares" in str(case.get("steps")) and not any(path.endswith("/shares") for path in paths):
        pytest.skip("this server has no shares")
    runner().run_case(live.url, case)
