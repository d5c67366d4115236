"""What sources contradict each other about: asked once, kept for ever.

An open question blocks the report of its tournament, not the sync. It ends when a
person decides, or by itself when the sides agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlmodel import col, func, select

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.store.conflict_tables import ConflictRow
from syncd.store.rows import row_id
from syncd.store.tables import SourceRow
from syncd.sync.placejson import (
    decode_place,
    decode_value,
    encode_place,
    encode_value,
)
from syncd.sync.policy import Resolution
from syncd.sync.verdict import Reason

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection, Iterable, Sequence

    from sqlmodel import Session

    from syncd.sync.merge3 import Conflict
    from syncd.sync.places import Place

OPEN: Final = "open"
RESOLVED: Final = "resolved"
MOOT: Final = "moot"
"""Nobody has decided; the sides agree, or the source says something else now."""


@dataclass(frozen=True, slots=True)
class Question:
    """One conflict as it is stored.

    Attributes:
        id: row id, by which a person answers.
        tournament_id: row id.
        source: name of the source that contradicts.
        arrival_id: its export with which it began.
        place: where, under the numbers of the tournament.
        base: what that source said before.
        ours: what the tournament says.
        theirs: what the source says.
        reason: why it is asked.
        text: the question.
        state: `OPEN`, `RESOLVED` or `MOOT`.
        made_utc: when it began.
        ended_utc: when it ended, None while it is open.
        chosen: the value that a person has chosen.
        by: who, empty if unknown.
    """

    id: int
    tournament_id: int
    source: str
    arrival_id: int
    place: Place
    base: object
    ours: object
    theirs: object
    reason: Reason
    text: Text
    state: str
    made_utc: dt.datetime
    ended_utc: dt.datetime | None = None
    chosen: object = None
    by: str = ""


def list_questions(
    session: Session, tournament_id: int | None = None, *, is_open: bool = False
) -> list[Question]:
    """Return questions, oldest first.

    Args:
        session: an open session.
        tournament_id: only of this tournament; None = of all.
        is_open: only those that nobody has answered yet.
    """
    query = (
        select(ConflictRow, SourceRow.name)
        .join(SourceRow, col(SourceRow.id) == col(ConflictRow.source_id))
        .order_by(col(ConflictRow.id))
    )
    if tournament_id is not None:
        query = query.where(ConflictRow.tournament_id == tournament_id)
    if is_open:
        query = query.where(ConflictRow.state == OPEN)
    return [_question(row, source) for row, source in session.exec(query)]


def _question(row: ConflictRow, source: str) -> Question:
    place = decode_place(row.place)
    values = (row.base, row.ours, row.theirs)
    base, ours, theirs = (decode_value(place, text) for text in values)
    return Question(
        row_id(row.id), row.tournament_id, source, row.arrival_id, place, base, ours,
        theirs, Reason(row.reason), Text(row.text_en, row.text_de), row.state,
        row.made_utc, row.ended_utc, decode_value(place, row.chosen), row.decided_by,
    )  # fmt: skip


def load_question(session: Session, question_id: int) -> Question:
    """Return a question.

    Raises:
        NotFoundError: there is none of this number.
    """
    found = session.exec(
        select(ConflictRow, SourceRow.name)
        .join(SourceRow, col(SourceRow.id) == col(ConflictRow.source_id))
        .where(ConflictRow.id == question_id)
    ).one_or_none()
    if found is None:
        raise NotFoundError(
            Text(
                f"There is no question number {question_id}. All: syncd conflicts",
                f"Eine Frage mit der Nummer {question_id} gibt es nicht. Alle: syncd "
                "conflicts",
            )
        )
    return _question(*found)


def first_open(session: Session, tournament_id: int) -> tuple[int, Text]:
    """Return how many questions are open, and the first of them."""
    is_open = (
        ConflictRow.tournament_id == tournament_id,
        ConflictRow.state == OPEN,
    )
    count = session.exec(select(func.count()).where(*is_open)).one()
    row = session.exec(
        select(ConflictRow).where(*is_open).order_by(col(ConflictRow.id)).limit(1)
    ).first()
    return count, Text(row.text_en, row.text_de) if row else Text("", "")


def resolutions_of(questions: Iterable[Question]) -> dict[Place, Resolution]:
    """Return place -> what persons have decided there, the newest decision first.

    Every other value that was ever asked about there is refused.

    Args:
        questions: all of a tournament, the oldest first.
    """
    found: dict[Place, Resolution] = {}
    for one in questions:
        if one.state == RESOLVED:
            before = found.get(one.place)
            named = {one.ours, one.theirs, *(before.refused if before else ())}
            if before is not None:
                named.add(before.chosen)
            found[one.place] = Resolution(one.chosen, frozenset(named - {one.chosen}))
    return found


def decided_at(
    questions: Iterable[Question], times: Collection[dt.datetime]
) -> set[Place]:
    """Return the places about which a person has decided at one of these times."""
    return {
        one.place
        for one in questions
        if one.state == RESOLVED and one.ended_utc in times
    }


def save_question(
    session: Session,
    tournament_id: int,
    source_id: int,
    arrival_id: int,
    asked: Conflict,
    now: dt.datetime,
) -> None:
    """Add an open question."""
    session.add(
        ConflictRow(
            tournament_id=tournament_id, source_id=source_id, arrival_id=arrival_id,
            place=encode_place(asked.place), base=encode_value(asked.base),
            ours=encode_value(asked.ours), theirs=encode_value(asked.theirs),
            reason=asked.reason, text_en=asked.text.en, text_de=asked.text.de,
            state=OPEN, made_utc=now,
        )
    )  # fmt: skip


def save_ours(session: Session, question_id: int, ours: object, text: Text) -> None:
    """Follow what the tournament says at the place of an open question now."""
    row = _row(session, question_id)
    row.ours = encode_value(ours)
    row.text_en, row.text_de = text.en, text.de
    session.add(row)


def drop_questions(session: Session, ids: Sequence[int], now: dt.datetime) -> None:
    """End questions that nobody has to answer any more."""
    for number in ids:
        row = _row(session, number)
        row.state, row.ended_utc = MOOT, now
        session.add(row)


def resolve_question(
    session: Session, question_id: int, chosen: object, by: str, now: dt.datetime
) -> None:
    """Record what a person has chosen.

    Args:
        session: an open write transaction.
        question_id: row id of an open one.
        chosen: the value that counts.
        by: who has decided, empty if unknown.
        now: aware UTC time.
    """
    row = _row(session, question_id)
    row.state, row.ended_utc = RESOLVED, now
    row.chosen, row.decided_by = encode_value(chosen), by
    session.add(row)


def forget_question(
    session: Session, question_id: int, value: object, text: Text, now: dt.datetime
) -> None:
    """Have all sides of a question say the same, so that it asks for nothing.

    Args:
        session: an open write transaction.
        question_id: row id.
        value: what everybody says.
        text: what is said instead of the question.
        now: aware UTC time.
    """
    row = _row(session, question_id)
    row.base = row.ours = row.theirs = row.chosen = encode_value(value)
    row.text_en, row.text_de = text.en, text.de
    row.state, row.ended_utc = MOOT, row.ended_utc or now
    session.add(row)


def _row(session: Session, question_id: int) -> ConflictRow:
    return session.exec(select(ConflictRow).where(ConflictRow.id == question_id)).one()
