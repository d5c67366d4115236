"""Forms of an export, each with its own base

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

import syncd.store.columns

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_STANDING = """
update base set snapshot_sha256 = (
    select revision.snapshot_sha256 from revision
    join tournament on tournament.id = revision.tournament_id
        and tournament.head = revision.number
    where tournament.id = base.tournament_id
)
where exists (
    select 1 from tournament
    where tournament.id = base.tournament_id and tournament.head > 0
)
"""
"""The base is now what the exports of one form make together, which is the head as
long as there was one form only."""

_NOTICED = """
update base set findings = (
    select revision.findings from revision
    join tournament on tournament.id = revision.tournament_id
        and tournament.head = revision.number
    where tournament.id = base.tournament_id
)
where exists (
    select 1 from tournament
    where tournament.id = base.tournament_id and tournament.head > 0
)
"""
"""What was noticed in the exports so far must be answered by the next form, too."""


def upgrade() -> None:
    """Apply this version."""
    with op.batch_alter_table("base", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("form", sa.String(length=8), nullable=False, server_default="trf")
        )
        batch_op.add_column(
            sa.Column(
                "findings",
                syncd.store.columns.PlainText(),
                nullable=False,
                server_default="[]",
            )
        )
        batch_op.drop_constraint(
            batch_op.f("uq_base_source_id_tournament_id"), type_="unique"
        )
        batch_op.create_unique_constraint(
            batch_op.f("uq_base_source_id_tournament_id_form"),
            ["source_id", "tournament_id", "form"],
        )
    with op.batch_alter_table("base", schema=None) as batch_op:
        batch_op.alter_column("form", server_default=None)
        batch_op.alter_column("findings", server_default=None)
    op.execute(_STANDING)
    op.execute(_NOTICED)
    for name in ("first_day", "last_day"):
        op.add_column("tournament", sa.Column(name, sa.String(length=10)))
    op.add_column("tournament", sa.Column("entrants", sa.Integer()))
    op.create_table(
        "tournament_name",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("folded_name", sa.String(length=512), nullable=False),
        sa.Column("start_key", sa.String(length=10), nullable=False),
        sa.Column("is_team", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["source_id"],
            ["source.id"],
            name=op.f("fk_tournament_name_source_id_source"),
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_name_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_name")),
        sa.UniqueConstraint(
            "source_id",
            "folded_name",
            "start_key",
            "is_team",
            name=op.f("uq_tournament_name_source_id_folded_name_start_key_is_team"),
        ),
    )
    with op.batch_alter_table("tournament_name", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_name_tournament_id"),
            ["tournament_id"],
            unique=False,
        )


def downgrade() -> None:
    """Take this version back."""
    with op.batch_alter_table("tournament_name", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tournament_name_tournament_id"))
    op.drop_table("tournament_name")
    for name in ("first_day", "last_day", "entrants"):
        op.drop_column("tournament", name)
    op.execute("delete from base where form <> 'trf'")
    with op.batch_alter_table("base", schema=None) as batch_op:
        batch_op.drop_constraint(
            batch_op.f("uq_base_source_id_tournament_id_form"), type_="unique"
        )
        batch_op.create_unique_constraint(
            batch_op.f("uq_base_source_id_tournament_id"),
            ["source_id", "tournament_id"],
        )
        batch_op.drop_column("findings")
        batch_op.drop_column("form")
