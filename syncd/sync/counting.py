"""Under which name and count an installation says something to others.

Others take a saying for old if they have heard one of its name and of no smaller count.
So no two sayings may ever share both, whatever happens to the store. The count is the
time at which it was said: a store that was put back to an older state does not count
anything twice. The name is the one that the settings had at that time, with a suffix
since the store was put back: what it had said before and does not know any more, it
must not claim to know.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from syncd.sync.sayings import Dot

MARK: Final = "~"
"""Between the name of an installation, which cannot have it, and the suffix."""
_START: Final = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


class Named(NamedTuple):
    """Since when an installation counts under a name.

    Attributes:
        since_utc: aware UTC time.
        name: name of the installation, perhaps with a suffix.
    """

    since_utc: dt.datetime
    name: str


@dataclass(frozen=True, slots=True)
class Counting:
    """Under which names an installation has counted what it said.

    Attributes:
        own: its name in the settings; counts while no other was noted.
        names: those that were noted, the oldest first; what was said before that was
            counted by revisions.
    """

    own: str
    names: tuple[Named, ...] = ()

    def name_at(self, utc: dt.datetime) -> str:
        """Return the name under which it counted at a time."""
        held = [one.name for one in self.names if one.since_utc <= utc]
        return (held or [one.name for one in self.names[:1]] or [self.own])[-1]

    def dot(self, revision: int, utc: dt.datetime) -> Dot:
        """Return name and count of what it says with a revision.

        Args:
            revision: its number.
            utc: when it is made.
        """
        is_timed = bool(self.names) and utc >= self.names[0].since_utc
        passed = (utc - _START) // dt.timedelta(microseconds=1)
        return self.name_at(utc), passed if is_timed else revision

    def called(self, utc: dt.datetime) -> frozenset[str]:
        """Return what others may have called it up to a time."""
        until = [one.name for one in self.names if one.since_utc <= utc]
        return frozenset(map(installation_of, (*until, self.name_at(utc))))


def installation_of(name: str) -> str:
    """Return the name of the installation that counts under a name."""
    return name.partition(MARK)[0]


def suffixed(installation: str, utc: dt.datetime) -> str:
    """Return a name that an installation has never counted under before a time."""
    return f"{installation}{MARK}{(utc - _START) // dt.timedelta(seconds=1)}"
