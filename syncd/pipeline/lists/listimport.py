"""Importing a list: told by its content, read in pieces, put in force at the end.

What a list may not do to the one before it: shrink by a tenth or more unseen (a part of
the download, a list of one federation, a broken one), or be half there. Rows go in with
many short commits under a list that is not in force; the last commit puts it in force.
A crash leaves the old list, and the next import clears away what it left.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.errors import (
    DecodeError,
    StoreError,
)
from syncd.formats.lists.dsb import decode_clubs, decode_members
from syncd.formats.lists.fide import decode_fide
from syncd.formats.lists.kinds import Content
from syncd.pipeline.lists.listfile import files_to_import, month_of
from syncd.store import lists, rechecks
from syncd.store.events import save_event
from syncd.store.leases import claim_lease, release_lease

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator

    from syncd.formats.lists.bytestream import ByteStream
    from syncd.model.findings import Finding
    from syncd.pipeline.context import Context
    from syncd.pipeline.lists.listfile import ListFile, Origin, Seekable, Wish
    from syncd.store.engine import Session

Progress = Callable[[int], None]
"""Told how many bytes of a list were read in addition."""

MOST_CSV_BYTES: Final = 128 * 1024 * 1024
"""The DSB's list has 12 MB; it is held as a whole."""
SHRUNK_X10: Final = 9
"""Tenths of the rows before that a list must exceed."""
_LEASE: Final = "lists.import"
_LEASE_S: Final = 120.0


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one list.

    Attributes:
        kind: one of `syncd.store.lists.KINDS`.
        month: of a FIDE list.
        rows: usable rows.
        damaged_rows: rows that were left out.
        is_new: False if it was there already.
        findings: what is wrong with rows.
    """

    kind: str
    month: str
    rows: int
    damaged_rows: int
    is_new: bool
    findings: tuple[Finding, ...] = ()


def import_file(
    context: Context,
    stream: Seekable,
    origin: Origin,
    wish: Wish,
    clock: Callable[[], dt.datetime],
    progress: Progress = lambda _: None,
) -> list[Imported]:
    """Import every list in a file: CSV, XML, fixed columns, or a zip with some.

    Args:
        context: the outside world.
        stream: the file, seekable.
        origin: where it came from.
        wish: what a person asks for.
        clock: gives the aware UTC time; an import takes minutes.
        progress: told of bytes read.

    Raises:
        FormatError: the file holds no list that could be imported, or a broken one.
        StoreError: another import is running, or the store failed.
    """
    sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    files = files_to_import(stream, wish)
    imported = []
    with _turn(context, clock):
        for file in files:
            new = lists.NewList(
                file.kind, month_of(file, origin, wish), origin.name, sha256
            )  # fmt: skip
            job = _Job(context, new, file, wish, clock)
            imported.append(_import_one(job, progress))
        if not wish.kind:
            _note_download(context, origin, sha256)
    return imported


def _note_download(context: Context, origin: Origin, sha256: str) -> None:
    """Keep what the server said, now that every list of the file is in force.

    Before that, nothing newer at the server would not mean nothing to import.
    """
    said = origin.etag, origin.last_modified[:64]
    with context.store.write("lists.downloaded") as session:
        lists.note_download(session, origin.name, sha256, *said)


@dataclass(frozen=True, slots=True)
class _Job:
    """One list on its way into the store."""

    context: Context
    new: lists.NewList
    file: ListFile
    wish: Wish
    clock: Callable[[], dt.datetime]


@contextmanager
def _turn(context: Context, clock: Callable[[], dt.datetime]) -> Iterator[None]:
    """Let nobody else import meanwhile, and clear away what is not in force.

    Raises:
        StoreError: somebody else is importing.
    """
    _claim(context, clock())
    _clear(context)
    try:
        yield
    finally:
        _clear(context)
        with context.store.write("lists.released") as session:
            release_lease(session, _LEASE, context.owner)


def _claim(context: Context, now: dt.datetime) -> None:
    with context.store.write("lists.claimed") as session:
        if not claim_lease(session, _LEASE, context.owner, now, _LEASE_S):
            raise StoreError(_BUSY)


def _clear(context: Context) -> None:
    """Delete the rows of lists that do not count, in short transactions."""
    with context.store.read() as session:
        found = lists.leftovers(session)
    for leftover in found:
        some = True
        while some:
            with context.store.write("lists.swept") as session:
                some = lists.delete_some(session, leftover)
    with context.store.write("lists.tidied") as session:
        lists.forget_lists(session)


def _import_one(job: _Job, progress: Progress) -> Imported:
    """Import one list unless it is there already."""
    same = _same_list(job)
    if same is not None:
        return Imported(
            same.kind, same.month, same.rows, same.damaged_rows, is_new=False
        )
    with job.context.store.write("lists.begun") as session:
        list_id = lists.begin_list(session, job.new, job.clock())
    with job.file.opened() as source:
        read = _read(job, _Counted(source, progress), list_id)
    _put_in_force(job, list_id, read)
    return read


def _same_list(job: _Job) -> lists.ListInfo | None:
    """Return the list that was made from the same bytes; it is as fresh as now."""
    wanted = job.wish.month
    with job.context.store.write("lists.recognised") as session:
        for known in lists.load_lists(session, job.new.kind):
            if known.sha256 == job.new.sha256 and wanted in {"", known.month}:
                lists.note_seen(session, known.id, job.clock())
                return known
    return None


def _read(job: _Job, source: ByteStream, list_id: int) -> Imported:
    """Store the rows of a list, batch by batch."""
    count = 0
    reading = _reading(job, source)
    for batch in reading.batches:
        with job.context.store.write("lists.rows") as session:
            reading.add(session, list_id, batch)
        _claim(job.context, job.clock())
        count += len(batch)
    damaged_rows, findings = reading.faults()
    new = job.new
    return Imported(
        new.kind, new.month, count, damaged_rows, is_new=True, findings=findings
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    """The rows of a list, how to store them, and what was wrong at the end."""

    batches: Iterator[list[Any]]
    add: Callable[[Session, int, list[Any]], None]
    faults: Callable[[], tuple[int, tuple[Finding, ...]]]


def _reading(job: _Job, source: ByteStream) -> _Reading:
    content = job.file.content
    if content is Content.MEMBERS:
        read = decode_members(_all_bytes(source))
        faults = read.damaged_rows, read.findings
        return _Reading(_batches(read.members), lists.add_members, lambda: faults)
    if content is Content.CLUBS:
        known = decode_clubs(_all_bytes(source))
        wrong = known.damaged_rows, known.findings
        return _Reading(_batches(known.clubs), lists.add_clubs, lambda: wrong)
    return _fide_reading(job, source)


def _fide_reading(job: _Job, source: ByteStream) -> _Reading:
    with job.context.store.read() as session:
        newest = lists.newest_list(session, lists.FIDE)
    is_newest = newest is None or job.new.month >= newest.month
    found = decode_fide(source, is_xml=job.file.content is Content.FIDE_XML)
    notes = found.notes
    return _Reading(
        _batches(found.players),
        partial(lists.add_players, with_names=is_newest),
        lambda: (notes.damaged_rows, notes.findings()),
    )


def _batches(rows: Iterable[object]) -> Iterator[list[Any]]:
    rest = iter(rows)
    while batch := list(islice(rest, lists.BATCH_ROWS)):
        yield batch


def _all_bytes(source: ByteStream) -> bytes:
    """Return a whole CSV file.

    Raises:
        DecodeError: it is larger than any such list.
    """
    data = source.read(MOST_CSV_BYTES + 1)
    if len(data) > MOST_CSV_BYTES:
        raise DecodeError(_TOO_LARGE)
    return data


class _Counted:
    """A stream that tells how much of it has been read."""

    def __init__(self, source: ByteStream, progress: Progress) -> None:
        self._source = source
        self._progress = progress

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes, none at the end."""
        return self._told(self._source.read(size))

    def readline(self, size: int, /) -> bytes:
        """Return a line with its end, at most so many bytes of it."""
        return self._told(self._source.readline(size))

    def _told(self, data: bytes) -> bytes:
        self._progress(len(data))
        return data


def _put_in_force(job: _Job, list_id: int, read: Imported) -> None:
    """Let the list count, unless it has shrunk without anybody having agreed.

    Raises:
        StoreError: it has.
    """
    now = job.clock()
    with job.context.store.write("lists.in_force") as session:
        before = lists.newest_list(session, read.kind)
        if not read.rows:
            raise DecodeError(_EMPTY)
        if before and not job.wish.accept_smaller:
            _refuse_smaller(read, before)
        lists.put_in_force(session, list_id, rows=read.rows, damaged=read.damaged_rows)
        rechecks.recheck_waiting_reports(session, now)
        save_event(session, "list.imported", _said(read), now)


def _refuse_smaller(read: Imported, before: lists.ListInfo) -> None:
    if 10 * read.rows <= SHRUNK_X10 * before.rows:
        raise StoreError(_shrunk(read, before))


def _said(read: Imported) -> Text:
    name = " ".join(filter(None, (read.kind, read.month)))
    return Text(
        f"List {name} imported, {read.rows} rows.",
        f"Liste {name} importiert, {read.rows} Zeilen.",
    )


def _shrunk(read: Imported, before: lists.ListInfo) -> Text:
    return Text(
        f"The list {read.kind} has {read.rows} rows, the one before had {before.rows}. "
        "The old one stays in force. Is this the list of one federation only, or is it "
        "cut off? If it is right, import it with --accept-smaller.",
        f"Die Liste {read.kind} hat {read.rows} Zeilen, die vorige hatte "
        f"{before.rows}. Die alte bleibt gültig. Ist es nur die Liste eines "
        "Landesverbands oder ist sie abgeschnitten? Wenn sie stimmt, bitte mit "
        "--accept-smaller importieren.",
    )


_BUSY: Final = Text(
    "Another import of lists is running (or ended badly less than two minutes ago). "
    "Please try again later.",
    "Ein anderer Import von Listen läuft gerade (oder ist vor weniger als zwei Minuten "
    "abgebrochen). Bitte später noch einmal versuchen.",
)
_TOO_LARGE: Final = Text(
    "This CSV file is far larger than the DSB's list; it is not read.",
    "Diese CSV-Datei ist viel größer als die Liste des DSB; sie wird nicht gelesen.",
)
_EMPTY: Final = Text(
    "The list has no row that could be used; the old one stays in force.",
    "Die Liste hat keine brauchbare Zeile; die alte bleibt gültig.",
)
