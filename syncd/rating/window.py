"""When reports may leave by themselves: a window of local time, every day.

Source: the nightly window of the policy. Where the clock is put forward, a window that
would begin in the missing hour begins with the first instant after it, and one that
would end there keeps its length; where the clock is put back, the doubled hour belongs
to the window twice.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

_DAYS_AROUND = (-1, 0, 1, 2)
"""Yesterday's window may still be open, today's over, tomorrow's empty."""


def next_opening(window: str, zone: ZoneInfo, now: dt.datetime) -> dt.datetime | None:
    """Return when the window opens next, None if it is open now.

    Args:
        window: local time `HH:MM-HH:MM`, over midnight if the end is not later than
            the beginning; the same time twice, or nothing, is always open.
        zone: local time of the window.
        now: aware time.

    Returns:
        Aware UTC time after `now`, or None.
    """
    start_text, _, end_text = window.partition("-")
    if start_text == end_text:
        return None
    start, end = dt.time.fromisoformat(start_text), dt.time.fromisoformat(end_text)
    today = now.astimezone(zone).date()
    days = [today + dt.timedelta(days=number) for number in _DAYS_AROUND]
    spans = [_span(day, start, end, zone) for day in days]
    if any(opens <= now < closes for opens, closes in spans):
        return None
    return min(opens for opens, closes in spans if now < opens < closes)


def _span(
    day: dt.date, start: dt.time, end: dt.time, zone: ZoneInfo
) -> tuple[dt.datetime, dt.datetime]:
    """Return when the window of a day opens and closes, in UTC."""
    last = day if start < end else day + dt.timedelta(days=1)
    opens = dt.datetime.combine(day, start, zone)
    closes = dt.datetime.combine(last, end, zone).replace(fold=1)
    if not _exists(closes):
        closes = closes.replace(fold=0)
    if not _exists(opens):
        opens = _after_gap(opens)
    return opens.astimezone(dt.UTC), closes.astimezone(dt.UTC)


def _exists(local: dt.datetime) -> bool:
    """Return whether a clock on the wall ever shows this time."""
    back = local.astimezone(dt.UTC).astimezone(local.tzinfo)
    return back.replace(tzinfo=None) == local.replace(tzinfo=None)


def _after_gap(local: dt.datetime) -> dt.datetime:
    """Return the first instant after the gap that holds this local time.

    In a gap the two readings of a time lie on either side of the change, as far from
    it as the time from the ends of the gap.
    """
    early, late = (
        local.replace(fold=fold).astimezone(dt.UTC) for fold in (1, 0)
    )  # fmt: skip
    zone = local.tzinfo
    while late - early > dt.timedelta(seconds=1):
        middle = early + (late - early) / 2
        if middle.astimezone(zone).utcoffset() == late.astimezone(zone).utcoffset():
            late = middle
        else:
            early = middle
    return late.replace(microsecond=0)
