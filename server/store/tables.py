"""The tables, in types that SQLite and PostgreSQL both keep byte for byte.

`body` stands last so that SQLite reads the small columns of a long row without its overflow pages:
telling a lineage from `mark` and `base` costs the same however long the events are.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

battles = Table(
    "battles",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("origin_battle", Text, ForeignKey("battles.id"), index=True),
    Column("origin_seq", Integer),
    Column("imported", Text),
    UniqueConstraint("id"),
    Index("ix_battles_public_number", "public", "number"),
    sqlite_autoincrement=True,
)

events = Table(
    "events",
    metadata,
    Column("battle", Text, ForeignKey("battles.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("mark", Text, nullable=False),
    Column("base", Integer),
    Column("seat", Text),
    Column("command_id", Text),
    Column("count", Integer, nullable=False),
    Column("digest", LargeBinary),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("battle", "seq"),
)

Index(
    "ix_events_command",
    events.c.battle,
    events.c.seat,
    events.c.command_id,
    unique=True,
    sqlite_where=events.c.command_id.is_not(None),
    postgresql_where=events.c.command_id.is_not(None),
)

seeds = Table(
    "seeds",
    metadata,
    Column("battle", Text, ForeignKey("battles.id"), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    PrimaryKeyConstraint("battle", "epoch"),
)

salt_keys = Table(
    "salt_keys",
    metadata,
    Column("battle", Text, ForeignKey("battles.id"), primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("battle", Text, ForeignKey("battles.id"), nullable=False),
    Column("seat", Text, nullable=False),
    Index("ix_tokens_battle_seat", "battle", "seat"),
)

invites = Table(
    "invites",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("battle", Text, ForeignKey("battles.id"), nullable=False),
    Column("seat", Text, nullable=False),
    Index("ix_invites_battle_seat", "battle", "seat"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("battle", Text, ForeignKey("battles.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("battle", "seq"),
)

shares = Table(
    "shares",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("battle", Text, ForeignKey("battles.id"), nullable=False),
    Column("view", Text, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer),
    Column("expires_at", Text),
    Column("ended", Boolean, nullable=False),
)
