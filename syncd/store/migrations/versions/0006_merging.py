"""Numbers of a source in its tournament, and conflicts between sources

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from syncd.store.columns import PlainText, UtcDateTime

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this version."""
    with op.batch_alter_table("base", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("ids", PlainText(), nullable=False, server_default="{}")
        )
    with op.batch_alter_table("base", schema=None) as batch_op:
        batch_op.alter_column("ids", server_default=None)
    op.create_table(
        "conflict",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.Integer(), nullable=False),
        sa.Column("arrival_id", sa.Integer(), nullable=False),
        sa.Column("place", PlainText(), nullable=False),
        sa.Column("base", PlainText(), nullable=False),
        sa.Column("ours", PlainText(), nullable=False),
        sa.Column("theirs", PlainText(), nullable=False),
        sa.Column("reason", sa.String(length=32), nullable=False),
        sa.Column("text_en", PlainText(), nullable=False),
        sa.Column("text_de", PlainText(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("made_utc", UtcDateTime(), nullable=False),
        sa.Column("ended_utc", UtcDateTime()),
        sa.Column("chosen", PlainText(), nullable=False),
        sa.Column("decided_by", sa.String(length=128), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_conflict_tournament_id_tournament"),
        ),
        sa.ForeignKeyConstraint(
            ["source_id"], ["source.id"], name=op.f("fk_conflict_source_id_source")
        ),
        sa.ForeignKeyConstraint(
            ["arrival_id"], ["arrival.id"], name=op.f("fk_conflict_arrival_id_arrival")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conflict")),
    )
    with op.batch_alter_table("conflict", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_conflict_tournament_id"), ["tournament_id"], unique=False
        )


def downgrade() -> None:
    """Take this version back."""
    op.drop_table("conflict")
    with op.batch_alter_table("base", schema=None) as batch_op:
        batch_op.drop_column("ids")
