"""Access tokens that many workers share, and whose turn it is to ask for the next.

Values only. The store keeps them, the submit edge asks for them; both speak in these
words, since neither may know the other. No token is ever part of a printed value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime as dt


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A token and how long it may be used.

    Attributes:
        access: what a request shows.
        refresh: what the next token is asked for with, may be empty.
        until_utc: aware time; not to be used from then on.
    """

    access: str = field(repr=False)
    refresh: str = field(repr=False)
    until_utc: dt.datetime


@dataclass(frozen=True, slots=True)
class Quota:
    """How many new tokens a server allows.

    Attributes:
        most: new tokens in any `window_s`, from 1.
        window_s: seconds, above 0.
    """

    most: int
    window_s: float


@dataclass(frozen=True, slots=True)
class Turn:
    """The right to ask for one token, already counted against the quota.

    Attributes:
        client: whose token it is.
        owner: who has the right; nobody else has it before it runs out.
        issue_id: row that counts this token.
        refresh: refresh token to ask with, empty for the first token.
    """

    client: str
    owner: str
    issue_id: int
    refresh: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class QuotaSpent:
    """No token may be asked for before this aware time."""

    free_utc: dt.datetime
