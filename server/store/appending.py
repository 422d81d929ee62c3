"""Writing inside one transaction: who may append, and the statements that do it.

Heads are read in the same transaction that inserts, so a clash is told before anything is inserted
and costs nobody else a thing. A second entry of the same battle sees what the first has added.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from server.store import battles, snapshots, tables
from server.store.entry import Entry, Outcome
from server.store.errors import Claimed, Conflict, NoSuchBattle
from server.store.protocol import NewBattle, Row

_lock = (
    select(tables.battles.c.id)
    .where(tables.battles.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(tables.battles.c.id)  # always in one order, so that no two servers wait for each other
    .with_for_update()
)
_add_battle = insert(tables.battles)
_add_rows = insert(tables.events)
_add_seeds = insert(tables.seeds)
_add_tokens = insert(tables.tokens)
_add_salt_key = insert(tables.salt_keys)
_set_status = (
    update(tables.battles).where(tables.battles.c.id == bindparam("which")).values(status=bindparam("status"))
)
_end_tokens = delete(tables.tokens).where(
    tables.tokens.c.battle == bindparam("which"), tables.tokens.c.seat == bindparam("whose")
)
_end_invites = delete(tables.invites).where(
    tables.invites.c.battle == bindparam("which"), tables.invites.c.seat == bindparam("whose")
)
_claim = delete(tables.invites).where(tables.invites.c.hash == bindparam("code"))
_add_invites = insert(tables.invites)
_add_share = insert(tables.shares)
_end_share = update(tables.shares).where(tables.shares.c.hash == bindparam("link")).values(ended=True)
_answered = select(tables.events.c.seq).where(
    tables.events.c.battle == bindparam("battle"),
    tables.events.c.seat == bindparam("seat"),
    tables.events.c.command_id == bindparam("command_id"),
)


def write(connection: Connection, entries: Sequence[Entry]) -> list[Outcome]:
    """Insert every entry that follows its head; the outcome of each in order."""
    heads = heads_of(connection, entries)
    outcomes: list[Outcome] = []
    rows: list[dict[str, Any]] = []
    for entry in entries:
        refusal = _refusal(heads, entry) or _claimed(connection, entry)
        outcomes.append(refusal)
        if refusal is None:
            _write_beside(connection, entry)
            rows += [_columns(entry.battle, row) for row in entry.rows]
            heads[entry.battle] = entry.rows[-1].seq if entry.rows else heads[entry.battle]
    if rows:
        connection.execute(_add_rows, rows)
    return outcomes


def heads_of(connection: Connection, entries: Sequence[Entry]) -> dict[str, int]:
    """The head of every battle that the entries append to or leave from, where it exists."""
    ids = {entry.battle for entry in entries}
    ids.update(entry.new.origin[0] for entry in entries if entry.new and entry.new.origin)
    if connection.dialect.name == "postgresql":
        # a statement of its own: the heads must be read on a snapshot taken after the locks are held
        connection.execute(_lock, {"ids": list(ids)}).all()
    return battles.heads(connection, list(ids))


def answered(connection: Connection, entry: Entry) -> bool:
    """Whether one of the entry's command ids already has its answer."""
    return any(
        connection.execute(
            _answered, {"battle": entry.battle, "seat": row.seat, "command_id": row.command_id}
        ).first()
        for row in entry.rows
        if row.command_id is not None
    )


def _refusal(heads: dict[str, int], entry: Entry) -> Outcome:
    head = heads.get(entry.battle)
    if entry.new is not None:
        if head is not None:
            return Conflict(entry.battle, head)
        if astray := _astray(heads, entry.new.origin):
            return astray
        head = entry.new.origin[1] if entry.new.origin else 0
    if head is None:
        return NoSuchBattle(entry.battle)
    if entry.rows and entry.rows[0].seq != head + 1:
        return Conflict(entry.battle, head)
    return None


def _claimed(connection: Connection, entry: Entry) -> Outcome:
    """Uses up an entry's invite; what to say where it is gone already."""
    if entry.claim is None or connection.execute(_claim, {"code": entry.claim}).rowcount == 1:
        return None
    return Claimed(entry.battle)


def _astray(heads: dict[str, int], origin: tuple[str, int] | None) -> Outcome:
    """Why a branch cannot leave from there."""
    if origin is None:
        return None
    parent, at = origin
    if parent not in heads:
        return NoSuchBattle(parent)
    return None if 1 <= at <= heads[parent] else Conflict(parent, heads[parent])


def _write_beside(connection: Connection, entry: Entry) -> None:
    """Everything of an entry but its rows, in an order that keeps a seat's newest token."""
    battle = entry.battle
    if entry.new is not None:
        connection.execute(_add_battle, _record(entry.new))
        connection.execute(_add_salt_key, {"battle": battle, "key": entry.new.salt_key})
    if entry.revoke:
        ended = [{"which": battle, "whose": seat} for seat in entry.revoke]
        connection.execute(_end_tokens, ended)
        connection.execute(_end_invites, ended)
    if entry.tokens:
        tokens = [{"hash": token, "battle": battle, "seat": seat} for seat, token in entry.tokens.items()]
        connection.execute(_add_tokens, tokens)
    if entry.invites:
        codes = [{"hash": code, "battle": battle, "seat": seat} for seat, code in entry.invites.items()]
        connection.execute(_add_invites, codes)
    if entry.share is not None:
        connection.execute(_add_share, asdict(entry.share))
    if entry.end_share is not None:
        connection.execute(_end_share, {"link": entry.end_share})
    if entry.seeds:
        seeds = [{"battle": battle, "epoch": epoch, "seed": seed} for epoch, seed in entry.seeds.items()]
        connection.execute(_add_seeds, seeds)
    if entry.snapshots:
        snapshots.keep(connection, battle, entry.snapshots)
    if entry.status is not None:
        connection.execute(_set_status, {"which": battle, "status": entry.status})


def _record(new: NewBattle) -> dict[str, Any]:
    origin_battle, origin_seq = new.origin or (None, None)
    return {
        "id": new.id,
        "ruleset": new.ruleset,
        "title": new.title,
        "public": new.public,
        "created_at": new.created_at,
        "status": new.status,
        "origin_battle": origin_battle,
        "origin_seq": origin_seq,
        "imported": new.imported,
    }


def _columns(battle: str, row: Row) -> dict[str, Any]:
    return {
        "battle": battle,
        "seq": row.seq,
        "mark": row.mark,
        "base": row.base,
        "seat": row.seat,
        "command_id": row.command_id,
        "count": row.count,
        "digest": row.digest,
        "body": row.body,
    }
