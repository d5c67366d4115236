"""Tie-breaks whose values come from people: entered by hand, or by their formula."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.standings import buchholz, records
from syncd.standings.families import Family, undefined
from syncd.standings.field import (
    ABSENT,
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_BYE,
    HALF_BYE,
    LOSS,
    NOBODY,
    NOTHING,
    OVER_THE_BOARD,
    PAIRING_BYE,
    WIN,
)
from syncd.standings.given import Datum
from syncd.standings.rows import Column, Part, Working

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.given import Formula
    from syncd.standings.rows import Rows

_KINDS: Final = {
    Datum.WINS: WIN, Datum.DRAWS: DRAW, Datum.LOSSES: LOSS,
    Datum.GAMES: OVER_THE_BOARD, Datum.FORFEIT_WINS: FORFEIT_WIN,
    Datum.FORFEIT_LOSSES: FORFEIT_LOSS, Datum.FULL_BYES: FULL_BYE,
    Datum.HALF_BYES: HALF_BYE, Datum.ZERO_BYES: ABSENT,
    Datum.PAIRING_BYES: PAIRING_BYE,
}  # fmt: skip
"""Data that count rounds of some kinds."""
_ROWS: Final = {
    Datum.BLACKS: records.blacks,
    Datum.BLACK_WINS: records.black_wins,
    Datum.BUCHHOLZ: buchholz.buchholz,
    Datum.SONNEBORN_BERGER: buchholz.sonneborn_berger,
}
"""Data that are tie-breaks of their own."""


def count_of(datum: Datum, contest: Contest) -> list[Fraction]:
    """Return how much of a datum each participant has."""
    field = contest.primary
    if datum in _KINDS:
        kinds = _KINDS[datum]
        return [Fraction(sum(map(row.count, kinds))) for row in field.kinds]
    if datum is Datum.UNPLAYED:
        played = OVER_THE_BOARD + NOTHING
        return [Fraction(len(row) - sum(map(row.count, played))) for row in field.kinds]
    if datum is Datum.POINTS:
        return [Fraction(score, 10) for score in field.scores]
    return _sums(field.keep(_ROWS[datum]))


def _sums(rows: Rows) -> list[Fraction]:
    return [Fraction(sum(values), rows.scale) for values in rows.values]


def _counts(contest: Contest, formula: Formula) -> list[Sequence[Fraction]]:
    """Return what each term adds, per term and participant."""
    return [
        [term.factor * count for count in count_of(term.datum, contest)]
        for term in formula.terms
    ]


def _formula_column(contest: Contest, code: Code) -> Column:
    formula = contest.given.formula
    if not formula or not formula.terms:
        return undefined(contest, code, _NO_FORMULA)
    if contest.is_team:
        return undefined(contest, code, ONLY_PLAYERS)
    values = [sum(terms) for terms in zip(*_counts(contest, formula), strict=True)]
    return Column(code, values)


def _formula_working(contest: Contest, code: Code, index: int) -> Working:  # noqa: ARG001 # one shape for all
    formula = contest.given.formula
    if not formula or not formula.terms or contest.is_team:
        return Working((), 1, 0, None)
    parts = tuple(
        Part(0, NOBODY, values[index], place)
        for place, values in enumerate(_counts(contest, formula))
    )
    total = sum((part.value for part in parts), Fraction(0))
    return Working(parts, 1, total, total)


def _external_column(contest: Contest, code: Code) -> Column:
    if not contest.given.external:
        return undefined(contest, code, _NOTHING_ENTERED)
    given = contest.given.external
    return Column(code, [given.get(number) for number in contest.primary.numbers])


def _external_working(contest: Contest, code: Code, index: int) -> Working:  # noqa: ARG001 # one shape for all
    value = contest.given.external.get(contest.primary.numbers[index])
    if value is None:
        return Working((), 1, 0, None)
    return Working((Part(0, NOBODY, value, 0),), 1, value, value)


_NO_FORMULA: Final = Text(
    "No formula has been set for this event.",
    "Für dieses Turnier ist keine Formel festgelegt.",
)
ONLY_PLAYERS: Final = Text(
    "An own formula is for players only, not for teams.",
    "Eine eigene Formel gibt es nur für Spieler, nicht für Mannschaften.",
)
_NOTHING_ENTERED: Final = Text(
    "No values have been entered by hand.",
    "Es sind keine Werte von Hand eingetragen.",
)

FAMILIES: Final = {
    "EXT": Family(_external_column, _external_working),
    "CUSTOM": Family(_formula_column, _formula_working),
}
