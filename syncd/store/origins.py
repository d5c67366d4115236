"""Which tournament an export belongs to: by every key it was ever sent under.

An export without a known key is compared with the few tournaments that it could be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlmodel import and_, case, col, delete, func, or_, select

from syncd.store.bases import moved
from syncd.store.revisions import TournamentKey
from syncd.store.rows import row_id
from syncd.store.tables import BaseRow, SourceRow, TournamentNameRow, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement
    from sqlmodel import Session

    from syncd.store.revisions import Extent


def find_tournament(session: Session, key: TournamentKey) -> int | None:
    """Return the id of the tournament that has, or was ever sent under, this key."""
    return (
        session.exec(
            select(TournamentRow.id).where(*_has_key(TournamentRow, key))
        ).first()
        or session.exec(
            select(TournamentNameRow.tournament_id).where(
                *_has_key(TournamentNameRow, key)
            )
        ).first()
    )


def save_name(session: Session, key: TournamentKey, tournament_id: int) -> None:
    """Remember that a tournament is sent under this key, too.

    The two forms of an export may write its name or start date differently: each must
    find it again, or it would be reported a second time.

    Raises:
        StaleRevisionError: another tournament was made under this key meanwhile.
    """
    lock_names(session, key.source_id)
    found = find_tournament(session, key)
    if found not in {None, tournament_id}:
        raise moved(tournament_id)
    if found is None:
        session.add(
            TournamentNameRow(
                source_id=key.source_id, tournament_id=tournament_id,
                folded_name=key.folded_name, start_key=key.start_key,
                is_team=key.is_team,
            )
        )  # fmt: skip
        session.flush()


def sent_by(session: Session, tournament_id: int) -> set[int]:
    """Return row ids of the sources that send a tournament, or were linked with it."""
    first = select(TournamentRow.source_id).where(TournamentRow.id == tournament_id)
    further = select(TournamentNameRow.source_id).where(
        TournamentNameRow.tournament_id == tournament_id
    )
    return {*session.exec(first), *session.exec(further)}


def linked_keys(
    session: Session, source: str, tournament_id: int
) -> list[TournamentKey]:
    """Return the keys under which a further source sends a tournament.

    Args:
        session: an open session.
        source: its name; of the one from which the first export came there are none.
        tournament_id: row id of the tournament.
    """
    first = select(TournamentRow.source_id).where(TournamentRow.id == tournament_id)
    rows = session.exec(
        select(TournamentNameRow)
        .join(SourceRow, col(SourceRow.id) == col(TournamentNameRow.source_id))
        .where(
            TournamentNameRow.tournament_id == tournament_id,
            SourceRow.name == source,
            col(TournamentNameRow.source_id).not_in(first),
        )
        .order_by(col(TournamentNameRow.id))
    )
    return [
        TournamentKey(row.source_id, row.folded_name, row.start_key, row.is_team)
        for row in rows
    ]


def drop_names(session: Session, source_id: int, tournament_id: int) -> None:
    """Have a source send a tournament no more under any key it was linked by."""
    lock_names(session, source_id)
    session.exec(
        delete(TournamentNameRow).where(
            col(TournamentNameRow.source_id) == source_id,
            col(TournamentNameRow.tournament_id) == tournament_id,
        )
    )


def load_sources(
    session: Session, tournament_ids: Collection[int] | None = None
) -> dict[int, tuple[str, ...]]:
    """Return tournament -> names of the sources that feed it, the first one first.

    Args:
        session: an open session.
        tournament_ids: row ids of those that are wanted; None = all.
    """
    firsts = select(TournamentRow.id, SourceRow.name).join(
        SourceRow, col(SourceRow.id) == col(TournamentRow.source_id)
    )
    names = (
        select(TournamentNameRow.tournament_id, SourceRow.name)
        .join(SourceRow, col(SourceRow.id) == col(TournamentNameRow.source_id))
        .order_by(col(TournamentNameRow.id))
    )
    if tournament_ids is not None:
        firsts = firsts.where(col(TournamentRow.id).in_(tournament_ids))
        names = names.where(col(TournamentNameRow.tournament_id).in_(tournament_ids))
    found = {row_id(number): {name: None} for number, name in session.exec(firsts)}
    for number, name in session.exec(names):
        found[number][name] = None
    return {number: tuple(sources) for number, sources in found.items()}


def _has_key(
    table: type[TournamentRow | TournamentNameRow], key: TournamentKey
) -> tuple[ColumnElement[bool], ...]:
    return (
        col(table.source_id) == key.source_id,
        col(table.folded_name) == key.folded_name,
        col(table.start_key) == key.start_key,
        col(table.is_team) == key.is_team,
    )


def find_lookalikes(session: Session, key: TournamentKey, games_key: str) -> list[int]:
    """Return tournaments of the source that a new one could be a second time.

    Those ever sent under its name with another start date, and those with exactly its
    games.
    """
    same_name = and_(
        TournamentRow.folded_name == key.folded_name,
        TournamentRow.start_key != key.start_key,
    )
    sent_as = select(TournamentNameRow.tournament_id).where(
        TournamentNameRow.source_id == key.source_id,
        TournamentNameRow.folded_name == key.folded_name,
        TournamentNameRow.is_team == key.is_team,
    )
    same_games = and_(
        TournamentRow.games_sha256 == games_key, TournamentRow.games_sha256 != ""
    )
    ids = session.exec(
        select(TournamentRow.id).where(
            _is_fed_by(key.source_id),
            TournamentRow.is_team == key.is_team,
            TournamentRow.head > 0,
            or_(same_name, col(TournamentRow.id).in_(sent_as), same_games),
        )
    ).all()
    return [row_id(item) for item in ids]


MOST_COMPARED: Final = 50
"""So many tournaments at most are compared with an export that has none yet."""


def find_counterparts(
    session: Session, key: TournamentKey, form: str, extent: Extent
) -> list[int]:
    """Return tournaments of the source that no export of this form was taken for.

    A file of that form whose name or start date differs may belong to one of them: to
    one of the same start and not of quite another size, or of about its size on about
    its days; the likeliest first. Of one from before days were stored, nobody knows.
    """
    have = select(BaseRow.tournament_id).where(
        BaseRow.source_id == key.source_id, BaseRow.form == form
    )
    size, count = extent.entrants, col(TournamentRow.entrants)
    is_team = col(TournamentRow.is_team)
    is_same_start = col(TournamentRow.start_key) == key.start_key
    of_its_start = and_(
        is_same_start, or_(is_team, and_(count <= 2 * size, 2 * count >= size))
    )
    on_its_days = and_(
        col(TournamentRow.first_day) <= extent.last_day,
        col(TournamentRow.last_day) >= extent.first_day,
        or_(is_team, and_(3 * count <= 4 * size, 4 * count >= 3 * size)),
    )
    ids = session.exec(
        select(TournamentRow.id)
        .where(
            _is_fed_by(key.source_id),
            TournamentRow.is_team == key.is_team,
            TournamentRow.head > 0,
            col(TournamentRow.id).not_in(have),
            or_(of_its_start, on_its_days, col(TournamentRow.first_day).is_(None)),
        )
        .order_by(
            case((is_same_start, 0), else_=1),
            func.abs(count - size),
            col(TournamentRow.id),
        )
        .limit(MOST_COMPARED)
    ).all()
    return [row_id(item) for item in ids]


def _is_fed_by(source_id: int) -> ColumnElement[bool]:
    """Return the condition that a source has sent the tournament, first or as well."""
    names = TournamentNameRow
    sent = select(names.tournament_id).where(names.source_id == source_id)
    return or_(
        col(TournamentRow.source_id) == source_id, col(TournamentRow.id).in_(sent)
    )


def lock_names(session: Session, source_id: int, *others: str) -> None:
    """Let nobody else make a tournament of these sources in the meantime.

    Args:
        session: an open write transaction.
        source_id: row id of a source.
        others: names of further sources.
    """
    is_meant = or_(col(SourceRow.id) == source_id, col(SourceRow.name).in_(others))
    session.exec(
        select(SourceRow.id)
        .where(is_meant)
        .order_by(col(SourceRow.id))
        .with_for_update(key_share=True)
    ).all()
