"""Tapes of battles that bots played on a store of the test's own."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from server.battles import bots, opening, taping
from server.battles.service import Battles
from server.rules import named
from server.store import open_store
from server.store.migrate import upgrade

T = TypeVar("T")
Told = Callable[[Battles], Awaitable[T]]


def told(folder: Path, story: Told[T]) -> T:
    """Runs a story of use cases on a fresh SQLite file."""
    url = f"sqlite:///{folder / 'battles.db'}"
    upgrade(url)

    async def whole() -> T:
        store = open_store(url)
        await store.open()
        try:
            return await story(Battles(store))
        finally:
            await store.close()

    return asyncio.run(whole())


async def played(battles: Battles, seed: int = 1, sample: str = "frozen-pass") -> str:
    """The id of a battle that bots have played to its end."""
    begun = await opening.create(battles, msgspec.json.encode({"sample": sample}))
    await bots.play(battles, begun.table.id, random.Random(seed))
    return begun.table.id


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The tape of a finished pmd battle."""

    async def story(battles: Battles) -> bytes:
        return await taping.tape(battles, await played(battles))

    return told(tmp_path_factory.mktemp("finished"), story)


@pytest.fixture(scope="session")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """The whole tape of a battle that hides sheets, and a spectator's: salted leaves, parts withheld."""

    async def story(battles: Battles) -> tuple[bytes, bytes]:
        spec = msgspec.json.decode(named("pmd").samples["frozen-pass"])
        spec["settings"] = {**spec.get("settings", {}), "hidden": ["enemy-sheets"]}
        begun = await opening.create(battles, msgspec.json.encode({**spec, "ruleset": "pmd"}))
        await bots.play(battles, begun.table.id, random.Random(2))
        return await taping.tape(battles, begun.table.id), await taping.tape(
            battles, begun.table.id, "spectator"
        )

    return told(tmp_path_factory.mktemp("hidden"), story)


@pytest.fixture(scope="session")
def tapes_of_all_kinds(finished: bytes, hidden: tuple[bytes, bytes]) -> list[bytes]:
    """A plain tape with its seeds, a salted one, a redacted one."""
    return [finished, *hidden]
