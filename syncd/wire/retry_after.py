"""How long a server asks to be left alone. Pure."""

from __future__ import annotations

import datetime as dt
from email.utils import parsedate_to_datetime
from typing import Final

# Keeps every date that is computed from it within the calendar: a year.
_MOST_RETRY_AFTER_S: Final = 366 * 86_400.0


def retry_after_s(value: str, now: dt.datetime | None) -> float | None:
    """Return the seconds a `Retry-After` header asks to wait.

    Args:
        value: the header, seconds or an HTTP date.
        now: aware time to count from, None if it is unknown.

    Returns:
        Seconds from 0 to one year, None if the header cannot be read.

    Source: RFC 9110 section 10.2.3.
    """
    value = value.strip()
    if value.isascii() and value.isdigit():
        return min(float(value), _MOST_RETRY_AFTER_S)
    until = http_date(value)
    if until is None or now is None:
        return None
    return min(max(0.0, (until - now).total_seconds()), _MOST_RETRY_AFTER_S)


def http_date(value: str) -> dt.datetime | None:
    """Return the aware time of an HTTP date in any of its forms, None if it is none.

    Source: RFC 9110 section 5.6.7.
    """
    try:
        time = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    return time if time.tzinfo else time.replace(tzinfo=dt.UTC)
