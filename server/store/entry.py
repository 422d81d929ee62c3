"""One thing to be written whole: a battle with its first rows, or rows with what belongs to them."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from server.store.protocol import NewBattle, Row, Share, Snapshot

Outcome = Exception | None
"""What became of an entry: None when it is stored."""


class Entry(msgspec.Struct, frozen=True):
    """What one caller asks of the writer."""

    battle: str
    rows: Sequence[Row]
    seeds: Mapping[int, bytes] = {}
    tokens: Mapping[str, bytes] = {}
    revoke: Sequence[str] = ()
    status: str | None = None
    new: NewBattle | None = None
    invites: Mapping[str, bytes] = {}
    claim: bytes | None = None
    share: Share | None = None
    end_share: bytes | None = None
    snapshots: Sequence[Snapshot] = ()


def creating(battle: NewBattle, rows: Sequence[Row]) -> Entry:
    """The entry that creates a battle; its log may not be empty."""
    if not rows:
        raise ValueError("a battle begins with at least one row")
    return _whole(Entry(battle.id, rows, battle.seeds, battle.tokens, new=battle, invites=battle.invites))


def appending(
    battle: str,
    rows: Sequence[Row],
    seeds: Mapping[int, bytes],
    tokens: Mapping[str, bytes],
    revoke: Sequence[str],
    status: str | None,
    invites: Mapping[str, bytes],
    claim: bytes | None,
    share: Share | None,
    end_share: bytes | None,
) -> Entry:
    """The entry that carries a battle on."""
    return _whole(Entry(battle, rows, seeds, tokens, revoke, status, None, invites, claim, share, end_share))


def _whole(entry: Entry) -> Entry:
    rows = entry.rows
    if any(later.seq != row.seq + 1 for row, later in pairwise(rows)):
        raise ValueError("rows of one entry follow each other without a gap")
    return entry
