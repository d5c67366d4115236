"""What the store knows of a tournament before an export, read at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.arrivals.advance import NOTHING, Known, Shared
from syncd.pipeline.arrivals.forms import load_before
from syncd.pipeline.arrivals.whosaid import sayings_of
from syncd.store import bases, conflicts, deliveries, snapshots, steps
from syncd.store.bases import WHOLE
from syncd.sync.past import Past

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.model.findings import Finding
    from syncd.pipeline.arrivals.takeover import Work
    from syncd.pipeline.arrivals.whosaid import Sayings
    from syncd.settings import Settings
    from syncd.store.engine import Session
    from syncd.store.revisions import Head
    from syncd.store.steps import Step


class Heard(NamedTuple):
    """Which revision of ours a source had when it spoke.

    Attributes:
        revision: its number, 0 if that is not known.
        is_certain: whether the source says so itself; else it was given that one.
    """

    revision: int = 0
    is_certain: bool = True


def load_known(session: Session, head: Head, work: Work, settings: Settings) -> Known:
    """Return what was known of a tournament before an export.

    Args:
        session: an open session.
        head: the tournament, with the bases of the export's source.
        work: the export.
        settings: the settings in force.
    """
    return Known(
        decode_snapshot(head.snapshot),
        head.bases,
        load_before(session, head.bases, work.form),
        _load_shared(session, head, _heard(session, head, work, settings)),
    )


def _heard(session: Session, head: Head, work: Work, settings: Settings) -> Heard:
    """Return which of our revisions the source had, as far as that is known."""
    own, passport = settings.rating.installation, work.passport
    if passport is not None:
        return Heard(passport.seen if passport.reader == own else 0)
    source = work.arrival.source
    peers = [peer.name for peer in settings.peers if peer.source == source]
    return Heard(deliveries.load_given(session, head.id, peers), is_certain=False)


def _load_shared(session: Session, head: Head, heard: Heard) -> Shared | None:
    """Return what others have said; None if it is what this source's exports say."""
    senders = bases.senders(session, head.id)
    if senders <= {head.sender_id} and not steps.has_persons(session, head.id):
        return None
    made = steps.load_steps(session, head.id)
    base, ids = NOTHING, {}
    if WHOLE in head.bases:
        whole = head.bases[WHOLE]
        sha256, ids = whole.snapshot_sha256, dict(whole.ids)
        base = decode_snapshot(snapshots.load_snapshot(session, sha256))
    elif head.bases:
        sha256 = _last(made, head.sender_id).snapshot_sha256
        base = decode_snapshot(snapshots.load_snapshot(session, sha256))
    sayings = sayings_of(session, head.id)
    return Shared(
        base, ids, _noticed(session, head, made, senders - {head.sender_id}),
        sayings.first, sayings.origins,
        conflicts.load_resolutions(session, head.id),
        conflicts.list_questions(session, head.id, is_open=True),
        _load_past(session, head, made, sayings, heard),
    )  # fmt: skip


def _load_past(
    session: Session, head: Head, made: Sequence[Step], sayings: Sayings, heard: Heard
) -> Past | None:
    """Return the state that a source knew, and what was changed or decided since."""
    seen = heard.revision
    then = next((step for step in made if step.number == seen), None)
    if then is None:
        return None
    own = {step.source for step in made if step.source_id == head.sender_id}
    changed = {
        place
        for place, said in sayings.of.items()
        if said.number > seen and said.origin.source not in own
    }
    later = {
        step.said_utc for step in made if step.number > seen and step.source_id is None
    }
    decided = {
        one.place
        for one in conflicts.list_questions(session, head.id)
        if one.state == conflicts.RESOLVED and one.ended_utc in later
    }
    tournament = decode_snapshot(snapshots.load_snapshot(session, then.snapshot_sha256))
    return Past(tournament, frozenset(changed | decided), heard.is_certain)


def _last(made: Sequence[Step], source_id: int) -> Step:
    """Return the last revision that an export of a source made.

    As long as nobody else had changed anything, that is what its exports make together.
    """
    return next(step for step in reversed(made) if step.source_id == source_id)


def _noticed(
    session: Session, head: Head, made: Sequence[Step], others: set[int]
) -> tuple[Finding, ...]:
    """Return what was noticed in what the other sources have sent last."""
    found: list[Finding] = []
    for source_id in sorted(others):
        whole = bases.load_bases(session, source_id, head.id).get(WHOLE)
        if whole is not None:
            found += whole.findings
        else:
            number = _last(made, source_id).number
            found += steps.load_findings(session, head.id, number)
    return tuple(found)
