"""Which battles' rows make up one battle's log.

A log is a list of pieces `(battle, first, last)`, oldest first. A branch adds a piece that begins
behind its origin, and cuts off whatever its parents have after it.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, Select, bindparam, literal, select

from server.store import tables

Piece = tuple[str, int, int]

ENDLESS = 2**31 - 1
"""The last seq of a piece that still grows; fits the column."""


def _ancestry_query() -> Select[str, int | None, int]:
    battles = tables.battles
    line = (
        select(battles.c.id, battles.c.origin_battle, battles.c.origin_seq, literal(0).label("depth"))
        .where(battles.c.id == bindparam("battle"))
        .cte("line", recursive=True)
    )
    parents = select(
        battles.c.id, battles.c.origin_battle, battles.c.origin_seq, (line.c.depth + 1).label("depth")
    ).join(line, battles.c.id == line.c.origin_battle)
    line = line.union_all(parents)
    return select(line.c.id, line.c.origin_seq, line.c.depth).order_by(line.c.depth)


_ancestry = _ancestry_query()


def pieces(connection: Connection, battle: str) -> list[Piece]:
    """The pieces of a battle's log, oldest first; none if there is no such battle."""
    found: list[Piece] = []
    last = ENDLESS
    for name, origin, _ in connection.execute(_ancestry, {"battle": battle}):
        first = (origin or 0) + 1
        if first <= last:
            found.append((name, first, last))
        last = min(last, first - 1)
    return found[::-1]


def within(log: Sequence[Piece], first: int, last: int) -> list[Piece]:
    """What a span of a log is made of."""
    cut = [(name, max(first, start), min(last, end)) for name, start, end in log]
    return [piece for piece in cut if piece[1] <= piece[2]]
