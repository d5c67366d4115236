"""Files on their way to peers

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from syncd.store.columns import PlainText, UtcDateTime

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this version."""
    op.create_table(
        "delivery",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("peer", sa.String(length=64), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("terms", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("name", PlainText(), nullable=False),
        sa.Column("content_sha256", sa.String(length=64), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("created_utc", UtcDateTime(), nullable=False),
        sa.Column("due_utc", UtcDateTime(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("crashes", sa.Integer(), nullable=False),
        sa.Column("may_have_arrived", sa.Boolean(), nullable=False),
        sa.Column("delivered_utc", UtcDateTime()),
        sa.Column("trouble_since_utc", UtcDateTime()),
        sa.Column("lease_owner", sa.String(length=128), nullable=False),
        sa.Column("lease_until_utc", UtcDateTime()),
        sa.Column("note_en", PlainText(), nullable=False),
        sa.Column("note_de", PlainText(), nullable=False),
        sa.Column("remark_en", PlainText(), nullable=False),
        sa.Column("remark_de", PlainText(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_delivery_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delivery")),
        sa.UniqueConstraint(
            "peer",
            "tournament_id",
            "number",
            name=op.f("uq_delivery_peer_tournament_id_number"),
        ),
    )
    for column in ("due_utc", "sha256", "state", "tournament_id"):
        op.create_index(op.f(f"ix_delivery_{column}"), "delivery", [column])
