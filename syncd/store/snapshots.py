"""Tournaments as canonical JSON, compressed, each content once."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.store.rows import insert_missing, sha256_hex
from syncd.store.tables import SnapshotRow

if TYPE_CHECKING:
    from sqlmodel import Session


def load_snapshot(session: Session, sha256: str) -> bytes:
    """Return a stored snapshot.

    Raises:
        NotFoundError: no such content.
    """
    row = session.get(SnapshotRow, sha256)
    if row is None:
        raise NotFoundError(Text("The snapshot is gone.", "Der Stand fehlt."))
    return zlib.decompress(row.data)


def save_snapshot(session: Session, data: bytes) -> str:
    """Store a snapshot unless it is there; return its sha256."""
    sha256 = sha256_hex(data)
    insert_missing(session, SnapshotRow, sha256=sha256, data=zlib.compress(data))
    return sha256
