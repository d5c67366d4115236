"""Players: the first 89 columns of a 001 line and what XC records add to them.

Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, player section.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.names import split_name
from syncd.formats.trf.clm import Ratings
from syncd.formats.trf.dates import parse_birth
from syncd.formats.trf.fide_records import PLAYER
from syncd.formats.trf.numbers import points_x10, positive
from syncd.model.findings import Finding, Severity
from syncd.model.tournament import Entrant

if TYPE_CHECKING:
    from collections.abc import Collection

    from syncd.formats.trf.clm import Extensions
    from syncd.formats.trf.rows import Row

_SEX: Final = {"m": "m", "M": "m", "w": "w", "W": "w", "f": "w", "F": "w"}
_FULL_TITLES: Final = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
_TITLES: Final = {
    **{title: title for title in _FULL_TITLES},
    **{title.replace("M", ""): title for title in _FULL_TITLES},
}
"""Title as written, in upper case -> FIDE title; TRF06 writes `g` and `wg`."""

_NO_RATINGS: Final = Ratings()
_NO_MEMBERSHIP: Final = ("", None)

_SEX_AT = PLAYER.slice("sex")
_TITLE_AT = PLAYER.slice("title")
_RATING_AT = PLAYER.slice("rating")
_FEDERATION_AT = PLAYER.slice("federation")
_FIDE_ID_AT = PLAYER.slice("fide_id")
_BIRTH_AT = PLAYER.slice("birth")
_POINTS_AT = PLAYER.slice("points")
_RANK_AT = PLAYER.slice("rank")


class Entrants(NamedTuple):
    """All players.

    Attributes:
        entrants: in the order of the file.
        findings: fields that could not be understood.
    """

    entrants: tuple[Entrant, ...]
    findings: list[Finding]


def read_entrants(rows: Collection[Row], extensions: Extensions) -> Entrants:
    """Return all players."""
    return Entrants(
        entrants=tuple([_entrant(row, extensions) for row in rows]),
        findings=[finding for row in rows for finding in _odd_fields(row)],
    )


def _entrant(row: Row, extensions: Extensions) -> Entrant:
    number, text = row.number, row.text
    name = split_name(row.name)
    birth = parse_birth(text[_BIRTH_AT])
    vkz, member_number = extensions.memberships.get(number, _NO_MEMBERSHIP)
    ratings = extensions.ratings.get(number, _NO_RATINGS)
    return Entrant(
        id=number,
        surname=name.surname,
        forename=name.forename,
        sex=_SEX.get(text[_SEX_AT], ""),
        title=_TITLES.get(text[_TITLE_AT].strip().upper(), ""),
        rating=positive(text[_RATING_AT]),
        federation=text[_FEDERATION_AT].strip(),
        fide_id=positive(text[_FIDE_ID_AT]),
        birth_year=birth.year,
        birth_date=birth.date,
        points_x10=points_x10(text[_POINTS_AT]),
        rank=positive(text[_RANK_AT]),
        club=extensions.clubs.get(number, ""),
        vkz=vkz,
        member_number=member_number,
        dwz=ratings.dwz,
        elo=ratings.elo,
        twz=ratings.twz,
    )


def _odd_fields(row: Row) -> list[Finding]:
    """Return a warning for each field that holds something unreadable."""
    text = row.text
    findings = []
    if parse_birth(text[_BIRTH_AT]).is_odd:
        findings.append(_odd(row, "birth", "trf.birth_date", _BIRTH))
    if points_x10(text[_POINTS_AT]) is None and text[_POINTS_AT].strip():
        findings.append(_odd(row, "points", "trf.points_field", _POINTS))
    return findings


_BIRTH: Final = Text(
    en="The birth date cannot be read; it must look like 1999/12/31. What could be "
    "understood of it was kept.",
    de="Das Geburtsdatum ist nicht lesbar; richtig wäre zum Beispiel 1999/12/31. "
    "Übernommen wurde, was zu verstehen war.",
)
_POINTS: Final = Text(
    en="The points cannot be read; they must look like 3.5. They were left out.",
    de="Die Punkte sind nicht lesbar; richtig wäre zum Beispiel 3.5. Sie wurden "
    "weggelassen.",
)


def _odd(row: Row, field: str, code: str, text: Text) -> Finding:
    place = PLAYER.field(field)
    return Finding(
        code=code,
        severity=Severity.WARNING,
        text=text,
        line=row.line,
        column=place.first + row.shift,
        value=row.text[place.slice].strip(),
    )
