"""What every rule system owes the contract, whichever it is: battles driven by `options` (issue 2, item 4)."""

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from server.rules import every
from tests.battling import whole_battle

BATTLES = 30
"""In all, shared among the systems and their two kinds of dice."""
MOST = 120
SYSTEMS = sorted(every())


@pytest.mark.parametrize("dice", ["server", "table"])
@pytest.mark.parametrize("ruleset", SYSTEMS)
@settings(
    max_examples=max(2, BATTLES // (2 * len(SYSTEMS))),
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_whole_battles_hold_every_promise(ruleset: str, dice: str, data: st.DataObject) -> None:
    """Offered is accepted, refused changes nothing, refold is live, a rewind to k is the fold of k."""
    system = every()[ruleset]
    if not system.samples:
        pytest.skip(f"{ruleset} has no sample battle")
    sample = data.draw(st.sampled_from(sorted(system.samples)))
    seed = data.draw(st.integers(0, 2**31))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(whole_battle(Path(folder), system, sample, dice, seed, MOST))
