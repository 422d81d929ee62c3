"""A battle's past is the same with snapshots and without, on every store, over rewinds and branches."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence

import msgspec
import pytest
from structlog.testing import capture_logs

from replays.chain import canonical
from replays.dice import Draws
from replays.lineage import lineage_of
from replays.proof import prove_log
from replays.rebuild import Rebuilt, rebuild
from replays.reducer import VERSION
from schemas import commands as c
from schemas.state import State
from server.battles import accepting, bots, opening, reading, summaries
from server.battles.service import Battles
from server.battles.snapshots import Past, read, written
from server.engine.refusals import Refused
from server.store import Store
from server.store.errors import Unavailable
from server.store.protocol import Row, Snapshot
from tests.store.given import Database

EVERY = 6
Told = Callable[[Battles], Awaitable[None]]


def told(database: Database, story: Told, every: int = EVERY) -> None:
    """Runs a story of use cases that keep a snapshot every so many events."""

    async def whole(store: Store) -> None:
        await story(opened(store, every))

    database.play(whole)


def opened(store: Store, every: int = EVERY) -> Battles:
    """The use cases as a fresh process would have them."""
    battles = Battles(store)
    battles.past = Past(store, every)
    return battles


def folded(battle: str, log: Sequence[Row], at: int) -> Rebuilt:
    """The fold from event 1, without any snapshot."""
    spans = lineage_of([(row.seq, row.mark, row.base) for row in log]).spans(at)
    counted = [log[seq - 1] for first, last in spans for seq in range(first, last + 1)]
    return rebuild(battle, (row.body for row in counted))


def same(left: Rebuilt, right: Rebuilt) -> None:
    """Byte for byte one state in canonical JSON, and the same dice to come."""
    assert canonical(left.state) == canonical(right.state)
    assert (left.draws.epoch, left.draws.round) == (right.draws.epoch, right.draws.round)
    assert dict(left.draws.counts) == dict(right.draws.counts)


async def alike_everywhere(battles: Battles, battle: str) -> None:
    """This process and a fresh one find at every event, and as what comes next, what the fold from 0 does."""
    await battles.finish()
    again = opened(battles.store)
    live, table = await battles.table(battle), await again.table(battle)
    log = await battles.store.events(battle, 0, 1_000)
    for at in range(1, len(log) + 1):
        fold = folded(battle, log, at)
        same(await again.past.at(battle, table.lineage, at), fold)
        same(await battles.past.at(battle, live.lineage, at), fold)
    same(live.now, table.now)


async def played(battles: Battles, battle: str, chance: random.Random, commands: int) -> None:
    """Bots play on, as far as the battle goes; every snapshot that was due is made."""
    for _ in range(commands):
        table = await battles.table(battle)
        if table.state.phase != "ended":
            await bots.step(battles, table, chance)
    await battles.finish()


async def sample(battles: Battles, seed: int = 1, commands: int = 40) -> str:
    """A battle that bots have begun."""
    begun = await opening.create(battles, msgspec.json.encode({"sample": "frozen-pass"}))
    await played(battles, begun.table.id, random.Random(seed), commands)
    return begun.table.id


async def kept_by(store: Store, battle: str) -> list[Snapshot]:
    """A battle's snapshots that this reducer could read, by seq."""
    found: list[Snapshot] = []
    last = await store.head(battle)
    while one := await store.last_snapshot(battle, [(1, last)], VERSION):
        found.insert(0, one)
        last = one.seq - 1
    return found


async def replaced(store: Store, battle: str, change: Callable[[Snapshot], Snapshot]) -> None:
    """Every snapshot of a battle, changed."""
    await store.keep_snapshots(battle, [change(one) for one in await kept_by(store, battle)])


def test_a_snapshot_keeps_the_draws_beside_the_state() -> None:
    """Written and read again, epoch, round and counts of dice are there, of rolls with and without a unit."""

    draws = Draws(3, 2, {("pip", "crit"): 4, (None, "coin"): 1})
    before = Rebuilt(State(battle="b", seq=9), draws)
    same(read(written(before)), before)


@pytest.mark.parametrize("seed", range(2))
def test_a_past_of_rewinds_and_branches_is_the_fold_from_the_beginning(database: Database, seed: int) -> None:
    """Played, undone, rewound (dice kept and fresh), branched, the branch branched: alike at every event."""

    async def story(battles: Battles) -> None:
        chance = random.Random(seed)
        line = [await sample(battles, seed)]
        for _ in range(5):
            battle = line[-1]
            head = (await summaries.summary(battles, battle)).head
            turn = chance.choice(["undo", "rewind", "fresh", "branch"])
            if turn == "undo":
                for _ in range(chance.randrange(1, 9)):
                    await accepting.command(battles, battle, "gm", c.Undo())
                await accepting.command(battles, battle, "gm", c.Redo())
            elif turn == "branch":
                line.append(
                    (await opening.branch(battles, battle, "gm", chance.randrange(1, head), None)).table.id
                )
            else:
                dice = "fresh" if turn == "fresh" else "keep"
                await accepting.command(
                    battles, battle, "gm", c.Rewind(to=chance.randrange(1, head), dice=dice)
                )
            await played(battles, line[-1], chance, chance.randrange(5, 25))
        for battle in line:
            await alike_everywhere(battles, battle)
            assert await kept_by(battles.store, battle)

    told(database, story)


def test_no_more_than_so_many_events_are_folded(database: Database) -> None:
    """Wherever one looks in a played battle, the nearest snapshot is at most EVERY events away."""

    async def story(battles: Battles) -> None:
        battle = await sample(battles)
        table = await battles.table(battle)
        answers = 8  # a command and what followed it are one answer; its end is where a snapshot is made
        for at in range(1, table.state.seq + 1):
            assert (await battles.past.at(battle, table.lineage, at)).behind <= EVERY + answers

    told(database, story)


def test_a_rebuild_begins_at_the_snapshot(database: Database) -> None:
    """What a snapshot holds is what is read: were it another state, so would be the rebuilt one."""

    def retold(snapshot: Snapshot) -> Snapshot:
        found = read(snapshot)
        return written(Rebuilt(msgspec.structs.replace(found.state, title="from a snapshot"), found.draws))

    async def story(battles: Battles) -> None:
        battle = await sample(battles)
        await replaced(battles.store, battle, retold)
        assert (await reading.state(opened(battles.store), battle)).title == "from a snapshot"
        first = (await kept_by(battles.store, battle))[0].seq
        assert (await reading.state(battles, battle, first - 1)).title != "from a snapshot"
        assert (await reading.state(battles, battle, first)).title == "from a snapshot"

    told(database, story)


@pytest.mark.parametrize("body", [b"", b'{"state":{"units":7}}'])
def test_a_snapshot_that_does_not_decode_is_passed_over(database: Database, body: bytes) -> None:
    """Each is named in the log, the battle is folded as if there were none, and goes on."""

    async def story(battles: Battles) -> None:
        battle = await sample(battles)
        await replaced(battles.store, battle, lambda one: Snapshot(one.seq, one.version, body))
        kept = [one.seq for one in await kept_by(battles.store, battle)]
        assert kept
        with capture_logs() as logged:
            await opened(battles.store).table(battle)
        assert [one["seq"] for one in logged if one["event"] == "snapshot ignored"] == kept[::-1]
        await alike_everywhere(battles, battle)

    told(database, story)


def test_a_snapshot_of_another_reducer_is_passed_over(database: Database) -> None:
    """One of another version is never read, and replaced when its place comes again."""

    async def story(battles: Battles) -> None:
        battle = await sample(battles)
        await replaced(battles.store, battle, lambda one: Snapshot(one.seq, VERSION + 1, b"of the future"))
        assert not await kept_by(battles.store, battle)
        await alike_everywhere(battles, battle)
        assert await kept_by(battles.store, battle)

    told(database, story)


def test_a_refused_command_leaves_snapshots_and_dice_alone(database: Database) -> None:
    """After a refusal the same snapshots are there with the same bytes, and the same dice come next."""

    async def story(battles: Battles) -> None:
        battle = await sample(battles)
        table = await battles.table(battle)
        before = await kept_by(battles.store, battle)
        draws, behind = table.draws, table.behind
        for _ in range(2 * EVERY):
            with pytest.raises(Refused):
                await accepting.command(battles, battle, "gm", c.Move(unit="nobody", to=(0, 0)))
        await battles.finish()
        assert await kept_by(battles.store, battle) == before
        assert (table.draws, table.behind) == (draws, behind)

    told(database, story)


def test_a_restart_between_two_draws_changes_no_die(database: Database) -> None:
    """Rolls of one name, each by a fresh process or all by one: the same values, across snapshots."""

    async def rolled(battles: Battles, battle: str) -> object:
        answer = await accepting.command(battles, battle, "gm", c.Roll(dice="1d20", reason="luck"))
        return msgspec.json.decode(answer.entries[0].row.body)["rolls"]

    async def story(battles: Battles) -> None:
        battle = await sample(battles, commands=9)
        here = (await summaries.summary(battles, battle)).head
        through = [await rolled(battles, battle) for _ in range(4 * EVERY)]
        await accepting.command(battles, battle, "gm", c.Rewind(to=here))
        restarted = []
        for _ in through:
            await battles.finish()
            battles = opened(battles.store)
            restarted.append(await rolled(battles, battle))
        assert restarted == through
        assert len({str(one) for one in through}) > 4

    told(database, story)


def test_a_store_that_fails_costs_a_snapshot_and_nothing_else(database: Database) -> None:
    """Where a snapshot cannot be written the command was answered all the same, and the log says so."""

    async def story(battles: Battles) -> None:
        battle = await sample(battles, commands=5)
        head = (await summaries.summary(battles, battle)).head

        async def refuse(*_: object) -> None:
            raise Unavailable("disk full")

        battles.store.keep_snapshots = refuse  # type: ignore[method-assign]
        with capture_logs() as logged:
            for _ in range(2 * EVERY):
                await accepting.command(battles, battle, "gm", c.Note(text="on"))
                await asyncio.sleep(0)
            await battles.finish()
        assert "no snapshot was made" in {one["event"] for one in logged}
        assert (await summaries.summary(battles, battle)).head == head + 2 * EVERY

    told(database, story)


def test_a_log_verifies_on_every_store_with_the_bytes_that_were_hashed(database: Database) -> None:
    """Chain and dice of what is read back hold, and the bytes are those that the commands were answered with."""

    async def story(battles: Battles) -> None:
        battle = await sample(battles, commands=5)
        made = [
            entry.row.body
            for _ in range(5)
            for entry in (
                await accepting.command(battles, battle, "gm", c.Roll(dice="2d6", reason="ü ✓"))
            ).entries
        ]
        table = await battles.table(battle)
        log = [row.body for row in await battles.store.events(battle, 0, 1_000)]
        assert log[-len(made) :] == made
        assert prove_log(log, table.seeds) is None
        assert prove_log([*log[:-1], log[-1].replace(b"\xc3\xbc", b"u")], table.seeds) is not None

    told(database, story)
