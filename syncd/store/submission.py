"""A report on its way to a portal, as a value; `outbox` changes the row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.model.submission_states import UNKNOWN
from syncd.store.rows import row_id

if TYPE_CHECKING:
    import datetime as dt

    from syncd.store.tables import ReportRow, SubmissionRow


@dataclass(frozen=True, slots=True)
class Submission:
    """The state of one report on its way to one portal.

    Attributes:
        sends: attempts begun, questions to the portal included.
        failures: failed attempts in a row.
        may_have_arrived: whether the portal can have stored the bytes.
        due_utc: when it is tried or leaves next.
        held_from: state to which it returns, while it is held; `unknown` where a
            report of unknown outcome is parked.
        is_approved: whether a person has approved it.
        approved_by: who did, empty if unknown.
        approved_utc: when, None if nobody did.
        first_sent_utc: when the send began that may have arrived first.
        trouble_since_utc: since when every attempt has failed.
    """

    id: int
    portal: str
    tournament_id: int
    revision: int
    kind: str
    report_id: int
    state: str
    sends: int
    failures: int
    may_have_arrived: bool
    file_uuid: str
    tournament_uuid: str
    payload_sha256: str
    file_sha256: str
    games: int
    note: Text
    due_utc: dt.datetime | None = None
    held_from: str = ""
    is_approved: bool = False
    approved_by: str = ""
    approved_utc: dt.datetime | None = None
    first_sent_utc: dt.datetime | None = None
    trouble_since_utc: dt.datetime | None = None

    @property
    def is_parked(self) -> bool:
        """Whether only a person may have a report of unknown outcome sent again."""
        return self.state == UNKNOWN and self.held_from == UNKNOWN


def submission_of(row: SubmissionRow, report: ReportRow, uuid: str) -> Submission:
    """Return the value of a row, with its report and the tournamentUUID."""
    return Submission(
        id=row_id(row.id), portal=row.portal, tournament_id=row.tournament_id,
        revision=row.revision, kind=row.kind, report_id=row.report_id,
        state=row.state, sends=row.sends, failures=row.failures,
        may_have_arrived=row.may_have_arrived, file_uuid=report.file_uuid,
        tournament_uuid=uuid,
        payload_sha256=report.payload_sha256,
        file_sha256=report.sha256,
        games=report.games, note=Text(row.note_en, row.note_de),
        due_utc=row.due_utc, held_from=row.held_from,
        is_approved=row.approved_utc is not None, approved_by=row.approved_by,
        approved_utc=row.approved_utc,
        first_sent_utc=row.first_sent_utc, trouble_since_utc=row.trouble_since_utc,
    )  # fmt: skip
