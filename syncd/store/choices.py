"""What people have chosen about the standings of a tournament: the newest counts.

It stands beside the tournament: whatever is wrong with it, exports go on. What cannot
be read counts as not chosen, and `Kept.is_whole` says so.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.errors import FormatError
from syncd.standings.choices import Choices, choices_of, choices_shape
from syncd.store.choice_tables import StandingsChoicesRow
from syncd.store.events import save_event
from syncd.store.rows import row_id

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session

CHOSEN: Final = "standings.chosen"
"""Kind of the event that goes with each row."""


class Kept(NamedTuple):
    """What holds after one change.

    Attributes:
        id: row id, higher for what came later.
        choices: all of them, not the change alone.
        made_utc: when.
        by: who has changed them; empty where syncd let them follow moved numbers.
        text: what was changed.
        is_whole: whether all that is stored could be read.
    """

    id: int
    choices: Choices
    made_utc: dt.datetime
    by: str
    text: Text
    is_whole: bool = True


def load_choices(session: Session, tournament_id: int) -> Kept | None:
    """Return what holds now, None if nobody has ever chosen anything."""
    row = session.exec(
        select(StandingsChoicesRow)
        .where(StandingsChoicesRow.tournament_id == tournament_id)
        .order_by(col(StandingsChoicesRow.id).desc())
        .limit(1)
    ).first()
    return _kept(row) if row else None


def load_choosers(session: Session, tournament_id: int) -> list[str]:
    """Return who has made each change, oldest first; each has an event."""
    return list(
        session.exec(
            select(StandingsChoicesRow.made_by)
            .where(StandingsChoicesRow.tournament_id == tournament_id)
            .order_by(col(StandingsChoicesRow.id))
        )
    )


def save_choices(
    session: Session,
    tournament_id: int,
    choices: Choices,
    text: Text,
    by: str,
    now: dt.datetime,
) -> None:
    """Add what holds from now on, and the event that tells of it.

    Args:
        session: an open write transaction; the tournament's row is locked.
        tournament_id: row id of the tournament.
        choices: all of them.
        text: what was changed; names no persons.
        by: who has changed it, empty for syncd itself.
        now: aware UTC time.
    """
    shape = json.dumps(choices_shape(choices), ensure_ascii=False, sort_keys=True)
    session.add(
        StandingsChoicesRow(
            tournament_id=tournament_id, choices=shape, made_utc=now, made_by=by,
            text_en=text.en, text_de=text.de,
        )
    )  # fmt: skip
    save_event(session, CHOSEN, text, now, tournament_id=tournament_id)


def _kept(row: StandingsChoicesRow) -> Kept:
    shape = _shape(row.choices)
    stored = shape or {}
    sound = {key: value for key, value in stored.items() if _can_be_read(key, value)}
    return Kept(
        id=row_id(row.id), choices=choices_of(sound), made_utc=row.made_utc,
        by=row.made_by, text=Text(row.text_en, row.text_de),
        is_whole=sound == shape,
    )  # fmt: skip


def _shape(stored: str) -> dict[str, Any] | None:
    """Return the object that was stored, None if it is none.

    A disk, a hand or an erasure may have damaged it (a value that was an id of the
    person is none any more).
    """
    try:
        shape = json.loads(stored)
    except (ValueError, RecursionError):
        return None
    return shape if isinstance(shape, dict) else None


def _can_be_read(key: str, value: object) -> bool:
    try:
        choices_of({key: value})
    except FormatError:
        return False
    return True
