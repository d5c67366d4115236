"""What people entered by hand about others: one entry per person, used for ever."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.errors import DuplicateError, NotFoundError
from syncd.model.persons import Person
from syncd.rating.personkey import name_key
from syncd.store.list_tables import PersonRow
from syncd.sync.nameforms import folded_person

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session


def person_key(person: Person) -> str:
    """Return what identifies a person: DSB id, else FIDE id, else name and year."""
    if person.dsb_id:
        return f"dsb:{person.dsb_id}"
    if person.fide_id:
        return f"fide:{person.fide_id}"
    name = folded_person(person.surname, person.forename)[:400]
    return f"name:{name}:{person.birth_year or ''}"


def save_person(
    session: Session, person: Person, now: dt.datetime, *, is_another: bool = False
) -> Person:
    """Add what is given to the entry of a person, or make one; return the entry.

    An entry is his if it has the same id, or the same name and nothing in it
    contradicts. What is given replaces what was entered before.

    Args:
        session: an open write transaction.
        person: what is given.
        now: aware UTC time.
        is_another: that a namesake with another birth year was entered is right.

    Raises:
        DuplicateError: several entries can be meant, or it is unclear whether another
            birth year corrects the entry or means a namesake.
    """
    found = _of_name_or_id(session, person)
    rows = [row for row in found if _is_his(row, person)]
    if len(rows) > 1:
        raise DuplicateError(_several(len(rows)))
    if not rows and not is_another:
        _refuse_other_year(found, person)
    row = rows[0] if rows else None
    entry = _merged(_person(row), person) if row else person
    if row is None:
        row = PersonRow(key="", name_key=0, surname="", changed_utc=now)
    for item in fields(Person):
        setattr(row, item.name, getattr(entry, item.name))
    row.key, row.changed_utc = person_key(entry), now
    row.name_key = name_key(entry.surname, entry.forename)
    session.add(row)
    session.flush()
    return entry


def _refuse_other_year(found: list[PersonRow], person: Person) -> None:
    """Refuse a new birth year for a name where no id tells namesakes apart."""
    if any(row.birth_year == person.birth_year for row in found):
        return
    for row in found:
        if _is_his(row, replace(person, birth_year=row.birth_year)):
            raise DuplicateError(_other_year(row))


def list_persons(session: Session) -> list[Person]:
    """Return all entries by name."""
    rows = session.exec(select(PersonRow)).all()
    people = [_person(row) for row in rows]
    return sorted(people, key=lambda one: folded_person(one.surname, one.forename))


def delete_person(session: Session, person: Person) -> Person:
    """Delete the entry of a person and return it.

    Raises:
        NotFoundError: there is none.
        DuplicateError: several entries can be meant.
    """
    rows = [row for row in _of_name_or_id(session, person) if _is_his(row, person)]
    if not rows:
        raise NotFoundError(_UNKNOWN)
    if len(rows) > 1:
        raise DuplicateError(_several(len(rows)))
    session.delete(rows[0])
    return _person(rows[0])


def _of_name_or_id(session: Session, person: Person) -> list[PersonRow]:
    key = name_key(person.surname, person.forename)
    condition = col(PersonRow.name_key) == key
    if person.dsb_id:
        condition |= col(PersonRow.dsb_id) == person.dsb_id
    if person.fide_id:
        condition |= col(PersonRow.fide_id) == person.fide_id
    return list(session.exec(select(PersonRow).where(condition)).all())


def _is_his(row: PersonRow, person: Person) -> bool:
    if person.dsb_id and row.dsb_id:
        return person.dsb_id == row.dsb_id
    if person.fide_id and row.fide_id:
        return person.fide_id == row.fide_id
    is_same_name = folded_person(row.surname, row.forename) == folded_person(
        person.surname, person.forename
    )
    years = {row.birth_year, person.birth_year} - {None}
    return is_same_name and len(years) < 2  # noqa: PLR2004 - two different years


def _merged(before: Person, given: Person) -> Person:
    values = {
        item.name: getattr(given, item.name)
        for item in fields(Person)
        if getattr(given, item.name)
    }
    return replace(before, **values)


def _person(row: PersonRow) -> Person:
    return Person(**{item.name: getattr(row, item.name) for item in fields(Person)})


def _several(count: int) -> Text:
    return Text(
        f"{count} people of this name were entered. Say which one is meant, with "
        "--birth-year, --fide-id or --dsb-id.",
        f"{count} Personen dieses Namens sind erfasst. Bitte angeben, welche gemeint "
        "ist, mit --birth-year, --fide-id oder --dsb-id.",
    )


def _other_year(row: PersonRow) -> Text:
    name = ", ".join(filter(None, (row.surname, row.forename)))
    forget = f'syncd person forget "{name}" --birth-year {row.birth_year}'
    return Text(
        f"{name} was entered with the birth year {row.birth_year} before. If that was "
        f"wrong: {forget}, then enter anew. If it is another person of this name, say "
        "so with --new.",
        f"{name} ist schon mit dem Geburtsjahr {row.birth_year} erfasst. Falls das "
        f"falsch war: {forget}, dann neu erfassen. Falls es eine andere Person dieses "
        "Namens ist, bitte --new angeben.",
    )


_UNKNOWN = Text(
    "Nothing was entered about this person: syncd person list",
    "Über diese Person wurde nichts erfasst: syncd person list",
)
