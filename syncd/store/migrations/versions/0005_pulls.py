"""What is remembered of sources that are downloaded

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from syncd.store.columns import PlainText, UtcDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this version."""
    op.create_table(
        "pull_contact",
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("contact_utc", UtcDateTime()),
        sa.Column("success_utc", UtcDateTime()),
        sa.Column("trouble_utc", UtcDateTime()),
        sa.Column("trouble_en", PlainText(), nullable=False),
        sa.Column("trouble_de", PlainText(), nullable=False),
        sa.PrimaryKeyConstraint("source", name=op.f("pk_pull_contact")),
    )
    op.create_table(
        "pull_item",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("place", PlainText(), nullable=False),
        sa.Column("etag", PlainText(), nullable=False),
        sa.Column("last_modified", PlainText(), nullable=False),
        sa.Column("noted_utc", UtcDateTime(), nullable=False),
        sa.Column("trouble_en", PlainText(), nullable=False),
        sa.Column("trouble_de", PlainText(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pull_item")),
        sa.UniqueConstraint("source", "key", name=op.f("uq_pull_item_source_key")),
    )
