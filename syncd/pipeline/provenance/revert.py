"""Undoing: a new revision with the content of an earlier one; nothing is rewritten.

Exports are held against what their source said before. So what was undone stays undone
while a source repeats it, and what it changes afterwards counts as ever.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from syncd.bilingual import Text, counted_as
from syncd.errors import NotFoundError
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.arrivals.advance import NOTHING
from syncd.pipeline.arrivals.questions import asked_after
from syncd.pipeline.deciding.recording import Content, decide
from syncd.store import conflicts, decisions, lineage, revisions
from syncd.store.snapshots import load_snapshot
from syncd.sync.changewords import told
from syncd.sync.pastwords import count_told

if TYPE_CHECKING:
    import datetime as dt

    from syncd.model.tournament import Tournament
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session
    from syncd.store.revisions import Head


def revert(
    context: Context, tournament_id: int, number: int, now: dt.datetime
) -> tuple[Text, ...]:
    """Give the tournament the content of an earlier revision; say what was done.

    A report of it goes the usual way: what a portal has already is corrected, held
    until a person approves unless corrections leave by themselves.

    Args:
        context: the outside world, with who decides.
        tournament_id: row id of the tournament.
        number: of the revision, from 1.
        now: aware UTC time.

    Raises:
        NotFoundError: no such tournament or revision, or it says the same already.
        StaleRevisionError: the tournament moved meanwhile.
    """
    head, content = _content(context, tournament_id, number)
    said = (_said(number, count_told(content.changes)),)
    value = reverted_to(number)
    also = partial(_follow, head=head, tournament=content.tournament, now=now)
    decide(
        context, head, decisions.REVERT, value, said, now, content=content, also=also
    )
    return said


def _follow(
    session: Session, *, head: Head, tournament: Tournament, now: dt.datetime
) -> None:
    """Let open questions say what the tournament says now, or end."""
    is_open = conflicts.list_questions(session, head.id, is_open=True)
    asked = asked_after(is_open, (), "", tournament, NOTHING)
    for number, (ours, text) in asked.changed.items():
        conflicts.save_ours(session, number, ours, text)
    conflicts.drop_questions(session, asked.dropped, now)


def to_revert(context: Context, tournament_id: int, number: int) -> Content:
    """Return what `revert` would make of the tournament.

    Raises:
        NotFoundError: as `revert`.
    """
    return _content(context, tournament_id, number)[1]


def reverted_to(number: int) -> str:
    """Return what the decision to go back to a revision says."""
    return json.dumps({"revision": number})


def revision_of(value: str) -> int:
    """Return to which revision a decision went back."""
    return int(json.loads(value)["revision"])


def _content(context: Context, tournament_id: int, number: int) -> tuple[Head, Content]:
    with context.store.read() as session:
        head = revisions.load_head(session, tournament_id)
        revision = lineage.load_revision(session, tournament_id, number)
        data = load_snapshot(session, revision.snapshot_sha256)
    if revision.snapshot_sha256 == head.snapshot_sha256:
        raise NotFoundError(_same(tournament_id, number))
    tournament = decode_snapshot(data)
    changes = told(decode_snapshot(head.snapshot), tournament)
    return head, Content(tournament, revision.findings, changes)


def _said(number: int, changes: int) -> Text:
    count = counted_as(
        changes, Text("change", "Änderung"), Text("changes", "Änderungen")
    )
    return Text(
        f"Back to revision {number}: {count.en}.",
        f"Zurück zu Revision {number}: {count.de}.",
    )


def _same(tournament_id: int, number: int) -> Text:
    return Text(
        f"Tournament {tournament_id} says what it said in revision {number}: there is "
        "nothing to undo.",
        f"Turnier {tournament_id} besagt dasselbe wie in Revision {number}: es gibt "
        "nichts rückgängig zu machen.",
    )
