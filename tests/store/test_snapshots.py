"""Snapshots beside the logs: kept, found by the spans that count, from every branch that has their event."""

from server.store import Store
from server.store.protocol import Snapshot
from tests.store.given import Play, new_battle, rows


def kept(seq: int, body: bytes = b"\x00any\xff", version: int = 1) -> Snapshot:
    """A snapshot after `seq`."""
    return Snapshot(seq, version, body)


async def all_of(store: Store, battle: str) -> list[tuple[int, bytes]]:
    """`(seq, body)` of every snapshot a log has."""
    found: list[tuple[int, bytes]] = []
    while one := await store.last_snapshot(battle, [(1, found[0][0] - 1 if found else 9)], 1):
        found.insert(0, (one.seq, one.body))
    return found


def test_snapshots_come_back_byte_for_byte(play: Play) -> None:
    """What was kept is read back as it was, the last on the spans asked for; where there is none, None."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 9))
        assert await store.last_snapshot("b", [(1, 9)], 1) is None
        await store.keep_snapshots("b", [kept(8, b"later", 2), kept(4), kept(6)])
        assert await store.last_snapshot("b", [(1, 9)], 1) == kept(6)
        assert await store.last_snapshot("b", [(1, 9)], 2) == kept(8, b"later", 2)
        assert await store.last_snapshot("b", [(1, 4), (7, 9)], 1) == kept(4)
        assert await store.last_snapshot("b", [(1, 3), (5, 5)], 1) is None
        assert await store.last_snapshot("c", [(1, 9)], 1) is None

    play(story)


def test_a_second_snapshot_takes_the_firsts_place(play: Play) -> None:
    """Keeping one where one stands replaces body and version."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 9))
        await store.keep_snapshots("b", [kept(4)])
        await store.keep_snapshots("b", [kept(4, b"new", 7)])
        assert await store.last_snapshot("b", [(1, 9)], 1) is None
        assert await store.last_snapshot("b", [(1, 9)], 7) == kept(4, b"new", 7)

    play(story)


def test_a_branch_shares_its_parents_up_to_where_it_left(play: Play) -> None:
    """A branch finds its parent's before the fork and its own behind it; what it keeps before, all find."""

    async def story(store: Store) -> None:
        await store.create(new_battle("parent"), rows("parent", 1, 9))
        await store.create(new_battle("child", origin=("parent", 5)), rows("child", 6, 9))
        await store.create(new_battle("other", origin=("child", 7)), rows("other", 8, 9))
        await store.keep_snapshots("parent", [kept(4, b"early"), kept(8, b"parent's")])
        await store.keep_snapshots("child", [kept(2, b"earlier"), kept(6, b"child's"), kept(8, b"child's")])
        assert [seq for seq, _ in await all_of(store, "parent")] == [2, 4, 8]
        assert await all_of(store, "child") == [
            (2, b"earlier"),
            (4, b"early"),
            (6, b"child's"),
            (8, b"child's"),
        ]
        assert [seq for seq, _ in await all_of(store, "other")] == [2, 4, 6]

    play(story)


def test_a_snapshot_moves_no_head(play: Play) -> None:
    """Keeping one appends nothing: the next row follows the same head."""

    async def story(store: Store) -> None:
        await store.create(new_battle("b"), rows("b", 1, 3))
        await store.keep_snapshots("b", [kept(3)])
        assert await store.head("b") == 3
        await store.append("b", rows("b", 4, 4))

    play(story)
