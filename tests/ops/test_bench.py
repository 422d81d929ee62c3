"""`battletape bench` and `fanout` run; how fast anything is, no test asserts."""

import json
from pathlib import Path

from server.bench.rows import ROWS
from tests.ops.test_cli import battletape


def test_every_row_of_the_bench_is_a_ratio_with_its_target(tmp_path: Path) -> None:
    """Small, each row measures two things side by side and says what is asked; the table names them all."""
    ran = battletape(tmp_path, "bench", "--small", "--json")
    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout)
    assert len(figures) == len(ROWS)
    for one in figures:
        assert one["measured"] > 0
        assert one["target"] > 0
        assert one["asked"] in ("at least", "at most")
        alone = one["beside"] is None
        assert (one["ratio"] is None, one["holds"] is None) == (alone, alone)
        assert alone or one["ratio"] > 0
    assert not list(tmp_path.iterdir())


def test_one_row_is_measured_alone(tmp_path: Path) -> None:
    """Rows that are named are all that runs, and a table tells whether they hold."""
    ran = battletape(tmp_path, "bench", "--small", "branch")
    assert ran.returncode == 0, ran.stderr
    assert "rows written by a branch" in " ".join(ran.stdout.split())
    assert "yes" in ran.stdout
    assert battletape(tmp_path, "bench", "nonsense").returncode == 2


def test_fan_out_is_measured(tmp_path: Path) -> None:
    """Every follower gets every event, and the figures are of those arrivals."""
    ran = battletape(tmp_path, "fanout", "--followers", "5", "--events", "3", "--json")
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert (found["followers"], found["events"]) == (5, 3)
    assert 0 < found["median"] <= found["p99"]
    assert found["answered"] > 0
