"""When a recurring job is due next: cron expressions in the local time of a zone.

`cronsim` reads the expression and lists the times on the clock on the wall, without a
zone; what such a time means where clocks are changed is our own rule:

* a time that the clock leaves out stands for the first moment after the gap,
* a time that the clock shows twice counts once, the first time, for a job with fixed
  hours, and both times for an hourly job,
* several times that stand for the same moment are one run.

A job is hourly at an hour if its hour field begins with `*`, or names the hour before
or after it too (`1-4`, `2,3`); with `2` or `2,14` it is not. Everything here is pure:
the caller says what time it is.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from syncd.bilingual import Text
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_LETTERS: Final = 200
"""Of a cron expression; the longest sensible ones have some fifty."""
HOURS: Final = 24
_ANY_DAY: Final = dt.datetime(2001, 1, 1)  # noqa: DTZ001 - on the wall, no zone
_DAY: Final = dt.timedelta(days=1)
_SECOND: Final = dt.timedelta(seconds=1)
_HOUR: Final = dt.timedelta(hours=1)


class _Field(NamedTuple):
    """One of the five fields, and what may stand in it."""

    name: Text
    possible: str


_FIELDS: Final = (
    _Field(Text("minute", "Minute"), "0-59"),
    _Field(Text("hour", "Stunde"), "0-23"),
    _Field(Text("day of the month", "Tag"), "1-31, L"),
    _Field(Text("month", "Monat"), "1-12, JAN-DEC"),
    _Field(Text("weekday", "Wochentag"), "0-7, SUN-SAT, 1#2, 5L"),
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A cron expression that is known to be right, and its time zone.

    Attributes:
        cron: five fields, parted by single blanks.
        zone: whose local time they mean.
        hours: hours of the day in which it may be due, 0..23.
    """

    cron: str
    zone: ZoneInfo
    hours: frozenset[int]

    def is_hourly(self, hour: int) -> bool:
        """Return whether a run at this hour is one of an unbroken row of hours."""
        if self.cron.split()[1].startswith("*"):
            return True
        return bool(self.hours & {(hour - 1) % HOURS, (hour + 1) % HOURS})


def parse_rule(cron: str, timezone: str) -> Rule:
    """Return the rule that an expression means.

    Args:
        cron: minute, hour, day of the month, month, weekday; at most 200 letters.
        timezone: name in the time zone database, known to exist.

    Raises:
        ConfigError: one sentence that names field, value and what is possible.
    """
    fields = cron.upper().split()
    if len(cron) > MOST_LETTERS or len(fields) != len(_FIELDS):
        raise ConfigError(_five_fields(cron))
    for number, field in enumerate(fields):
        _check_field(number, field)
    rule = Rule(" ".join(fields), ZoneInfo(timezone), frozenset(_hours(fields[1])))
    try:
        next(CronSim(rule.cron, _ANY_DAY))
    except (CronSimError, StopIteration):
        raise ConfigError(_never(rule.cron)) from None
    return rule


def next_run(rule: Rule, after: dt.datetime) -> dt.datetime:
    """Return the first moment later than `after` at which the job is due.

    Args:
        rule: the rule.
        after: aware time.

    Returns:
        Aware UTC time.

    Raises:
        ConfigError: there is none within fifty years.
    """
    after = after.astimezone(dt.UTC)
    best: dt.datetime | None = None
    for wall in CronSim(rule.cron, _earliest_wall(rule.zone, after) - _SECOND):
        moments = _moments(rule, wall)
        later = [moment for moment in moments if moment > after]
        best = min([*later, best] if best else later, default=None)
        # Later walls begin no earlier, so nothing better can follow.
        if best is not None and moments[0] > after:
            return best
    raise ConfigError(_never(rule.cron))


def last_runs(
    rule: Rule, since: dt.datetime, until: dt.datetime, most: int
) -> list[dt.datetime]:
    """Return the newest moments from `since` to `until`, both included.

    Args:
        rule: the rule.
        since: aware time, not later than `until`.
        until: aware time.
        most: how many at most, from 1.

    Returns:
        Aware UTC times, oldest first.
    """
    span = _HOUR
    # Looks back in growing steps: a year of missed minutes is never listed as a whole.
    while True:
        start = max(since, until - span)
        found = list(_runs(rule, start, until))
        if len(found) >= most or start == since:
            return found[-most:]
        span *= 2


def _runs(rule: Rule, since: dt.datetime, until: dt.datetime) -> Iterator[dt.datetime]:
    moment = next_run(rule, since - _SECOND)
    while moment <= until:
        if moment >= since:
            yield moment
        moment = next_run(rule, moment)


def _earliest_wall(zone: ZoneInfo, after: dt.datetime) -> dt.datetime:
    """Return the earliest time that the clock will still show after a moment.

    Where it is put back within a day, that is earlier than what it shows now.
    """
    local = after.astimezone(zone)
    put_back = _offset(zone, after) - _offset(zone, after + _DAY)
    return local.replace(tzinfo=None, fold=0) - max(put_back, dt.timedelta())


def _moments(rule: Rule, wall: dt.datetime) -> list[dt.datetime]:
    """Return what a time on the wall stands for: one moment, or two, in order."""
    before = wall.replace(tzinfo=rule.zone, fold=0).astimezone(dt.UTC)
    after = wall.replace(tzinfo=rule.zone, fold=1).astimezone(dt.UTC)
    if before > after:  # the offset grows: the clock leaves this time out
        return [_end_of_gap(rule.zone, wall, after, before)]
    if before < after and rule.is_hourly(wall.hour):
        return [before, after]
    return [before]


def _end_of_gap(
    zone: ZoneInfo, wall: dt.datetime, early: dt.datetime, late: dt.datetime
) -> dt.datetime:
    """Return the first moment, to the second, when the clock shows `wall` or later.

    It does so at `late` but not yet at `early`.
    """
    while late - early > _SECOND:
        middle = early + _SECOND * ((late - early) // _SECOND // 2)
        shown = middle.astimezone(zone).replace(tzinfo=None)
        early, late = (early, middle) if shown >= wall else (middle, late)
    return late


def _offset(zone: ZoneInfo, moment: dt.datetime) -> dt.timedelta:
    """Return how far the zone's clock is ahead of UTC."""
    return moment.astimezone(zone).utcoffset() or dt.timedelta()


def _check_field(number: int, field: str) -> None:
    """Try a field by itself, with stars in the place of the others.

    Raises:
        ConfigError: it cannot be read.
    """
    alone = ["*"] * len(_FIELDS)
    alone[number] = field
    try:
        CronSim(" ".join(alone), _ANY_DAY)
    except CronSimError:
        raise ConfigError(_bad_field(number, field)) from None


def _hours(field: str) -> set[int]:
    """Return the hours of a day that a right hour field names."""
    return CronSim(f"0 {field} * * *", _ANY_DAY).hours


def _bad_field(number: int, field: str) -> Text:
    name, possible = _FIELDS[number]
    return Text(
        f'"{field}" is no {name.en} (field {number + 1} of 5). Possible: {possible}, '
        "*, lists (a,b), ranges (a-b), steps (*/n).",
        f'"{field}" passt nicht als {name.de} (Feld {number + 1} von 5). Möglich: '
        f"{possible}, *, Listen (a,b), Bereiche (a-b), Schritte (*/n).",
    )


def _five_fields(cron: str) -> Text:
    shown = cron if len(cron) <= MOST_LETTERS else f"{cron[:MOST_LETTERS]}…"
    return Text(
        f'"{shown}" does not have five fields: minute hour day month weekday. For '
        'instance "30 5 * * *", daily at 05:30.',
        f'"{shown}" hat nicht fünf Felder: Minute Stunde Tag Monat Wochentag. Zum '
        'Beispiel "30 5 * * *", täglich um 05:30.',
    )


def _never(cron: str) -> Text:
    return Text(
        f'"{cron}" names a day that never comes. February has at most 29 days; '
        "day and weekday must both fit where one of them begins with *.",
        f'"{cron}" nennt einen Tag, den es nie gibt. Der Februar hat höchstens 29 '
        "Tage; Tag und Wochentag müssen beide passen, wenn eines mit * beginnt.",
    )
