"""The promises of `Store` kept with SQL, whatever the database.

A database joins by giving three things: how it opens and closes, how it runs a read (a function of a
connection), and how it writes an entry. All statements are shared.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Concatenate, ParamSpec, TypeVar

from prometheus_client import Histogram
from sqlalchemy import Connection

from replays.lineage import Spans
from server.store import battles, entry, events, snapshots
from server.store.protocol import BattleRecord, NewBattle, Row, Share, Snapshot

P = ParamSpec("P")
T = TypeVar("T")
FEW = 256
"""Bodies that take no longer to read (0.3 ms) than it may take an idle core to begin."""
APPENDS = Histogram("battletape_append_seconds", "From asking for an append to its being durable.")


class SqlStore(ABC):
    """A store over tables; see `Store` for what each method promises."""

    shared: ClassVar[bool]

    @abstractmethod
    async def open(self) -> None:
        """Take hold of the database."""

    @abstractmethod
    async def close(self) -> None:
        """Write what is queued, then let go."""

    @abstractmethod
    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Hear of other servers' appends."""

    @abstractmethod
    async def _read(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a read that may be long on a connection, in short transactions, off the event loop."""

    @abstractmethod
    async def _look(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a short read, by whatever way is quickest."""

    async def _timed(self, wanted: entry.Entry) -> None:
        with APPENDS.time():
            await self._write(wanted)

    @abstractmethod
    async def _write(self, wanted: entry.Entry) -> None:
        """Return when the entry is durable."""

    @abstractmethod
    def _check_writer(self) -> None:
        """Raise if nothing can be written now."""

    async def create(self, battle: NewBattle, rows: Sequence[Row]) -> None:
        """Store a battle with its first rows."""
        await self._timed(entry.creating(battle, rows))

    async def append(
        self,
        battle: str,
        rows: Sequence[Row],
        *,
        seeds: Mapping[int, bytes] = {},
        tokens: Mapping[str, bytes] = {},
        revoke: Sequence[str] = (),
        status: str | None = None,
        invites: Mapping[str, bytes] = {},
        claim: bytes | None = None,
        share: Share | None = None,
        end_share: bytes | None = None,
    ) -> None:
        """Add rows and what belongs to them."""
        await self._timed(
            entry.appending(battle, rows, seeds, tokens, revoke, status, invites, claim, share, end_share)
        )

    async def keep_snapshots(self, battle: str, kept: Sequence[Snapshot]) -> None:
        """Keep snapshots of a log."""
        await self._timed(entry.Entry(battle, (), snapshots=kept))

    async def last_snapshot(self, battle: str, spans: Spans, version: int) -> Snapshot | None:
        """The last snapshot on spans of the log."""
        return await self._look(snapshots.last, battle, spans, version)

    async def battle(self, battle: str) -> BattleRecord | None:
        """The record of one battle."""
        return await self._look(battles.record, battle)

    async def public_battles(
        self, limit: int, before: int | None = None, ruleset: str | None = None, status: str | None = None
    ) -> list[BattleRecord]:
        """Public battles, newest first."""
        return await self._read(battles.public, limit, before, ruleset, status)

    async def head(self, battle: str) -> int:
        """The last seq of a battle's log."""
        return await self._look(battles.head, battle)

    async def heads(self, of: Sequence[str]) -> dict[str, int]:
        """The last seq of each battle."""
        return await self._look(battles.heads, of) if of else {}

    async def events(self, battle: str, after: int, limit: int) -> list[Row]:
        """A page of the log."""
        return await self._read(events.page, battle, after, limit)

    async def event(self, battle: str, seq: int) -> Row | None:
        """One row of the log."""
        return await self._look(events.one, battle, seq)

    async def through(self, battle: str, spans: Spans, make: Callable[[Iterator[bytes]], T]) -> T:
        """What is made of the bodies of each span of the log."""
        few = sum(last - first + 1 for first, last in spans) <= FEW
        return await (self._look if few else self._read)(events.through, battle, spans, make)

    async def marks(self, battle: str) -> list[tuple[int, str, int | None]]:
        """`(seq, mark, base)` of the whole log."""
        return await self._read(events.marks, battle)

    async def receipt(self, battle: str, seat: str, command_id: str) -> tuple[bytes, list[Row]] | None:
        """What answered a command."""
        return await self._look(events.receipt, battle, seat, command_id)

    async def seat_of(self, token_hash: bytes) -> tuple[str, str] | None:
        """The battle and seat of a token."""
        return await self._look(battles.seat_of, token_hash)

    async def invite(self, code_hash: bytes) -> tuple[str, str] | None:
        """The battle and seat of an unused invite."""
        return await self._look(battles.invite, code_hash)

    async def share(self, token_hash: bytes) -> Share | None:
        """A share by its token's hash."""
        return await self._look(battles.share, token_hash)

    async def seeds(self, battle: str) -> dict[int, bytes]:
        """Seeds by epoch."""
        return await self._read(battles.seeds, battle)

    async def salt_key(self, battle: str) -> bytes:
        """The key of a battle's salts."""
        return await self._look(battles.salt_key, battle)

    async def branches(self, battle: str) -> list[tuple[int, str, str]]:
        """A battle's children."""
        return await self._read(battles.branches, battle)

    async def ping(self) -> None:
        """Return if the store can read and write."""
        self._check_writer()
        await self._look(battles.ping)
