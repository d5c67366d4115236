"""What is true of every stored row: ids, hashes, and inserting only what is missing."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, cast

from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import CursorResult
    from sqlmodel import Session, SQLModel


def row_id(value: int | None) -> int:
    """Return the key of a stored row, which is never None once it is flushed.

    Raises:
        ValueError: the row was not flushed yet.
    """
    if value is None:
        message = "the row has no id yet"
        raise ValueError(message)
    return value


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of the bytes as 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()


def insert_missing(session: Session, table: type[SQLModel], **values: object) -> bool:
    """Insert a row unless its key is there; two workers may do so at once.

    Returns:
        Whether the row was inserted now.
    """
    dialect = session.get_bind().dialect.name
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = insert(table).values(**values).on_conflict_do_nothing()
    # Without this option PostgreSQL's driver does not say how many were inserted.
    counted = statement.execution_options(preserve_rowcount=True)
    result = cast("CursorResult[tuple[()]]", session.execute(counted))
    return result.rowcount == 1


def insert_all_missing(
    session: Session, table: type[SQLModel], rows: Sequence[dict[str, object]]
) -> None:
    """Insert many rows at once, but none whose key is there already."""
    if not rows:
        return
    dialect = session.get_bind().dialect.name
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    session.connection().execute(insert(table).on_conflict_do_nothing(), rows)
