"""Snapshots beside the logs: what a state was after an event, in bytes that only the caller reads.

A snapshot belongs to the battle whose own row has its seq. What stands after an event never changes, so
every branch that has that row in its log finds it too.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, Table, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from replays.lineage import Spans, last_on
from server.store import lineage, tables
from server.store.protocol import Snapshot

_of = tables.snapshots.c
_listed = (
    select(_of.seq)
    .where(
        _of.battle == bindparam("battle"),
        _of.seq.between(bindparam("first"), bindparam("last")),
        _of.version == bindparam("version"),
    )
    .order_by(_of.seq)
)
_one = select(_of.seq, _of.version, _of.body).where(
    _of.battle == bindparam("battle"), _of.seq == bindparam("seq"), _of.version == bindparam("version")
)
_INSERT: dict[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def last(connection: Connection, battle: str, spans: Spans, version: int) -> Snapshot | None:
    """The last snapshot of a version after an event of these spans of a log."""
    owners: dict[int, str] = {}
    for name, first, end in lineage.pieces(connection, battle):
        asked = {"battle": name, "first": first, "last": end, "version": version}
        owners |= dict.fromkeys(connection.scalars(_listed, asked), name)
    seq = last_on(spans, list(owners))
    if seq is None:
        return None
    found = connection.execute(_one, {"battle": owners[seq], "seq": seq, "version": version}).first()
    return Snapshot(*found) if found else None


def keep(connection: Connection, battle: str, kept: Sequence[Snapshot]) -> None:
    """Write snapshots of a log, each over the one that was there."""
    insert = _INSERT[connection.dialect.name](tables.snapshots)
    over = insert.on_conflict_do_update(
        index_elements=[_of.battle, _of.seq],
        set_={"version": insert.excluded.version, "body": insert.excluded.body},
    )
    pieces = lineage.pieces(connection, battle)
    rows = [
        {"battle": owner, "seq": one.seq, "version": one.version, "body": one.body}
        for one in kept
        for owner, _, _ in lineage.within(pieces, one.seq, one.seq)
    ]
    connection.execute(over, rows)
