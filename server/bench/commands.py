"""Rows: a command costs the same however long the log is and however often it was rewound."""

from schemas import commands as c
from schemas.seats import GM
from server.battles import accepting
from server.battles.service import Battles
from server.battles.table import Table
from server.bench import endless
from server.bench.bench import Bench
from server.bench.figures import Figure, at_most, in_turn


async def late(bench: Bench) -> list[Figure]:
    """A command at the end of a long log against one in a short log."""
    long = await endless.stored(bench.battles, bench.sizes.events)
    short = await endless.stored(bench.battles, 10)
    what = f"a command after {bench.sizes.events:,} events against one after 10"
    return [await _compared(bench, what, long, short)]


async def rewound(bench: Bench) -> list[Figure]:
    """A command after many rewinds against a fresh battle's."""
    turned, fresh = [await endless.stored(bench.battles, 30) for _ in range(2)]
    for _ in range(bench.sizes.rewinds):
        await accepting.command(bench.battles, turned.id, GM, c.Rewind(to=turned.state.seq - 1))
    what = f"a command after {bench.sizes.rewinds} rewinds against a fresh battle's"
    return [await _compared(bench, what, turned, fresh)]


async def _compared(bench: Bench, what: str, one: Table, other: Table) -> Figure:
    async def left() -> object:
        return await _next(bench.battles, one)

    async def right() -> object:
        return await _next(bench.battles, other)

    return at_most(what, "ms", *await in_turn(left, right, bench.sizes.times), 1.3)


async def _next(battles: Battles, table: Table) -> object:
    return await accepting.command(battles, table.id, GM, endless.next_command(table.state))
