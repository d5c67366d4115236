"""Which revision a source had been given when an export of it was taken

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this version."""
    op.create_table(
        "given",
        sa.Column("arrival_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["arrival_id"], ["arrival.id"], name=op.f("fk_given_arrival_id_arrival")
        ),
        sa.PrimaryKeyConstraint("arrival_id", name=op.f("pk_given")),
    )
