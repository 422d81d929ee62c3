"""What PostgreSQL alone promises: eight migrate at once, two servers never tear one log."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import msgspec

from schemas import commands as c
from schemas.state import State
from server.battles import accepting, opening, reading, summaries
from server.battles.service import Battles
from server.engine.refusals import Refused
from server.store import open_store
from server.store.errors import Conflict
from tests.store.given import new_battle, rows
from tests.store.test_migrations import UPGRADE


def test_eight_processes_migrate_one_new_database(tmp_path: Path, postgres_empty_url: str) -> None:
    """Under the advisory lock all eight succeed, and one of them made the tables."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-W", "error", "-c", UPGRADE, postgres_empty_url]
    started = [
        subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True)
        for _ in range(8)
    ]
    said = [process.communicate(timeout=120)[1] for process in started]
    assert [process.returncode for process in started] == [0] * 8, said


def test_two_servers_append_to_one_battle(postgres_url: str) -> None:
    """Of two servers that append the same seq at once exactly one does; the other is told the real head."""

    async def story() -> None:
        stores = [open_store(postgres_url) for _ in range(2)]
        for store in stores:
            await store.open()
        try:
            await stores[0].create(new_battle("a"), rows("a", 1, 1))
            for seq in range(2, 22):
                said = await asyncio.gather(
                    *(store.append("a", rows("a", seq, seq)) for store in stores), return_exceptions=True
                )
                (clash,) = [one for one in said if one is not None]
                assert isinstance(clash, Conflict)
                assert clash.head == seq
            assert len(await stores[1].events("a", 0, 100)) == 21
        finally:
            for store in stores:
                await store.close()

    asyncio.run(story())


def test_of_fifty_commands_through_two_servers_one_is_accepted(postgres_url: str) -> None:
    """All expect the same head: one event, 49 told `stale` with the real head; both servers end alike."""

    async def story() -> None:
        stores = [open_store(postgres_url) for _ in range(2)]
        for store in stores:
            await store.open()
        try:
            servers = [Battles(store) for store in stores]
            battle = (
                await opening.create(servers[0], msgspec.json.encode({"sample": "mossy-cave"}))
            ).table.id
            head = (await summaries.summary(servers[1], battle)).head
            unit = _enemy(await reading.state(servers[0], battle))
            tries = [
                accepting.command(
                    servers[n % 2], battle, "gm", c.Place(unit=unit, at=(n % 3, 0), expected=head)
                )
                for n in range(50)
            ]
            said = await asyncio.gather(*tries, return_exceptions=True)
            stale = [one.refusal for one in said if isinstance(one, Refused)]
            assert [(one.code, one.facts["head"]) for one in stale] == [("stale", head + 1)] * 49
            ends = [await summaries.summary(Battles(store), battle) for store in stores]
            assert [one.head for one in ends] == [head + 1] * 2
        finally:
            for store in stores:
                await store.close()

    asyncio.run(story())


def _enemy(state: State) -> str:
    return next(unit.id for unit in state.units.values() if unit.side == "enemies")
