"""What the store knows of a tournament before an export, read at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.arrivals.advance import NOTHING, Known, Shared
from syncd.pipeline.arrivals.forms import load_before
from syncd.pipeline.arrivals.heard import past_known
from syncd.pipeline.provenance.tracing import refused_values
from syncd.store import bases, conflicts, lineage, snapshots
from syncd.store.bases import WHOLE

if TYPE_CHECKING:
    from syncd.model.findings import Finding
    from syncd.model.tournament import Tournament
    from syncd.pipeline.arrivals.heard import Heard
    from syncd.pipeline.arrivals.work import Work
    from syncd.pipeline.provenance.tracing import WhoSaid
    from syncd.store.engine import Session
    from syncd.store.revisions import Head
    from syncd.sync.provenance import Cause
    from syncd.sync.sayings import Told


def load_known(
    session: Session, head: Head, work: Work, said: WhoSaid, told: Told | None = None
) -> Known:
    """Return what was known of a tournament before an export.

    Args:
        session: an open session.
        head: the tournament, with the bases of the export's source.
        work: the export.
        said: who has said what stands in it, and what players were called.
        told: who has said what on both sides, if the source tells it.
    """
    return Known(
        decode_snapshot(head.snapshot),
        head.bases,
        load_before(session, head.bases, work.form),
        _load_shared(session, head, work, said, told),
    )


def _load_shared(
    session: Session, head: Head, work: Work, said: WhoSaid, told: Told | None
) -> Shared | None:
    """Return what others have said; None if it is what this source's exports say."""
    senders = bases.senders(session, head.id)
    is_alone = told is None and senders <= {head.sender_id}
    if is_alone and not lineage.has_persons(session, head.id):
        return None
    base, ids = NOTHING, {}
    if WHOLE in head.bases:
        whole = head.bases[WHOLE]
        sha256, ids = whole.snapshot_sha256, dict(whole.ids)
        base = decode_snapshot(snapshots.load_snapshot(session, sha256))
    elif head.bases:
        sha256 = lineage.last_made_by(session, head.id, head.sender_id).snapshot_sha256
        base = decode_snapshot(snapshots.load_snapshot(session, sha256))
    asked = conflicts.list_questions(session, head.id)
    later = [] if told else _since(session, head, work.heard)
    return Shared(
        base, ids, _noticed(session, head, senders - {head.sender_id}),
        said.origins,
        conflicts.resolutions_of(asked) | refused_values(session, head.id),
        [one for one in asked if one.state == conflicts.OPEN],
        said.former,
        past_known(work.heard, later, said.marks, work.arrival.source, asked),
        told,
    )  # fmt: skip


def _since(
    session: Session, head: Head, heard: Heard
) -> list[tuple[Cause, Tournament]]:
    """Return the revision that a source had and all later ones; none if unknown."""
    if not 0 < heard.revision <= head.number:
        return []
    made = lineage.load_revisions(session, head.id, heard.revision)
    return list(lineage.each_content(session, made))


def _noticed(session: Session, head: Head, others: set[int]) -> tuple[Finding, ...]:
    """Return what was noticed in what the other sources have sent last."""
    found: list[Finding] = []
    for source_id in sorted(others):
        whole = bases.load_bases(session, source_id, head.id).get(WHOLE)
        if whole is not None:
            found += whole.findings
        else:
            number = lineage.last_made_by(session, head.id, source_id).number
            found += lineage.load_findings(session, head.id, number)
    return tuple(found)
