"""Who has said what last in a tournament, as far as installations have told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.store.delivery_tables import SaidRow
from syncd.sync.sayinglines import read_said, said_lines

if TYPE_CHECKING:
    from sqlmodel import Session

    from syncd.sync.sayings import Sayings


class Said(NamedTuple):
    """What was known at a revision.

    Attributes:
        revision: its number.
        sayings: what was known.
    """

    revision: int
    sayings: Sayings


def load_kept_sayings(session: Session, tournament_id: int) -> Said | None:
    """Return what was known last, None if nothing was ever kept."""
    row = session.get(SaidRow, tournament_id)
    sayings = read_said(row.lines.encode()) if row else None
    return Said(row.revision, sayings) if row and sayings else None


def save_kept_sayings(session: Session, tournament_id: int, said: Said) -> None:
    """Keep what is known at a revision; the tournament's row is locked."""
    lines = "\n".join(said_lines(said.sayings))
    session.merge(
        SaidRow(tournament_id=tournament_id, revision=said.revision, lines=lines)
    )
