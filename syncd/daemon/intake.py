"""From a finished file in a folder to an arrival in the store, then out of the way."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal
from zoneinfo import ZoneInfo

from syncd.bilingual import Text
from syncd.intake.disposal import dispose
from syncd.intake.filename import display_name, order_stamp_utc
from syncd.intake.ignore import conflict_reason
from syncd.intake.reading import TooLarge, read_stable
from syncd.intake.scan import look_at
from syncd.pipeline.arrivals.receive import is_seen, receive_file, refuse_file
from syncd.store.inbox import FileFacts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from syncd.intake.stability import FileState
    from syncd.pipeline.context import Context
    from syncd.settings import SourceSettings

LAST_NS: Final = 2**63 - 1
"""The largest number that both databases hold."""


@dataclass(frozen=True, slots=True)
class Taker:
    """Takes finished files of one source.

    Attributes:
        context: the outside world.
        source: settings of the source.
        folder: its folder.
        clock: tells the aware UTC time.
    """

    context: Context
    source: SourceSettings
    folder: Path
    clock: Callable[[], dt.datetime]

    def take(self, path: Path, state: FileState) -> bool:
        """Store the file, then leave, move or delete it.

        Returns:
            False if it could not be taken now and has to be offered again.

        Raises:
            OSError: the file cannot be read.
            StoreError: the store cannot take it now (full, locked, read-only).
        """
        end = self._store(path, state)
        if end == "stored":
            dispose(path, state, self.folder, self.source.after)
        return end != "later"

    def _store(
        self, path: Path, state: FileState
    ) -> Literal["stored", "refused", "later"]:
        now, name = self.clock(), display_name(path.name)
        place = display_name(path.relative_to(self.folder))
        mtime_ns = min(state.mtime_ns, LAST_NS)
        facts = FileFacts(place, state.size_bytes, mtime_ns, state.inode)
        if is_seen(self.context, self.source.name, facts, _changed_utc(path)):
            return "stored"
        data = read_stable(path, state, limit_bytes=self.source.max_size_bytes)
        if data is None:
            return "later"
        if isinstance(data, TooLarge):
            reason = Text(f"{name}: {data.text.en}", f"{name}: {data.text.de}")
            refuse_file(self.context, self.source.name, facts, reason, now)
            return "refused"
        # A clock that is ahead must not make all later exports look old.
        stamp = min(
            now, order_stamp_utc(name, mtime_ns, ZoneInfo(self.source.timezone))
        )
        receive_file(
            self.context, self.source.name, facts, name, data,
            stamp_utc=stamp, now=now, set_aside=conflict_reason(path.name),
        )  # fmt: skip
        return "stored"


def _changed_utc(path: Path) -> dt.datetime:
    """Return when the file system last changed the file, earlier times the same.

    A file that has vanished is read next, and missed there.
    """
    look = look_at(path)
    return dt.datetime.fromtimestamp(look.ctime_ns / 1e9 if look else 0.0, dt.UTC)
