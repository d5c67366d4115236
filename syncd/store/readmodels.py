"""What people ask the store: lists and counts as plain values for tables and JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlmodel import col, func, select

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.store import inbox
from syncd.store.choices import CHOSEN, load_choosers
from syncd.store.origins import load_sources
from syncd.store.passed_on import without_steps
from syncd.store.rows import row_id
from syncd.store.tables import (
    ArrivalRow,
    AttemptRow,
    EventRow,
    ReceiptRow,
    ReportRow,
    RevisionRow,
    SourceRow,
    SubmissionRow,
    TournamentRow,
)
from syncd.sync.identity import fold_name

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session

SHORTEST_UUID_START: Final = 8
"""So much of a UUID is printed in tables; less could be meant as part of a name."""


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """One tournament in a list.

    Attributes:
        source: from which its first export came; its rules hold.
        sources: all that feed it, that one first.
    """

    id: int
    uuid: str
    name: str
    source: str
    sources: tuple[str, ...]
    head: int
    changed_utc: dt.datetime
    wait_code: str
    reason: Text
    needs_person: bool


@dataclass(frozen=True, slots=True)
class ArrivalLine:
    """One arrival that did not simply become part of a tournament."""

    id: int
    name: str
    source: str
    state: str
    received_utc: dt.datetime
    note: Text


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One report on its way to one portal."""

    id: int
    tournament_id: int
    tournament: str
    tournament_uuid: str
    file_uuid: str
    portal: str
    kind: str
    revision: int
    state: str
    sends: int
    queued_utc: dt.datetime | None
    due_utc: dt.datetime
    receipt: str
    note: Text
    approved_by: str = ""
    approved_utc: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One thing that happened to a tournament."""

    at_utc: dt.datetime
    kind: str
    text: Text
    revision: int
    changes: tuple[dict[str, str], ...]
    by: str = ""


def count_by_source(session: Session, since: dt.datetime) -> list[tuple[str, int]]:
    """Return the sources with tournaments that changed since then, and how many."""
    rows = session.exec(
        select(SourceRow.name, func.count())
        .join(TournamentRow, col(TournamentRow.source_id) == col(SourceRow.id))
        .where(TournamentRow.changed_utc >= since)
        .group_by(SourceRow.name)
        .order_by(SourceRow.name)
    ).all()
    return [(name, count) for name, count in rows]


def list_tournaments(session: Session) -> list[TournamentLine]:
    """Return all tournaments, those that wait for a person first."""
    sources = load_sources(session)
    rows = session.exec(
        select(TournamentRow).order_by(
            col(TournamentRow.needs_person).desc(), col(TournamentRow.id)
        )
    ).all()
    return [_tournament_line(row, sources[row_id(row.id)]) for row in rows]


def _tournament_line(row: TournamentRow, sources: tuple[str, ...]) -> TournamentLine:
    return TournamentLine(
        id=row_id(row.id), uuid=row.uuid, name=row.name, source=sources[0],
        sources=sources, head=row.head, changed_utc=row.changed_utc,
        wait_code=row.wait_code, reason=Text(row.wait_en, row.wait_de),
        needs_person=row.needs_person,
    )  # fmt: skip


def list_arrivals(session: Session, states: tuple[str, ...]) -> list[ArrivalLine]:
    """Return the arrivals in one of these states, newest first."""
    rows = session.exec(
        select(ArrivalRow, SourceRow)
        .join(SourceRow, col(SourceRow.id) == col(ArrivalRow.source_id))
        .where(col(ArrivalRow.state).in_(states))
        .order_by(col(ArrivalRow.id).desc())
    ).all()
    return [
        ArrivalLine(
            row_id(row.id), row.name, source.name, row.state, row.received_utc,
            Text(row.note_en, row.note_de),
        )
        for row, source in rows
    ]  # fmt: skip


def count_arrivals(session: Session) -> dict[str, int]:
    """Return how many arrivals are in each state."""
    rows = session.exec(
        select(ArrivalRow.state, func.count()).group_by(ArrivalRow.state)
    ).all()
    return dict(rows)


def oldest_waiting_utc(session: Session) -> dt.datetime | None:
    """Return when the oldest arrival came that nobody has worked on yet."""
    return session.exec(
        select(ArrivalRow.received_utc)
        .where(ArrivalRow.state == inbox.RECEIVED)
        .order_by(col(ArrivalRow.id))
        .limit(1)
    ).first()


def list_reports(
    session: Session, tournament_id: int | None = None
) -> list[ReportLine]:
    """Return every submission with its report and receipt, oldest first."""
    query = (
        select(SubmissionRow, ReportRow, TournamentRow)
        .join(ReportRow, col(ReportRow.id) == col(SubmissionRow.report_id))
        .join(TournamentRow, col(TournamentRow.id) == col(SubmissionRow.tournament_id))
        .order_by(col(SubmissionRow.id))
    )
    if tournament_id is not None:
        query = query.where(SubmissionRow.tournament_id == tournament_id)
    receipts = {
        row.submission_id: row.number for row in session.exec(select(ReceiptRow)).all()
    }
    return [
        ReportLine(
            id=row_id(row.id), tournament_id=row.tournament_id,
            tournament=tournament.name, tournament_uuid=tournament.uuid,
            file_uuid=report.file_uuid, portal=row.portal, kind=row.kind,
            revision=row.revision, state=row.state, sends=row.requests,
            queued_utc=row.queued_utc, due_utc=row.due_utc,
            receipt=receipts.get(row_id(row.id), ""),
            note=Text(row.note_en, row.note_de),
            approved_by=row.approved_by, approved_utc=row.approved_utc,
        )
        for row, report, tournament in session.exec(query).all()
    ]  # fmt: skip


def list_attempts(session: Session, submission_id: int) -> list[AttemptRow]:
    """Return all sends of a submission, in order."""
    return list(
        session.exec(
            select(AttemptRow)
            .where(AttemptRow.submission_id == submission_id)
            .order_by(col(AttemptRow.number))
        ).all()
    )


def list_history(session: Session, tournament_id: int) -> list[HistoryLine]:
    """Return everything that happened to a tournament, oldest first.

    Of a file that was passed on only how that ended.
    """
    events = session.exec(
        select(EventRow)
        .where(EventRow.tournament_id == tournament_id)
        .order_by(col(EventRow.id))
    ).all()
    revisions = session.exec(
        select(RevisionRow)
        .where(RevisionRow.tournament_id == tournament_id)
        .order_by(col(RevisionRow.number))
    ).all()
    by_arrival = {row.arrival_id: row for row in revisions if row.arrival_id}
    decided = iter([row for row in reversed(revisions) if row.decision_id])
    approved = _approvals(session, tournament_id)
    choosers = load_choosers(session, tournament_id)
    lines = []
    for event in without_steps(reversed(events)):
        revision = by_arrival.get(event.arrival_id or 0)
        if event.kind == "decision":
            revision = next(decided, None)
        by = ""
        if event.kind == "report.approved":  # only the newest has its name kept
            by = approved.pop(event.submission_id or 0, "")
        if event.kind == CHOSEN:
            by = choosers.pop() if choosers else ""
        lines.append(_history_line(event, revision, by))
    return lines[::-1]


def _approvals(session: Session, tournament_id: int) -> dict[int, str]:
    """Return submission -> who approved it last."""
    rows = session.exec(
        select(SubmissionRow.id, SubmissionRow.approved_by).where(
            SubmissionRow.tournament_id == tournament_id
        )
    )
    return {row_id(number): by for number, by in rows}


def find_tournament_id(session: Session, named: str) -> int:
    """Return the tournament that a person means.

    By number, by the start of its tournamentUUID or of the fileUUID of one of its
    reports, or by part of its name, however umlauts are written. A number is never part
    of a name: 13 must not mean the "Open 2013".

    Raises:
        NotFoundError: none or several fit.
    """
    rows = session.exec(
        select(TournamentRow.id, TournamentRow.uuid, TournamentRow.name)
    )
    wanted = named.strip().casefold()
    reported = _reported_as(session, wanted)
    found = []
    for number, uuid, name in rows.all():
        if wanted in {str(number), uuid}:
            return row_id(number)
        if number in reported or _begins(uuid, wanted) or _is_part(wanted, name):
            found.append((row_id(number), name))
    if len(found) == 1:
        return found[0][0]
    raise NotFoundError(_not_found(named, found))


def _reported_as(session: Session, wanted: str) -> set[int]:
    """Return the tournaments with a report whose fileUUID begins so."""
    if len(wanted) < SHORTEST_UUID_START:
        return set()
    begins = col(ReportRow.file_uuid).startswith(wanted, autoescape=True)
    return set(session.exec(select(ReportRow.tournament_id).where(begins)).all())


def _begins(uuid: str, wanted: str) -> bool:
    return len(wanted) >= SHORTEST_UUID_START and uuid.startswith(wanted)


def _is_part(wanted: str, name: str) -> bool:
    folded = fold_name(wanted)
    if not folded:  # a name in another script folds to nothing
        return bool(wanted) and wanted in name.casefold()
    return not folded.isdigit() and folded in fold_name(name)


def _history_line(
    event: EventRow, revision: RevisionRow | None, by: str
) -> HistoryLine:
    changes = tuple(json.loads(revision.changes)) if revision else ()
    return HistoryLine(
        at_utc=event.at_utc,
        kind=event.kind,
        text=Text(event.text_en, event.text_de),
        revision=revision.number if revision else 0,
        changes=changes,
        by=by or next((one["by"] for one in changes if one.get("by")), ""),
    )


def _not_found(named: str, found: list[tuple[int, str]]) -> Text:
    if not found:
        return Text(
            f"No tournament is called {named!r}. All of them: syncd status",
            f"Kein Turnier heißt {named!r}. Alle zeigt: syncd status",
        )
    names = "; ".join(f"{number} {name}" for number, name in found[:10])
    return Text(
        f"{len(found)} tournaments fit {named!r}: {names}. Please give the number.",
        f"Zu {named!r} passen {len(found)} Turniere: {names}. Bitte die Nummer "
        "angeben.",
    )
