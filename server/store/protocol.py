"""What every store promises, whatever database is below it.

Bodies, marks and digests are opaque here: the store keeps bytes and order, and gives both back.
A branch holds no copies. Its log is its parent's up to the origin, then its own rows, and every
read follows that across as many parents as there are.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Protocol, TypeVar

import msgspec

from replays.lineage import Spans

T = TypeVar("T")


class Row(msgspec.Struct, frozen=True):
    """One event as it is stored.

    `mark` is the kind of event in a letter and `base` the seq a rewind goes to, so that a lineage
    can be told without decoding bodies. The row that answers a command has its `command_id`, the
    `seat` that sent it, the `digest` of what was sent, and in `count` how many rows the answer spans.
    """

    seq: int
    body: bytes
    mark: str
    base: int | None = None
    command_id: str | None = None
    seat: str | None = None
    digest: bytes | None = None
    count: int = 1


class NewBattle(msgspec.Struct, frozen=True):
    """A battle to be created; `tokens` maps seats to hashes, `origin` is where a branch left."""

    id: str
    ruleset: str
    title: str
    public: bool
    created_at: str
    origin: tuple[str, int] | None
    tokens: dict[str, bytes]
    seeds: dict[int, bytes]
    salt_key: bytes
    status: str
    imported: str | None = None
    invites: dict[str, bytes] = {}


class BattleRecord(msgspec.Struct, frozen=True):
    """A battle as listed; `number` grows with every creation and is the cursor of a listing."""

    id: str
    ruleset: str
    title: str
    public: bool
    created_at: str
    status: str
    number: int
    imported: str | None = None
    origin: tuple[str, int] | None = None


class Share(msgspec.Struct, frozen=True):
    """A link to a replay: `hash` of its token, the view, who made it, the first and last event shown."""

    hash: bytes
    battle: str
    view: str
    made_by: str
    first: int = 1
    last: int | None = None
    expires_at: str | None = None
    ended: bool = False


class Snapshot(msgspec.Struct, frozen=True):
    """What a state was after event `seq`; `version` says who can read the bytes."""

    seq: int
    version: int
    body: bytes


class Store(Protocol):
    """Where battles are kept. Every method may raise `Unavailable`; writes also `Busy`."""

    shared: ClassVar[bool]
    """Whether other servers may append here too."""

    async def open(self) -> None:
        """Take hold of the database; `DatabaseInUse` where only one server may."""

    async def close(self) -> None:
        """Write what is still queued, then let go."""

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """From now on call `heard` with a battle and its head when another server has appended.

        Only a hint, which may not come: `heads` is what counts.
        """

    async def create(self, battle: NewBattle, rows: Sequence[Row]) -> None:
        """Store a battle with its first rows, whole or not at all; `Conflict` if the id is taken."""

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
        """Add rows and what belongs to them in one transaction; `Conflict` unless they follow the head.

        `revoke` ends every token and invite of the seats named, before `tokens` and `invites` are added.
        `claim` uses up an invite, `Claimed` where it is gone already. Rows may be none.
        """

    async def keep_snapshots(self, battle: str, kept: Sequence[Snapshot]) -> None:
        """Keep snapshots after events of the log, each in place of the one that was there."""

    async def last_snapshot(self, battle: str, spans: Spans, version: int) -> Snapshot | None:
        """The last snapshot of a version after one of the events in these spans of the log."""

    async def invite(self, code_hash: bytes) -> tuple[str, str] | None:
        """The battle and seat that an unused invite stands for."""

    async def share(self, token_hash: bytes) -> Share | None:
        """A share by its token's hash, an ended one too."""

    async def battle(self, battle: str) -> BattleRecord | None:
        """The record of one battle."""

    async def public_battles(
        self, limit: int, before: int | None = None, ruleset: str | None = None, status: str | None = None
    ) -> list[BattleRecord]:
        """Public battles, newest first, those with a number below `before`."""

    async def head(self, battle: str) -> int:
        """The last seq of a battle's log; `NoSuchBattle` if there is none."""

    async def heads(self, battles: Sequence[str]) -> dict[str, int]:
        """The last seq of each of these battles that there is."""

    async def events(self, battle: str, after: int, limit: int) -> list[Row]:
        """At most `limit` rows of the log behind `after`, in order."""

    async def event(self, battle: str, seq: int) -> Row | None:
        """One row of the log."""

    async def through(self, battle: str, spans: Spans, make: Callable[[Iterator[bytes]], T]) -> T:
        """What is made of the bodies of each span of the log, span after span: all that a rebuild reads.

        Where they are many `make` may run in a thread of the store's, each body read as it is asked for.
        """

    async def marks(self, battle: str) -> list[tuple[int, str, int | None]]:
        """`(seq, mark, base)` of the whole log."""

    async def receipt(self, battle: str, seat: str, command_id: str) -> tuple[bytes, list[Row]] | None:
        """The digest and the rows that answered a command; ids count within one battle's own rows."""

    async def seat_of(self, token_hash: bytes) -> tuple[str, str] | None:
        """The battle and seat a token stands for."""

    async def seeds(self, battle: str) -> dict[int, bytes]:
        """The seed of each epoch of a battle (a branch has its own only)."""

    async def salt_key(self, battle: str) -> bytes:
        """The key a battle's salts are made with; `NoSuchBattle` if there is none."""

    async def branches(self, battle: str) -> list[tuple[int, str, str]]:
        """`(at, id, title)` of a battle's children, oldest first."""

    async def ping(self) -> None:
        """Return if the database answers and the writer can take more."""
