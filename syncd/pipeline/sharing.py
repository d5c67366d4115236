"""A tournament as other installations get it: TRF with CLM's records, or JSON.

What it is known by (`tag_of`) follows from the stored state alone, so that whoever has
it already is told so without anything being written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import syncd
from syncd.formats.contact import without_contact
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import Form, from_tournament
from syncd.intake.pull.naming import clean_name
from syncd.store.rows import sha256_hex

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament
    from syncd.store.shared import Shared

Shape = Literal["trf", "json"]
_TAG_LETTERS: Final = 32
_UUID_LETTERS: Final = 8


def tag_of(shared: Shared, shape: Shape, *, contacts: bool) -> str:
    """Return what a state of a tournament in one shape is known by.

    The program's version is part of it: another one may write the same otherwise.
    """
    parts = (shape, syncd.__version__, shared.snapshot_sha256, str(contacts))
    return sha256_hex("\n".join(parts).encode())[:_TAG_LETTERS]


def written(snapshot: bytes, shape: Shape, *, contacts: bool) -> bytes:
    """Return a tournament in one shape.

    Args:
        snapshot: canonical JSON of it.
        shape: TRF with CLM's records, or that JSON.
        contacts: whether contact data may be in it, should there be any.

    Raises:
        EncodeError: the TRF would lose something.
    """
    tournament = decode_snapshot(snapshot)
    allowed = tournament if contacts else without_contact(tournament).tournament
    return _as_trf(allowed) if shape == "trf" else encode_snapshot(allowed)


def file_name(shared: Shared) -> str:
    """Return the name of its TRF; two of one name, of two seasons, stay apart."""
    return clean_name(f"{shared.name} {shared.uuid[:_UUID_LETTERS]}.trf")


def _as_trf(tournament: Tournament) -> bytes:
    return from_tournament(tournament, Form.CLM).data
