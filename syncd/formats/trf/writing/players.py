"""The players' lines, 001 and national records, in one of the forms.

Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, player section; FIDE's own example
for the older letters of TRF06; CLM's source, db_trf_import.php, for what its importer
understands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.formats.trf.tables.fide_records import NATIONAL, PLAYER
from syncd.formats.trf.writing.filling import filled, number, points
from syncd.formats.trf.writing.forms import WITH_26, Form
from syncd.model import results
from syncd.model.pairings import NO_COLOUR

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from syncd.model.pairings import Cells
    from syncd.model.tournament import Entrant, Tournament

_HEAD_WIDTH: Final = 89
_NOBODY: Final = "0000"
_NO_CELL: Final = " " * 8
_ALIKE: Final = {results.NOT_YET: results.BLANK}
_BYES_06: Final = {
    results.HALF_BYE: results.DRAW,
    results.FULL_BYE: results.FORFEIT_WIN,
    results.PAIRING_BYE: results.FORFEIT_WIN,
    results.ZERO_BYE: results.FORFEIT_LOSS,
}
_BYES_CLM: Final = {
    results.DRAW: results.HALF_BYE,
    results.FORFEIT_WIN: results.FULL_BYE,
    results.WIN: results.FULL_BYE,
    results.FORFEIT_LOSS: results.ZERO_BYE,
    results.LOSS: results.ZERO_BYE,
    results.BLANK: results.ZERO_BYE,
    results.NOT_YET: results.ZERO_BYE,
    results.SHORT_WIN: results.FULL_BYE,
    results.SHORT_DRAW: results.HALF_BYE,
    results.SHORT_LOSS: results.ZERO_BYE,
}
_SHORT: Final = {
    results.SHORT_WIN: results.FORFEIT_WIN,
    results.SHORT_DRAW: results.DRAW,
    results.SHORT_LOSS: results.FORFEIT_LOSS,
}
_WITHOUT: Final[Mapping[Form, Mapping[str, str]]] = {
    Form.TRF06: {**_ALIKE, **_SHORT, **_BYES_06},
    Form.CLM: _BYES_CLM,
}
"""Form -> what a result becomes where there is no opponent."""
_AGAINST: Final[Mapping[Form, Mapping[str, str]]] = {
    Form.TRF06: {**_ALIKE, **_SHORT},
    Form.CLM: {**_ALIKE, **_SHORT},
}
"""Form -> what a result becomes against an opponent."""


def used_rounds(tournament: Tournament) -> int:
    """Return the last round in which any player has an entry."""
    rows = tournament.pairings.rows.values()
    return max(map(used_cells, rows), default=0)


def player_lines(tournament: Tournament, form: Form, used: int) -> Iterator[str]:
    """Yield a line per player, and in TRF26 his national records behind it.

    Args:
        tournament: what is to be written.
        form: decides the letters.
        used: rounds to write.
    """
    rows = tournament.pairings.rows
    for entrant in _with_points(tournament):
        head = filled(PLAYER, _values(entrant, form)).ljust(_HEAD_WIDTH)
        cells = _cells(rows[entrant.id], form, used)
        yield head + "".join(f"  {cell}" for cell in cells)
        if form in WITH_26:
            yield from _national_lines(entrant)


def _with_points(tournament: Tournament) -> Iterator[Entrant]:
    """Yield the players, points counted where none are stated: FIDE demands them.

    In team events they follow other rules and stay blank.
    """
    worth = dict(tournament.rules.scoring) or results.STANDARD_POINTS_X10
    for entrant in tournament.entrants:
        if entrant.points_x10 is None and not tournament.is_team:
            letters = tournament.pairings.rows[entrant.id].results
            yield replace(
                entrant, points_x10=sum(worth.get(each, 0) for each in letters)
            )
        else:
            yield entrant


def without_opponent(result: str, form: Form) -> str:
    """Return the letter that a form has for a result without an opponent."""
    return _WITHOUT.get(form, _ALIKE).get(result, result)


def against_opponent(result: str, form: Form) -> str:
    """Return the letter that a form has for a result against an opponent."""
    return _AGAINST.get(form, _ALIKE).get(result, result)


def used_cells(cells: Cells) -> int:
    """Return the last round in which a player has an entry."""
    last = len(cells.results.rstrip(results.BLANK))
    while last < len(cells.opponents) and any(cells.opponents[last:]):
        last += 1
    return max(last, len(cells.colours.rstrip(NO_COLOUR)))


def _values(entrant: Entrant, form: Form) -> dict[str, str]:
    forename = f",{entrant.forename}" if entrant.forename else ""
    title = entrant.title
    return {
        "number": number(entrant.id),
        "sex": entrant.sex,
        "title": title.replace("M", "").lower() if form is Form.TRF06 else title,
        "name": f"{entrant.surname}{forename}",
        "rating": number(entrant.rating),
        "federation": entrant.federation,
        "fide_id": number(entrant.fide_id),
        "birth": _birth(entrant, form),
        "points": points(entrant.points_x10),
        "rank": number(entrant.rank),
    }


def _birth(entrant: Entrant, form: Form) -> str:
    """Return the birth date; CLM itself writes a year with blanks behind it."""
    if entrant.birth_date:
        return f"{entrant.birth_date:%Y/%m/%d}"
    if entrant.birth_year is None:
        return ""
    rest = "/  /  " if form is Form.CLM else "/00/00"
    return f"{entrant.birth_year:04}{rest}"


def _cells(cells: Cells, form: Form, used: int) -> Iterator[str]:
    columns = zip(cells.opponents, cells.colours, cells.results, strict=True)
    for _, (opponent, colour, result) in zip(range(used), columns, strict=False):
        if opponent:
            yield f"{opponent:>4} {colour} {against_opponent(result, form)}"
            continue
        letter = without_opponent(result, form)
        is_empty = letter == results.BLANK and colour == NO_COLOUR
        yield _NO_CELL if is_empty else f"{_NOBODY} {colour} {letter}"


def _national_lines(entrant: Entrant) -> Iterator[str]:
    for record in entrant.national:
        values = {
            "number": number(entrant.id),
            "sex": record.sex,
            "title": record.title,
            "name": record.name,
            "rating": number(record.rating),
            "origin": record.origin,
            "national_id": record.national_id,
            "birth": record.birth,
        }
        yield filled(NATIONAL, values, record=record.federation)
