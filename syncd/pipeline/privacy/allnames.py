"""Under which names a person stands in a tournament, in any source and revision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.errors import FormatError, NotFoundError
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.arrivals.reading import read_export
from syncd.pipeline.provenance.tracing import load_traces
from syncd.settings_sections import LimitsSettings
from syncd.store import bases, conflicts, erasure, inbox, revisions
from syncd.store.inbox import Outcome
from syncd.store.snapshots import load_snapshot
from syncd.sync.erasing import found_in
from syncd.sync.knownas import known_as
from syncd.sync.places import Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from syncd.model.persons import Person
    from syncd.model.tournament import Entrant, Tournament
    from syncd.store.conflicts import Question
    from syncd.store.engine import Session
    from syncd.sync.knownas import Said


def all_names(session: Session, tournament_id: int, person: Person) -> Person:
    """Return a person with every name that his entries in a tournament have had.

    Args:
        session: an open transaction.
        tournament_id: row id of the tournament.
        person: who is meant, by any of these names.
    """
    asked = [
        one
        for one in conflicts.list_questions(session, tournament_id)
        if one.place.part is Part.PLAYER
    ]
    if not asked and not _stands(session, tournament_id, person):
        return person
    head = decode_snapshot(revisions.load_head(session, tournament_id).snapshot)
    former = load_traces(session, tournament_id).former
    said = _said(session, tournament_id, head)
    disputed = [(one.place, _values(one)) for one in asked]
    return known_as(person, head, former, said, disputed)


def _stands(session: Session, tournament_id: int, person: Person) -> bool:
    return any(
        found_in(decode_snapshot(load_snapshot(session, sha256)), person)
        for sha256 in erasure.snapshots_of(session, tournament_id)
    )


def _said(session: Session, tournament_id: int, head: Tournament) -> Iterator[Said]:
    """Yield what each source has said, with the numbers that the ids have here."""
    for source in sorted(bases.senders(session, tournament_id)):
        base = bases.load_bases(session, source, tournament_id).get(bases.WHOLE)
        if base is not None:
            data = load_snapshot(session, base.snapshot_sha256)
            yield decode_snapshot(data).entrants, base.ids
            for sha256 in sorted(erasure.files_from(session, tournament_id, source)):
                yield _alike(session, sha256, base.ids, head), base.ids


def _alike(
    session: Session, sha256: str, ids: Mapping[int, int], head: Tournament
) -> tuple[Entrant, ...]:
    """Return the entries of a file whose number has not gone to somebody else.

    A source may have numbered its players anew since, so year or id must be the same.
    """
    entries = {one.id: one for one in head.entrants}
    try:
        data = inbox.load_bytes(session, sha256)
        read = read_export(data, LimitsSettings())
    except (FormatError, NotFoundError):  # nobody can read it, or it is not kept
        return ()
    if isinstance(read, Outcome):
        return ()
    same = (
        one
        for one in read.reading.tournament.entrants
        if (ours := entries.get(ids.get(one.id, 0))) and _has_facts(one, ours)
    )
    return tuple(same)


def _has_facts(one: Entrant, two: Entrant) -> bool:
    facts = "birth_year", "dsb_id", "fide_id"
    return any(
        getattr(one, each) and getattr(one, each) == getattr(two, each)
        for each in facts
    )


def _values(question: Question) -> tuple[object, ...]:
    return question.base, question.ours, question.theirs, question.chosen
