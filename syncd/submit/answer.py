"""One HTTP answer, and what every portal's answer says by its status and headers. Pure.

Source: RFC 9110 section 15 (status codes) and 10.2.3 (Retry-After).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final

from syncd.submit.answer_text import reason_in

NO_LOGIN: Final = frozenset({401, 407})
FORBIDDEN: Final = 403
NOT_FOUND: Final = 404
COME_BACK: Final = frozenset({408, 425, 429})
"""Refused before it was looked at: nothing was stored."""
REDIRECTS: Final = 300
CLIENT_ERRORS: Final = 400
SERVER_ERRORS: Final = 500
# Keeps every date that is computed from it within the calendar: a year.
_MOST_RETRY_AFTER_S: Final = 366 * 86_400.0


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer, as far as it matters here.

    Attributes:
        status: HTTP status.
        body: at most 64 KiB of the body.
        retry_after_s: seconds it asks to wait, None if it names none.
        location: header `Location` or empty.
        reason: what the configured place of the reason holds, None if there is none.
    """

    status: int
    body: bytes = b""
    retry_after_s: float | None = None
    location: str = ""
    reason: str | None = None

    @property
    def said(self) -> str:
        """What the portal says in its own words, as one line of plain text."""
        return reason_in(self.body) if self.reason is None else self.reason


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
