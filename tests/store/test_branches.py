"""A branch shares its parent's log up to where it left, over any number of generations."""

from collections.abc import Iterator

import pytest

from replays.reducer import UnknownEffect
from server.store import Store
from server.store.errors import Conflict, NoSuchBattle
from server.store.events import PORTION
from server.store.sqlite import READERS
from server.store.sqlstore import FEW
from tests.store.given import Play, bodies, new_battle, row, rows


async def _family(store: Store) -> None:
    """a: 1-6; b leaves a at 4 and has 5-8; c leaves b at 6 and has 7-9; d leaves c at 2 and has 3."""
    await store.create(new_battle("a"), rows("a", 1, 6))
    await store.create(new_battle("b", origin=("a", 4)), rows("b", 5, 8))
    await store.create(new_battle("c", origin=("b", 6)), rows("c", 7, 9))
    await store.create(new_battle("d", origin=("c", 2)), rows("d", 3, 3))


def test_a_branch_of_a_branch_reads_on_across_its_parents(play: Play) -> None:
    """The log of a branch is its parents' rows up to each origin, then its own, in one order."""

    async def story(store: Store) -> None:
        await _family(store)
        log = ["a:1", "a:2", "a:3", "a:4", "b:5", "b:6", "c:7", "c:8", "c:9"]
        assert bodies(await store.events("c", 0, 99)) == log
        assert [seq for seq, _, _ in await store.marks("c")] == list(range(1, 10))
        for after in range(10):
            assert bodies(await store.events("c", after, 3)) == log[after : after + 3]
        for seq in range(1, 10):
            found = await store.event("c", seq)
            assert found is not None
            assert found.body.decode() == log[seq - 1]

    play(story)


def test_a_branch_from_before_its_parents_own_rows_skips_that_parent(play: Play) -> None:
    """A branch that leaves a branch inside the grandparent's part has none of the parent's rows."""

    async def story(store: Store) -> None:
        await _family(store)
        assert bodies(await store.events("d", 0, 99)) == ["a:1", "a:2", "d:3"]
        assert await store.head("d") == 3

    play(story)


def test_spans_cross_boundaries_in_the_order_asked(play: Play) -> None:
    """Each span gives its rows across parents, spans in the order given, nothing past the head."""

    async def story(store: Store) -> None:
        await _family(store)
        found = await store.through("c", [(8, 20), (3, 7), (1, 1)], list)
        assert b" ".join(found) == b"c:8 c:9 a:3 a:4 b:5 b:6 c:7 a:1"
        assert await store.through("c", [], list) == []

    play(story)


def test_what_cannot_be_made_of_a_log_leaves_nothing_open(play: Play) -> None:
    """On the loop or off it: whoever asked gets the error, in mid-log too, and the next ones read as before."""

    def fails(bodies: Iterator[bytes]) -> None:
        raise UnknownEffect(None, next(bodies).decode())

    async def story(store: Store) -> None:
        many = FEW + PORTION
        await store.create(new_battle("a"), rows("a", 1, many))
        for last in (many, 2) * (READERS + 2):
            with pytest.raises(UnknownEffect, match="a:1"):
                await store.through("a", [(1, last)], fails)
        assert len(await store.through("a", [(1, many)], list)) == many

    play(story)


def test_a_parent_goes_on_without_its_branch(play: Play) -> None:
    """What the parent appends later is not in the branch, and the other way round."""

    async def story(store: Store) -> None:
        await _family(store)
        await store.append("a", rows("a", 7, 7))
        await store.append("b", rows("b", 9, 9))
        assert bodies(await store.events("a", 4, 9)) == ["a:5", "a:6", "a:7"]
        assert bodies(await store.events("b", 4, 9)) == ["b:5", "b:6", "b:7", "b:8", "b:9"]

    play(story)


def test_children_are_listed_in_order_of_creation(play: Play) -> None:
    """A battle names its own children with the seq they left at, not its grandchildren."""

    async def story(store: Store) -> None:
        await _family(store)
        await store.create(new_battle("e", origin=("a", 1)), rows("e", 2, 2))
        assert await store.branches("a") == [(4, "b", "the battle b"), (1, "e", "the battle e")]
        assert await store.branches("d") == []

    play(story)


def test_secrets_and_ids_are_a_branchs_own(play: Play) -> None:
    """A branch has neither its parent's seeds nor its receipts; the same command id is free again."""

    async def story(store: Store) -> None:
        sent = {"command_id": "c", "seat": "gm", "digest": b"d"}
        await store.create(new_battle("a"), [row("a", 1), row("a", 2, **sent)])
        await store.create(new_battle("b", origin=("a", 2)), rows("b", 3, 3))
        assert await store.seeds("b") == {0: b"seed of b"}
        assert await store.salt_key("b") == b"salt of b"
        assert await store.receipt("b", "gm", "c") is None
        await store.append("b", [row("b", 4, **sent)])

    play(story)


def test_a_branch_leaves_from_somewhere(play: Play) -> None:
    """An origin that does not exist, or lies past the parent's head, creates nothing."""

    async def story(store: Store) -> None:
        await store.create(new_battle("a"), rows("a", 1, 2))
        with pytest.raises(NoSuchBattle):
            await store.create(new_battle("b", origin=("x", 1)), rows("b", 2, 2))
        with pytest.raises(Conflict) as past:
            await store.create(new_battle("b", origin=("a", 3)), rows("b", 4, 4))
        assert (past.value.battle, past.value.head) == ("a", 2)
        with pytest.raises(Conflict) as gap:
            await store.create(new_battle("b", origin=("a", 2)), rows("b", 4, 4))
        assert (gap.value.battle, gap.value.head) == ("b", 2)
        assert await store.battle("b") is None

    play(story)
