"""The bytes of files, compressed, once per content, under the hash of what came."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from sqlmodel import col, func, update

from syncd.store.rows import insert_missing
from syncd.store.tables import BlobRow

if TYPE_CHECKING:
    from sqlmodel import Session


def save_blob(session: Session, sha256: str, size_bytes: int, stored: bytes) -> None:
    """Keep the bytes of a file, unless they are kept already.

    Args:
        session: an open write transaction.
        sha256: of the bytes as they came.
        size_bytes: of the bytes as they came.
        stored: what is kept of them.
    """
    packed = zlib.compress(stored)
    if not insert_missing(
        session, BlobRow, sha256=sha256, size_bytes=size_bytes, data=packed
    ):
        is_empty = func.length(BlobRow.data) == 0  # it came before, too long ago
        session.exec(
            update(BlobRow)
            .where(col(BlobRow.sha256) == sha256, is_empty)
            .values(data=packed)
        )


def replace_blob(session: Session, sha256: str, data: bytes) -> None:
    """Keep other bytes for a file; it is still known by the hash of what came."""
    session.exec(
        update(BlobRow)
        .where(col(BlobRow.sha256) == sha256)
        .values(data=zlib.compress(data))
    )
