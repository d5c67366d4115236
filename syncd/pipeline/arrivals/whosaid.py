"""Who has said what stands in a tournament: the last revision that changed it.

Likewise what players were called before.

Nothing of this is stored: it follows from the revisions, so it can never disagree with
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.formats.snapshot import decode_snapshot
from syncd.store.snapshots import load_snapshot
from syncd.store.steps import load_steps
from syncd.sync.diff import changes_between
from syncd.sync.former import with_former
from syncd.sync.policy import Origin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.model.tournament import Tournament
    from syncd.store.engine import Session
    from syncd.sync.former import Former
    from syncd.sync.places import Place


class WhoSaid(NamedTuple):
    """What the revisions of a tournament tell.

    Attributes:
        origins: place -> who has said what stands there, and when; persons are nobody.
        former: entrant id -> names that a player had before.
    """

    origins: Mapping[Place, Origin]
    former: Former


def who_said(session: Session, tournament_id: int) -> WhoSaid:
    """Return who has said what, and what players were called before."""
    found: dict[Place, Origin] = {}
    former: Former = {}
    before: tuple[str, Tournament | None] = ("", None)
    for step in load_steps(session, tournament_id):
        if step.snapshot_sha256 == before[0]:
            continue
        now = decode_snapshot(load_snapshot(session, step.snapshot_sha256))
        origin = Origin(step.source, step.said_utc)
        if before[1] is not None:
            changes = changes_between(before[1], now)
            found |= {change.place: origin for change in changes}
            former = with_former(former, before[1], changes)
        before = step.snapshot_sha256, now
    return WhoSaid(found, former)
