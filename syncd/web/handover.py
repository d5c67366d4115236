"""From the body of a request to arrivals: what it holds, under which names.

Everything that is refused in a download is refused here too, by the same code; only the
words differ, since here somebody listens who can send something else.
"""

from __future__ import annotations

import datetime as dt
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, Final
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from syncd.errors import DecodeError
from syncd.formats.zipped import ArchiveLimits
from syncd.intake.ignore import IgnoreList
from syncd.intake.pull import listings
from syncd.intake.pull import reasons as pull_reasons
from syncd.intake.pull.kinds import HEAD_BYTES, Kind, kind_of
from syncd.intake.pull.naming import clean_name, name_in_disposition
from syncd.intake.pull.unpack import Entry, unpacked
from syncd.pipeline.arrivals.receive import Pushed, receive_pushed
from syncd.store import inbox
from syncd.web import reasons
from syncd.web.form import MEDIA_TYPE, Part, parts_of
from syncd.web.problems import RequestError, said
from syncd.wire.webpage import is_page, plain_type

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from syncd.bilingual import Text
    from syncd.pipeline.context import Context
    from syncd.settings import SourceSettings
    from syncd.settings_web import WebSettings

_LISTINGS: Final = frozenset({Kind.LIST, Kind.FEED})
_PACKED: Final = (b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
"""How archives begin that are not unpacked here."""
_PAGE_BYTES: Final = 256 * 1024
"""So far into a web page a login is looked for."""


@dataclass(frozen=True, slots=True)
class Body:
    """What came in.

    Attributes:
        file: the body, from the beginning.
        content_type: the header as it came.
        name: file name that the headers state, may be empty.
        changed_utc: when the file last changed, if the headers say so.
    """

    file: IO[bytes]
    content_type: str
    name: str
    changed_utc: dt.datetime | None


@dataclass(frozen=True, slots=True)
class Taken:
    """One export that is safe now.

    Attributes:
        id: of the arrival.
        name: as it was taken.
        state: of the arrival.
        is_new: whether it had not been there before.
    """

    id: int
    name: str
    state: str
    is_new: bool


@dataclass(slots=True)
class Handover:
    """What became of a body.

    Attributes:
        taken: exports that are stored.
        refused: names of the others, and why.
    """

    taken: list[Taken] = field(default_factory=list)
    refused: list[tuple[str, Text]] = field(default_factory=list)


def stated_name(x_filename: str, disposition: str) -> str:
    """Return the file name that headers state, empty if none.

    Args:
        x_filename: the header `X-Filename`, percent-encoded or not.
        disposition: the header `Content-Disposition`.
    """
    named = x_filename or name_in_disposition(disposition)
    with suppress(UnicodeError):  # headers are Latin-1, but people write UTF-8
        named = named.encode("latin-1").decode("utf-8")
    return unquote(named).strip()


def hand_over(
    context: Context,
    web: WebSettings,
    source: SourceSettings,
    body: Body,
    now: dt.datetime,
) -> Handover:
    """Store what a body holds.

    Args:
        context: the outside world.
        web: settings of the interface.
        source: settings of the source it is handed in for.
        body: what came.
        now: aware UTC time.

    Raises:
        RequestError: nothing was taken, with the reason.
        StoreError: the store failed; what was taken is kept, and known the next time.
        OSError: the disk failed.
    """
    done = Handover()
    hands = _Hands(context, source, body.changed_utc, now, done)
    with _parts(body, context.settings.state_directory) as parts:
        for part in parts:
            for entry in _entries(part, web, source):
                hands.take(entry)
    if not done.taken:
        raise _nothing(done, is_single=len(parts) == 1)
    return done


@contextmanager
def _parts(body: Body, folder: Path) -> Iterator[list[Part]]:
    """Give the files of a body; most often it is one itself."""
    media_type = plain_type(body.content_type)
    if media_type != MEDIA_TYPE:
        yield [Part(body.name, media_type, body.file)]
        return
    try:
        with parts_of(body.file, body.content_type, folder) as parts:
            yield parts
    except DecodeError as error:
        raise RequestError(422, "form", error.text) from error


def _entries(part: Part, web: WebSettings, source: SourceSettings) -> Iterator[Entry]:
    """Yield the exports in a file: itself, or those of an archive."""
    try:
        if _kind(part) is Kind.ZIP:
            limits = ArchiveLimits(
                entries=web.max_files, size_bytes=web.max_archive_bytes
            )
            yield from unpacked(part.file, limits, source.max_size_bytes)
        else:
            yield _single(part, source.max_size_bytes)
    except DecodeError as error:
        yield Entry(part.name, refused=error.text)


def _kind(part: Part) -> Kind:
    """Return what a file is, if it can be taken.

    Raises:
        DecodeError: it cannot.
    """
    head = _peek(part.file, HEAD_BYTES)
    if not head.strip():
        raise DecodeError(reasons.EMPTY)
    if is_page(part.content_type, head):
        page = listings.no_file(_peek(part.file, _PAGE_BYTES))
        is_login = page == pull_reasons.LOGIN_PAGE
        raise DecodeError(reasons.LOGIN_PAGE if is_login else reasons.WEB_PAGE)
    if head.startswith(_PACKED):
        raise DecodeError(reasons.PACKED)
    try:
        kind = kind_of("auto", part.content_type, head)
    except DecodeError as error:
        raise DecodeError(reasons.FOREIGN) from error
    if kind in _LISTINGS:
        raise DecodeError(reasons.LISTING)
    return kind


def _peek(file: IO[bytes], size_bytes: int) -> bytes:
    found = file.read(size_bytes)
    file.seek(0)
    return found


def _single(part: Part, most_bytes: int) -> Entry:
    if not part.name:
        raise DecodeError(reasons.NAMELESS)
    data = part.file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise DecodeError(reasons.too_large(most_bytes))
    return Entry(part.name, data)


@dataclass(frozen=True, slots=True)
class _Hands:
    """Stores exports, one by one.

    Attributes:
        context: the outside world.
        source: settings of the source.
        changed_utc: when they last changed, if that was said of all of them.
        now: aware UTC time.
        done: what became of them.
    """

    context: Context
    source: SourceSettings
    changed_utc: dt.datetime | None
    now: dt.datetime
    done: Handover

    def take(self, entry: Entry) -> None:
        """Store an export, or note why not.

        Raises:
            StoreError: the store cannot take it now.
        """
        name = clean_name(entry.path)
        ignore = IgnoreList(self.source.ignore)
        why = entry.refused or ignore.name_reason(PurePosixPath(name))
        if why is not None:
            self.done.refused.append((name, why))
            return
        pushed = Pushed(name, entry.data, self._stated(entry))
        number, is_new = receive_pushed(self.context, self.source, pushed, self.now)
        with self.context.store.read() as session:
            state = inbox.load_state(session, number)
        self.done.taken.append(Taken(number, name, state, is_new))

    def _stated(self, entry: Entry) -> dt.datetime | None:
        """Return when it last changed; an archive says so in local time."""
        if entry.changed is None:
            return self.changed_utc
        zone = ZoneInfo(self.source.timezone)
        return entry.changed.replace(tzinfo=zone).astimezone(dt.UTC)


def _nothing(done: Handover, *, is_single: bool) -> RequestError:
    """Return why nothing of a body was taken."""
    if not done.refused or not is_single or len(done.refused) > 1:
        listed = [{"name": name, "text": said(why)} for name, why in done.refused]
        return RequestError(422, "nothing_taken", reasons.NOTHING, refused=listed)
    ((_, why),) = done.refused
    status, code = _CODES.get(why, (422, "refused"))
    return RequestError(status, code, why)


_CODES: Final = {
    reasons.LOGIN_PAGE: (422, "login_page"),
    reasons.WEB_PAGE: (422, "web_page"),
    reasons.LISTING: (422, "listing"),
    reasons.FOREIGN: (415, "foreign_type"),
    reasons.PACKED: (415, "packed"),
    reasons.EMPTY: (422, "empty"),
    reasons.NAMELESS: (400, "nameless"),
    pull_reasons.BOMB: (413, "too_large"),
    pull_reasons.BROKEN: (422, "broken_archive"),
}
"""Status and code of an answer; whatever else is wrong is `refused`."""
