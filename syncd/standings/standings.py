"""Standings of a contest by a list of tie-breaks; which list counts, `chosen` says.

Source: C.07 (1 March 2026), article 4.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from syncd.standings.contest import Contest
from syncd.standings.leavers import early_leavers, without
from syncd.standings.options import Options
from syncd.standings.players import field_of_players
from syncd.standings.ranking import Ranking, rank
from syncd.standings.team_field import contest_of_teams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.bilingual import Text
    from syncd.model.tournament import Tournament
    from syncd.standings.codes import Code

_USUAL = Options()


class Dropped(NamedTuple):
    """A tie-break that is not in the standings.

    Attributes:
        written: its code as it was asked for.
        reason: why.
    """

    written: str
    reason: Text


class Standings(NamedTuple):
    """The order of everybody after some round.

    Attributes:
        contest: what they were computed on; holds start numbers and rounds.
        codes: the tie-breaks that count, in order.
        ranking: groups, places and columns, one column per code.
        dropped: tie-breaks that were left out.
    """

    contest: Contest
    codes: tuple[Code, ...]
    ranking: Ranking
    dropped: tuple[Dropped, ...] = ()


def standings_on(
    contest: Contest, codes: Sequence[Code], *, keeps_undefined: bool = False
) -> Standings:
    """Return the standings of a contest by a list as it is.

    Args:
        contest: as `contest_of` makes it.
        codes: the list of tie-breaks, the score in front.
        keeps_undefined: whether a tie-break that nobody has a value of stays as a
            column without values; else it is dropped with its reason.
    """
    ranking = rank(contest, codes)
    if keeps_undefined:
        return Standings(contest, tuple(codes), ranking)
    kept = [column for column in ranking.columns if column.reason is None]
    return Standings(
        contest,
        tuple(column.code for column in kept),
        ranking._replace(columns=kept),
        tuple(
            Dropped(column.code.written or str(column.code), column.reason)
            for column in ranking.columns
            if column.reason is not None
        ),
    )


def contest_of(tournament: Tournament, options: Options = _USUAL) -> Contest:
    """Return what tie-breaks are computed on."""
    if ranks_teams(tournament):
        return contest_of_teams(tournament, options)
    field = field_of_players(tournament, options)
    leavers = early_leavers(tournament, field) if options.removes_early_leavers else ()
    return Contest(without(field, leavers), outside=leavers, given=options.given)


def ranks_teams(tournament: Tournament) -> bool:
    """Return whether teams are ranked: those of an event whose rosters are known."""
    return tournament.is_team and any(team.roster for team in tournament.teams)


def in_points(value: int | Fraction | None, scale: int) -> Fraction | None:
    """Return a value of a column in points, exactly."""
    return None if value is None else Fraction(value, scale)
