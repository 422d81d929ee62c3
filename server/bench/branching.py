"""Row: a branch copies nothing, however late in the battle it leaves."""

from sqlalchemy import func, make_url, select

from schemas.seats import GM
from server.battles import opening, reading
from server.battles.table import Table
from server.bench import endless
from server.bench.bench import Bench
from server.bench.figures import Figure, at_most
from server.store.sqlite import reading_engine
from server.store.tables import metadata

EARLY = 5


async def branched(bench: Bench) -> list[Figure]:
    """Rows written by a branch in the middle of a long battle against one at its beginning."""
    table = await endless.stored(bench.battles, bench.sizes.events)
    late = await _settled(bench, table, bench.sizes.events // 2)
    counts = [_rows(bench)]
    for at in (late, EARLY):
        await opening.branch(bench.battles, table.id, GM, at, None)
        await bench.battles.finish()
        counts.append(_rows(bench))
    what = f"rows written by a branch at event {late:,} against one at event {EARLY}"
    return [at_most(what, "rows", counts[1] - counts[0], counts[2] - counts[1], 1)]


async def _settled(bench: Bench, table: Table, at: int) -> int:
    """The first event from there on after which nothing follows by itself, as after the early one."""
    while table.system.automatic(await reading.state(bench.battles, table.id, at)) is not None:
        at += 1
    return at


def _rows(bench: Bench) -> int:
    """Of all tables of the bench's database."""
    engine = reading_engine(make_url(bench.url()))
    with engine.connect() as connection:
        counts = [
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        ]
    engine.dispose()
    return sum(counts)
