"""What goes in comes out: rows, records, secrets, listings."""

import pytest

from server.store import Store, open_store
from server.store.errors import NoFile, NoSuchBattle, Unavailable, UnknownDatabase
from server.store.protocol import BattleRecord, Row
from tests.store.given import Database, Play, new_battle, row, rows, token_hash


def test_rows_come_back_byte_for_byte(play: Play) -> None:
    """A row read back equals the row written, for bodies with any byte and for every column."""
    everything = Row(1, bytes(range(256)) * 300, "w", 7, "an id ✓", "ana", b"\x00\xff", 1)
    plain = Row(2, b"", "e")

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), [everything, plain])
        assert await store.events("b", 0, 10) == [everything, plain]
        assert await store.event("b", 1) == everything
        assert await store.event("b", 3) is None

    play(story)


def test_a_battle_outlives_the_store(database: Database) -> None:
    """What was appended before a close is there after the next open."""

    async def before(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 3))

    async def after(store: Store) -> None:
        assert await store.events("b", 0, 10) == rows("b", 1, 3)
        assert await store.head("b") == 3

    database.play(before)
    database.play(after)


def test_pages_follow_each_other(play: Play) -> None:
    """Paging by the last seq seen gives every row once, and then nothing."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 7))
        assert await store.events("b", 0, 3) == rows("b", 1, 3)
        assert await store.events("b", 3, 3) == rows("b", 4, 6)
        assert await store.events("b", 6, 3) == rows("b", 7, 7)
        assert await store.events("b", 7, 3) == []

    play(story)


def test_marks_tell_the_lineage(play: Play) -> None:
    """Marks give seq, kind and base of the whole log without bodies."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), [row("b", 1), row("b", 2, mark="r", base=1), row("b", 3)])
        assert await store.marks("b") == [(1, "e", None), (2, "r", 1), (3, "e", None)]

    play(story)


def test_a_record_says_what_was_created_and_its_status_now(play: Play) -> None:
    """The record holds the facts of the creation, and the status the last append gave."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b", imported="tape of x", public=False), rows("b", 1, 1))
        await store.append("b", rows("b", 2, 2), status="battle")
        assert await store.battle("b") == BattleRecord(
            "b", "duel", "the battle b", False, "2026-11-30T10:00:00.000Z", "battle", 1, "tape of x", None
        )

    play(story)


def test_secrets_are_kept_beside_the_log(play: Play) -> None:
    """Seeds, salt key and tokens come back, those of later appends too."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 1))
        await store.append("b", rows("b", 2, 2), seeds={1: b"second"}, tokens={"ana": token_hash("a")})
        assert await store.seeds("b") == {0: b"seed of b", 1: b"second"}
        assert await store.salt_key("b") == b"salt of b"
        assert await store.seat_of(token_hash("gm of b")) == ("b", "gm")
        assert await store.seat_of(token_hash("a")) == ("b", "ana")
        assert await store.seat_of(token_hash("nobody")) is None

    play(story)


def test_a_revoked_seat_has_only_its_new_token(play: Play) -> None:
    """Revoking ends all tokens of the seat and no other's; a token given with it is valid."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 1))
        await store.append("b", rows("b", 2, 2), tokens={"ana": token_hash("lost")})
        await store.append("b", rows("b", 3, 3), revoke=["ana"], tokens={"ana": token_hash("new")})
        assert await store.seat_of(token_hash("lost")) is None
        assert await store.seat_of(token_hash("new")) == ("b", "ana")
        assert await store.seat_of(token_hash("gm of b")) == ("b", "gm")

    play(story)


def test_public_battles_are_listed_newest_first(play: Play) -> None:
    """A cursor walks all public battles once, newest first; filters hold; private ones never show."""

    async def story(store: Store) -> None:
        for name in "abcde":
            kind = "pmd" if name in "ae" else "duel"
            await store.create(new_battle(name, public=name != "c", ruleset=kind), rows(name, 1, 1))
        await store.append("d", rows("d", 2, 2), status="ended")
        first = await store.public_battles(2)
        assert [found.id for found in first] == ["e", "d"]
        rest = await store.public_battles(9, before=first[-1].number)
        assert [found.id for found in rest] == ["b", "a"]
        assert [found.id for found in await store.public_battles(9, ruleset="pmd")] == ["e", "a"]
        assert [found.id for found in await store.public_battles(9, status="ended")] == ["d"]

    play(story)


def test_an_unknown_battle_has_nothing(play: Play) -> None:
    """Lists are empty and records None; what must be a value raises `NoSuchBattle`."""

    async def story(store: Store) -> None:
        assert await store.battle("x") is None
        assert await store.events("x", 0, 9) == []
        assert await store.through("x", [(1, 9)], list) == []
        assert await store.marks("x") == []
        assert await store.receipt("x", "ana", "c") is None
        assert await store.branches("x") == []
        assert await store.seeds("x") == {}
        with pytest.raises(NoSuchBattle):
            await store.head("x")
        with pytest.raises(NoSuchBattle):
            await store.salt_key("x")

    play(story)


def test_a_closed_store_is_unavailable(database: Database) -> None:
    """After the close, and before an open, reads and writes raise `Unavailable`; a second close is fine."""
    kept: list[Store] = []

    async def story(store: Store) -> None:
        kept.append(store)
        await store.ping()
        await store.close()
        with pytest.raises(Unavailable):
            await store.ping()
        with pytest.raises(Unavailable):
            await store.events("b", 0, 1)
        with pytest.raises(Unavailable):
            await store.append("b", rows("b", 1, 1))

    database.play(story)


@pytest.mark.parametrize("url", ["mysql://host/db", "sqlite+aiosqlite:///x.db"])
def test_an_unknown_database_is_named(url: str) -> None:
    """A URL no store is written for raises an error that names it and those known, and no password."""
    with pytest.raises(UnknownDatabase) as caught:
        open_store(url)
    assert caught.value.wanted in url
    assert "sqlite" in caught.value.known


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_is_refused(url: str) -> None:
    """SQLite in memory cannot be read through a second connection, so a file is asked for."""
    with pytest.raises(NoFile):
        open_store(url)
