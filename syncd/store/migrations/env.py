"""Alembic's entry: runs on the connection that `syncd.store.schema` hands over."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

from syncd.store import (
    access_tables,
    choice_tables,
    conflict_tables,
    delivery_tables,
    erasure_tables,
    list_tables,
    pull_tables,
    tables,
)

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    compare_type=True,
)
for table in (
    tables.SourceRow,
    list_tables.ListRow,
    pull_tables.PullItemRow,
    conflict_tables.ConflictRow,
    delivery_tables.DeliveryRow,
    access_tables.AccessRow,
    choice_tables.StandingsChoicesRow,
    erasure_tables.RestrictedReportRow,
):
    assert table.metadata is SQLModel.metadata  # noqa: S101 - tables are loaded
with context.begin_transaction():
    context.run_migrations()
