"""Other tournaments of the store that may be the same event under another number.

Every source numbers its tournaments for itself. So a renamed source, two sources on one
folder, or one tournament exported into two sources make two tournaments of one event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlmodel import and_, col, func, or_, select, tuple_

from syncd.model.submission_states import AT_PORTAL, QUEUED, SENDING, STAGED, UNKNOWN
from syncd.store.locking import locked_tournaments
from syncd.store.rows import row_id
from syncd.store.standing import load_progress
from syncd.store.tables import (
    SourceRow,
    TournamentNameRow,
    TournamentRow,
)

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Set as AbstractSet

    from sqlalchemy import ColumnElement
    from sqlmodel import Session

LEFT: Final = 0
"""A portal has a report of the tournament, or may have one."""
LEAVING: Final = 1
"""A report of it leaves without anybody being asked again."""
AT_HOME: Final = 2
"""Nothing of it leaves by itself."""

MOST_ON_ITS_DAYS: Final = 20
"""So many tournaments of the same days and size are compared by their persons."""


def find_candidates(session: Session, tournament_id: int) -> list[int]:
    """Return tournaments to be compared with this one, oldest first.

    Those ever sent under its name and start date, those with exactly its games, and
    those of other sources that have about its size on its days, the likeliest.
    """
    own = session.exec(
        select(TournamentRow).where(TournamentRow.id == tournament_id)
    ).one()
    is_other = and_(
        TournamentRow.id != tournament_id,
        TournamentRow.is_team == own.is_team,
        TournamentRow.head > 0,
    )
    ids = session.exec(
        select(TournamentRow.id).where(is_other, _is_alike(session, own))
    )
    found = {row_id(item) for item in ids}
    return sorted(found | set(_on_its_days(session, own, is_other)))


def _is_alike(session: Session, own: TournamentRow) -> ColumnElement[bool]:
    """Return the condition that name and start date, or all games, are the same."""
    names = TournamentNameRow
    keys = session.exec(
        select(names.folded_name, names.start_key).where(names.tournament_id == own.id)
    ).all()
    keys = [(own.folded_name, own.start_key), *keys]
    # Naming the sources lets the unique keys, which begin with them, find the rows.
    sources = select(SourceRow.id)
    is_named = and_(
        col(TournamentRow.source_id).in_(sources),
        tuple_(col(TournamentRow.folded_name), col(TournamentRow.start_key)).in_(keys),
    )
    was_named = select(names.tournament_id).where(
        col(names.source_id).in_(sources),
        tuple_(col(names.folded_name), col(names.start_key)).in_(keys),
    )
    has_its_games = and_(
        TournamentRow.games_sha256 == own.games_sha256, TournamentRow.games_sha256 != ""
    )
    return or_(is_named, col(TournamentRow.id).in_(was_named), has_its_games)


def _on_its_days(
    session: Session, own: TournamentRow, is_other: ColumnElement[bool]
) -> list[int]:
    if own.first_day is None or own.last_day is None or own.entrants is None:
        return []
    size, count = own.entrants, col(TournamentRow.entrants)
    ids = session.exec(
        select(TournamentRow.id)
        .where(
            is_other,
            TournamentRow.source_id != own.source_id,
            col(TournamentRow.first_day) <= own.last_day,
            col(TournamentRow.last_day) >= own.first_day,
            3 * count <= 4 * size,
            4 * count >= 3 * size,
        )
        .order_by(func.abs(count - size), col(TournamentRow.id))
        .limit(MOST_ON_ITS_DAYS)
    ).all()
    return [row_id(item) for item in ids]


def how_far(
    session: Session, tournament_id: int, shadows: AbstractSet[str] = frozenset()
) -> int:
    """Return `LEFT`, `LEAVING` or `AT_HOME`: how far a tournament's reports are.

    Args:
        session: an open session.
        tournament_id: row id of the tournament.
        shadows: portals that only compare; what lies there was handed in nowhere.
    """
    real, _ = load_progress(session, tournament_id, shadows)
    if any(state in _LEFT or arrived for state, arrived in real):
        return LEFT
    return LEAVING if any(state in _LEAVING for state, _ in real) else AT_HOME


def lock_together(session: Session, tournament_ids: Collection[int]) -> None:
    """Let nobody else make a report of any of these in the meantime."""
    session.exec(locked_tournaments(col(TournamentRow.id).in_(tournament_ids))).all()


_LEFT: Final = frozenset({*AT_PORTAL, SENDING, UNKNOWN})
_LEAVING: Final = frozenset({*STAGED, QUEUED})
