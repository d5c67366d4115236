"""Who may use the HTTP interface

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from syncd.store.columns import PlainText, UtcDateTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this version."""
    op.create_table(
        "access",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", PlainText(), nullable=False),
        sa.Column("scope", sa.String(length=8), nullable=False),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("contacts", sa.Boolean(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("created_utc", UtcDateTime(), nullable=False),
        sa.Column("expires_utc", UtcDateTime()),
        sa.Column("revoked_utc", UtcDateTime()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access")),
    )
