"""Columns of numbers beside the tie-breaks: places, rounds present, expected points."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.amounts import points, same, written
from syncd.standings.attendance import (
    EXTRA_POINTS,
    ROUNDS_PRESENT,
    extra_points,
    has_extra_points,
    rounds_present,
)
from syncd.standings.expectation import expected_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.field import Field
    from syncd.standings.standings import Standings
    from syncd.standings.ties import Placed


class Count(NamedTuple):
    """A column of numbers in front of the values.

    Attributes:
        title: what they are.
        short: the same for narrow places.
    """

    title: Text
    short: Text


class Counts(NamedTuple):
    """A column of numbers in front of the values, with everybody's."""

    head: Count
    texts: Sequence[Text]


def among_all(places: Sequence[Placed], *, is_filtered: bool) -> Iterator[Counts]:
    """Yield the places among all, where only some of the players are shown."""
    if is_filtered:
        by_index = {each.index: same(each.written) for each in places}
        yield Counts(_OVERALL, [by_index[at] for at in range(len(by_index))])


def attendance(field: Field) -> Iterator[Counts]:
    """Yield rounds present unless all were always there, extra points if any has."""
    present = rounds_present(field)
    if len({*present}) > 1:
        yield Counts(_PRESENT, [same(str(number)) for number in present])
    if has_extra_points(field):
        yield Counts(_EXTRA, [points(each) for each in extra_points(field)])


def expected(tournament: Tournament, standings: Standings) -> Iterator[Counts]:
    """Yield the columns of expected points; none for teams."""
    if standings.contest.is_team:
        return
    found = expected_of(tournament, standings)
    yield Counts(_WE, [_hundredths(each and each.expected_x100) for each in found])
    yield Counts(_W_WE, [_hundredths(each and each.difference_x100) for each in found])


def _hundredths(x100: int | None) -> Text:
    return written(None if x100 is None else Fraction(x100, 100))


_OVERALL: Final = Count(Text("among all", "von allen"), Text("All", "Alle"))
_PRESENT: Final = Count(ROUNDS_PRESENT, Text("Rds", "Rd."))
_EXTRA: Final = Count(EXTRA_POINTS, Text("Extra", "Zusatz"))
_WE: Final = Count(
    Text("expected points (table 8.1.2)", "erwartete Punkte (Tabelle 8.1.2)"),
    same("We"),
)
_W_WE: Final = Count(
    Text("points less expected points", "Punkte minus erwartete Punkte"), same("W-We")
)
