"""Tournaments as chains of immutable revisions; the head moves by compare-and-set."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlmodel import select

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.store.bases import load_bases, moved
from syncd.store.findings import decode_findings, encode_findings
from syncd.store.locking import lock_tournament
from syncd.store.rows import row_id
from syncd.store.snapshots import load_snapshot, save_snapshot
from syncd.store.tables import (
    RevisionRow,
    SourceRow,
    TournamentRow,
)

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from sqlmodel import Session

    from syncd.model.findings import Finding
    from syncd.store.bases import Base


@dataclass(frozen=True, slots=True)
class TournamentKey:
    """What makes two exports of one source the same tournament.

    Attributes:
        source_id: row id of the source.
        folded_name: name folded by `syncd.sync.identity`.
        start_key: start date (record 042) as YYYY-MM-DD.
        is_team: team event.
    """

    source_id: int
    folded_name: str
    start_key: str
    is_team: bool


@dataclass(frozen=True, slots=True)
class Head:
    """A tournament and its newest revision.

    Attributes:
        id: row id of the tournament.
        uuid: tournamentUUID, minted once.
        source_id: row id of the source from which its first export came.
        source: name of that source.
        first_contact_utc: when that source was first met.
        name: name as the newest export has it.
        number: number of the head revision, 0 before the first.
        snapshot: canonical JSON of the tournament, empty before the first revision.
        snapshot_sha256: of that JSON.
        findings: what was noticed when that revision was made.
        changed_utc: when the content last changed.
        recheck_utc: when it is to be looked at again, None for never.
        bases: form -> the tournament as the exports of one source in that form make it
            together.
        sender_id: row id of the source whose bases these are.
    """

    id: int
    uuid: str
    source_id: int
    source: str
    first_contact_utc: dt.datetime
    name: str
    number: int
    snapshot: bytes
    snapshot_sha256: str
    findings: tuple[Finding, ...]
    changed_utc: dt.datetime
    recheck_utc: dt.datetime | None
    bases: Mapping[str, Base]
    sender_id: int


@dataclass(frozen=True, slots=True)
class Extent:
    """By what a tournament is left out when a counterpart of an export is sought.

    Attributes:
        first_day: YYYY-MM-DD of its first known day.
        last_day: of its last known day.
        entrants: number of players.
    """

    first_day: str
    last_day: str
    entrants: int


@dataclass(frozen=True, slots=True)
class NewRevision:
    """What a new revision holds.

    Attributes:
        snapshot: canonical JSON of the tournament.
        changes: readable list of changes against the parent.
        findings: what was noticed in the export.
        arrival_id: the export that caused it, None for a decision.
        decision_id: the decision that caused it, None for an export.
        games_key: hash over the played games, None if they did not change.
        extent: days and size of the tournament, None if they did not change.
    """

    snapshot: bytes
    changes: Sequence[dict[str, str]]
    findings: Sequence[Finding]
    arrival_id: int | None = None
    decision_id: int | None = None
    games_key: str | None = None
    extent: Extent | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why a tournament is not reported yet.

    Attributes:
        code: short dotted word, empty if it waits for nothing.
        text: one sentence.
        needs_person: whether it goes on only when a person acts.
        recheck_utc: when to look again by itself, None if only an event changes it.
        urgent: one more sentence where the deadline is near or over; once stored it is
            part of the text.
    """

    code: str
    text: Text
    needs_person: bool
    recheck_utc: dt.datetime | None
    urgent: Text | None = None

    @property
    def said(self) -> Text:
        """Everything that a person has to know."""
        if self.urgent is None:
            return self.text
        return Text(
            f"{self.urgent.en} {self.text.en}", f"{self.urgent.de} {self.text.de}"
        )


def save_tournament(
    session: Session, key: TournamentKey, name: str, uuid: str, now: dt.datetime
) -> int:
    """Insert a tournament without revisions and return its id.

    Raises:
        DuplicateError: (at commit or flush) another worker inserted it first.
    """
    row = TournamentRow(
        uuid=uuid, source_id=key.source_id, name=name, folded_name=key.folded_name,
        start_key=key.start_key, is_team=key.is_team, created_utc=now, changed_utc=now,
    )  # fmt: skip
    session.add(row)
    session.flush()
    return row_id(row.id)


def load_head(
    session: Session, tournament_id: int, sender_id: int | None = None
) -> Head:
    """Return the tournament and its newest revision.

    Args:
        session: an open session.
        tournament_id: row id.
        sender_id: row id of the source whose bases are wanted; None = of the first.

    Raises:
        NotFoundError: no such tournament.
    """
    row = _tournament(session, tournament_id)
    source = session.exec(select(SourceRow).where(SourceRow.id == row.source_id)).one()
    revision = session.exec(
        select(RevisionRow).where(
            RevisionRow.tournament_id == tournament_id, RevisionRow.number == row.head
        )
    ).one_or_none()
    sha256 = revision.snapshot_sha256 if revision else ""
    sender_id = sender_id or row.source_id
    return Head(
        id=tournament_id, uuid=row.uuid, source_id=row.source_id, source=source.name,
        first_contact_utc=source.first_contact_utc, name=row.name, number=row.head,
        snapshot=load_snapshot(session, sha256) if sha256 else b"",
        snapshot_sha256=sha256,
        findings=decode_findings(revision.findings) if revision else (),
        changed_utc=row.changed_utc, recheck_utc=row.recheck_utc,
        bases=load_bases(session, sender_id, tournament_id), sender_id=sender_id,
    )  # fmt: skip


def save_revision(
    session: Session,
    head: Head,
    new: NewRevision,
    name: str,
    now: dt.datetime,
    *,
    changed_utc: dt.datetime | None = None,
) -> int:
    """Append a revision and move the head; return its number.

    Args:
        session: an open write transaction.
        head: the tournament as it was loaded.
        new: what the revision holds.
        name: name of the tournament from now on.
        now: aware UTC time.
        changed_utc: when the content changed; `now` unless it did not change.

    Raises:
        StaleRevisionError: the head moved since `head` was loaded.
    """
    row = _lock_head(session, head)
    sha256 = save_snapshot(session, new.snapshot)
    session.add(
        RevisionRow(
            tournament_id=head.id, number=head.number + 1, parent=head.number,
            snapshot_sha256=sha256, arrival_id=new.arrival_id,
            decision_id=new.decision_id, created_utc=now,
            changes=json.dumps(list(new.changes), ensure_ascii=False),
            findings=encode_findings(new.findings),
        )
    )  # fmt: skip
    row.head, row.name, row.recheck_utc = head.number + 1, name, now
    row.tries = 0
    row.changed_utc = changed_utc or now
    if new.extent is not None:
        row.first_day, row.last_day = new.extent.first_day, new.extent.last_day
        row.entrants = new.extent.entrants
    row.games_sha256 = row.games_sha256 if new.games_key is None else new.games_key
    session.add(row)
    session.flush()
    return head.number + 1


def lock_unmoved(session: Session, head: Head) -> None:
    """Lock the tournament's row for this transaction.

    Raises:
        StaleRevisionError: the head moved, or the tournamentUUID was adopted, since
            `head` was loaded.
    """
    _lock_head(session, head)


def save_waiting(
    session: Session,
    tournament_id: int,
    waiting: Waiting,
    *,
    tries: int = 0,
    looked_at: Head | None = None,
) -> None:
    """Record why the tournament is not reported yet and when to look again.

    Args:
        session: an open write transaction.
        tournament_id: row id.
        waiting: what is waited for.
        tries: looks that have begun and never ended.
        looked_at: the tournament as the look found it. If somebody has asked for
            another look since, that is not forgotten.
    """
    row = _tournament(session, tournament_id)
    row.tries = tries
    row.wait_code, row.needs_person = waiting.code, waiting.needs_person
    row.wait_en, row.wait_de = waiting.said
    asked = row.recheck_utc
    row.recheck_utc = waiting.recheck_utc
    if looked_at is not None and asked is not None and asked != looked_at.recheck_utc:
        row.recheck_utc = min(asked, waiting.recheck_utc or asked)
    session.add(row)


def _tournament(session: Session, tournament_id: int) -> TournamentRow:
    row = session.get(TournamentRow, tournament_id)
    if row is None:
        raise unknown(tournament_id)
    return row


def unknown(tournament_id: int) -> NotFoundError:
    """Return the error of whoever asks for a tournament that does not exist."""
    return NotFoundError(
        Text(
            f"There is no tournament number {tournament_id}.",
            f"Ein Turnier mit der Nummer {tournament_id} gibt es nicht.",
        )
    )


def _lock_head(session: Session, head: Head) -> TournamentRow:
    row = lock_tournament(session, head.id)
    if (row.head, row.uuid) != (head.number, head.uuid):
        raise moved(head.id)
    return row


def find_by_uuid(session: Session, uuid: str) -> int | None:
    """Return the tournament that has this tournamentUUID, None if there is none."""
    query = select(TournamentRow.id).where(TournamentRow.uuid == uuid)
    return session.exec(query).one_or_none()


def save_uuid(session: Session, tournament_id: int, uuid: str) -> None:
    """Have a tournament known by another tournamentUUID; its row is locked.

    Raises:
        DuplicateError: (at flush) another tournament has it.
    """
    row = _tournament(session, tournament_id)
    row.uuid = uuid
    session.add(row)
    session.flush()


def load_waiting(session: Session, tournament_id: int) -> Waiting:
    """Return what the tournament waited for when it was last assessed.

    Raises:
        NotFoundError: no such tournament.
    """
    row = _tournament(session, tournament_id)
    text = Text(row.wait_en, row.wait_de)
    return Waiting(row.wait_code, text, row.needs_person, row.recheck_utc)
