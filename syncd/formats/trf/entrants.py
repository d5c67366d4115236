"""Players: the first 89 columns of a 001 line and what XC records add to them.

Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, player section.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.names import split_name
from syncd.formats.trf.clm import Ratings
from syncd.formats.trf.dates import parse_birth
from syncd.formats.trf.few_findings import Findings
from syncd.formats.trf.fide_records import PLAYER
from syncd.formats.trf.numbers import few_positive, points_x10, to_ints
from syncd.formats.trf.odd_fields import habits, unreadable
from syncd.model.quick import quick_maker
from syncd.model.tournament import Entrant

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from syncd.formats.trf.clm import Extensions
    from syncd.formats.trf.dates import Birth
    from syncd.formats.trf.rows import Row
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
    "sex", "title", "rating", "federation", "fide_id", "birth", "points", "rank",
)  # fmt: skip
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
    if not rows:
        return Entrants((), [])
    cuts: list[tuple[str, ...]] = [_cut(row.text) for row in rows]
    columns = dict(zip(_FIELDS, zip(*cuts, strict=True), strict=True))
    births = list(map(parse_birth, columns["birth"]))
    fide_ids = to_ints(columns["fide_id"])
    entrants = tuple(map(_entrant, rows, cuts, births, fide_ids, repeat(extensions)))
    findings = Findings(habits(list(rows), columns))
    findings += _unreadable(rows, columns, births, entrants)
    return Entrants(entrants, findings)


def _entrant(
    row: Row,
    cut: tuple[str, ...],
    birth: Birth,
    fide_id: int | None,
    extensions: Extensions,
) -> Entrant:
    """Return one player, the values in the order of the class: names cost a third."""
    number = row.number
    surname, forename, _ = split_name(row.name)
    sex, title, rating, federation, _, _, points, rank = cut
    return _made(
        number,
        surname,
        forename,
        _SEX.get(sex, ""),
        _title(title),
        few_positive(rating),
        federation.strip(),
        fide_id or None,
        birth.year,
        birth.date,
        points_x10(points),
        few_positive(rank),
        extensions.clubs.get(number, ""),
        *extensions.memberships.get(number, _NO_MEMBERSHIP),
        _NO_DSB_ID,
        *extensions.ratings.get(number, _NO_RATINGS),
    )


@lru_cache(maxsize=256)
def _title(text: str) -> str:
    return _TITLES.get(text.strip().upper(), "")


def _unreadable(
    rows: Collection[Row],
    columns: Mapping[str, Sequence[str]],
    births: Sequence[Birth],
    entrants: Sequence[Entrant],
) -> Iterator[Finding]:
    """Yield a warning for each field that holds something and was read as nothing."""
    for row, birth in zip(rows, births, strict=True):
        if birth.is_odd:
            yield unreadable(row, "birth")
    read = {
        "points": [entrant.points_x10 for entrant in entrants],
        "rating": [entrant.rating for entrant in entrants],
        "fide_id": [entrant.fide_id for entrant in entrants],
        "rank": [entrant.rank for entrant in entrants],
    }
    for field, values in read.items():
        for row, value, text in zip(rows, values, columns[field], strict=True):
            if value is None and text.strip(" 0"):
                yield unreadable(row, field)
