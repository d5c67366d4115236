"""Keys that find members whose name is spelled in another way

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from syncd.sync.soundkeys import stored_keys

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_INDEXES = {
    "ix_member_list_id_name_key": "name_key",
    "ix_member_list_id_near_key": "near_key",
    "ix_member_list_id_far_key": "far_key",
}
_BATCH_ROWS = 20_000


def upgrade() -> None:
    """Apply this version."""
    for name in ("near_key", "far_key"):
        op.add_column("member", sa.Column(name, sa.BigInteger(), nullable=True))
    _fill_in()
    op.drop_index("ix_member_list_id_name_key", table_name="member")
    for index, key in _INDEXES.items():
        where = sa.text("far_key is not null") if key == "far_key" else None
        op.create_index(
            index, "member", ["list_id", key, "birth_year"], unique=False,
            sqlite_where=where, postgresql_where=where,
        )  # fmt: skip


def _fill_in() -> None:
    """Give keys to the members that are there: a second for ten thousand of them."""
    connection, last = op.get_bind(), 0
    rows = sa.text(
        "select id, surname, forename from member where id > :last order by id "
        "limit :count"
    )
    change = sa.text(
        "update member set near_key = :near, far_key = :far where id = :id"
    )
    while True:
        found = connection.execute(rows, {"last": last, "count": _BATCH_ROWS}).all()
        if not found:
            return
        keys = [(row.id, *stored_keys(row.surname, row.forename)) for row in found]
        connection.execute(
            change, [{"id": id_, "near": near, "far": far} for id_, near, far in keys]
        )
        last = found[-1].id
