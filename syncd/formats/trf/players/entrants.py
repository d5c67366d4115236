"""Players: the first 89 columns of a 001 line and what XC records add to them.

Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, player section.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress, repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.few_findings import Findings
from syncd.formats.names import split_name
from syncd.formats.trf.clm.extensions import Ratings
from syncd.formats.trf.lines.dates import parse_birth, whole_birth
from syncd.formats.trf.lines.numbers import few_positive, points_x10, to_ints
from syncd.formats.trf.players.odd_fields import habits, unreadable
from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.model.quick import quick_maker
from syncd.model.tournament import Entrant

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from syncd.formats.trf.clm.extensions import Extensions
    from syncd.formats.trf.players.rows import Row
    from syncd.model.findings import Finding

_SEX: Final = {"m": "m", "M": "m", "w": "w", "W": "w", "f": "w", "F": "w"}
_FULL_TITLES: Final = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
_TITLES: Final = {
    **{title: title for title in _FULL_TITLES},
    **{title.replace("M", ""): title for title in _FULL_TITLES},
}
"""Title as written, in upper case -> FIDE title; TRF06 writes `g` and `wg`."""

_NO_RATINGS: Final = Ratings()
_NO_MEMBERSHIP: Final = ("", None)
_NO_DSB_ID: Final = ""

_FIELDS: Final = (
    "sex", "title", "rating", "federation", "birth", "points", "rank",
)  # fmt: skip
_FIDE_ID_AT: Final = PLAYER.slice("fide_id")
_cut: Final = itemgetter(*[PLAYER.slice(name) for name in _FIELDS])
"""All fields of a line at once: half the time of one slice after the other."""
_made: Final = quick_maker(Entrant)


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
    fide_ids = to_ints([row.text[_FIDE_ID_AT] for row in rows])
    entrants = tuple(map(_entrant, rows, fide_ids, repeat(extensions)))
    findings = Findings(habits(rows))
    findings += _unreadable(rows, entrants)
    return Entrants(entrants, findings)


def _entrant(row: Row, fide_id: int | None, extensions: Extensions) -> Entrant:
    """Return one player, the values in the order of the class: names cost a third."""
    number, text = row.number, row.text
    surname, forename, _ = split_name(row.name)
    sex, title, rating, federation, birth_text, points, rank = _cut(text)
    date = whole_birth(birth_text)
    year = date.year if date else None
    if date is None:
        year, date, _ = parse_birth(birth_text)
    vkz, member_number = extensions.memberships.get(number, _NO_MEMBERSHIP)
    dwz, elo, twz = extensions.ratings.get(number, _NO_RATINGS)
    return _made(
        number,
        surname,
        forename,
        _SEX.get(sex, ""),
        _title(title),
        few_positive(rating),
        federation.strip(),
        fide_id or None,
        year,
        date,
        points_x10(points),
        few_positive(rank),
        extensions.clubs.get(number, ""),
        vkz,
        member_number,
        _NO_DSB_ID,
        dwz,
        elo,
        twz,
    )


@lru_cache(maxsize=256)
def _title(text: str) -> str:
    return _TITLES.get(text.strip().upper(), "")


def _unreadable(
    rows: Collection[Row], entrants: Sequence[Entrant]
) -> Iterator[Finding]:
    """Yield a warning for each field that holds something and was read as nothing."""
    read: dict[str, Sequence[object]] = {
        "birth": [entrant.birth_date for entrant in entrants],
        "points": [entrant.points_x10 for entrant in entrants],
        "rating": [entrant.rating for entrant in entrants],
        "fide_id": [entrant.fide_id for entrant in entrants],
        "rank": [entrant.rank for entrant in entrants],
    }
    for field, values in read.items():
        place = PLAYER.slice(field)
        for row in compress(rows, [value is None for value in values]):
            if _is_lost(field, row.text[place]):
                yield unreadable(row, field)


def _is_lost(field: str, text: str) -> bool:
    """Return whether a field that was read as nothing holds something."""
    if field == "birth":
        return parse_birth(text).is_odd
    return bool(text.strip(" 0"))
