"""What a pull remembers of each address: what to say next time, and its trouble.

A row is written only if something has changed, so that an hour without news costs
nothing. A trouble is an event once, when it begins or becomes another one.
"""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING, Final

from syncd.addresses import harmless_place
from syncd.bilingual import Text
from syncd.intake.filename import display_name
from syncd.intake.transfer import NOTHING_KNOWN, Known
from syncd.store import pulls
from syncd.store.events import save_event
from syncd.store.pulls import NOTHING, Item

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterable

    from syncd.intake.pull.links import Link
    from syncd.pipeline.context import Context

log = logging.getLogger(__name__)

_ENTRY: Final = " ("


class Notebook:
    """The addresses of one source.

    Args:
        context: the outside world.
        source: name of the source.
        clock: tells the aware UTC time.
        is_forced: whether also what was refused is fetched anew; settings may have
            changed since.

    Attributes:
        is_whole: whether every address that still exists was met in this pull.
    """

    def __init__(
        self,
        context: Context,
        source: str,
        clock: Callable[[], dt.datetime],
        *,
        is_forced: bool,
    ) -> None:
        self._is_forced = is_forced
        self.is_whole = True
        self._context = context
        self._source = source
        self._clock = clock
        self._met: set[str] = set()
        with context.store.read() as session:
            self._items = pulls.load_items(session, source)

    def known(self, url: str) -> Known:
        """Return what to say of an address, and note that it was met."""
        item = self._items.get(key_of(url))
        self._met.add(key_of(url))
        if item is None or (self._is_forced and item.trouble != NOTHING):
            return NOTHING_KNOWN
        return Known(item.etag, item.last_modified)

    def note(
        self,
        url: str,
        known: Known = NOTHING_KNOWN,
        trouble: Text = NOTHING,
        entry: str = "",
    ) -> None:
        """Remember an address, or an entry of the archive there, if it is news.

        Args:
            url: the address.
            known: what to say of it next time.
            trouble: why it was not taken, empty if it was.
            entry: path in the archive.
        """
        key = key_of(url, entry)
        item = Item(key, place_of(url, entry), known.etag, known.last_modified, trouble)
        self._met.add(key)
        before = self._items.get(key, Item(key, item.place))
        if item == before:
            return
        now = self._clock()
        with self._context.store.write("pull.noted") as session:
            pulls.save_item(session, self._source, item, now)
            if trouble not in {NOTHING, before.trouble}:
                save_event(session, "pull.refused", self.full(item), now)
                log.warning("download refused", extra={"source": self._source})
        self._items[key] = item

    def keep_entries(self, url: str) -> None:
        """Note that the entries of the archive at an address may still exist."""
        start = place_of(url) + _ENTRY
        self._met |= {
            key for key, item in self._items.items() if item.place.startswith(start)
        }

    def are_settled(self, links: Iterable[Link]) -> bool:
        """Return whether all these were met, and none is in trouble."""
        keys = [key_of(link.url) for link in links]
        troubled = {item.key for item in self.troubles()}
        return self._met.issuperset(keys) and troubled.isdisjoint(keys)

    def troubles(self) -> list[Item]:
        """Return what is still in trouble."""
        return [
            item
            for key, item in self._items.items()
            if item.trouble != NOTHING and (key in self._met or not self.is_whole)
        ]

    def gone(self) -> set[str]:
        """Return the keys of addresses that nothing names any more."""
        return self._items.keys() - self._met if self.is_whole else set()

    def full(self, item: Item) -> Text:
        """Return a trouble with source and address."""
        where = f"{self._source}, {item.place}"
        return Text(f"{where}: {item.trouble.en}", f"{where}: {item.trouble.de}")


def key_of(url: str, entry: str = "") -> str:
    """Return what an address is known by; the whole of it may be secret."""
    whole = f"{url}\n{entry}" if entry else url
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()


def place_of(url: str, entry: str = "") -> str:
    """Return an address, or an entry of the archive there, for people."""
    place = display_name(harmless_place(url))
    return f"{place}{_ENTRY}{display_name(entry)})" if entry else place


def path_of(url: str, entry: str = "") -> str:
    """Return what stands for a path in the table of seen files."""
    return f"{place_of(url, entry)} #{key_of(url, entry)[:16]}"
