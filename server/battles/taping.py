"""Tapes through the house: a battle exported in a reader's view, a tape kept as a battle (contract 2, 10)."""

import asyncio

from replays import views
from schemas.replies import Creation
from schemas.seats import GM
from server.battles import reading, tapes
from server.battles.service import Battles
from server.battles.summaries import summary
from server.battles.table import PAGE


async def tape(battles: Battles, battle: str, view: str = GM, to: int | None = None) -> bytes:
    """The replay file of the log, up to event `to` or whole, in a reader's view. Raises Refused."""
    table = await battles.table(battle)
    last = await reading.state(battles, battle, to)
    sight = views.sight(last, view)
    if view == GM or not views.hides(last) or sight.opened:
        bodies = await tapes.bodies_of(battles.store, battle, last.seq)
        return await asyncio.to_thread(tapes.exported, table, last, bodies)
    seen: list[bytes] = []
    while len(seen) < last.seq:
        entries, _ = await reading.entries(battles, battle, len(seen), PAGE)
        if not entries:
            break
        seen.extend(tapes.seen(one.row.body, one.after, sight) for one in entries)
    return await asyncio.to_thread(tapes.exported, table, last, seen[: last.seq], view, published=False)


async def import_tape(battles: Battles, data: bytes) -> Creation:
    """Keeps a verified tape as a read-only battle. Raises Finding, or Refused `redacted`."""
    found = await asyncio.to_thread(tapes.incoming, data)

    async def work() -> Creation:
        await battles.store.create(found.new, found.rows)
        return Creation(battle=await summary(battles, found.new.id), tokens=found.tokens)

    return await battles.whole(work)
