"""Erasing a person: everywhere but in reports that a portal may have.

One transaction per tournament: its files, its states, every message about it, and a
hold, so that no report with `N.N.` leaves by itself. A second run finds only what the
first has not reached, so whoever was killed runs it again. The steps take the same pure
functions that files are read with, so a rebuild from the files gives the same states.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from syncd.errors import FormatError, NotFoundError
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.pipeline.judging.plan import may_have_left
from syncd.pipeline.privacy.allnames import all_names
from syncd.pipeline.privacy.forgetting import ERASED_TEXT, forget_answers
from syncd.store import blobs, decisions, erasure, inbox, outbox, revisions, snapshots
from syncd.store.events import save_event
from syncd.store.locking import lock_tournament
from syncd.store.restricted import restrict
from syncd.sync.erasing import KnownAs, found_in, names_known, without_person
from syncd.sync.erasing_files import file_without_person
from syncd.sync.erasing_texts import marks_of, without_traces
from syncd.sync.identity import games_key

if TYPE_CHECKING:
    import datetime as dt

    from syncd.model.persons import Person
    from syncd.model.tournament import Entrant, Tournament
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session
    from syncd.sync.erasing_texts import Marks

_HOLD: Final = "person erased / Person gelöscht"


@dataclass(frozen=True, slots=True)
class Trace:
    """Where a person stands in one tournament.

    Attributes:
        tournament_id: row id.
        tournament: its name.
        entries: the person as files have had him.
        files: names of files that hold him.
        reports: fileUUIDs of reports of that tournament, whoever is in them.
    """

    tournament_id: int
    tournament: str
    entries: tuple[Entrant, ...]
    files: tuple[str, ...]
    reports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Traces:
    """Where a person stands.

    Attributes:
        tournaments: where he plays.
        files: names of files of no tournament that hold him.
    """

    tournaments: tuple[Trace, ...]
    files: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.tournaments or self.files)


@dataclass(frozen=True, slots=True)
class Erased:
    """What was done.

    Attributes:
        tournaments: row ids of those that were changed.
        files: how many stored files were changed.
        restricted: reports that a portal may have: kept, and shown by no command.
        list_rows: entries of lists and entries made by hand.
    """

    tournaments: tuple[int, ...]
    files: int
    restricted: int
    list_rows: int


@dataclass(frozen=True, slots=True)
class _Done:
    """What was done in one tournament: of whom, to how many files, reports."""

    names: tuple[Person, ...]
    his: tuple[Entrant, ...]
    files: int
    restricted: int


def find_person(context: Context, person: Person) -> Traces:
    """Return where a person stands.

    Args:
        context: the outside world.
        person: name and what else is known; what is not known decides nothing.
    """
    with context.store.read() as session:
        found = (
            _trace(session, person, number)
            for number in erasure.tournament_ids(session)
        )
        traces = tuple(one for one in found if one.entries or one.files)
        return Traces(traces, tuple(_files(session, person, None)))


def _trace(session: Session, person: Person, tournament_id: int) -> Trace:
    person = all_names(session, tournament_id, person)
    entries = {
        entrant
        for sha256 in erasure.snapshots_of(session, tournament_id)
        for entrant in found_in(_state(session, sha256), person)
    }
    submissions = outbox.load_submissions(session, tournament_id)
    return Trace(
        tournament_id,
        erasure.tournament_name(session, tournament_id),
        tuple(sorted(entries, key=repr)),
        tuple(_files(session, person, tournament_id)),
        tuple(dict.fromkeys(item.file_uuid for item in submissions)),
    )


def _state(session: Session, sha256: str) -> Tournament:
    return decode_snapshot(snapshots.load_snapshot(session, sha256))


def _files(session: Session, person: Person, tournament_id: int | None) -> list[str]:
    return [
        file.name
        for file in erasure.files_of(session, tournament_id)
        if _changed(session, file.sha256, person) is not None
    ]


def _changed(session: Session, sha256: str, person: Person) -> bytes | None:
    """Return a file without a person, None if he is not in it."""
    try:
        data = inbox.load_bytes(session, sha256)
    except NotFoundError:  # kept no longer
        return None
    after = _without(person, data)
    return None if after == data else after


def _without(person: Person, data: bytes) -> bytes:
    """Return a file without a person.

    A file that cannot be read is emptied if it holds the name in any way.
    """
    try:
        return file_without_person(data, person)
    except FormatError:
        return b"" if _holds_name(data, person) else data


def _holds_name(data: bytes, person: Person) -> bool:
    text = data.decode("latin-1").casefold()
    return any(
        _stands_in(text, one.surname) and _stands_in(text, one.forename)
        for one in names_known(person)
    )


def _stands_in(text: str, name: str) -> bool:
    return any(
        name.casefold().encode(codec, "replace").decode("latin-1") in text
        for codec in ("utf-8", "latin-1")
    )


def erase_person(context: Context, person: Person, now: dt.datetime) -> Erased:
    """Take a person out of everything that is stored.

    Args:
        context: the outside world.
        person: as for `find_person`.
        now: aware UTC time.

    Raises:
        StoreError: the store failed; what was done stays, run it again.
    """
    with context.store.read() as session:
        numbers = erasure.tournament_ids(session)
    done: dict[int, _Done] = {}
    for number in numbers:
        with context.store.write("erase.tournament") as session:
            changed = _erase_in(session, person, number, now)
        if changed is not None:
            done[number] = changed
    others = {two: None for one in done.values() for two in one.names if _is_sure(two)}
    person = KnownAs.of(person, others)
    marks = marks_of([entry for one in done.values() for entry in one.his], person)
    files = sum(one.files for one in done.values())
    restricted = sum(one.restricted for one in done.values())
    left = _forgotten(context, person)
    with context.store.write("erase.rest") as session:
        for sha256 in left:
            erasure.delete_forgotten(session, sha256)
        files += _erase_files(session, person, None)
        erasure.reword_rest(session, partial(without_traces, marks=marks))
        rows = erasure.delete_from_lists(session, person)
        save_event(session, "person.erased", ERASED_TEXT, now)
    return Erased(tuple(done), files, restricted, rows)


def _forgotten(context: Context, person: Person) -> list[str]:
    """Return the hashes of states that nothing refers to and that hold a person."""
    with context.store.read() as session:
        return [
            sha256
            for sha256 in erasure.forgotten_snapshots(session)
            if found_in(_state(session, sha256), person)
        ]


def _is_sure(name: Person) -> bool:
    """Return whether another name says enough to look for it in all that is stored."""
    return bool(name.birth_year or name.dsb_id or name.fide_id)


def _erase_in(
    session: Session, person: Person, tournament_id: int, now: dt.datetime
) -> _Done | None:
    """Erase in one tournament; None if the person is not in it."""
    row = lock_tournament(session, tournament_id)
    person = all_names(session, tournament_id, person)
    states = erasure.revisions_of(session, tournament_id)
    before = [_state(session, sha256) for sha256 in states]
    his, moved = _erase_states(session, person, tournament_id)
    files = _erase_files(session, person, tournament_id)
    if not moved and not files:
        return None
    forget_answers(session, tournament_id, before, person, now)
    marks = marks_of(his, person)
    erasure.reword(session, tournament_id, partial(_reworded, marks=marks, moved=moved))
    files += erasure.rewrite_files(session, tournament_id, partial(_without, person))
    head = revisions.load_head(session, tournament_id)
    row.games_sha256 = games_key(decode_snapshot(head.snapshot))
    row.recheck_utc = now
    session.add(row)
    restricted = _erase_reports(session, tournament_id, now)
    decisions.save_decision(session, tournament_id, decisions.HOLD, _HOLD, now)
    save_event(session, "person.erased", ERASED_TEXT, now, tournament_id=tournament_id)
    return _Done(names_known(person)[1:], tuple(his), files, restricted)


def _erase_states(
    session: Session, person: Person, tournament_id: int
) -> tuple[list[Entrant], dict[str, str]]:
    """Return the entries that were found, and old hash -> new hash of the states."""
    his: list[Entrant] = []
    moved: dict[str, str] = {}
    for sha256 in erasure.snapshots_of(session, tournament_id):
        before = _state(session, sha256)
        after = without_person(before, person)
        if after != before:
            his += found_in(before, person)
            data = encode_snapshot(after)
            moved[sha256] = erasure.replace_snapshot(session, sha256, data)
    return his, moved


def _erase_files(session: Session, person: Person, tournament_id: int | None) -> int:
    count = 0
    for sha256 in {one.sha256 for one in erasure.files_of(session, tournament_id)}:
        after = _changed(session, sha256, person)
        if after is not None:
            blobs.replace_blob(session, sha256, after)
            count += 1
    return count


def _reworded(text: str, *, marks: Marks, moved: dict[str, str]) -> str:
    for old, new in moved.items():
        text = text.replace(old, new)
    return without_traces(text, marks)


def _erase_reports(session: Session, tournament_id: int, now: dt.datetime) -> int:
    """Empty what no portal has, restrict the rest; return how many are restricted."""
    items = outbox.load_submissions(session, tournament_id, is_locking=True)
    kept = {item.report_id for item in items if may_have_left(item)}
    for item in items:
        if not may_have_left(item) and item.state != outbox.SUPERSEDED:
            outbox.move_submission(
                session, item.id, outbox.SUPERSEDED, ERASED_TEXT, now
            )
        if item.report_id not in kept:
            erasure.empty_report(session, item.report_id)
    return sum(restrict(session, number, now) for number in sorted(kept))
