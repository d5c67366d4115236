"""What people have chosen about the standings of a tournament

Revision ID: 0013
Revises: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from syncd.store.columns import UtcDateTime

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this version."""
    op.create_table(
        "standings_choices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.Column("made_utc", UtcDateTime(), nullable=False),
        sa.Column("made_by", sa.String(length=128), nullable=False),
        sa.Column("text_en", sa.Text(), nullable=False),
        sa.Column("text_de", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_standings_choices_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_standings_choices")),
    )
    op.create_index(
        op.f("ix_standings_choices_tournament_id"),
        "standings_choices",
        ["tournament_id"],
        unique=False,
    )
