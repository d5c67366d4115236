"""By when a report has to be with the rating officer.

Source: Wertungsordnung 6.2: six weeks after the end of the tournament; later the rating
officer need not take it any more.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.rating import wording
from syncd.rating.dates import proposed_dates

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament
    from syncd.rating.confirmed import Confirmed

SOON_DAYS: Final = 7
"""So many days before the deadline a missing report is said to be urgent."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The days that count for one tournament.

    Attributes:
        end: day of the last game.
        last_day: last day on which the report is in time.
        stop: last day on which a report leaves by itself.
    """

    end: dt.date
    last_day: dt.date
    stop: dt.date

    def is_overdue(self, today: dt.date) -> bool:
        """Return whether the report is too late today."""
        return today > self.last_day

    def is_stopped(self, today: dt.date) -> bool:
        """Return whether nothing leaves by itself any more today."""
        return today > self.stop

    def urgency(self, today: dt.date) -> Text | None:
        """Return how urgent a missing report is, None if there is time."""
        if self.is_overdue(today):
            return _overdue(self.last_day + dt.timedelta(days=1))
        if today >= self._soon:
            return _soon(self.last_day)
        return None

    def next_day(self, today: dt.date) -> dt.date | None:
        """Return the next day on which any of the answers changes."""
        after = dt.timedelta(days=1)
        days = (self._soon, self.last_day + after, self.stop + after)
        return min((day for day in days if day > today), default=None)

    @property
    def _soon(self) -> dt.date:
        return self.last_day - dt.timedelta(days=SOON_DAYS)


def deadline_of(
    t: Tournament, confirmed: Confirmed, *, warn_days: int, stop_days: int
) -> Deadline | None:
    """Return the deadline, None while it cannot be known.

    Rounds that are still to come count: a league in its winter break is not overdue. An
    end that nobody can know, and years that no calendar has, make no deadline.

    Args:
        t: the tournament.
        confirmed: what a person has decided.
        warn_days: days after the end when the report is too late.
        stop_days: days after the end when nothing leaves by itself any more.
    """
    end = confirmed.end or _last_day(t, confirmed)
    if end is None:
        return None
    try:
        last_day = end + dt.timedelta(days=warn_days)
        stop = end + dt.timedelta(days=stop_days)
    except OverflowError:
        return None
    if dt.date.max in {last_day, stop}:
        return None
    return Deadline(end, last_day, stop)


def _last_day(t: Tournament, confirmed: Confirmed) -> dt.date | None:
    """Return the day of the last round or of the last game, whichever is later."""
    if t.round_dates and t.round_dates[-1] is None:
        return None
    days = [day for day in t.round_dates if day is not None]
    _, end = proposed_dates(t, confirmed)
    return max([*days, *([end] if end else [])], default=None)


def _overdue(since: dt.date) -> Text:
    day = wording.day(since)
    return Text(
        f"Overdue since {day.en}: no portal has taken the report, and the rating "
        "officer (Wertungsreferent) need not take it any more.",
        f"Überfällig seit {day.de}: Kein Portal hat den Bericht angenommen, und "
        "der Wertungsreferent muss ihn nicht mehr annehmen.",
    )


def _soon(last_day: dt.date) -> Text:
    day = wording.day(last_day)
    return Text(
        f"Urgent: the report has to be handed in by {day.en}, and no portal has "
        "taken it.",
        f"Dringend: Der Bericht muss bis {day.de} eingereicht sein, und kein Portal "
        "hat ihn angenommen.",
    )
