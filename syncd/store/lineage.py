"""The revisions of a tournament with what each was made by; contents one at a time."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy.orm import aliased
from sqlmodel import and_, col, select

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.formats.snapshot import decode_snapshot
from syncd.store.findings import decode_findings
from syncd.store.inbox import as_arrival
from syncd.store.snapshots import load_snapshot
from syncd.store.tables import (
    ArrivalRow,
    DecisionRow,
    EventRow,
    RevisionRow,
    SourceRow,
)
from syncd.sync.provenance import Cause

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator, Sequence

    from sqlmodel import Session

    from syncd.model.findings import Finding
    from syncd.model.tournament import Tournament
    from syncd.store.inbox import Arrival


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision without its content.

    Attributes:
        cause: what it was made by; neither source nor decision where syncd made it to
            report the same content again.
        snapshot_sha256: of its content.
        decision_id: row id of the decision, None for an export.
        value: what was decided, empty for an export.
        told: what has changed in words, as the history shows it.
        findings: what was noticed when it was made.
    """

    cause: Cause
    snapshot_sha256: str
    decision_id: int | None
    value: str
    told: tuple[dict[str, str], ...]
    findings: tuple[Finding, ...]


def load_revisions(
    session: Session, tournament_id: int, since: int = 1
) -> list[Revision]:
    """Return the revisions of a tournament from one on, the oldest first."""
    rows = session.exec(
        select(RevisionRow, ArrivalRow, SourceRow.name, DecisionRow)
        .outerjoin(ArrivalRow, col(ArrivalRow.id) == col(RevisionRow.arrival_id))
        .outerjoin(SourceRow, col(SourceRow.id) == col(ArrivalRow.source_id))
        .outerjoin(DecisionRow, col(DecisionRow.id) == col(RevisionRow.decision_id))
        .where(RevisionRow.tournament_id == tournament_id, RevisionRow.number >= since)
        .order_by(col(RevisionRow.number))
    ).all()
    return [_revision(*row) for row in rows]


def load_revision(session: Session, tournament_id: int, number: int) -> Revision:
    """Return one revision of a tournament.

    Raises:
        NotFoundError: it has no such revision.
    """
    found = load_revisions(session, tournament_id)
    for revision in found:
        if revision.cause.revision == number:
            return revision
    raise NotFoundError(
        Text(
            f"Tournament {tournament_id} has no revision {number}; its newest is "
            f"{len(found)}. All of them: syncd history {tournament_id}",
            f"Turnier {tournament_id} hat keine Revision {number}; die neueste ist "
            f"{len(found)}. Alle zeigt: syncd history {tournament_id}",
        )
    )


class Made(NamedTuple):
    """A revision by its number and the hash of its content."""

    number: int
    snapshot_sha256: str


def last_made_by(session: Session, tournament_id: int, source_id: int) -> Made:
    """Return the last revision that an export of a source made.

    As long as nobody else had changed anything, that is what its exports make together.
    """
    row = session.exec(
        select(RevisionRow.number, RevisionRow.snapshot_sha256)
        .join(ArrivalRow, col(ArrivalRow.id) == col(RevisionRow.arrival_id))
        .where(
            RevisionRow.tournament_id == tournament_id,
            ArrivalRow.source_id == source_id,
        )
        .order_by(col(RevisionRow.number).desc())
        .limit(1)
    ).one()
    return Made(*row)


def has_persons(session: Session, tournament_id: int) -> bool:
    """Return whether a person has ever changed what the tournament says."""
    before = aliased(RevisionRow)
    found = session.exec(
        select(RevisionRow.id)
        .join(
            before,
            and_(
                before.tournament_id == RevisionRow.tournament_id,
                before.number == RevisionRow.parent,
            ),
        )
        .where(
            RevisionRow.tournament_id == tournament_id,
            col(RevisionRow.decision_id).is_not(None),
            before.snapshot_sha256 != RevisionRow.snapshot_sha256,
        )
        .limit(1)
    ).first()
    return found is not None


def load_findings(
    session: Session, tournament_id: int, number: int
) -> tuple[Finding, ...]:
    """Return what was noticed when a revision was made."""
    text = session.exec(
        select(RevisionRow.findings).where(
            RevisionRow.tournament_id == tournament_id, RevisionRow.number == number
        )
    ).one()
    return decode_findings(text)


def causes_since(
    session: Session, tournament_id: int, number: int
) -> tuple[bool, bool]:
    """Return whether an export, and whether a decision, made a revision after this."""
    rows = session.exec(
        select(RevisionRow.arrival_id, RevisionRow.decision_id).where(
            RevisionRow.tournament_id == tournament_id, RevisionRow.number > number
        )
    ).all()
    by_export = any(arrival is not None for arrival, _ in rows)
    return by_export, any(decision is not None for _, decision in rows)


@dataclass(frozen=True, slots=True)
class Step:
    """Something that was taken into a tournament, in the order in which it was.

    Attributes:
        arrival: an export, None for a decision, or where syncd made a revision itself.
        revision: what it made, None for an export that changed nothing.
        at_utc: when it was taken, or what it made was.
    """

    arrival: Arrival | None
    revision: Revision | None
    at_utc: dt.datetime


def load_steps(session: Session, tournament_id: int) -> list[Step]:
    """Return the exports and decisions that made a tournament, the oldest first."""
    events = session.exec(
        select(EventRow, ArrivalRow, SourceRow)
        .outerjoin(ArrivalRow, col(ArrivalRow.id) == col(EventRow.arrival_id))
        .outerjoin(SourceRow, col(SourceRow.id) == col(ArrivalRow.source_id))
        .where(EventRow.tournament_id == tournament_id, col(EventRow.kind).in_(_TAKEN))
        .order_by(col(EventRow.id).desc())
    ).all()
    revisions = load_revisions(session, tournament_id)
    by_arrival = {one.cause.arrival: one for one in revisions if one.cause.arrival}
    decided = (one for one in reversed(revisions) if one.decision_id)
    steps = []
    for event, arrival, source in events:
        if event.kind == _DECISION:
            steps.append(Step(None, next(decided, None), event.at_utc))
        else:
            taken = as_arrival(arrival, source)
            steps.append(Step(taken, by_arrival.get(taken.id), event.at_utc))
    return list(_complete(reversed(steps), revisions))


def _complete(steps: Iterable[Step], revisions: Sequence[Revision]) -> Iterator[Step]:
    """Yield the steps, and in between the revisions that have no event."""
    done = 0
    for step in steps:
        if step.revision is not None:
            number = step.revision.cause.revision
            yield from map(_untold, revisions[done : number - 1])
            done = number
        yield step
    yield from map(_untold, revisions[done:])


def _untold(revision: Revision) -> Step:
    return Step(None, revision, revision.cause.at_utc)


_DECISION: Final = "decision"
_TAKEN: Final = ("arrival.done", "arrival.unchanged", _DECISION)
"""Kinds of events after which a tournament is another one, or its base is."""


def each_content(
    session: Session, revisions: Iterable[Revision]
) -> Iterator[tuple[Cause, Tournament]]:
    """Yield what each revision was made by and holds, one content at a time.

    The same content in a row is the same object.
    """
    sha256, tournament = "", None
    for revision in revisions:
        if tournament is None or revision.snapshot_sha256 != sha256:
            sha256 = revision.snapshot_sha256
            tournament = decode_snapshot(load_snapshot(session, sha256))
        yield revision.cause, tournament


def _revision(
    row: RevisionRow,
    arrival: ArrivalRow | None,
    source: str | None,
    decision: DecisionRow | None,
) -> Revision:
    told = tuple(json.loads(row.changes))
    said_utc = row.created_utc
    if arrival is not None:
        said_utc = arrival.stamp_utc
    cause = Cause(
        revision=row.number, at_utc=row.created_utc, said_utc=said_utc,
        source=source or "", arrival=row.arrival_id,
        file=arrival.name if arrival else "",
        decision=decision.kind if decision else "",
        by=next((one["by"] for one in told if one.get("by")), ""),
    )  # fmt: skip
    value = decision.value if decision else ""
    findings = decode_findings(row.findings)
    return Revision(cause, row.snapshot_sha256, row.decision_id, value, told, findings)
