"""Looking people up in the lists: few queries by index, whatever the lists' length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select, tuple_
from sqlmodel import SQLModel

from syncd.model.lists import FidePlayer, Member
from syncd.model.persons import Person
from syncd.rating.candidates import Candidates, Wanted
from syncd.store import lists
from syncd.store.list_tables import (
    ClubRow,
    FidePlayerRow,
    FideRatingRow,
    MemberRow,
    PersonRow,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sqlalchemy import ColumnElement, Table
    from sqlmodel import Session

_PER_QUERY: Final = 400
"""Values per query; SQLite and PostgreSQL take far more, in any version."""


def _table(row: type[SQLModel]) -> Table:
    return SQLModel.metadata.tables[str(row.__tablename__)]


_MEMBERS: Final = _table(MemberRow)
_PERSONS: Final = _table(PersonRow)
_CLUBS: Final = _table(ClubRow)
_PLAYERS: Final = _table(FidePlayerRow)
_RATINGS: Final = _table(FideRatingRow)


def load_candidates(session: Session, wanted: Wanted, month: str) -> Candidates:
    """Return what the lists in force say of the people of a tournament.

    Args:
        session: an open transaction.
        wanted: what identifies them.
        month: `YYYY-MM` whose Elo counts, empty if unknown.
    """
    persons = load_persons(session, wanted)
    info = lists.newest_list(session, lists.MEMBERS)
    members = _members(session, info.id, wanted, persons) if info else ()
    fide_ids = {
        *wanted.fide_ids,
        *(row.fide_id for row in members if row.fide_id),
        *(row.fide_id for row in persons if row.fide_id),
    }
    newest = lists.newest_list(session, lists.FIDE)
    of_month = lists.newest_list(session, lists.FIDE, month) if month else None
    clubs = {*wanted.clubs, *(row.vkz for row in members)}
    return Candidates(
        persons=persons,
        members=members,
        members_day=info.imported_utc.date() if info else None,
        clubs=_clubs(session, clubs),
        players=_players(session, newest.id, fide_ids) if newest else (),
        players_month=newest.month if newest else "",
        ratings=_ratings(session, of_month.id, fide_ids) if of_month else {},
        ratings_month=of_month.month if of_month else "",
    )


def load_persons(session: Session, wanted: Wanted) -> tuple[Person, ...]:
    """Return what was entered by hand about the people who are wanted."""
    conditions = (
        *_in(_PERSONS.c.dsb_id, wanted.dsb_ids),
        *_in(_PERSONS.c.fide_id, wanted.fide_ids),
        *_in(_PERSONS.c.name_key, wanted.names),
    )
    found = {
        Person(*row)
        for condition in conditions
        for row in session.connection().execute(
            select(*(_PERSONS.c[name] for name in Person.__slots__)).where(condition)
        )
    }
    return tuple(sorted(found, key=repr))


def _members(
    session: Session, list_id: int, wanted: Wanted, persons: Iterable[Person]
) -> tuple[Member, ...]:
    """Return memberships of everybody who can be meant, complete per person."""
    ids = {*wanted.dsb_ids, *(item.dsb_id for item in persons if item.dsb_id)}
    numbers = tuple_(_MEMBERS.c.vkz, _MEMBERS.c.member_number)
    fide_ids = {*wanted.fide_ids, *(item.fide_id for item in persons if item.fide_id)}
    found = _member_rows(
        session,
        list_id,
        (
            *_in(_MEMBERS.c.dsb_id, ids),
            *_in(numbers, wanted.numbers),
            *_in(_MEMBERS.c.fide_id, fide_ids),
            *_in(_MEMBERS.c.name_key, wanted.names),
        ),
    )
    others = {row.dsb_id for row in found.values() if row.dsb_id} - ids
    found |= _member_rows(session, list_id, _in(_MEMBERS.c.dsb_id, others))
    return tuple(found[key] for key in sorted(found))


def _member_rows(
    session: Session, list_id: int, conditions: Iterable[ColumnElement[bool]]
) -> dict[int, Member]:
    query = select(
        _MEMBERS.c.id, *(_MEMBERS.c[name] for name in Member.__slots__)
    ).where(_MEMBERS.c.list_id == list_id)
    found: dict[int, Member] = {}
    for condition in conditions:
        for key, *values in session.connection().execute(query.where(condition)):
            found[key] = Member(*values)
    return found


def _clubs(session: Session, codes: Collection[str]) -> dict[str, str]:
    info = lists.newest_list(session, lists.CLUBS)
    if info is None:
        return {}
    query = select(_CLUBS.c.vkz, _CLUBS.c.name).where(_CLUBS.c.list_id == info.id)
    return dict(_rows(session, query, _CLUBS.c.vkz, codes))


def _players(
    session: Session, list_id: int, fide_ids: Collection[int]
) -> tuple[FidePlayer, ...]:
    columns = [_PLAYERS.c[name] for name in FidePlayer.__slots__ if name != "rating"]
    query = select(*columns).where(_PLAYERS.c.list_id == list_id)
    rows = _rows(session, query, _PLAYERS.c.fide_id, fide_ids)
    return tuple(FidePlayer(**row._asdict()) for row in rows)


def _ratings(
    session: Session, list_id: int, fide_ids: Collection[int]
) -> dict[int, int]:
    query = select(_RATINGS.c.fide_id, _RATINGS.c.rating).where(
        _RATINGS.c.list_id == list_id
    )
    return dict(_rows(session, query, _RATINGS.c.fide_id, fide_ids))


def _rows(
    session: Session,
    query: Any,  # noqa: ANN401 - a select of any columns
    column: ColumnElement[Any],
    values: Collection[Any],
) -> Iterator[Any]:
    for condition in _in(column, values):
        yield from session.connection().execute(query.where(condition))


def _in(
    column: ColumnElement[Any], values: Collection[Any]
) -> Iterator[ColumnElement[bool]]:
    """Yield conditions that the column has one of the values, some values each."""
    ordered = sorted(values)
    for start in range(0, len(ordered), _PER_QUERY):
        yield column.in_(ordered[start : start + _PER_QUERY])
