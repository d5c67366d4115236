"""Who has said what stands in a tournament: the last revision that changed it.

Nothing of this is stored: it follows from the revisions, so it can never disagree with
them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

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


class Said(NamedTuple):
    """Who has said what stands at a place.

    Attributes:
        origin: who, and when; the source is empty for a person.
        number: of the revision that changed it.
    """

    origin: Origin
    number: int


@dataclass(frozen=True, slots=True)
class Sayings:
    """Who has said what stands in a tournament.

    Attributes:
        first: who made it; what nobody has changed since is his.
        of: place -> who has changed it last.
    """

    first: Origin
    of: Mapping[Place, Said] = field(default_factory=dict)

    @property
    def origins(self) -> dict[Place, Origin]:
        """Place -> who has changed it last, and when."""
        return {place: said.origin for place, said in self.of.items()}


def sayings_of(session: Session, tournament_id: int) -> Sayings:
    """Return who has said what stands in a tournament."""
    found: dict[Place, Said] = {}
    first = Origin()
    before: tuple[str, Tournament | None] = ("", None)
    for step in load_steps(session, tournament_id):
        if step.snapshot_sha256 == before[0]:
            continue
        now = decode_snapshot(load_snapshot(session, step.snapshot_sha256))
        origin = Origin(step.source, step.said_utc)
        if before[1] is None:
            first = origin
        else:
            for change in changes_between(before[1], now):
                found[change.place] = Said(origin, step.number)
        before = step.snapshot_sha256, now
    return Sayings(first, found)
