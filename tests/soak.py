"""Plays as many watched battles as asked, seeds counting up: ops/soak [N] [--first SEED] [--ruleset ID].

Each is what tests/test_contract.py plays: offered is accepted, refused changes nothing, refold is live, a
rewind to k is the fold of k. It stops at the first that does not hold and names the seed.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from server.rules import every
from tests.battling import whole_battle


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("battles", nargs="?", type=int, default=100)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--ruleset", choices=sorted(every()))
    wish = options.parse_args()
    systems = [every()[one] for one in ([wish.ruleset] if wish.ruleset else sorted(every()))]
    kinds = [
        (system, sample, dice)
        for system in systems
        for sample in sorted(system.samples)
        for dice in ("server", "table")
    ]
    for seed in range(wish.first, wish.first + wish.battles):
        system, sample, dice = kinds[seed % len(kinds)]
        try:
            with tempfile.TemporaryDirectory() as folder:
                state = asyncio.run(whole_battle(Path(folder), system, sample, dice, seed, 400))
        except Exception:
            print(f"seed {seed}: {system.id} {sample} {dice} does not hold", flush=True)
            raise
        print(f"seed {seed}: {system.id} {sample} {dice}, {state.seq} events, {state.phase}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
