"""States kept beside the log, so that no rebuild has to begin at its first event."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "snapshots",
        sa.Column("battle", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("battle", "seq", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name="fk_snapshots_battle"),
    )


def downgrade() -> None:
    """Drop it: what it holds can be folded again."""
    op.drop_table("snapshots")
