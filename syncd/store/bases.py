"""What the exports of one form make together.

A source sends a tournament in up to two forms; each has a state of its own, which its
next export is held against. Where several sources feed a tournament, what both forms of
a source made together, as it was merged last, is kept with the numbers it has there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sqlmodel import and_, col, or_, select, update

from syncd.bilingual import Text
from syncd.errors import StaleRevisionError
from syncd.store.findings import decode_findings, encode_findings
from syncd.store.snapshots import save_snapshot
from syncd.store.tables import (
    ArrivalRow,
    BaseRow,
    SourceRow,
    TournamentNameRow,
    TournamentRow,
)

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import ColumnElement
    from sqlmodel import Session

    from syncd.model.findings import Finding
    from syncd.store.revisions import Head

TRF: Final = "trf"
XML: Final = "dwz"
AGREED: Final = "agreed"
"""Not a form: the tournament with the results on which both forms agreed last."""
WHOLE: Final = "whole"
"""Not a form: the tournament as its source had it when it was merged last."""


@dataclass(frozen=True, slots=True)
class Base:
    """The tournament as the exports of one form make it together.

    Attributes:
        arrival_id: the newest of them that was taken.
        stamp_utc: its stamp.
        received_utc: when it was received.
        snapshot_sha256: of the tournament as canonical JSON.
        findings: what was noticed in that export.
        ids: entrant id in it -> entrant id in the tournament; of `WHOLE` only.
    """

    arrival_id: int
    stamp_utc: dt.datetime
    received_utc: dt.datetime
    snapshot_sha256: str
    findings: tuple[Finding, ...]
    ids: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewBase:
    """What a base becomes.

    Attributes:
        form: `TRF`, `XML`, `AGREED` or `WHOLE`.
        arrival_id: the export that counts from now on.
        stamp_utc: its stamp.
        snapshot: canonical JSON of the tournament.
        findings: what was noticed in it.
        ids: entrant id in it -> entrant id in the tournament; of `WHOLE` only.
    """

    form: str
    arrival_id: int
    stamp_utc: dt.datetime
    snapshot: bytes
    findings: Sequence[Finding] = ()
    ids: Mapping[int, int] = field(default_factory=dict)


def load_bases(session: Session, source_id: int, tournament_id: int) -> dict[str, Base]:
    """Return form -> state of a tournament as this source has sent it."""
    rows = session.exec(
        select(BaseRow, ArrivalRow.received_utc)
        .join(ArrivalRow, col(ArrivalRow.id) == col(BaseRow.arrival_id))
        .where(BaseRow.source_id == source_id, BaseRow.tournament_id == tournament_id)
    ).all()
    return {
        row.form: Base(
            arrival_id=row.arrival_id, stamp_utc=row.stamp_utc,
            received_utc=received_utc, snapshot_sha256=row.snapshot_sha256,
            findings=decode_findings(row.findings), ids=_ids(row),
        )
        for row, received_utc in rows
    }  # fmt: skip


def _ids(row: BaseRow) -> dict[int, int]:
    return {int(number): known for number, known in json.loads(row.ids).items()}


def senders(session: Session, tournament_id: int) -> set[int]:
    """Return row ids of the sources of which exports of a tournament were taken."""
    return set(
        session.exec(
            select(BaseRow.source_id)
            .where(BaseRow.tournament_id == tournament_id)
            .distinct()
        )
    )


def load_said(session: Session, tournament_id: int) -> dict[str, frozenset[str]]:
    """Return source -> hashes of the snapshots in which it has sent a tournament.

    One that was linked by mistake, and is not any more, is not among them.
    """
    rows = session.exec(
        select(SourceRow.name, BaseRow.snapshot_sha256)
        .join(SourceRow, col(SourceRow.id) == col(BaseRow.source_id))
        .where(
            BaseRow.tournament_id == tournament_id,
            BaseRow.form != AGREED,
            _feeds(tournament_id),
        )
    ).all()
    found: dict[str, frozenset[str]] = {}
    for name, sha256 in rows:
        found[name] = found.get(name, frozenset()) | {sha256}
    return found


def load_last(session: Session, tournament_id: int) -> dict[str, str]:
    """Return source -> hash of the file in TRF that it has sent last."""
    rows = session.exec(
        select(SourceRow.name, ArrivalRow.sha256)
        .join(BaseRow, col(BaseRow.source_id) == col(SourceRow.id))
        .join(ArrivalRow, col(ArrivalRow.id) == col(BaseRow.arrival_id))
        .where(
            BaseRow.tournament_id == tournament_id,
            BaseRow.form == TRF,
            _feeds(tournament_id),
        )
    ).all()
    return dict(rows)


def _feeds(tournament_id: int) -> ColumnElement[bool]:
    """Return that a base is of a source that feeds a tournament, and still does."""
    first = select(TournamentRow.source_id).where(TournamentRow.id == tournament_id)
    further = select(TournamentNameRow.source_id).where(
        TournamentNameRow.tournament_id == tournament_id
    )
    return or_(col(BaseRow.source_id).in_(first), col(BaseRow.source_id).in_(further))


def load_newest_trf(session: Session, tournament_ids: Iterable[int]) -> dict[int, int]:
    """Return tournament -> the newest TRF that its first source has sent of it."""
    rows = session.exec(
        select(BaseRow.tournament_id, BaseRow.arrival_id)
        .join(
            TournamentRow,
            and_(
                col(TournamentRow.id) == col(BaseRow.tournament_id),
                col(TournamentRow.source_id) == col(BaseRow.source_id),
            ),
        )
        .where(col(BaseRow.tournament_id).in_(tournament_ids), BaseRow.form == TRF)
    )
    return dict(rows.all())


def forget_findings(session: Session, source_id: int, tournament_id: int) -> None:
    """Have what was noticed in a source's exports count no more in a tournament."""
    session.exec(
        update(BaseRow)
        .where(
            col(BaseRow.source_id) == source_id,
            col(BaseRow.tournament_id) == tournament_id,
        )
        .values(findings=encode_findings(()))
    )


def save_base(session: Session, head: Head, new: NewBase) -> None:
    """Remember the tournament as its source has now sent it in one form.

    Raises:
        StaleRevisionError: the base moved since `head` was loaded.
    """
    seen = head.bases.get(new.form)
    base = session.exec(
        select(BaseRow)
        .where(
            BaseRow.source_id == head.sender_id,
            BaseRow.tournament_id == head.id,
            BaseRow.form == new.form,
        )
        .with_for_update()
    ).one_or_none()
    if (base.arrival_id if base else 0) != (seen.arrival_id if seen else 0):
        raise moved(head.id)
    sha256 = save_snapshot(session, new.snapshot)
    if base is None:
        base = BaseRow(
            source_id=head.sender_id, tournament_id=head.id, form=new.form,
            arrival_id=new.arrival_id, snapshot_sha256=sha256, stamp_utc=new.stamp_utc,
        )  # fmt: skip
    base.arrival_id, base.snapshot_sha256 = new.arrival_id, sha256
    base.stamp_utc, base.findings = new.stamp_utc, encode_findings(new.findings)
    base.ids = json.dumps(dict(new.ids))
    session.add(base)
    session.flush()


def moved(tournament_id: int) -> StaleRevisionError:
    """Return the error of whoever worked on an older state of a tournament."""
    return StaleRevisionError(
        Text(
            f"Tournament {tournament_id} changed while we worked on it.",
            f"Turnier {tournament_id} hat sich während der Arbeit daran geändert.",
        )
    )
