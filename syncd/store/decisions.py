"""What people decided: the newest decision of a kind counts, all are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlmodel import col, select

from syncd.store.rows import row_id
from syncd.store.snapshots import load_snapshot
from syncd.store.tables import DecisionRow, RevisionRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

    from sqlmodel import Session

CONFIRMED: Final = "confirmed"
"""JSON of `syncd.rating.confirmed.Confirmed`."""
ACCEPTED: Final = "accepted"
"""JSON: codes of reasons that do not matter, and the snapshot they were said of."""
NOT_QUIET: Final = "not_quiet"
"""Snapshot whose quiet period a person has ended."""
REMOVAL: Final = "removal"
"""Arrival that may remove most of a tournament."""
HOLD: Final = "hold"
"""Reason why nothing may leave; empty = released."""
NO_REASON: Final = "-"
"""A hold for which no reason was given."""
RELEASED: Final = "released"
"""A tournament from before first contact may be reported after all."""
COMPLETED: Final = "completed"
"""JSON: what the newest report has filled in from lists, per player."""
ALREADY_THERE: Final = "already_there"
"""JSON: what a portal has that looks like this tournament; empty = it was adopted."""
ANOTHER_ONE: Final = "another_one"
"""JSON: UUIDs of a portal's tournaments that are not this one."""
LINKS: Final = "person_links"
"""JSON: players and the ids of the DSB that people have named for them."""
POLICY: Final = "policy"
"""JSON: values of the policy for this tournament, with who set them and when."""
MADE_WITH: Final = "made_with"
"""JSON: values of the configuration that the newest report was made with."""
NO_TWIN: Final = "no_twin"
"""JSON: row ids of tournaments that are other events than this one."""
DIFFERENCES: Final = "differences"
"""JSON: fileUUIDs of reports that may differ from what a portal shows."""
REVERT: Final = "revert"
"""JSON: number of the revision whose content the tournament has again."""
LINK: Final = "link"
"""JSON: key under which a further source sends this tournament, and its arrival."""
NOT_LINKED: Final = "not_linked"
"""JSON: keys of exports of other sources that are other tournaments than this one."""
RESOLVED: Final = "resolved"
"""JSON: numbers of questions between sources, and which side or value counts."""
LATE: Final = "late"
"""A tournament whose deadline has long passed may be reported after all."""

TOLD: Final = "told"
"""JSON: which installation reports it, as a file of another syncd has said."""
BOTH: Final = "both_reported"
"""JSON: which other installation has reported it as well."""


def save_decision(
    session: Session, tournament_id: int, kind: str, value: str, now: dt.datetime
) -> int:
    """Add a decision and return its id."""
    row = DecisionRow(tournament_id=tournament_id, kind=kind, value=value, made_utc=now)
    session.add(row)
    session.flush()
    return row_id(row.id)


def load_all(session: Session, kind: str) -> list[tuple[int, str]]:
    """Return row id and value of all decisions of a kind, old ones too."""
    query = select(DecisionRow.id, DecisionRow.value).where(DecisionRow.kind == kind)
    return [(row_id(number), value) for number, value in session.exec(query)]


def rewrite(session: Session, decision_id: int, value: str) -> None:
    """Change what a decision says, where something in it is to be forgotten."""
    row = session.exec(select(DecisionRow).where(DecisionRow.id == decision_id)).one()
    row.value = value
    session.add(row)


def load_decisions(session: Session, tournament_id: int) -> dict[str, str]:
    """Return the newest value of each kind."""
    return load_all_decisions(session, [tournament_id])[tournament_id]


def load_all_decisions(
    session: Session, tournament_ids: Iterable[int], *only: str
) -> dict[int, dict[str, str]]:
    """Return the newest value of each kind, for each of several tournaments.

    Args:
        session: an open session.
        tournament_ids: row ids of the tournaments.
        only: kinds that are wanted; all if none is named.
    """
    found: dict[int, dict[str, str]] = {number: {} for number in tournament_ids}
    query = (
        select(DecisionRow.tournament_id, DecisionRow.kind, DecisionRow.value)
        .where(col(DecisionRow.tournament_id).in_(found))
        .order_by(col(DecisionRow.id))
    )
    if only:
        query = query.where(col(DecisionRow.kind).in_(only))
    for tournament_id, kind, value in session.exec(query):
        found[tournament_id][kind] = value
    return found


def load_states(session: Session, tournament_id: int, kind: str) -> list[bytes]:
    """Return the snapshots of the tournament on which decisions of a kind were made."""
    sums = session.exec(
        select(RevisionRow.snapshot_sha256)
        .join(DecisionRow, col(DecisionRow.id) == RevisionRow.decision_id)
        .where(DecisionRow.tournament_id == tournament_id, DecisionRow.kind == kind)
        .distinct()
    ).all()
    return [load_snapshot(session, sha256) for sha256 in sorted(sums)]
