"""Verifying a battle's whole log: the chain, and its dice under the seeds known (contract 2, 6)."""

import asyncio

from replays import views
from replays.proof import prove_log
from schemas.replies import Audit, Bad
from schemas.seats import GM
from server.battles import tapes
from server.battles.service import Battles


async def audit(battles: Battles, battle: str, view: str = GM) -> Audit:
    """Head, commitments, the seeds a view may know, and what verifying finds. Raises Refused."""
    table = await battles.table(battle)
    state, seeds = table.state, table.published()
    told = seeds if views.eye(state, views.sight(state, view)) is None else {}
    bodies = await tapes.bodies_of(battles.store, battle, state.seq)
    broken = await asyncio.to_thread(prove_log, bodies, seeds)
    return Audit(
        head=state.seq,
        hash=state.hash,
        commitments={str(epoch): one for epoch, one in table.epochs.commitments.items()},
        seeds={str(epoch): seed.hex() for epoch, seed in told.items()} or None,
        verified=broken is None,
        **(
            {}
            if broken is None
            else {"first_bad": Bad(seq=broken.seq, expected=broken.expected, got=broken.got)}
        ),
    )
