"""Looking people up in the lists: few queries by index, whatever the lists' length.

Pairs of values are looked up by joining a list of them: for `(a, b) IN (…)` SQLite
reads the whole list. Names are looked up together with the birth year, so that a longer
list does not mean more candidates. Of those who share a name for which the year is
missing no more come than can be asked about, where so many are wished. Only for names
that nobody has is it asked who has a similar one, and only where that is not too many.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, func, select
from sqlalchemy import column as sql_column
from sqlalchemy import values as sql_values
from sqlmodel import SQLModel

from syncd.model.lists import FidePlayer, Member
from syncd.model.persons import Person
from syncd.rating.candidates import Candidates, Wanted
from syncd.rating.personkey import name_key
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
    from collections.abc import Set as AbstractSet

    from sqlalchemy import CTE, ColumnClause, ColumnElement, Select, Table
    from sqlmodel import Session

    from syncd.rating.candidates import NameAndYear, Undated

    _Columns = tuple[ColumnClause[Any], ...]
    _Rows = Collection[tuple[Any, ...]]

_PER_QUERY: Final = 400
"""Values per query; SQLite and PostgreSQL take far more, in any version."""

_MOST_ALIKE: Final = 25
"""So many people of one list who sound alike are looked at; more would tell nobody
anything, and their number grows with the list."""


def _table(row: type[SQLModel]) -> Table:
    return SQLModel.metadata.tables[str(row.__tablename__)]


_MEMBERS: Final = _table(MemberRow)
_PERSONS: Final = _table(PersonRow)
_CLUBS: Final = _table(ClubRow)
_PLAYERS: Final = _table(FidePlayerRow)
_RATINGS: Final = _table(FideRatingRow)


def load_candidates(
    session: Session, wanted: Wanted, month: str, most_namesakes: int | None = None
) -> Candidates:
    """Return what the lists in force say of the people of a tournament.

    Args:
        session: an open transaction.
        wanted: what identifies them.
        month: `YYYY-MM` whose Elo counts, empty if unknown.
        most_namesakes: so many memberships of one name and sex come where the birth
            year is missing, besides those of the club; None for all.
    """
    persons = load_persons(session, wanted)
    newest = lists.newest_list(session, lists.FIDE)
    info = lists.newest_list(session, lists.MEMBERS)
    members: tuple[Member, ...] = ()
    if info:
        book = _Book(session, info.id, most_namesakes)
        known = _players(session, newest.id, _unclear(wanted)) if newest else ()
        book.look_namesakes(wanted.undated, _years(wanted.undated, persons, known))
        members = _members(book, wanted, persons)
    fide_ids = {
        *wanted.fide_ids,
        *(row.fide_id for row in members if row.fide_id),
        *(row.fide_id for row in persons if row.fide_id),
    }
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
        *_in(_PERSONS.c.name_key, {name for name, _ in wanted.names}),
    )
    found = {
        Person(*row)
        for condition in conditions
        for row in session.connection().execute(
            select(*(_PERSONS.c[name] for name in Person.__slots__)).where(condition)
        )
    }
    return tuple(sorted(found, key=repr))


def _unclear(wanted: Wanted) -> set[int]:
    """Return the FIDE ids of those whose birth year is missing."""
    return {one.fide_id for one in wanted.undated if one.fide_id}


def _years(
    undated: Iterable[Undated], persons: Iterable[Person], players: Iterable[FidePlayer]
) -> Iterator[NameAndYear]:
    """Yield the names whose birth year is elsewhere than in the file, with it."""
    of_name, of_id = defaultdict(set), defaultdict(set)
    for person in persons:
        of_name[name_key(person.surname, person.forename)].add(person.birth_year)
        of_id[person.fide_id].add(person.birth_year)
    for player in players:
        of_id[player.fide_id].add(player.birth_year)
    for one in undated:
        years = of_name[one.name] | (of_id[one.fide_id] if one.fide_id else set())
        yield from ((one.name, year) for year in years if year)


def _members(
    book: _Book, wanted: Wanted, persons: Iterable[Person]
) -> tuple[Member, ...]:
    """Return memberships of everybody who can be meant, complete per person."""
    ids = {*wanted.dsb_ids, *(item.dsb_id for item in persons if item.dsb_id)}
    fide_ids = {*wanted.fide_ids, *(item.fide_id for item in persons if item.fide_id)}
    book.look(_MEMBERS.c.dsb_id, ids)
    book.look_rows((_MEMBERS.c.vkz, _MEMBERS.c.member_number), wanted.numbers)
    book.look(_MEMBERS.c.fide_id, fide_ids)
    book.look_names(_MEMBERS.c.name_key, wanted.names)
    book.look_near(_absent(wanted, book.names))
    book.look_others(ids)
    return tuple(book.found[key] for key in sorted(book.found))


def _absent(wanted: Wanted, names: AbstractSet[NameAndYear]) -> set[NameAndYear]:
    """Return the other keys, with years, of the names that nobody was found to have."""
    keys = {name for name, _ in names}
    return {
        (other, year)
        for (name, year), others in wanted.names.items()
        if not ({(name, year), (name, None)} & names if year else name in keys)
        for other in others
    }


class _Book:
    """One list of members, and who was found there by row id."""

    def __init__(
        self, session: Session, list_id: int, most_namesakes: int | None
    ) -> None:
        self.found: dict[int, Member] = {}
        self.names: set[NameAndYear] = set()
        self._connection = session.connection()
        self._list_id = list_id
        self._most_namesakes = most_namesakes
        self._query = select(
            _MEMBERS.c.id,
            _MEMBERS.c.name_key,
            *(_MEMBERS.c[name] for name in Member.__slots__),
        ).where(_MEMBERS.c.list_id == list_id)

    def look(self, column: ColumnElement[Any], values: Collection[Any]) -> None:
        """Find those in whom a column has one of the values."""
        for condition in _in(column, values):
            self._take(self._query.where(condition))

    def look_rows(self, columns: _Columns, rows: _Rows) -> None:
        """Find those in whom the columns together have one of the rows of values."""
        for wanted in _tables(columns, rows):
            same = (
                column == value for column, value in zip(columns, wanted.c, strict=True)
            )
            self._take(self._query.join(wanted, and_(*same)))

    def look_names(
        self, column: ColumnClause[Any], names: Collection[NameAndYear]
    ) -> None:
        """Find those who have one of the names and were born then, or nobody knows."""
        dated = {name for name in names if name[1]}
        self.look_rows((column, _MEMBERS.c.birth_year), dated)
        is_undated = _MEMBERS.c.birth_year.is_(None)
        for condition in _in(column, {name for name, _ in dated}):
            self._take(self._query.where(condition, is_undated))

    def look_namesakes(
        self, undated: Collection[Undated], dated: Iterable[NameAndYear]
    ) -> None:
        """Find those who share a name for which the file has no birth year.

        Who can be told from the others is always found: those of the club, and those
        born when another source says.
        """
        name = _MEMBERS.c.name_key
        names = {one.name for one in undated}
        if self._most_namesakes is None:
            self.look(name, names)
            return
        self.look_rows((name, _MEMBERS.c.birth_year), {*dated})
        self.look_rows(
            (name, _MEMBERS.c.vkz), {(one.name, one.vkz) for one in undated if one.vkz}
        )
        place = func.row_number().over(
            partition_by=(name, _MEMBERS.c.sex),
            order_by=(_MEMBERS.c.dsb_id, _MEMBERS.c.id),
        )
        placed = select(_MEMBERS.c.id, place.label("place"))
        for condition in _in(name, names):
            some = placed.where(_MEMBERS.c.list_id == self._list_id, condition)
            first = some.subquery("first")
            self._take(
                self._query.join(first, first.c.id == _MEMBERS.c.id).where(
                    first.c.place <= self._most_namesakes
                )
            )

    def look_others(self, complete: AbstractSet[str]) -> None:
        """Find the other memberships of who was found, by ids of the DSB.

        Only the index is read, as few have others.
        """
        people = {row.dsb_id for row in self.found.values() if row.dsb_id} - complete
        query = select(_MEMBERS.c.id).where(_MEMBERS.c.list_id == self._list_id)
        rows = {
            key
            for condition in _in(_MEMBERS.c.dsb_id, people)
            for key in self._connection.scalars(query.where(condition))
        }
        self.look(_MEMBERS.c.id, rows - self.found.keys())

    def look_near(self, names: Collection[NameAndYear]) -> None:
        """Find those who have a similar name, where they are not too many."""
        dated = {name for name in names if name[1]}
        undated = {(name,) for name, year in names if not year}
        for column in (_MEMBERS.c.near_key, _MEMBERS.c.far_key):
            columns = column, _MEMBERS.c.birth_year
            self.look_rows(columns, self._not_crowded(columns, dated))
            self.look_rows((column,), self._not_crowded((column,), undated))

    def _not_crowded(self, columns: _Columns, rows: _Rows) -> _Rows:
        """Return the values that no more have than can be asked about."""
        alike = _MEMBERS.alias("alike")
        here = select(alike.c.id).where(alike.c.list_id == self._list_id)
        few: _Rows = []
        for wanted in _tables(columns, rows):
            same = (
                alike.c[column.name] == value
                for column, value in zip(columns, wanted.c, strict=True)
            )
            too_many = here.where(*same).offset(_MOST_ALIKE).limit(1)
            query = select(wanted).where(~too_many.correlate(wanted).exists())
            few = [*few, *map(tuple, self._connection.execute(query))]
        return few

    def _take(self, query: Select[Any]) -> None:
        for key, name, *values in self._connection.execute(query):
            row = self.found[key] = Member(*values)
            self.names.add((name, row.birth_year))


def _tables(columns: _Columns, rows: _Rows) -> Iterator[CTE]:
    """Yield tables of the rows that are looked for, some rows each."""
    ordered = sorted(rows)
    named = [sql_column(each.name, each.type) for each in columns]
    for start in range(0, len(ordered), _PER_QUERY):
        some = ordered[start : start + _PER_QUERY]
        yield sql_values(*named, name="wanted").data(some).cte("wanted")


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
