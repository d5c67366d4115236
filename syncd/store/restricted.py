"""Reports that are kept only because a portal has them: nobody is shown them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.store.erasure_tables import RestrictedReportRow
from syncd.store.rows import insert_missing

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session


def restrict(session: Session, report_id: int, now: dt.datetime) -> bool:
    """Mark a report that a portal may have: it is kept, and no command shows it.

    Returns:
        Whether it is marked now for the first time.
    """
    return insert_missing(
        session, RestrictedReportRow, report_id=report_id, since_utc=now
    )


def is_restricted(session: Session, report_id: int) -> bool:
    """Return whether a report is kept only because a portal has it."""
    return session.get(RestrictedReportRow, report_id) is not None


RESTRICTED_TEXT: Final = Text(
    "Somebody in this report was erased. The report is kept, as a portal has it, but "
    "is not shown any more.",
    "Eine Person in diesem Bericht wurde gelöscht. Der Bericht bleibt gespeichert, "
    "weil ein Portal ihn hat, wird aber nicht mehr angezeigt.",
)
