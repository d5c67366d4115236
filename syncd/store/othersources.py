"""Tournaments of other sources that an export may belong to as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlmodel import and_, case, col, func, or_, select

from syncd.store.rows import row_id
from syncd.store.tables import SourceRow, TournamentNameRow, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlmodel import Session

    from syncd.store.revisions import Extent, TournamentKey

MOST_COMPARED: Final = 20
"""So many tournaments at most are compared with an export that has none yet."""


def find_elsewhere(
    session: Session, key: TournamentKey, sources: Collection[str], extent: Extent
) -> list[int]:
    """Return tournaments of these sources that an export may belong to as well.

    Those ever sent under its name and start date, and those of about its size on its
    days; not those that its own source feeds already. The likeliest come first.

    Args:
        session: an open session.
        key: of the export.
        sources: names of the sources that hold the same tournaments.
        extent: days and size of the export.
    """
    names, size = TournamentNameRow, extent.entrants
    ids = select(SourceRow.id).where(col(SourceRow.name).in_(sources))
    of_them = select(names.tournament_id).where(col(names.source_id).in_(ids))
    of_it = select(names.tournament_id).where(names.source_id == key.source_id)
    sent_as = of_them.where(
        names.folded_name == key.folded_name, names.start_key == key.start_key
    )
    has_key = or_(
        and_(
            TournamentRow.folded_name == key.folded_name,
            TournamentRow.start_key == key.start_key,
        ),
        col(TournamentRow.id).in_(sent_as),
    )
    count = func.coalesce(TournamentRow.entrants, size)
    on_its_days = and_(
        col(TournamentRow.first_day) <= extent.last_day,
        col(TournamentRow.last_day) >= extent.first_day,
        or_(col(TournamentRow.is_team), and_(count <= 2 * size, 2 * count >= size)),
    )
    found = session.exec(
        select(TournamentRow.id)
        .where(
            TournamentRow.head > 0,
            TournamentRow.is_team == key.is_team,
            TournamentRow.source_id != key.source_id,
            or_(
                col(TournamentRow.source_id).in_(ids),
                col(TournamentRow.id).in_(of_them),
            ),
            col(TournamentRow.id).not_in(of_it),
            or_(has_key, on_its_days),
        )
        .order_by(
            case((has_key, 0), else_=1), func.abs(count - size), col(TournamentRow.id)
        )
        .limit(MOST_COMPARED)
    )
    return [row_id(item) for item in found]
