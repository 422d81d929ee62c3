"""Who may append: heads, clashes, command ids; whole or not at all."""

import asyncio

import pytest

from server.store import Store
from server.store.errors import Conflict, NoSuchBattle
from tests.store.given import Play, new_battle, row, rows, token_hash


def test_of_fifty_at_once_one_wins(play: Play) -> None:
    """Fifty appends with the same seq at once: one is stored, 49 are told the head it made."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 1))
        tries = [store.append("b", [row("b", 2, body=b"try %d" % n)]) for n in range(50)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        lost = [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
        assert len(lost) == 49
        assert {(clash.battle, clash.head) for clash in lost} == {("b", 2)}
        winner = outcomes.index(None)
        assert [found.body for found in await store.events("b", 1, 9)] == [b"try %d" % winner]

    play(story)


def test_a_clash_fails_no_stranger(play: Play) -> None:
    """Appends queued together with one that clashes are stored."""

    async def story(store: Store) -> None:
        for name in "abc":
            await store.create(new_battle(name), rows(name, 1, 1))
        outcomes = await asyncio.gather(
            store.append("a", rows("a", 2, 3)),
            store.append("b", rows("b", 9, 9)),
            store.append("c", rows("c", 2, 2)),
            store.append("a", rows("a", 4, 4)),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None), type(None)]
        assert [await store.head(name) for name in "abc"] == [4, 1, 2]

    play(story)


def test_a_clash_stores_nothing_of_its_entry(play: Play) -> None:
    """A refused append leaves no row, seed, token or status behind."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 1))
        with pytest.raises(Conflict):
            await store.append(
                "b", rows("b", 3, 4), seeds={1: b"s"}, tokens={"ana": token_hash("a")}, status="ended"
            )
        assert await store.head("b") == 1
        assert await store.seeds("b") == {0: b"seed of b"}
        assert await store.seat_of(token_hash("a")) is None
        found = await store.battle("b")
        assert found is not None
        assert found.status == "setup"

    play(story)


def test_a_battle_is_created_once(play: Play) -> None:
    """A second creation under the same id is a conflict and changes nothing."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 2))
        with pytest.raises(Conflict) as caught:
            await store.create(new_battle("b", title="another"), rows("b", 1, 1))
        assert caught.value.head == 2
        found = await store.battle("b")
        assert found is not None
        assert found.title == "the battle b"

    play(story)


def test_creation_and_first_append_may_meet(play: Play) -> None:
    """An append queued right behind its battle's creation sees it, also in the same transaction."""

    async def story(store: Store) -> None:
        await asyncio.gather(
            store.create(new_battle("b"), rows("b", 1, 1)), store.append("b", rows("b", 2, 2))
        )
        assert await store.head("b") == 2

    play(story)


def test_nothing_is_appended_to_nowhere(play: Play) -> None:
    """An append to an unknown battle raises `NoSuchBattle`."""

    async def story(store: Store) -> None:
        with pytest.raises(NoSuchBattle):
            await store.append("x", rows("x", 1, 1))

    play(story)


def test_rows_of_an_entry_have_no_gaps(play: Play) -> None:
    """An entry with a gap, or a battle without a first row, is a mistake of the caller's code."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 1))
        with pytest.raises(ValueError, match="gap"):
            await store.append("b", [row("b", 2), row("b", 4)])
        with pytest.raises(ValueError, match="at least one row"):
            await store.create(new_battle("c"), [])

    play(story)


def test_what_is_beside_the_log_needs_no_row(play: Play) -> None:
    """A token can be added without an event, whatever the head is."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 4))
        await store.append("b", [], tokens={"ben": token_hash("b")})
        assert await store.seat_of(token_hash("b")) == ("b", "ben")
        assert await store.head("b") == 4

    play(story)


def test_a_receipt_is_the_whole_first_answer(play: Play) -> None:
    """A command id finds its digest and exactly the rows its answer spanned, for its own seat only."""

    async def story(store: Store) -> None:
        answer = [row("b", 2, command_id="c1", seat="ana", digest=b"d1", count=3), *rows("b", 3, 4)]
        alone = row("b", 5, command_id="c1", seat="ben", digest=b"d2")
        await store.create(new_battle("b"), rows("b", 1, 1))
        await store.append("b", answer)
        await store.append("b", [alone, row("b", 6)])
        assert await store.receipt("b", "ana", "c1") == (b"d1", answer)
        assert await store.receipt("b", "ben", "c1") == (b"d2", [alone])
        assert await store.receipt("b", "ana", "c2") is None

    play(story)


def test_a_command_id_is_answered_once(play: Play) -> None:
    """A second row with the same seat and id is a conflict, alone or queued with the first."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 1))
        same = {"command_id": "c", "seat": "ana", "digest": b"d"}
        outcomes = await asyncio.gather(
            store.append("b", [row("b", 2, **same)]),
            store.append("b", [row("b", 3, **same)]),
            store.append("b", [row("b", 3, **same | {"seat": "ben"})]),
            return_exceptions=True,
        )
        assert outcomes[0] is None
        assert isinstance(outcomes[1], Conflict)
        assert outcomes[1].head == 2
        assert outcomes[2] is None
        with pytest.raises(Conflict):
            await store.append("b", [row("b", 4, **same)])
        assert await store.head("b") == 3

    play(story)
