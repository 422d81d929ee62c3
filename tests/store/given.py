"""What the store's tests begin with: battles and rows whose bytes say where they belong."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from server.store import Store, open_store
from server.store.protocol import NewBattle, Row

Story = Callable[[Store], Awaitable[None]]
Play = Callable[[Story], None]


@dataclass(frozen=True)
class Database:
    """A migrated database of a test's own."""

    url: str
    play: Play


def play_on(url: str) -> Play:
    """Runs stories on an opened store of this database."""

    def play(story: Story) -> None:
        async def whole() -> None:
            store = open_store(url)
            await store.open()
            try:
                await story(store)
            finally:
                await store.close()

        asyncio.run(whole())

    return play


def new_battle(name: str, **other: Any) -> NewBattle:
    """A battle; whatever a test does not say is ordinary."""
    facts: dict[str, Any] = {
        "id": name,
        "ruleset": "duel",
        "title": f"the battle {name}",
        "public": True,
        "created_at": "2026-11-30T10:00:00.000Z",
        "origin": None,
        "tokens": {"gm": token_hash(f"gm of {name}")},
        "seeds": {0: f"seed of {name}".encode()},
        "salt_key": f"salt of {name}".encode(),
        "status": "setup",
    }
    return NewBattle(**facts | other)


def token_hash(token: str) -> bytes:
    """What is stored of a token."""
    return sha256(token.encode()).digest()


def row(battle: str, seq: int, **other: Any) -> Row:
    """A row whose body names its battle and seq."""
    facts: dict[str, Any] = {"seq": seq, "body": f"{battle}:{seq}".encode(), "mark": "e"}
    return Row(**facts | other)


def rows(battle: str, first: int, last: int) -> list[Row]:
    """The rows `first` to `last`."""
    return [row(battle, seq) for seq in range(first, last + 1)]


def bodies(found: list[Row]) -> list[str]:
    """The bodies as they read."""
    return [row.body.decode() for row in found]
