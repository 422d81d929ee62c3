"""A short campaign of `ops/chaos` with a fixed seed, on each database; the long one is run by hand."""

import asyncio
import gc
from pathlib import Path

import pytest

from tests.chaos.campaign import Plan, campaign


# httpx leaves connections that died under it to the garbage collector
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_promise_is_broken_while_servers_die(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """Killed under load: nothing acknowledged is lost or doubled, the fold is one, no follower misses an event."""
    database = request.getfixturevalue("postgres_empty_url") if kind == "postgres" else None
    plan = Plan(seconds=4, clients=6, followers=4, battles=2, seed=1, servers=2, database=database)
    verdict = asyncio.run(campaign(tmp_path, plan))
    gc.collect()  # now, while it is passed over
    assert verdict.holds, verdict
    assert verdict.kills
    assert verdict.acknowledged > plan.clients
    assert verdict.breaks
