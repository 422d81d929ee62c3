"""Rows: a long battle rebuilt from its first event beside a peer's, and read at any event with snapshots."""

import random

from server.battles import reading
from server.battles.service import Battles
from server.battles.snapshots import Past
from server.bench import endless, peer
from server.bench.bench import Bench
from server.bench.figures import Figure, Work, faster, in_turn, spent

NEVER = 2**31
"""Events between two snapshots where none is to be made."""
SEED = 5


async def rebuilt(bench: Bench) -> list[Figure]:
    """A stored battle rebuilt without any snapshot, against an aggregate of `eventsourcing`."""
    whole = await _whole(bench)
    what = f"{bench.sizes.events:,} events rebuilt without snapshots against eventsourcing"
    theirs = peer.prepared(bench.folder / "peer.db", bench.sizes.events)
    if theirs is None:
        return [faster(what, "ms", await spent(whole), None, 4)]
    return [faster(what, "ms", *await in_turn(whole, theirs, bench.sizes.runs * 3), 4)]


async def at_random(bench: Bench) -> list[Figure]:
    """The state after a random event, with snapshots, against rebuilding the whole battle."""
    table = await endless.stored(bench.battles, bench.sizes.events)
    chance = random.Random(SEED)

    async def anywhere() -> object:
        return await reading.state(bench.battles, table.id, chance.randrange(1, table.state.seq))

    whole = await _whole(bench)
    what = f"the state at a random one of {bench.sizes.events:,} events against rebuilding all"
    return [faster(what, "ms", *await in_turn(anywhere, whole, bench.sizes.runs * 4), 20)]


async def _whole(bench: Bench) -> Work:
    """What rebuilds a long battle that has no snapshot: its bodies are read and folded."""
    battles = Battles(bench.battles.store)
    battles.past = Past(battles.store, NEVER)
    bare = await endless.stored(battles, bench.sizes.events)

    async def work() -> object:
        return await battles.past.at(bare.id, bare.lineage, bare.state.seq)

    return work
