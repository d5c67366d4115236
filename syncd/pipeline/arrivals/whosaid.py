"""Who has said what stands in a tournament: the last revision that changed it.

Nothing of this is stored: it follows from the revisions, so it can never disagree with
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.formats.snapshot import decode_snapshot
from syncd.store.snapshots import load_snapshot
from syncd.store.steps import load_steps
from syncd.sync.diff import changes_between
from syncd.sync.policy import Origin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.model.tournament import Tournament
    from syncd.store.engine import Session
    from syncd.sync.places import Place


def origins_of(session: Session, tournament_id: int) -> Mapping[Place, Origin]:
    """Return place -> who has said what stands there, and when; persons are nobody."""
    found: dict[Place, Origin] = {}
    before: tuple[str, Tournament | None] = ("", None)
    for step in load_steps(session, tournament_id):
        if step.snapshot_sha256 == before[0]:
            continue
        now = decode_snapshot(load_snapshot(session, step.snapshot_sha256))
        origin = Origin(step.source, step.said_utc)
        if before[1] is not None:
            for change in changes_between(before[1], now):
                found[change.place] = origin
        before = step.snapshot_sha256, now
    return found
