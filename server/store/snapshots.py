"""Snapshots beside the logs: what a state was after an event, in bytes that only the caller reads.

A snapshot belongs to the battle whose own row has its seq. What stands after an event never changes, so
every branch that has that row in its log finds it too.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, Table, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from server.store import lineage, tables
from server.store.protocol import Snapshot

_of = tables.snapshots.c
_listed = (
    select(_of.seq, _of.version)
    .where(_of.battle == bindparam("battle"), _of.seq.between(bindparam("first"), bindparam("last")))
    .order_by(_of.seq)
)
_one = select(_of.seq, _of.version, _of.body).where(
    _of.battle == bindparam("battle"), _of.seq == bindparam("seq")
)
_INSERT: dict[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def listed(connection: Connection, battle: str) -> list[tuple[int, int]]:
    """`(seq, version)` of all that a log has, by seq."""
    return [
        (seq, version)
        for name, first, last in lineage.pieces(connection, battle)
        for seq, version in connection.execute(_listed, {"battle": name, "first": first, "last": last})
    ]


def one(connection: Connection, battle: str, seq: int) -> Snapshot | None:
    """The snapshot after an event."""
    owner = _owner(connection, battle, seq)
    found = connection.execute(_one, {"battle": owner, "seq": seq}).first()
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


def _owner(connection: Connection, battle: str, seq: int) -> str | None:
    """The battle whose own row an event of the log is."""
    found = lineage.within(lineage.pieces(connection, battle), seq, seq)
    return found[0][0] if found else None
