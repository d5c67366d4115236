"""Reports that are kept unseen since somebody in them was erased

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from syncd.store.columns import UtcDateTime

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this version."""
    op.create_table(
        "restricted_report",
        sa.Column("report_id", sa.Integer(), nullable=False),
        sa.Column("since_utc", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["report_id"],
            ["report.id"],
            name=op.f("fk_restricted_report_report_id_report"),
        ),
        sa.PrimaryKeyConstraint("report_id", name=op.f("pk_restricted_report")),
    )
