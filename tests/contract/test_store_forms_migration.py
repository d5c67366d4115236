"""A store from before TRF and XML were told apart, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import store_rows
from alembic import command
from sqlalchemy import column, insert, table, text
from sqlmodel import SQLModel

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity
from syncd.store import bases
from syncd.store.bases import TRF
from syncd.store.findings import encode_findings
from syncd.store.schema import _config, upgrade

if TYPE_CHECKING:
    from syncd.store.engine import Store

NOTICED = Finding("trf.player_count", Severity.ERROR, Text("Cut.", "Gekürzt."))
POOR, RICH = "p" * 64, "r" * 64
NOW = store_rows.NOW
NOTHING = dict.fromkeys(("wait_code", "wait_en", "wait_de"), "")
TAKEN = {
    "title": "", "lease_owner": "", "note_en": "", "note_de": "", "findings": "[]",
    "mtime_ns": 1, "tries": 1, "state": "done", "due_utc": NOW, "received_utc": NOW,
}  # fmt: skip
ROWS: tuple[tuple[str, dict[str, object]], ...] = (
    ("source", {"id": 1, "name": "north", "first_contact_utc": NOW}),
    ("blob", {"sha256": "b", "size_bytes": 1, "data": b""}),
    ("snapshot", {"sha256": POOR, "data": b""}),
    ("snapshot", {"sha256": RICH, "data": b""}),
    (
        "arrival",
        {"id": 1, "source_id": 1, "name": "a", "sha256": "b", "stamp_utc": NOW}
        | TAKEN,
    ),
    (
        "tournament",
        {
            "id": 1, "uuid": "u", "source_id": 1, "name": "T", "folded_name": "t",
            "start_key": "", "is_team": False, "games_sha256": "", "head": 1,
            "created_utc": NOW, "changed_utc": NOW, "needs_person": False,
        } | NOTHING,
    ),
    (
        "revision",
        {
            "tournament_id": 1, "number": 1, "parent": 0, "snapshot_sha256": RICH,
            "arrival_id": 1, "created_utc": NOW, "changes": "[]",
            "findings": encode_findings([NOTICED]),
        },
    ),
    (
        "base",
        {
            "source_id": 1, "tournament_id": 1, "arrival_id": 1,
            "snapshot_sha256": POOR, "stamp_utc": NOW,
        },
    ),
)  # fmt: skip


@pytest.fixture
def old(store: Store) -> Store:
    """A store of the first schema with one tournament and its newest, poor export."""
    with store.engine.begin() as connection:
        SQLModel.metadata.drop_all(connection)
        connection.execute(text("drop table alembic_version"))
    with store.engine.begin() as connection:
        command.upgrade(_config(connection), "0001")
        for name, values in ROWS:
            known = SQLModel.metadata.tables[name].columns
            columns = [column(key, known[key].type) for key in values]
            connection.execute(insert(table(name, *columns)).values(values))
    return store


def test_what_the_exports_made_together_is_the_state_of_the_trf(old: Store) -> None:
    upgrade(old)
    with old.read() as session:
        (form,) = bases.load_bases(session, 1, 1).items()
    assert (form[0], form[1].snapshot_sha256, form[1].arrival_id) == (TRF, RICH, 1)
    assert NOW == form[1].stamp_utc
    assert form[1].findings == (NOTICED,), "the next form must not hide its errors"
