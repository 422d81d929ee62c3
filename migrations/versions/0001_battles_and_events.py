"""The first tables: battles, their events, and the secrets beside them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    _battles()
    _events()
    _secrets()


def downgrade() -> None:
    """Drop all tables."""
    for table in ("tokens", "salt_keys", "seeds", "events", "battles"):
        op.drop_table(table)


def _battles() -> None:
    op.create_table(
        "battles",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("origin_battle", sa.Text()),
        sa.Column("origin_seq", sa.Integer()),
        sa.Column("imported", sa.Text()),
        sa.PrimaryKeyConstraint("number", name="pk_battles"),
        sa.UniqueConstraint("id", name="uq_battles_id"),
        sa.ForeignKeyConstraint(["origin_battle"], ["battles.id"], name="fk_battles_origin_battle"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_battles_origin_battle", "battles", ["origin_battle"])
    op.create_index("ix_battles_public_number", "battles", ["public", "number"])


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("battle", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("base", sa.Integer()),
        sa.Column("seat", sa.Text()),
        sa.Column("command_id", sa.Text()),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("digest", sa.LargeBinary()),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("battle", "seq", name="pk_events"),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name="fk_events_battle"),
    )
    op.create_index(
        "ix_events_command",
        "events",
        ["battle", "seat", "command_id"],
        unique=True,
        sqlite_where=sa.text("command_id IS NOT NULL"),
        postgresql_where=sa.text("command_id IS NOT NULL"),
    )


def _secrets() -> None:
    op.create_table(
        "seeds",
        sa.Column("battle", sa.Text(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("battle", "epoch", name="pk_seeds"),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name="fk_seeds_battle"),
    )
    op.create_table(
        "salt_keys",
        sa.Column("battle", sa.Text(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("battle", name="pk_salt_keys"),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name="fk_salt_keys_battle"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("battle", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name="fk_tokens_battle"),
    )
    op.create_index("ix_tokens_battle_seat", "tokens", ["battle", "seat"])
