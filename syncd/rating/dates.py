"""When a tournament was really played, as far as its file can tell.

Records 042 and 052 hold planning values and are never used. Record 132 holds the days
of the rounds; it knows nothing of a moved game, unless another file names its day. So
what follows from it is a proposal that a person confirms. Where a person names other
days, record 132 is proven not to be the days of the games, and no game carries its date
any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.rating.crosstable import crosstable
from syncd.rating.outcomes import Status

if TYPE_CHECKING:
    import datetime as dt

    from syncd.model.tournament import Tournament
    from syncd.rating.confirmed import Confirmed, GameKey
    from syncd.rating.crosstable import Crosstable

Span = tuple["dt.date | None", "dt.date | None"]
"""First and last day, None where unknown."""


def proposed_dates(t: Tournament, confirmed: Confirmed) -> Span:
    """Return first and last day: as confirmed, else from record 132.

    Args:
        t: the tournament.
        confirmed: what a person has decided.

    Returns:
        The days of the first and of the last game that was played.

    Source: DSB_DWZ_TournamentReport 2.5, documentation 1.1, "startDate" and "endDate":
    never the planned day of a moved round.
    """
    return span(crosstable(t, confirmed), confirmed)


def span(table: Crosstable, confirmed: Confirmed) -> Span:
    """Return what `proposed_dates` returns, from a table that exists already."""
    first, last = _planned(table)
    return confirmed.start or first, confirmed.end or last


def game_dates(table: Crosstable, confirmed: Confirmed) -> dict[GameKey, dt.date]:
    """Return the day of each rated game; empty where the file's days are disproved.

    Returns:
        Round, White, Black -> day; games of an unknown day are left out.
    """
    dates = {game: date for game, date in _days(table).items() if date is not None}
    first, last = span(table, confirmed)
    if first is None or last is None:
        return dates
    agrees = all(
        planned in (None, real)
        for planned, real in zip(_planned(table), (first, last), strict=True)
    )
    within = all(first <= date <= last for date in dates.values())
    return dates if agrees and within else {}


def _planned(table: Crosstable) -> Span:
    """Return the first and last day over the rated games.

    A first or last round with a game of unknown day leaves that end unknown.
    """
    days = _days(table)
    known = [date for date in days.values() if date is not None]
    if not known:
        return None, None
    undated = {game[0] for game, date in days.items() if date is None}
    rounds = [game[0] for game in days]
    return (
        None if min(rounds) in undated else min(known),
        None if max(rounds) in undated else max(known),
    )


def _days(table: Crosstable) -> dict[GameKey, dt.date | None]:
    """Return the day of each rated game: its own, else that of its round."""
    own = {
        (each.round, frozenset((each.white, each.black))): each.date
        for each in table.tournament.game_dates
    }
    return {
        (game.round, game.white, game.black): own.get(
            (game.round, frozenset((game.white, game.black))),
            _round_date(table.tournament, game.round),
        )
        for game in (each.game for each in table.having(Status.RATED))
    }


def _round_date(t: Tournament, number: int) -> dt.date | None:
    return t.round_dates[number - 1] if number <= len(t.round_dates) else None
