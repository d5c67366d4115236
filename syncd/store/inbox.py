"""The inbox: files as they came, each taken once, each processed under a lease.

States: `received` (due or in work), `waiting` (a person must act), `done`,
`unchanged`, `outdated`, `quarantined`. An arrival is committed before anything is
parsed; what happens later can only add to it.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlmodel import and_, col, func, select, update

from syncd.bilingual import Text
from syncd.errors import LeaseLostError, NotFoundError
from syncd.store.blobs import save_blob
from syncd.store.findings import encode_findings
from syncd.store.moments import has_come, is_over, lease_end
from syncd.store.rows import row_id, sha256_hex
from syncd.store.tables import ArrivalRow, BlobRow, SeenFileRow, SourceRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement
    from sqlmodel import Session

    from syncd.model.findings import Finding

RECEIVED: Final = "received"
WAITING: Final = "waiting"
DONE: Final = "done"
UNCHANGED: Final = "unchanged"
OUTDATED: Final = "outdated"
QUARANTINED: Final = "quarantined"
REFUSED: Final = ""
"""Stands for the hash of a file that was not taken, in the table of seen files."""


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A file on disk as it was when it was read."""

    path: str
    size_bytes: int
    mtime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """An arrival that this worker holds under a lease.

    Attributes:
        id: row id.
        source_id: row id of the source.
        source: name of the source.
        name: file name as it came.
        sha256: of the raw bytes.
        stamp_utc: the time that orders exports of one tournament.
        tries: how often work on it has begun, this time included.
        title: what the file name says of the tournament, folded; may be empty.
        received_utc: when it was stored.
    """

    id: int
    source_id: int
    source: str
    name: str
    sha256: str
    stamp_utc: dt.datetime
    tries: int
    title: str
    received_utc: dt.datetime


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the work on an arrival ended."""

    state: str
    note: Text
    findings: Sequence[Finding] = ()
    tournament_id: int | None = None


def save_source(session: Session, name: str, now: dt.datetime) -> int:
    """Return the id of the source, made now if it is new."""
    row = session.exec(select(SourceRow).where(SourceRow.name == name)).one_or_none()
    if row is None:
        row = SourceRow(name=name, first_contact_utc=now)
        session.add(row)
        session.flush()
    return row_id(row.id)


def is_seen(
    session: Session, source: str, facts: FileFacts, changed_utc: dt.datetime
) -> bool:
    """Return whether this very file of the source, unchanged, was taken before.

    Args:
        session: an open transaction.
        source: name of the source.
        facts: the file now.
        changed_utc: when its content or its name last changed by the file system's
            word; a rewrite may keep length and modification time, but not this.
    """
    seen = _seen(session, source, facts)
    if seen is None or seen.sha256 == REFUSED:
        return False
    return changed_utc < seen.seen_utc


def last_sha256(session: Session, source: str, path: str) -> str:
    """Return the hash of what was taken last from a path, empty if nothing was."""
    found = session.exec(
        select(SeenFileRow.sha256)
        .join(SourceRow, col(SourceRow.id) == col(SeenFileRow.source_id))
        .where(SourceRow.name == source, SeenFileRow.path == path)
    ).first()
    return found or ""


def is_refused(session: Session, source: str, facts: FileFacts) -> bool:
    """Return whether this very file was refused before, and so is not stored."""
    seen = _seen(session, source, facts)
    return seen is not None and seen.sha256 == REFUSED


def _seen(session: Session, source: str, facts: FileFacts) -> SeenFileRow | None:
    return session.exec(
        select(SeenFileRow)
        .join(SourceRow, col(SourceRow.id) == col(SeenFileRow.source_id))
        .where(
            SourceRow.name == source,
            SeenFileRow.path == facts.path,
            SeenFileRow.size_bytes == facts.size_bytes,
            SeenFileRow.mtime_ns == facts.mtime_ns,
            SeenFileRow.inode == facts.inode,
        )
    ).first()


def save_seen(
    session: Session, source_id: int, facts: FileFacts, sha256: str, now: dt.datetime
) -> None:
    """Remember the file so that it is not an arrival again while unchanged."""
    row = session.exec(
        select(SeenFileRow).where(
            SeenFileRow.source_id == source_id, SeenFileRow.path == facts.path
        )
    ).one_or_none()
    if row is None:
        row = SeenFileRow(
            source_id=source_id, path=facts.path, size_bytes=0, mtime_ns=0,
            inode=0, sha256="", seen_utc=now,
        )  # fmt: skip
    row.size_bytes, row.mtime_ns = facts.size_bytes, facts.mtime_ns
    row.inode, row.sha256, row.seen_utc = facts.inode, sha256, now
    session.add(row)


def save_arrival(  # noqa: PLR0913 - the parts of an arrival's identity
    session: Session,
    source_id: int,
    name: str,
    data: bytes,
    *,
    mtime_ns: int,
    stamp_utc: dt.datetime,
    now: dt.datetime,
    title: str = "",
    kept: bytes | None = None,
) -> tuple[int, bool]:
    """Store the bytes and return (arrival id, whether it is new).

    The same name, content and time from one source is the same arrival. Content means
    `data`, the bytes as they came, also where `kept` is stored in their place.
    """
    sha256 = sha256_hex(data)
    known = session.exec(
        select(ArrivalRow.id).where(
            ArrivalRow.source_id == source_id,
            ArrivalRow.name == name,
            ArrivalRow.sha256 == sha256,
            ArrivalRow.mtime_ns == mtime_ns,
        )
    ).first()
    if known is not None:
        return known, False
    save_blob(session, sha256, len(data), data if kept is None else kept)
    row = ArrivalRow(
        source_id=source_id, name=name, title=title, sha256=sha256, mtime_ns=mtime_ns,
        stamp_utc=stamp_utc, received_utc=now, state=RECEIVED, due_utc=now,
    )  # fmt: skip
    session.add(row)
    session.flush()
    return row_id(row.id), True


def set_aside(session: Session, arrival_id: int, note: Text, now: dt.datetime) -> None:
    """Quarantine an arrival that nobody has worked on, before anybody does."""
    session.exec(
        update(ArrivalRow)
        .where(col(ArrivalRow.id) == arrival_id, col(ArrivalRow.state) == RECEIVED)
        .values(state=QUARANTINED, note_en=note.en, note_de=note.de, finished_utc=now)
    )


def newest_arrivals(session: Session) -> dict[str, dt.datetime]:
    """Return when something new came last, by source."""
    rows = session.exec(
        select(SourceRow.name, func.max(col(ArrivalRow.received_utc)))
        .join(SourceRow, col(SourceRow.id) == col(ArrivalRow.source_id))
        .group_by(SourceRow.name)
    )
    return dict(rows.all())


def load_data(session: Session, arrival_id: int) -> bytes:
    """Return the bytes of an arrival."""
    query = select(ArrivalRow.sha256).where(ArrivalRow.id == arrival_id)
    return load_bytes(session, session.exec(query).one())


def load_bytes(session: Session, sha256: str) -> bytes:
    """Return the bytes of an arrival as they are kept.

    Raises:
        NotFoundError: no such content, or it was kept long enough.
    """
    row = session.get(BlobRow, sha256)
    if row is None or not row.data:
        raise NotFoundError(Text("The bytes are gone.", "Die Bytes fehlen."))
    return zlib.decompress(row.data)


def due_arrivals(session: Session, now: dt.datetime, limit: int) -> list[int]:
    """Return ids of arrivals to work on, oldest first."""
    ids = session.exec(
        select(ArrivalRow.id)
        .where(ArrivalRow.state == RECEIVED, _free(now))
        .order_by(col(ArrivalRow.id))
        .limit(limit)
    ).all()
    return [row_id(item) for item in ids]


def claim_arrival(
    session: Session, arrival_id: int, owner: str, now: dt.datetime, lease_s: float
) -> Arrival | None:
    """Take the lease and count the try; None if it is not due or somebody has it."""
    taken = session.exec(
        update(ArrivalRow)
        .where(
            col(ArrivalRow.id) == arrival_id,
            col(ArrivalRow.state) == RECEIVED,
            _free(now),
        )
        .values(
            lease_owner=owner,
            lease_until_utc=lease_end(now, lease_s),
            tries=ArrivalRow.tries + 1,
        )
    ).rowcount
    if taken != 1:
        return None
    row, source = session.exec(
        select(ArrivalRow, SourceRow)
        .join(SourceRow, col(SourceRow.id) == col(ArrivalRow.source_id))
        .where(ArrivalRow.id == arrival_id)
    ).one()
    return as_arrival(row, source)


def as_arrival(row: ArrivalRow, source: SourceRow) -> Arrival:
    """Return an arrival of a source as its rows have it."""
    return Arrival(
        id=row_id(row.id), source_id=row.source_id, source=source.name, name=row.name,
        sha256=row.sha256, stamp_utc=row.stamp_utc, tries=row.tries,
        title=row.title, received_utc=row.received_utc,
    )  # fmt: skip


def finish_arrival(
    session: Session, arrival_id: int, owner: str, outcome: Outcome, now: dt.datetime
) -> None:
    """Record how the work ended and give the lease back.

    Raises:
        LeaseLostError: the lease ran out and another worker has taken over.
    """
    _update_leased(
        session, arrival_id, owner,
        state=outcome.state, note_en=outcome.note.en, note_de=outcome.note.de,
        findings=encode_findings(outcome.findings), finished_utc=now,
        tournament_id=outcome.tournament_id, lease_owner="", lease_until_utc=None,
    )  # fmt: skip


def postpone_arrival(
    session: Session, arrival_id: int, owner: str, due_utc: dt.datetime
) -> None:
    """Give the lease back without counting the try; the arrival is due again later.

    Raises:
        LeaseLostError: the lease ran out and another worker has taken over.
    """
    _update_leased(
        session, arrival_id, owner,
        due_utc=due_utc, tries=ArrivalRow.tries - 1,
        lease_owner="", lease_until_utc=None,
    )  # fmt: skip


def _update_leased(
    session: Session, arrival_id: int, owner: str, **values: object
) -> None:
    changed = session.exec(
        update(ArrivalRow)
        .where(
            col(ArrivalRow.id) == arrival_id,
            col(ArrivalRow.lease_owner) == owner,
            col(ArrivalRow.state) == RECEIVED,
        )
        .values(**values)
    ).rowcount
    if changed != 1:
        raise LeaseLostError(
            Text(
                f"Arrival {arrival_id} was taken over by another worker.",
                f"Eingang {arrival_id} hat ein anderer Worker übernommen.",
            )
        )


def _free(now: dt.datetime) -> ColumnElement[bool]:
    return and_(
        has_come(col(ArrivalRow.due_utc), now),
        is_over(col(ArrivalRow.lease_until_utc), now),
    )


def load_state(session: Session, arrival_id: int) -> str:
    """Return the state of an arrival."""
    return session.exec(
        select(ArrivalRow.state).where(ArrivalRow.id == arrival_id)
    ).one()
