"""The persons of a file: each once, under one number, whatever the list says.

A person listed twice (in the rosters of two teams) keeps the first number; games under
the other count for the first. Persons are the same by DSB id or by club code and member
number, if their names agree as well.

Source: CLM's exporter db_dsb_xml_export.php: a player in two rosters is written twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.lenient import note, read_day, read_number
from syncd.formats.few_findings import Findings
from syncd.model.findings import Severity
from syncd.model.tournament import Entrant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.formats.dwzxml.document import Section

_MOST_NUMBER: Final = 999_999
_MOST_MEMBER: Final = 99_999
_MOST_FIDE: Final = 999_999_999
_MOST_RATING: Final = 5_000
_YEARS: Final = range(1850, 2101)
_NUMBER: Final = "tournamentPlayerNumber"
_SEXES: Final = {"m": "m", "w": "w", "f": "w"}


@dataclass(slots=True)
class People:
    """Everybody in the list.

    Attributes:
        entrants: each person once, in the order of the file.
        numbers: number in the file -> entrant id, more than one for who is listed
            twice.
        doubtful: numbers that two different persons have.
        notes: what was noticed.
    """

    entrants: list[Entrant] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    doubtful: set[int] = field(default_factory=set)
    notes: Findings = field(default_factory=Findings)


def read_people(players: Iterable[Section]) -> People:
    """Return the persons of the file."""
    people = People()
    keys: dict[tuple[str, ...], Entrant] = {}
    sections = list(players)
    free = 1 + max((_number(section) or 0 for section in sections), default=0)
    for section in sections:
        number = read_number(section, _NUMBER, _MOST_NUMBER, people.notes)
        if number is None or number in people.numbers:
            _say_number(people, section, number)
            if number is not None:
                people.doubtful.add(number)
            number, free = free, free + 1
        _add(people, section, _entrant(section, number, people.notes), keys)
    return people


def _number(section: Section) -> int | None:
    return read_number(section, _NUMBER, _MOST_NUMBER, Findings())


def _say_number(people: People, section: Section, number: int | None) -> None:
    if number is None:
        words = Text(
            "there is no player number; a free one was given. Games of this person "
            "cannot be told.",
            "die Teilnehmernummer fehlt; eine freie wurde vergeben. Partien dieser "
            "Person sind nicht zuzuordnen.",
        )
        note(people.notes, "xml.number", Severity.WARNING, section, _NUMBER, words)
        return
    words = Text(
        f"the player number {number} is given twice. Export the file again.",
        f"die Teilnehmernummer {number} ist doppelt vergeben. Bitte neu exportieren.",
    )
    note(people.notes, "xml.number_twice", Severity.ERROR, section, _NUMBER, words)


def _add(
    people: People,
    section: Section,
    entrant: Entrant,
    keys: dict[tuple[str, ...], Entrant],
) -> None:
    """Take a person in, or find that he is there already."""
    for key in _keys(entrant):
        known = keys.get(key)
        if known is None:
            continue
        if _is_named_alike(known, entrant):
            people.numbers[entrant.id] = known.id
            people.doubtful.discard(entrant.id)
            _say_twice(people, section, known)
            return
        _say_clash(people, section, known, key)
    people.numbers[entrant.id] = entrant.id
    people.entrants.append(entrant)
    for key in _keys(entrant):
        keys.setdefault(key, entrant)


def _keys(entrant: Entrant) -> list[tuple[str, ...]]:
    keys: list[tuple[str, ...]] = []
    if entrant.dsb_id:
        keys.append(("dsbId", entrant.dsb_id))
    if entrant.vkz and entrant.member_number:
        keys.append(("vkz", entrant.vkz, str(entrant.member_number)))
    return keys


def _is_named_alike(one: Entrant, two: Entrant) -> bool:
    return (one.surname, one.forename) == (two.surname, two.forename)


def _say_twice(people: People, section: Section, known: Entrant) -> None:
    words = Text(
        f"this person is listed already as number {known.id}, perhaps in another "
        "team. Both count as one; a game that is listed under both counts once.",
        f"diese Person steht schon unter Nummer {known.id} in der Liste, vielleicht "
        "in einer anderen Mannschaft. Beide gelten als eine; eine Partie, die unter "
        "beiden steht, zählt einmal.",
    )
    note(people.notes, "xml.person_twice", Severity.WARNING, section, "", words)


def _say_clash(
    people: People, section: Section, known: Entrant, key: tuple[str, ...]
) -> None:
    value = "-".join(key[1:])
    words = Text(
        f"number {known.id} has the same {key[0]} ({value}) and another name. They "
        "count as two persons; correct the id of one of them.",
        f"Nummer {known.id} hat dieselbe {key[0]} ({value}) und einen anderen Namen. "
        "Sie gelten als zwei Personen; bitte die Angabe bei einer berichtigen.",
    )
    note(people.notes, "xml.id_twice", Severity.ERROR, section, key[0], words)


def _entrant(section: Section, number: int, notes: Findings) -> Entrant:
    born = read_day(section, "dobDate", notes)
    rating = read_number(section, "fideRating", _MOST_RATING, notes)
    _say_missing(section, notes)
    return Entrant(
        id=number,
        surname=section.text("surname"),
        forename=section.text("forename"),
        sex=_SEXES.get(section.text("sex").lower(), ""),
        fide_id=read_number(section, "fideId", _MOST_FIDE, notes),
        birth_year=born.year if born else _year(section, notes),
        birth_date=born,
        club=section.text("club"),
        vkz=section.text("vkz"),
        member_number=read_number(section, "numberClubMember", _MOST_MEMBER, notes),
        dsb_id=section.text("dsbId"),
        elo=rating,
    )


def _year(section: Section, notes: Findings) -> int | None:
    year = read_number(section, "dobYear", _YEARS.stop, notes)
    return year if year in _YEARS else None


def _say_missing(section: Section, notes: Findings) -> None:
    for name in ("surname", "forename"):
        if not section.text(name):
            _missing(section, name, notes)
    if not section.text("dobYear") and not section.text("dobDate"):
        _missing(section, "dobYear", notes)


def _missing(section: Section, name: str, notes: Findings) -> None:
    words = Text(
        "is missing. The person was read without it; a report needs it.",
        "fehlt. Die Person wurde ohne diese Angabe gelesen; ein Bericht braucht sie.",
    )
    note(notes, "xml.missing", Severity.WARNING, section, name, words)
