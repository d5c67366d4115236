"""Who may use the HTTP interface, and for what."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime as dt


class Scope(StrEnum):
    """What a token is good for."""

    PUSH = "push"
    """Handing in exports of one source, and asking what became of them."""
    READ = "read"
    """Tournaments and reports."""


@dataclass(frozen=True, slots=True)
class Access:
    """Somebody who may use the HTTP interface.

    Attributes:
        id: row id.
        name: for people.
        scope: what it is good for.
        source: whose exports it hands in; of a reader, the source that is fed by
            whoever reads, and so need not hear its own; empty if neither.
        contacts: whether contact data may be read, should there be any.
        created_utc: when it was given out.
        expires_utc: when it ends by itself, None if never.
        revoked_utc: when it was ended, None if it was not.
    """

    id: int
    name: str
    scope: Scope
    source: str
    contacts: bool
    created_utc: dt.datetime
    expires_utc: dt.datetime | None
    revoked_utc: dt.datetime | None

    def is_good(self, now: dt.datetime) -> bool:
        """Return whether it has neither ended nor been ended."""
        is_over = self.expires_utc is not None and self.expires_utc <= now
        return self.revoked_utc is None and not is_over


@dataclass(frozen=True, slots=True)
class NewAccess:
    """What a new token is to be good for; see `Access`."""

    name: str
    scope: Scope
    source: str = ""
    contacts: bool = False
    expires_utc: dt.datetime | None = None
