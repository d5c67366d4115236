"""One configured address: what it is, and every export that it leads to.

The trouble of one export stops no other. Only when three in a row get no answer the
rest is left for the next time: then it is the server. A single download gets at most a
third of the time that is left, so that one which drips does not eat it all.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from syncd.errors import (
    DecodeError,
    FormatError,
    InconsistentError,
    RejectedError,
    RemoteError,
    UnreachableError,
)
from syncd.formats.zipped import ArchiveLimits
from syncd.intake.pull import listings, reasons
from syncd.intake.pull.kinds import HEAD_BYTES, Kind, kind_of
from syncd.intake.pull.links import (
    Link,
    is_below,
    is_safe_step,
    is_same_server,
    names_export,
)
from syncd.intake.pull.naming import name_in_address, name_in_disposition
from syncd.intake.pull.unpack import unpacked
from syncd.intake.pull.way import bare, open_way, without_login
from syncd.intake.transfer import NOTHING_KNOWN, Transfer, file_in
from syncd.pipeline.pulling.notebook import key_of, path_of
from syncd.pipeline.pulling.shelf import Found
from syncd.store.pulls import NOTHING
from syncd.store.rows import sha256_hex
from syncd.wire.retry_after import http_date

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from syncd.bilingual import Text
    from syncd.intake.transfer import Answered, Known, Way
    from syncd.pipeline.pulling.hosts import Hosts
    from syncd.pipeline.pulling.notebook import Notebook
    from syncd.pipeline.pulling.shelf import Shelf
    from syncd.settings import SourceSettings
    from syncd.settings_pull import PullSettings
    from syncd.wire.allowance import Allowance

MOST_SILENT: Final = 3
"""Downloads in a row without an answer: then the server is at fault."""
_SHARE: Final = 3
_LEAST_S: Final = 1.0
_OF_THE_SERVER: Final = frozenset({None, 429, 503})
"""No answer at all, or one that asks to come back: not the fault of one file."""
_NO_GET: Final = frozenset({405, 501})
"""How a WebDAV server answers who asks for a folder like for a file."""
_READERS: Final = {
    Kind.LIST: listings.links_in_text,
    Kind.INDEX: listings.links_in_page,
    Kind.FEED: listings.links_in_feed,
    Kind.WEBDAV: listings.links_in_folder,
}


@dataclass(slots=True)
class Pull:
    """One pull of one source.

    Attributes:
        source: settings of the source.
        settings: where it is downloaded from.
        folder: for files on their way.
        hosts: which of them may be asked.
        notebook: what is remembered of each address.
        shelf: takes what was found.
        allowance: the time that is left.
        progress: told of bytes received.
        named: how many exports were named so far.
        origin: the configured address that is visited, the only one to log in at.
        unreachable: the first error that may pass.
        silent: downloads in a row without an answer.
        spared: why an address was not asked.
    """

    source: SourceSettings
    settings: PullSettings
    folder: Path
    hosts: Hosts
    notebook: Notebook
    shelf: Shelf
    allowance: Allowance
    progress: Callable[[int], None]
    named: int = 0
    origin: str = ""
    unreachable: UnreachableError | None = None
    silent: int = 0
    spared: Text | None = None


@dataclass(frozen=True, slots=True)
class _Got:
    """A body, and what was said of it."""

    answer: Answered
    file: IO[bytes]


def visit(pull: Pull, configured: str, time_s: float) -> None:
    """Take everything that a configured address leads to.

    Args:
        pull: whose part this is.
        configured: the address as it stands in the settings.
        time_s: seconds for all of it.

    Raises:
        ConfigError: it cannot be asked as configured.
        StoreError: the store failed; what was taken is kept.
    """
    most = pull.source.max_size_bytes
    way = open_way(pull.source.name, pull.settings, configured, most)
    url = without_login(configured)
    pull.allowance.start(time_s)
    pull.origin, pull.silent = url, 0
    is_folder = pull.settings.kind == "webdav"
    with _contained(pull, url, names_others=True):
        try:
            _ask(pull, way, url, "PROPFIND" if is_folder else "GET")
        except RejectedError as error:
            if error.status not in _NO_GET or pull.settings.kind != "auto":
                raise
            _ask(pull, way, url, "PROPFIND")


@contextmanager
def _contained(pull: Pull, url: str, *, names_others: bool) -> Iterator[None]:
    """Note the trouble of one address, and go on."""
    try:
        yield
    except (RemoteError, FormatError) as error:
        if names_others:
            pull.notebook.is_whole = False
        pull.notebook.keep_entries(url)
        pull.notebook.note(url, trouble=error.text)
        if isinstance(error, UnreachableError):
            pull.unreachable = pull.unreachable or error
            is_silent = error.status in _OF_THE_SERVER
            pull.silent = pull.silent + 1 if is_silent else 0
            return
    pull.silent = 0


def _ask(pull: Pull, way: Way, url: str, method: str) -> None:
    with _fetched(pull, way, url, pull.allowance.left_s, method) as got:
        if got is None:
            pull.notebook.is_whole = False
            return
        if method == "PROPFIND":
            kind = Kind.WEBDAV
        else:
            wanted = pull.settings.kind
            kind = kind_of(wanted, got.answer.content_type, _head(got.file))
        if kind in _READERS:
            links = _READERS[kind](got.file.read(), got.answer.url)
        else:
            _take(pull, Link(url), got, kind)
            return
    trouble, is_settled = _follow(pull, way, links, kind, got.answer.url)
    # A feed that has not changed names nothing new; of other lists only the names
    # would be unchanged, and the exports behind them could be others.
    is_known = kind is Kind.FEED and is_settled
    pull.notebook.note(url, got.answer.known if is_known else NOTHING_KNOWN, trouble)


@contextmanager
def _fetched(
    pull: Pull, way: Way, url: str, time_s: float, method: str = "GET"
) -> Iterator[_Got | None]:
    """Give what an address answers; None if it has nothing new or is not asked."""
    known = pull.notebook.known(url)
    spared = pull.hosts.spared(url)
    if spared is not None:
        pull.spared = pull.spared or spared
        pull.notebook.keep_entries(url)
        yield None
        return
    with file_in(pull.folder) as file:
        try:
            answer = Transfer(way, time_s, pull.progress).fetch(
                url, file, known, method
            )
        except RemoteError as error:
            pull.hosts.note(url, error)
            raise
        pull.hosts.note(url, None)
        if answer is None:
            pull.shelf.unchanged += 1
            pull.notebook.keep_entries(url)
        yield None if answer is None else _Got(answer, file)


def _head(file: IO[bytes]) -> bytes:
    head = file.read(HEAD_BYTES)
    file.seek(0)
    return head


def _follow(
    pull: Pull, way: Way, links: Sequence[Link], kind: Kind, page: str
) -> tuple[Text, bool]:
    """Take the exports that are linked to.

    Returns:
        What is wrong with the list as a whole, empty if nothing is, and whether every
        export of it was taken.
    """
    room = max(0, pull.settings.max_files - pull.named)
    pull.named += min(len(links), room)
    for link in links[:room]:
        if pull.silent >= MOST_SILENT or pull.allowance.left_s <= 0:
            pull.notebook.is_whole = False
            break
        with _contained(pull, link.url, names_others=False):
            _follow_one(pull, way, link, kind, page)
    many = reasons.too_many(len(links), room) if len(links) > room else NOTHING
    return many, many == NOTHING and pull.notebook.are_settled(links)


def _follow_one(pull: Pull, way: Way, link: Link, kind: Kind, page: str) -> None:
    _refuse_stray(pull, link, kind, page)
    known = pull.notebook.known(link.url)
    if _is_known(pull, link, known):
        pull.shelf.unchanged += 1
        return
    chosen = way if is_same_server(link.url, pull.origin) else bare(way)
    left_s = pull.allowance.left_s
    time_s = min(left_s, max(left_s / _SHARE, _LEAST_S))
    with _fetched(pull, chosen, link.url, time_s) as got:
        if got is None:
            return
        found = kind_of("auto", got.answer.content_type, _head(got.file))
        if found is Kind.INDEX:
            raise DecodeError(listings.no_file(got.file.read()))
        if found in _READERS:
            raise DecodeError(reasons.LISTING_IN_LISTING)
        _take(pull, link, got, found)


def _refuse_stray(pull: Pull, link: Link, kind: Kind, page: str) -> None:
    """Refuse a link that leads where exports must not come from."""
    if not is_safe_step(link.url, page, allow_http=pull.settings.allow_http):
        raise DecodeError(reasons.UNENCRYPTED)
    if pull.settings.elsewhere:
        return
    is_strict = kind in {Kind.INDEX, Kind.WEBDAV}
    is_near = is_below if is_strict else is_same_server
    if not is_near(link.url, page):
        raise DecodeError(reasons.ELSEWHERE)


def _is_known(pull: Pull, link: Link, known: Known) -> bool:
    """Return whether the list itself says that an export is the one we have."""
    if link.sha256:
        return link.sha256 == pull.shelf.last_sha256(path_of(link.url))
    return bool(link.etag) and link.etag == known.etag


def _take(pull: Pull, link: Link, got: _Got, kind: Kind) -> None:
    """Take a file or archive; one that is refused for good is not fetched again."""
    trouble = NOTHING
    try:
        if kind is Kind.ZIP:
            _take_archive(pull, link, got)
        else:
            _take_file(pull, link, got)
    except DecodeError as error:
        trouble = error.text
    pull.notebook.note(link.url, got.answer.known, trouble)


def _take_file(pull: Pull, link: Link, got: _Got) -> None:
    most = pull.source.max_size_bytes
    data = got.file.read(most + 1)
    if len(data) > most:
        raise DecodeError(reasons.too_large(most))
    if link.sha256 and link.sha256 != sha256_hex(data):
        raise InconsistentError(reasons.OTHER_CONTENT)
    answer = got.answer
    stated = http_date(answer.known.last_modified)
    name = link.name or name_in_disposition(answer.disposition) or _own_name(link.url)
    pull.shelf.take(Found(path_of(link.url), name, data, link.changed_utc or stated))


def _own_name(url: str) -> str:
    """Return the name in an address; that of a script is none, its query counts."""
    if names_export(url):
        return name_in_address(url)
    return f"export-{key_of(url)[:8]}"


def _take_archive(pull: Pull, link: Link, got: _Got) -> None:
    limits = ArchiveLimits(
        entries=pull.settings.max_files, size_bytes=pull.settings.max_archive_bytes
    )
    for entry in unpacked(got.file, limits, pull.source.max_size_bytes):
        pull.progress(0)
        if entry.refused is not None:
            pull.notebook.note(link.url, trouble=entry.refused, entry=entry.path)
            continue
        path, changed = path_of(link.url, entry.path), entry.changed
        pull.shelf.take(Found(path, entry.path, entry.data, _utc(pull, changed)))
        pull.notebook.note(link.url, entry=entry.path)


def _utc(pull: Pull, changed: dt.datetime | None) -> dt.datetime | None:
    """Return the time of an archive, which is local to the exporting site."""
    zone = ZoneInfo(pull.source.timezone)
    return changed and changed.replace(tzinfo=zone)
