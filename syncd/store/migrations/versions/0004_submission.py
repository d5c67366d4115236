"""States, breakers, tokens and schedules of unattended submission

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from syncd.store.columns import PlainText, UtcDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_TIMES = ("approved_utc", "first_sent_utc", "trouble_since_utc", "read_utc")


def upgrade() -> None:
    """Apply this version."""
    _add_filled("tournament", "tries", sa.Integer(), "0")
    _add_filled("submission", "crashes", sa.Integer(), "0")
    _add_filled("submission", "held_from", sa.String(length=16), "''")
    _add_filled("submission", "approved_by", sa.String(length=128), "''")
    _add_filled("attempt", "kind", sa.String(length=8), "'send'")
    for name in _TIMES:
        op.add_column("submission", sa.Column(name, UtcDateTime()))
    _create_breaker()
    _create_tokens()
    _create_schedules()


def _add_filled(
    table: str, name: str, kind: sa.types.TypeEngine[Any], value: str
) -> None:
    """Add a column that must not be null; rows of before get the value."""
    column = sa.Column(name, kind, nullable=False, server_default=sa.text(value))
    op.add_column(table, column)


def _create_breaker() -> None:
    op.create_table(
        "breaker",
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("since_utc", UtcDateTime(), nullable=False),
        sa.Column("open_until_utc", UtcDateTime(), nullable=False),
        sa.Column("note_en", PlainText(), nullable=False),
        sa.Column("note_de", PlainText(), nullable=False),
        sa.PrimaryKeyConstraint("host", name=op.f("pk_breaker")),
    )


def _create_tokens() -> None:
    op.create_table(
        "token",
        sa.Column("client", sa.String(length=64), nullable=False),
        sa.Column("access", PlainText(), nullable=False),
        sa.Column("refresh", PlainText(), nullable=False),
        sa.Column("expires_utc", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("client", name=op.f("pk_token")),
    )
    op.create_table(
        "token_issue",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("client", sa.String(length=64), nullable=False),
        sa.Column("at_utc", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_token_issue")),
    )
    op.create_index(op.f("ix_token_issue_client"), "token_issue", ["client"])


def _create_schedules() -> None:
    op.create_table(
        "schedule",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("rule", PlainText(), nullable=False),
        sa.Column("next_utc", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_schedule")),
    )
    op.create_index(op.f("ix_schedule_next_utc"), "schedule", ["next_utc"])
    op.create_table(
        "schedule_run",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("due_utc", UtcDateTime(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("lease_owner", sa.String(length=128), nullable=False),
        sa.Column("lease_until_utc", UtcDateTime()),
        sa.Column("started_utc", UtcDateTime()),
        sa.Column("finished_utc", UtcDateTime()),
        sa.Column("note_en", PlainText(), nullable=False),
        sa.Column("note_de", PlainText(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedule_run")),
        sa.UniqueConstraint(
            "name", "due_utc", name=op.f("uq_schedule_run_name_due_utc")
        ),
    )
    for column in ("name", "state"):
        op.create_index(op.f(f"ix_schedule_run_{column}"), "schedule_run", [column])
