"""Row: a long tape is verified whole, its dice included, before anybody gets impatient."""

from statistics import median

from replays import verify
from schemas import commands as c
from schemas.seats import GM
from server.battles import accepting, taping
from server.bench import endless
from server.bench.bench import Bench
from server.bench.figures import Figure, at_most, spent

PATIENCE = 2_000


async def verified(bench: Bench) -> list[Figure]:
    """A tape with published seeds: chain, dice, effects and footer."""
    table = await endless.stored(bench.battles, bench.sizes.events)
    await accepting.command(bench.battles, table.id, GM, c.End(reason="measured"))
    data = await taping.tape(bench.battles, table.id)

    async def work() -> object:
        return verify.verify(data)

    took = median([await spent(work) for _ in range(bench.sizes.runs)])
    return [at_most(f"a tape of {bench.sizes.events:,} events verified", "ms", took, PATIENCE, 1)]
