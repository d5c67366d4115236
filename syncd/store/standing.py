"""How far the reports of a tournament have come, all portals taken together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlmodel import col, or_, select

from syncd.model.submission_states import AT_PORTAL, SENDING, UNKNOWN
from syncd.store.rows import row_id
from syncd.store.tables import SourceRow, SubmissionRow, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Set as AbstractSet

    from sqlmodel import Session


Progress = tuple[str, bool]
"""State of a report, and whether its portal can have it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the reports of a tournament have come.

    Attributes:
        is_at_portal: some portal has one.
        may_have_left: some portal has one or may have one.
        is_compared: one was compared with what somebody submitted by hand.
    """

    is_at_portal: bool = False
    may_have_left: bool = False
    is_compared: bool = False


@dataclass(frozen=True, slots=True)
class Whose:
    """Which tournament a report is of.

    Attributes:
        tournament_id: row id of the tournament.
        name: its name in its newest export.
        source: name of its source.
    """

    tournament_id: int
    name: str
    source: str


def load_whose(session: Session, submission_id: int) -> Whose:
    """Return which tournament a report is of."""
    number, name, source = session.exec(
        select(TournamentRow.id, TournamentRow.name, SourceRow.name)
        .join(SubmissionRow, col(SubmissionRow.tournament_id) == TournamentRow.id)
        .join(SourceRow, col(SourceRow.id) == col(TournamentRow.source_id))
        .where(SubmissionRow.id == submission_id)
    ).one()
    return Whose(row_id(number), name, source)


def load_standing(
    session: Session, tournament_id: int, shadows: AbstractSet[str] = frozenset()
) -> Standing:
    """Return how far the reports of a tournament have come.

    Args:
        session: an open session.
        tournament_id: row id of the tournament.
        shadows: portals that only compare; what lies there was handed in nowhere.
    """
    real, compared = load_progress(session, tournament_id, shadows)
    is_at_portal = any(state in AT_PORTAL for state, _ in real)
    is_open = any(state in {SENDING, UNKNOWN} or arrived for state, arrived in real)
    return Standing(
        is_at_portal,
        is_at_portal or is_open,
        is_compared=any(state in AT_PORTAL for state, _ in compared),
    )


def find_reported(
    session: Session, tournament_ids: Collection[int], shadows: AbstractSet[str]
) -> set[int]:
    """Return those of several tournaments of which a portal may have a report.

    Args:
        session: an open session.
        tournament_ids: row ids of the tournaments.
        shadows: portals that only compare; what lies there was handed in nowhere.
    """
    left = (*AT_PORTAL, SENDING, UNKNOWN)
    found = session.exec(
        select(SubmissionRow.tournament_id)
        .where(
            col(SubmissionRow.tournament_id).in_(tournament_ids),
            col(SubmissionRow.portal).not_in(shadows),
            or_(
                col(SubmissionRow.state).in_(left), col(SubmissionRow.may_have_arrived)
            ),
        )
        .distinct()
    )
    return set(found)


def load_progress(
    session: Session, tournament_id: int, shadows: AbstractSet[str]
) -> tuple[list[Progress], list[Progress]]:
    """Return how far each report is, to real portals and to those that compare."""
    rows = session.exec(
        select(
            SubmissionRow.portal, SubmissionRow.state, SubmissionRow.may_have_arrived
        ).where(SubmissionRow.tournament_id == tournament_id)
    ).all()
    real = [(state, arrived) for name, state, arrived in rows if name not in shadows]
    compared = [(state, arrived) for name, state, arrived in rows if name in shadows]
    return real, compared
