"""Deleting what is older than people want to keep, and nothing that is still needed.

Rows stay, as others refer to them; what they held of people goes. Needed are files that
nobody has dealt with, the newest of each form of a tournament, and whatever is said of
reports that are still under way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import func
from sqlmodel import col, select, update

from syncd.store import outbox
from syncd.store.inbox import DONE, OUTDATED, QUARANTINED, UNCHANGED
from syncd.store.tables import (
    ArrivalRow,
    AttemptRow,
    BaseRow,
    BlobRow,
    SubmissionRow,
)

if TYPE_CHECKING:
    import datetime as dt

    from sqlalchemy import ColumnElement
    from sqlmodel import Session

_SETTLED: Final = (DONE, UNCHANGED, OUTDATED, QUARANTINED)
_ENDED: Final = (*outbox.AT_PORTAL, outbox.SUPERSEDED)
_SOME: Final = 500
"""Rows per transaction."""


def _is_needed(before: dt.datetime) -> ColumnElement[bool]:
    """Return whether an arrival is young, open, or the newest of a form."""
    return (
        (col(ArrivalRow.received_utc) >= before)
        | col(ArrivalRow.state).not_in(_SETTLED)
        | col(ArrivalRow.id).in_(select(BaseRow.arrival_id))
    )


def forget_files(session: Session, before: dt.datetime) -> int:
    """Empty some files that came before a time and are needed no more.

    Returns:
        How many, 0 if none is left.
    """
    needed = select(ArrivalRow.sha256).where(_is_needed(before))
    found = session.exec(
        select(BlobRow.sha256)
        .where(
            func.length(BlobRow.data) > 0,
            col(BlobRow.sha256).not_in(needed),
        )
        .limit(_SOME)
    ).all()
    session.exec(update(BlobRow).where(col(BlobRow.sha256).in_(found)).values(data=b""))
    return len(found)


def forget_findings(session: Session, before: dt.datetime) -> int:
    """Forget what was noticed in some files that are needed no more; return how many.

    What was noticed in the newest ones stays with the tournament.
    """
    found = session.exec(
        select(ArrivalRow.id)
        .where(ArrivalRow.findings != "[]", ~_is_needed(before))
        .limit(_SOME)
    ).all()
    session.exec(
        update(ArrivalRow).where(col(ArrivalRow.id).in_(found)).values(findings="[]")
    )
    return len(found)


def forget_answers(session: Session, before: dt.datetime) -> int:
    """Forget what servers said to some sends of reports that have ended.

    Returns:
        How many; the sends themselves and the receipts stay.
    """
    ended = select(SubmissionRow.id).where(col(SubmissionRow.state).in_(_ENDED))
    found = session.exec(
        select(AttemptRow.id)
        .where(
            AttemptRow.text != "",
            AttemptRow.started_utc < before,
            col(AttemptRow.submission_id).in_(ended),
        )
        .limit(_SOME)
    ).all()
    session.exec(
        update(AttemptRow).where(col(AttemptRow.id).in_(found)).values(text="")
    )
    return len(found)
