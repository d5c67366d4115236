"""Reports that are taken back before they left: why, and who had approved them.

An approval holds for one report. Where the tournament waits again, the report is taken
back all the same, and what is made later has to be approved anew: by then somebody may
have reported it by hand. But nobody should have to find out why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.pipeline.judging.situation import local_time
from syncd.store import outbox
from syncd.store.events import save_event
from syncd.store.lineage import causes_since

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from syncd.store.engine import Session
    from syncd.store.outbox import Submission
    from syncd.store.reports import NewReport
    from syncd.store.revisions import Waiting


def withdraw(
    session: Session, item: Submission, waiting: Waiting | None, now: dt.datetime
) -> None:
    """Take a report back that no portal has.

    Args:
        session: an open write transaction.
        item: the report.
        waiting: what its tournament waits for again; None if it is ready, but does not
            go to this portal any more.
        now: aware UTC time.
    """
    why = _waits(waiting.text) if waiting else _not_there(item.portal)
    note = _joined(why, _approved_by(item))
    outbox.move_submission(session, item.id, outbox.SUPERSEDED, note, now)
    # Events name no persons, and the reason may.
    why = _waits_for(waiting.code) if waiting else _not_there(item.portal)
    text = _joined(why, _WAS_APPROVED if item.approved_utc else _NOTHING)
    save_event(
        session, "report.withdrawn", text, now,
        tournament_id=item.tournament_id, submission_id=item.id,
    )  # fmt: skip


def replaced(
    session: Session, submissions: Sequence[Submission], submission_id: int
) -> Text:
    """Return why another report takes the place of one that has not left."""
    item = next(one for one in submissions if one.id == submission_id)
    by_export, by_decision = causes_since(session, item.tournament_id, item.revision)
    why = _CHANGED
    if by_export:
        why = _NEWER
    elif by_decision:
        why = _DECIDED
    return _joined(why, _approved_by(item))


def hint(submissions: Sequence[Submission], report: NewReport, zone: dt.tzinfo) -> Text:
    """Return what to know of a draft: that the same report was approved before.

    Args:
        submissions: what was made for the portal before, oldest first.
        report: what the draft holds.
        zone: local time of the source.
    """
    same = [
        item
        for item in submissions
        if item.state == outbox.SUPERSEDED
        and item.approved_utc
        and item.payload_sha256 == report.payload_sha256
    ]
    if not same:
        return _NOTHING
    last = same[-1]
    at, by = local_time(last.approved_utc, zone), last.approved_by
    en, de = (f" by {by}", f" von {by}") if by else ("", "")
    return Text(
        f"The same report was approved{en} on {at} and then taken back: {last.note.en}",
        f"Derselbe Bericht war am {at}{de} schon freigegeben und wurde zurückgenommen: "
        f"{last.note.de}",
    )


def _waits(why: Text) -> Text:
    return Text(
        f"Taken back, since the tournament waits again: {why.en}",
        f"Zurückgenommen, weil das Turnier wieder wartet: {why.de}",
    )


def _waits_for(code: str) -> Text:
    return Text(
        f"Taken back, since the tournament waits again ({code}).",
        f"Zurückgenommen, weil das Turnier wieder wartet ({code}).",
    )


def _not_there(portal: str) -> Text:
    return Text(
        f"Taken back, since the tournament does not go to {portal} any more.",
        f"Zurückgenommen, weil das Turnier nicht mehr an {portal} geht.",
    )


def _approved_by(item: Submission) -> Text:
    if not item.approved_utc:
        return _NOTHING
    if not item.approved_by:
        return _WAS_APPROVED
    return Text(
        f"{item.approved_by} had approved it.",
        f"Freigegeben hatte ihn {item.approved_by}.",
    )


def _joined(one: Text, two: Text) -> Text:
    return Text(f"{one.en} {two.en}".rstrip(), f"{one.de} {two.de}".rstrip())


_NOTHING: Final = Text("", "")
_WAS_APPROVED: Final = Text("It had been approved.", "Er war freigegeben.")
_NEWER: Final = Text("A newer export came first.", "Ein neuerer Export kam zuvor.")
_DECIDED: Final = Text(
    "A decision changed what is to be reported.",
    "Eine Entscheidung hat geändert, was zu melden ist.",
)
_CHANGED: Final = Text(
    "The configuration or a list changed what is to be reported.",
    "Die Konfiguration oder eine Liste hat geändert, was zu melden ist.",
)
