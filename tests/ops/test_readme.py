"""What the README promises a newcomer."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.ops.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```sh\n(API=.*?)^```", re.MULTILINE | re.DOTALL)


def the_lines() -> str:
    """The fenced block with the battle."""
    found = BLOCK.search(README)
    assert found is not None
    return found[1]


def test_the_battle_is_ten_curl_lines() -> None:
    """The block holds the ten lines that its heading promises."""
    assert len([line for line in the_lines().splitlines() if line.startswith("curl ")]) == 10


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_ten_lines_play_a_battle(server: str, tmp_path: Path) -> None:
    """Run as they stand, the lines are all accepted, and end in an undo and a branch."""
    script = the_lines().replace("http://127.0.0.1:8000", server)
    ran = subprocess.run(
        ["bash", "-eu"], input=script, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(answers) == 9
    assert [one["detail"] for one in answers if "code" in one] == []
    struck = answers[5]["events"][0]
    assert "damaged" in {effect["type"] for effect in struck["effects"]}
    assert answers[6]["seq"] == struck["seq"]
    assert answers[7]["events"][0]["effects"] == [{"type": "rewound", "to": struck["seq"] - 1}]
    assert answers[8]["battle"]["parent"]["seq"] == struck["seq"]


def test_every_link_and_folder_is_there() -> None:
    """The README points at nothing that is missing."""
    paths = re.findall(r"\]\((ops/[^)]+)\)", README)
    for cell in re.findall(r"^\| (`[^|]+) \|", README, re.MULTILINE):
        paths += re.findall(r"`([\w./]+)`", cell)
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []
