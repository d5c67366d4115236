"""A tournament as other installations get it: TRF with CLM's records, or JSON.

What it is known by (`tag_of`) follows from the stored state alone, so that whoever has
it already is told so without anything being written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import syncd
from syncd.bilingual import Text
from syncd.errors import EncodeError
from syncd.formats.contact import without_contact
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import Form, decode, from_tournament, to_tournament
from syncd.intake.pull.naming import clean_name
from syncd.store.rows import sha256_hex

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament
    from syncd.store.shared import Shared

Shape = Literal["trf", "json"]
_TAG_LETTERS: Final = 32
_UUID_LETTERS: Final = 8
_NO_FOLDERS: Final = str.maketrans("/\\", "--")


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
        EncodeError: the TRF would lose what counts.
    """
    tournament = decode_snapshot(snapshot)
    allowed = tournament if contacts else without_contact(tournament).tournament
    return _as_trf(allowed) if shape == "trf" else encode_snapshot(allowed)


def file_name(shared: Shared) -> str:
    """Return the name of its TRF; two of one name, of two seasons, stay apart."""
    plain = shared.name.translate(_NO_FOLDERS)
    return clean_name(f"{plain} {shared.uuid[:_UUID_LETTERS]}.trf")


def _as_trf(tournament: Tournament) -> bytes:
    """Return the file that CLM imports; it knows no umlauts and no long names.

    Raises:
        EncodeError: teams, pairings or results would be lost.
    """
    if tournament.is_team or tournament.teams:
        raise EncodeError(_TEAMS)
    data = from_tournament(tournament, Form.CLM, lossy=True).data
    found = to_tournament(decode(data)).tournament
    if found.pairings != tournament.pairings:
        raise EncodeError(_GAMES)
    return data


_TEAMS: Final = Text(
    "This is a team event, and CLM's form of a TRF holds no teams.",
    "Das ist ein Mannschaftswettbewerb, und CLMs Form einer TRF-Datei hat keine "
    "Mannschaften.",
)
_GAMES: Final = Text(
    "Pairings or results would be lost in CLM's form of a TRF.",
    "In CLMs Form einer TRF-Datei gingen Paarungen oder Ergebnisse verloren.",
)
