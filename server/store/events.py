"""Reading a log: pages, spans, marks, receipts.

Plain functions over a connection, so that SQLite's threads and an async engine's `run_sync` can both
call them. Each statement is read to its end before the next: no read holds a snapshot of the database for
longer than what it read takes to fold.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, bindparam, select

from replays.lineage import Spans
from server.store import lineage, tables
from server.store.lineage import ENDLESS, Piece
from server.store.protocol import Row

PORTION = 100
"""Bodies read at a time: few enough to stay in the processor's cache until they are folded."""

T = TypeVar("T")

_of = tables.events.c
_columns = (_of.seq, _of.body, _of.mark, _of.base, _of.command_id, _of.seat, _of.digest, _of["count"])


def _piece(*columns: Any) -> Select[Any]:
    return (
        select(*columns)
        .where(_of.battle == bindparam("battle"), _of.seq.between(bindparam("first"), bindparam("last")))
        .order_by(_of.seq)
        .limit(bindparam("most"))
    )


_rows = _piece(*_columns)
_bodies = _piece(_of.body)
_marks = _piece(_of.seq, _of.mark, _of.base)
_receipt = select(*_columns).where(
    _of.battle == bindparam("battle"),
    _of.seat == bindparam("seat"),
    _of.command_id == bindparam("command_id"),
)


def page(connection: Connection, battle: str, after: int, limit: int) -> list[Row]:
    """At most `limit` rows of the log behind `after`."""
    found: list[Row] = []
    for piece in lineage.within(lineage.pieces(connection, battle), after + 1, ENDLESS):
        if len(found) < limit:
            found += _read(connection, piece, limit - len(found))
    return found


def one(connection: Connection, battle: str, seq: int) -> Row | None:
    """The row at `seq`."""
    found = page(connection, battle, seq - 1, 1)
    return found[0] if found and found[0].seq == seq else None


def through(connection: Connection, battle: str, spans: Spans, make: Callable[[Iterator[bytes]], T]) -> T:
    """What is made of the bodies of each span of the log, span after span."""
    with closing(_bodies_in(connection, battle, spans)) as bodies:
        return make(bodies)


def _bodies_in(connection: Connection, battle: str, spans: Spans) -> Generator[bytes, None, None]:
    log = lineage.pieces(connection, battle)
    for first, last in spans:
        for piece in lineage.within(log, first, last):
            # the driver's own rows: SQLAlchemy's would be a quarter of what reading a long log takes
            with closing(connection.execute(_bodies, _bounds(piece, ENDLESS)).cursor) as rows:
                while found := rows.fetchmany(PORTION):
                    for (body,) in found:
                        yield body


def marks(connection: Connection, battle: str) -> list[tuple[int, str, int | None]]:
    """`(seq, mark, base)` of the whole log."""
    return [
        (seq, mark, base)
        for piece in lineage.pieces(connection, battle)
        for seq, mark, base in connection.execute(_marks, _bounds(piece, ENDLESS))
    ]


def receipt(
    connection: Connection, battle: str, seat: str, command_id: str
) -> tuple[bytes, list[Row]] | None:
    """The digest and the rows that answered a command of this battle."""
    sent = {"battle": battle, "seat": seat, "command_id": command_id}
    found = connection.execute(_receipt, sent).first()
    if found is None:
        return None
    head = Row(*found)
    piece = (battle, head.seq + 1, head.seq + head.count - 1)
    return head.digest or b"", [head, *(_read(connection, piece) if head.count > 1 else [])]


def _read(connection: Connection, piece: Piece, most: int = ENDLESS) -> list[Row]:
    return [Row(*found) for found in connection.execute(_rows, _bounds(piece, most))]


def _bounds(piece: Piece, most: int) -> dict[str, Any]:
    battle, first, last = piece
    return {"battle": battle, "first": first, "last": last, "most": most}
