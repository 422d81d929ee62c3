"""Field faults about the log: what a client believes is the head."""

from pathlib import Path

import pytest

from server.battles import accepting
from tests.faults.given import fight_pmd, match, pmd


def test_contract_4_a_change_behind_many_remarks_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many notes came first, and however few events one answer may tell as missed."""
    monkeypatch.setattr(accepting, "PAGE", 2)
    with match(tmp_path, pmd()) as game:
        fight_pmd(game)
        believed = game.head
        for text in ("one", "two", "three"):
            game.do("note", text=text)
        assert game.do("pass", unit="a", expected=believed).turn == "b"
        assert game.code("pass", unit="b", expected=believed) == "stale"
