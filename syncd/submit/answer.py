"""One HTTP answer, and what every portal's answer says by its status. Pure.

Source: RFC 9110 section 15 (status codes).
"""

from __future__ import annotations

from dataclasses import dataclass
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
