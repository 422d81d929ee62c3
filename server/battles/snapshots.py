"""A battle's past, rebuilt from the nearest snapshot (design 8), and when a snapshot is made.

A state is written down once so many events have been folded since the last one, and behind the answer that
it would hold up. The log stays the truth: a snapshot that cannot be used is passed over, and costs time only.
"""

import asyncio
from collections.abc import Sequence

import msgspec
import structlog
from msgspec import Struct

from replays.dice import Draws
from replays.lineage import Lineage, Spans, parted
from replays.rebuild import Rebuilt, milestones
from replays.reducer import VERSION
from schemas.state import State
from server.store.errors import StoreError
from server.store.protocol import Snapshot, Store

log = structlog.get_logger()

EVERY = 200
"""Events between two snapshots (decision 13)."""


class _Kept(Struct, frozen=True):
    """What a snapshot holds: the state, and the dice's epoch, round and how often each name was drawn."""

    state: State
    epoch: int
    round: int
    drawn: tuple[tuple[str | None, str, int], ...]


_read = msgspec.json.Decoder(_Kept).decode


def written(rebuilt: Rebuilt) -> Snapshot:
    """A battle as it stood, in bytes."""
    draws = rebuilt.draws
    drawn = tuple((unit, what, times) for (unit, what), times in draws.counts.items())
    kept = _Kept(rebuilt.state, draws.epoch, draws.round, drawn)
    return Snapshot(rebuilt.state.seq, VERSION, msgspec.json.encode(kept))


def read(snapshot: Snapshot) -> Rebuilt:
    """The battle as it stood. Raises msgspec.MsgspecError where the bytes say nothing."""
    kept = _read(snapshot.body)
    counts = {(unit, what): times for unit, what, times in kept.drawn}
    return Rebuilt(kept.state, Draws(kept.epoch, kept.round, counts))


class Past:
    """What was, of every battle of a store."""

    def __init__(self, store: Store, every: int = EVERY) -> None:
        self._store = store
        self._every = every
        self._keeping: set[asyncio.Task[None]] = set()

    async def at(self, battle: str, lineage: Lineage, seq: int) -> Rebuilt:
        """The battle as it stood after an event. Raises UnknownEffect."""
        start, spans = await self._nearest(battle, lineage.spans(seq))
        *passed, there = await self._store.through(
            battle, spans, lambda bodies: [*milestones(start, bodies, self._every)]
        )
        self._keep(battle, passed)
        return there

    def grown(self, battle: str, now: Rebuilt) -> int:
        """Called with a battle's new present, which the store has; how many events lie behind a snapshot."""
        if now.behind < self._every:
            return now.behind
        self._keep(battle, [now])
        return 0

    async def finish(self) -> None:
        """Waits for the snapshots that are being made."""
        if self._keeping:
            await asyncio.wait(self._keeping)

    async def _nearest(self, battle: str, spans: Spans) -> tuple[Rebuilt, Spans]:
        """The last usable snapshot on these spans, or the battle before event 1; and the spans behind it."""
        left = spans
        while (kept := await self._store.last_snapshot(battle, left, VERSION)) is not None:
            left, _ = parted(left, kept.seq)
            try:
                found = read(kept)
            except msgspec.MsgspecError as error:
                log.warning("snapshot ignored", battle=battle, seq=kept.seq, reason=str(error))
            else:
                state = msgspec.structs.replace(found.state, battle=battle)
                return msgspec.structs.replace(found, state=state), parted(spans, kept.seq)[1]
        return Rebuilt(State(battle=battle), Draws()), spans

    def _keep(self, battle: str, found: Sequence[Rebuilt]) -> None:
        """Writes snapshots down behind whoever is waiting for an answer."""
        if found:
            task = asyncio.ensure_future(self._write(battle, found))
            self._keeping.add(task)
            task.add_done_callback(self._keeping.discard)

    async def _write(self, battle: str, found: Sequence[Rebuilt]) -> None:
        try:
            await self._store.keep_snapshots(battle, [written(one) for one in found])
        except StoreError as error:
            log.warning("no snapshot was made", battle=battle, reason=str(error))
