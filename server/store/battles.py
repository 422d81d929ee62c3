"""Reading what stands beside the logs: records, listings, tokens, seeds, branches."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from server.store import tables
from server.store.errors import NoSuchBattle
from server.store.protocol import BattleRecord, Share

_of = tables.battles.c
_columns = (
    _of.id,
    _of.ruleset,
    _of.title,
    _of.public,
    _of.created_at,
    _of.status,
    _of.number,
    _of.imported,
    _of.origin_battle,
    _of.origin_seq,
)
_battle = select(*_columns).where(_of.id == bindparam("battle"))
_listing = select(*_columns).where(_of.public == bindparam("public")).order_by(_of.number.desc())
_anything = select(_of.number).limit(1)
_last = select(func.max(tables.events.c.seq)).where(tables.events.c.battle == _of.id).scalar_subquery()
_head = select(func.coalesce(_last, _of.origin_seq, 0)).where(_of.id == bindparam("battle"))
_heads = select(_of.id, func.coalesce(_last, _of.origin_seq, 0)).where(
    _of.id.in_(bindparam("ids", expanding=True))
)
_seat = select(tables.tokens.c.battle, tables.tokens.c.seat).where(
    tables.tokens.c.hash == bindparam("token_hash")
)
_invite = select(tables.invites.c.battle, tables.invites.c.seat).where(
    tables.invites.c.hash == bindparam("code_hash")
)
_share = select(*tables.shares.c).where(tables.shares.c.hash == bindparam("token_hash"))
_seeds = select(tables.seeds.c.epoch, tables.seeds.c.seed).where(tables.seeds.c.battle == bindparam("battle"))
_salt_key = select(tables.salt_keys.c.key).where(tables.salt_keys.c.battle == bindparam("battle"))
_branches = (
    select(_of.origin_seq, _of.id, _of.title)
    .where(_of.origin_battle == bindparam("battle"))
    .order_by(_of.number)
)


def record(connection: Connection, battle: str) -> BattleRecord | None:
    """One battle's record."""
    found = connection.execute(_battle, {"battle": battle}).first()
    return _record(found) if found else None


def public(
    connection: Connection, limit: int, before: int | None, ruleset: str | None, status: str | None
) -> list[BattleRecord]:
    """Public battles, newest first."""
    wanted = _listing.limit(limit)
    if before is not None:
        wanted = wanted.where(_of.number < before)
    if ruleset is not None:
        wanted = wanted.where(_of.ruleset == ruleset)
    if status is not None:
        wanted = wanted.where(_of.status == status)
    return [_record(found) for found in connection.execute(wanted, {"public": True})]


def head(connection: Connection, battle: str) -> int:
    """The last seq of a log."""
    found = connection.execute(_head, {"battle": battle}).scalar_one_or_none()
    if found is None:
        raise NoSuchBattle(battle)
    return int(found)


def heads(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """The last seq of each log that there is."""
    return {row[0]: row[1] for row in connection.execute(_heads, {"ids": list(ids)})}


def seat_of(connection: Connection, token_hash: bytes) -> tuple[str, str] | None:
    """The battle and seat behind a token's hash."""
    found = connection.execute(_seat, {"token_hash": token_hash}).first()
    return (found[0], found[1]) if found else None


def invite(connection: Connection, code_hash: bytes) -> tuple[str, str] | None:
    """The battle and seat behind an unused code's hash."""
    found = connection.execute(_invite, {"code_hash": code_hash}).first()
    return (found[0], found[1]) if found else None


def share(connection: Connection, token_hash: bytes) -> Share | None:
    """The share behind a link's hash."""
    found = connection.execute(_share, {"token_hash": token_hash}).first()
    return Share(*found) if found else None


def seeds(connection: Connection, battle: str) -> dict[int, bytes]:
    """Seeds by epoch."""
    return {row.epoch: row.seed for row in connection.execute(_seeds, {"battle": battle})}


def salt_key(connection: Connection, battle: str) -> bytes:
    """The key of a battle's salts."""
    found = connection.execute(_salt_key, {"battle": battle}).scalar_one_or_none()
    if found is None:
        raise NoSuchBattle(battle)
    return bytes(found)


def branches(connection: Connection, battle: str) -> list[tuple[int, str, str]]:
    """`(at, id, title)` of a battle's children."""
    return [(at, child, title) for at, child, title in connection.execute(_branches, {"battle": battle})]


def ping(connection: Connection) -> None:
    """Read something; a constant would say nothing about the tables and their disk."""
    connection.execute(_anything).first()


def _record(found: Sequence[Any]) -> BattleRecord:
    *facts, battle, seq = found
    facts.append(None if battle is None else (battle, seq))
    return BattleRecord(*facts)
