"""All tie-breaks by name: what computes each, and what splits the tied.

To add one: a row in `code_table`, and here either a family (values that do not depend
on who is tied) or a splitter (type A).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.standings import buchholz, by_hand, performance, records
from syncd.standings.direct import split_by_encounter
from syncd.standings.families import Family, averaged, from_field, summed, undefined
from syncd.standings.field import NOBODY
from syncd.standings.rows import POINT, Column, Part, Working
from syncd.standings.team_tiebreaks import FAMILIES as OF_TEAMS
from syncd.standings.team_tiebreaks import SPLITTERS as SPLITTERS_OF_TEAMS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.field import Field

    Splitter = Callable[[Contest, Code, Sequence[int]], list[list[int]]]
    """From tied participants to groups in order; one group = nothing is broken."""


def _points_column(contest: Contest, code: Code) -> Column:
    field = _points_field(contest, code)
    values = field.scores
    if field.top:
        values = [score + field.top.get(at, 0) for at, score in enumerate(values)]
    return Column(code, values, POINT)


def _points_working(contest: Contest, code: Code, index: int) -> Working:
    field = _points_field(contest, code)
    working = _POINTS.working(contest, code, index)
    top = field.top.get(index)
    if top is None:
        return working
    parts = (*working.parts, Part(0, NOBODY, top, top))
    total = working.total + top
    return working._replace(parts=parts, total=total, value=total)


def _points_field(contest: Contest, code: Code) -> Field:
    return contest.of("" if code.name == "PTS" else code.name)


_POINTS: Final = summed(
    lambda contest, code: _points_field(contest, code).keep(records.points)
)


def _number_column(contest: Contest, code: Code) -> Column:
    return Column(code, list(contest.primary.numbers))


def _number_working(contest: Contest, code: Code, index: int) -> Working:  # noqa: ARG001 # one shape for all
    number = contest.primary.numbers[index]
    return Working((Part(0, NOBODY, number, number),), 1, number, number)


def _split_direct(contest: Contest, code: Code, tied: Sequence[int]) -> list[list[int]]:
    return split_by_encounter(contest.seen(code), tied)


FAMILIES: Final[dict[str, Family]] = {
    **dict.fromkeys(("PTS", "MP", "GP"), Family(_points_column, _points_working)),
    **OF_TEAMS,
    "WIN": summed(
        lambda contest, code: contest.matches.keep(records.wins)  # noqa: ARG005
    ),
    "WON": summed(from_field(records.wins_over_the_board)),
    "BPG": summed(from_field(records.blacks)),
    "BWG": summed(from_field(records.black_wins)),
    "PS": summed(from_field(records.progressive)),
    "REP": summed(from_field(records.elected)),
    "STD": summed(from_field(records.standard)),
    "TPN": Family(_number_column, _number_working),
    "BH": summed(from_field(buchholz.buchholz)),
    "FB": summed(from_field(buchholz.buchholz)),
    "AOB": averaged(buchholz.average_of_buchholz, is_rounded=False),
    "SB": summed(from_field(buchholz.sonneborn_berger)),
    "KS": summed(buchholz.koya),
    **performance.FAMILIES,
    **by_hand.FAMILIES,
}
"""Tie-breaks of types B, C and D, and the points."""

SPLITTERS: Final[dict[str, Splitter]] = {
    "DE": _split_direct,
    **SPLITTERS_OF_TEAMS,
}
"""Tie-breaks of type A."""


def splitter_of(contest: Contest, code: Code) -> Splitter | None:
    """Return what splits the tied; None if the tie-break is not of type A.

    Likewise if there is no such thing in this event; then its column says so.
    """
    return SPLITTERS.get(code.name) if _why_not(contest, code) is None else None


def _why_not(contest: Contest, code: Code) -> Text | None:
    """Return why an event has no such tie-break."""
    if contest.is_team and not code.known.for_teams:
        return _ONLY_PLAYERS
    if not contest.is_team and not code.known.for_individuals:
        return _ONLY_TEAMS
    return None


def column_of(contest: Contest, code: Code) -> Column:
    """Return everybody's values of a tie-break that is not of type A.

    A tie-break of teams has no values for players; the column says so.
    """
    reason = _why_not(contest, code)
    if reason:
        return undefined(contest, code, reason)
    return FAMILIES[code.name].column(contest, code)


_ONLY_TEAMS: Final = Text(
    en="This tie-break is one of team events; this is an individual event.",
    de="Das ist eine Feinwertung für Mannschaftsturniere; dies ist ein Einzelturnier.",
)
_ONLY_PLAYERS: Final = Text(
    en="This tie-break is for players only; this is a team event.",
    de="Diese Feinwertung gibt es nur für Spieler; dies ist ein Mannschaftsturnier.",
)
