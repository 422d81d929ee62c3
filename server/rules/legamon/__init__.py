"""legamon: ability dice without a grid. `RULES.md` is its page; every function names its rule there."""

from pathlib import Path

FOLDER = Path(__file__).parent
PREVENTABLE = ("move", "ability")
"""L13: what can be prevented, in the order that L14 rolls it."""
EDGES = {1: "advantage", -1: "disadvantage"}
"""L5: the statuses that edges are, by sign."""
MEDIAN = {"grit": 10, "energy": 3, "speed": 3}
"""L1: what a mon has that says nothing else."""


def prevention(what: str) -> str:
    """L13: the status that prevents `move` or `ability`."""
    return f"prevented-{what}"
