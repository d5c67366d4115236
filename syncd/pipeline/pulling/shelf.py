"""From downloaded bytes to an arrival, by the same use case as files of a folder.

What an address last delivered is remembered in the table of seen files, in the
transaction that stores the arrival. Equal bytes are no arrival again; other bytes are
one even if they came before: they were fetched anew.

The time that orders exports is the one in CLM's file name. Without it, what an address
delivers for the first time is as old as the server says; whatever replaces it is what
the server has now, so it counts as of now.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from syncd.intake.filename import nanoseconds, order_stamp_utc
from syncd.intake.ignore import IgnoreList, conflict_reason
from syncd.intake.pull.naming import DistinctNames, clean_name
from syncd.pipeline.arrivals.receive import receive_file
from syncd.store import inbox
from syncd.store.rows import sha256_hex

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from syncd.pipeline.context import Context
    from syncd.settings import SourceSettings


@dataclass(frozen=True, slots=True)
class Found:
    """Bytes that may be an export.

    Attributes:
        path: tells it from all others of the source.
        name: as stated by the server.
        data: its bytes.
        changed_utc: when it changed last, if stated.
    """

    path: str
    name: str
    data: bytes
    changed_utc: dt.datetime | None = None


class Shelf:
    """Takes what one pull has found.

    Args:
        context: the outside world.
        source: settings of the source.
        clock: tells the aware UTC time.

    Attributes:
        taken: how many new arrivals there are.
        unchanged: how many addresses had nothing new.
    """

    def __init__(
        self,
        context: Context,
        source: SourceSettings,
        clock: Callable[[], dt.datetime],
    ) -> None:
        self.taken = 0
        self.unchanged = 0
        self._context = context
        self._source = source
        self._clock = clock
        self._names = DistinctNames()
        self._ignore = IgnoreList(source.ignore)

    def take(self, found: Found) -> None:
        """Store an export as an arrival unless the address had the same before.

        Raises:
            StoreError: nothing was stored; try again later.
        """
        name = self._names.of(clean_name(found.name))
        if self._ignore.name_reason(PurePosixPath(name)) is not None:
            return
        last = self.last_sha256(found.path)
        if last == sha256_hex(found.data):
            self.unchanged += 1
            return
        now = self._clock()
        changed = (None if last else found.changed_utc) or now
        stamp = order_stamp_utc(
            name, nanoseconds(changed), ZoneInfo(self._source.timezone)
        )
        receive_file(
            self._context, self._source.name,
            inbox.FileFacts(found.path, len(found.data), nanoseconds(now), inode=0),
            name, found.data,
            stamp_utc=min(now, stamp), now=now, set_aside=conflict_reason(name),
        )  # fmt: skip
        self.taken += 1

    def last_sha256(self, path: str) -> str:
        """Return the hash of what an address delivered last, empty if nothing yet."""
        with self._context.store.read() as session:
            return inbox.last_sha256(session, self._source.name, path)
