"""Codes that seat somebody, and links that show a replay; both kept as hashes only."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "invites",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("battle", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_invites"),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name="fk_invites_battle"),
    )
    op.create_index("ix_invites_battle_seat", "invites", ["battle", "seat"])
    op.create_table(
        "shares",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("battle", sa.Text(), nullable=False),
        sa.Column("view", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer()),
        sa.Column("expires_at", sa.Text()),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_shares"),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name="fk_shares_battle"),
    )


def downgrade() -> None:
    """Drop both tables."""
    op.drop_table("shares")
    op.drop_table("invites")
