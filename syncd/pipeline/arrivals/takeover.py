"""Taking an export over into its tournament: identify, merge, commit.

If another worker moved the tournament meanwhile, the compare-and-set fails and the
merge is done again on the new head.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import (
    DuplicateError,
    InconsistentError,
    LostLoopError,
    MassRemovalError,
    StaleRevisionError,
    StoreError,
)
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.model.findings import Finding, Severity
from syncd.pipeline.arrivals import elsewhere
from syncd.pipeline.arrivals.advance import Export, advance
from syncd.pipeline.arrivals.forms import extent_of, kinship_of
from syncd.pipeline.arrivals.known import load_known
from syncd.pipeline.arrivals.passports import heed
from syncd.pipeline.arrivals.refusals import (
    OTHER_TOURNAMENT,
    listed,
    looks_like,
    may_be,
    may_be_shared,
    outdated,
)
from syncd.pipeline.delivering.plan import note_contacts
from syncd.pipeline.provenance.tracing import who_said
from syncd.pipeline.rules.policy import policy_of
from syncd.store import bases, conflicts, decisions, inbox, origins, revisions
from syncd.store.asked import settle_earlier
from syncd.store.events import save_event
from syncd.store.inbox import Arrival, Outcome
from syncd.store.revisions import Head, NewRevision, TournamentKey
from syncd.sync.changewords import Line, told
from syncd.sync.identity import games_key, is_same_crosstable
from syncd.sync.kinship import Kinship

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

    from syncd.formats.trf import Passport, Reading
    from syncd.model.tournament import Tournament
    from syncd.pipeline.arrivals.advance import Next
    from syncd.pipeline.arrivals.questions import Asked
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session

log = logging.getLogger(__name__)

MAX_STALE: Final = 20
"""So often a merge is repeated when other workers keep moving the head."""

MASS_REMOVAL: Final = "merge.mass_removal"
"""Code of the finding on an export that would remove too much."""

LOST_LOOP: Final = "merge.lost_loop"
"""Code of the finding on an export that shows a second loop over the first."""


@dataclass(frozen=True, slots=True)
class Work:
    """One arrival, decoded, on its way into its tournament.

    Attributes:
        arrival: held under a lease.
        form: `trf` or `dwz`.
        reading: the tournament as the export has it, and what was noticed.
        key: which tournament it is.
        games_key: hash over its played games.
        lookalikes: tournaments it was compared with before it was made.
        apart: tournaments of other sources that it is not, as a person has said.
        linked: why it is a tournament of another source, empty if it was known before.
        passport: what another syncd has said of it in the file, None if it was none.
    """

    arrival: Arrival
    form: str
    reading: Reading
    key: TournamentKey
    games_key: str
    lookalikes: tuple[int, ...] = ()
    apart: tuple[int, ...] = ()
    linked: tuple[Text, ...] = ()
    passport: Passport | None = None


def take_over(context: Context, work: Work, now: dt.datetime) -> Outcome | None:
    """Merge into the tournament, again and again until nobody was faster."""
    for _ in range(MAX_STALE):
        try:
            named = elsewhere.find_named(context, work)
            if named.is_doubtful:
                return may_be_shared(work, named)
            if named.head is not None:
                linked = replace(work, linked=named.reasons)
                return _merge(context, linked, named.head, now)
            lookalikes = _lookalikes(context, work)
            head, doubtful = _counterpart(work, lookalikes)
            if doubtful is not None:
                return may_be(work, doubtful)
            twin = None if head else _twin(work, lookalikes)
            if twin is not None:
                return looks_like(work, twin)
            head = head or _head(context, work)
            met = [item.id for item in lookalikes]
            if head is None:
                shared = elsewhere.search(context, work)
                if shared.is_doubtful:
                    return may_be_shared(work, shared)
                head, met = shared.head, [*met, *shared.met]
                work = replace(work, apart=shared.apart, linked=shared.reasons)
            work = replace(work, lookalikes=tuple(met))
            return _merge(context, work, head, now)
        except (StaleRevisionError, DuplicateError):
            log.info("merge repeated", extra={"arrival_id": work.arrival.id})
    raise StoreError(
        Text(
            "The tournament is being changed too often at the moment.",
            "Das Turnier wird im Augenblick zu oft geändert.",
        )
    )


def _lookalikes(context: Context, work: Work) -> list[Head]:
    """Return the tournaments that a new one could be a second time.

    None where the tournament has revisions already: then it is not new.
    """
    with context.store.read() as session:
        found = origins.find_tournament(session, work.key)
        if found is not None and revisions.load_head(session, found).number:
            return []
        return [
            revisions.load_head(session, number, work.key.source_id)
            for number in _find_lookalikes(session, work)
        ]


def _find_lookalikes(session: Session, work: Work) -> list[int]:
    extent = extent_of(work.reading.tournament)
    found = [
        *origins.find_lookalikes(session, work.key, work.games_key),
        *origins.find_counterparts(session, work.key, work.form, extent),
    ]
    return list(dict.fromkeys(found))


def _counterpart(work: Work, lookalikes: list[Head]) -> tuple[Head | None, Head | None]:
    """Return the tournament of which this is the first export in the other form.

    Its name may be written differently, or destroyed by an older exporter.

    Returns:
        The one that it surely is, and the first of those that it may be.
    """
    doubtful = None
    for head in lookalikes:
        if work.form in head.bases:
            continue
        ours = decode_snapshot(head.snapshot)
        found = kinship_of(work.form, work.reading.tournament, ours)
        if found is Kinship.SAME:
            return head, None
        if found is Kinship.DOUBTFUL and doubtful is None:
            doubtful = head
    return None, doubtful


def _twin(work: Work, lookalikes: list[Head]) -> Head | None:
    """Return the tournament that this new one would be a second time."""
    theirs = work.reading.tournament
    for head in lookalikes:
        if is_same_crosstable(theirs, decode_snapshot(head.snapshot)):
            return head
    return None


def _head(context: Context, work: Work) -> Head | None:
    """Return the tournament of this export, None if it is new."""
    with context.store.read() as session:
        found = origins.find_tournament(session, work.key)
        if found is None:
            return None
        return revisions.load_head(session, found, work.key.source_id)


def _merge(
    context: Context, work: Work, head: Head | None, now: dt.datetime
) -> Outcome | None:
    """Compare with the head and commit what follows."""
    arrival = work.arrival
    if head is None:
        _commit(context, work, None, _first(context, work), now)
        return None
    base = head.bases.get(work.form)
    if base is not None and arrival.stamp_utc < base.stamp_utc:
        return outdated(arrival, head, base)
    try:
        step = _next(context, work, head)
    except MassRemovalError as exc:
        return Outcome(inbox.WAITING, *_refusal(exc, head), head.id)
    except LostLoopError as exc:
        found = Finding(LOST_LOOP, Severity.ERROR, exc.text)
        return Outcome(inbox.WAITING, exc.text, (found,), head.id)
    except InconsistentError as exc:
        found = Finding(OTHER_TOURNAMENT, Severity.ERROR, exc.text)
        return Outcome(inbox.WAITING, exc.text, (found,), head.id)
    _commit(context, work, head, step, now)
    return None


def _first(context: Context, work: Work) -> Next:
    """Return the tournament that its first export makes."""
    export = Export(work.arrival, work.form, work.reading)
    return advance(None, export, context.settings.sync.policy(work.arrival.source))


def _next(context: Context, work: Work, head: Head) -> Next:
    """Return the next state of the tournament.

    Raises:
        MassRemovalError: the export would remove too much, and nobody has allowed it.
        LostLoopError: it shows a second loop where the first one stood.
        InconsistentError: the other form of it is another tournament.
    """
    if not head.number:
        return _first(context, work)
    arrival, settings = work.arrival, context.settings
    with context.store.read() as session:
        said = who_said(context.store, head.id)
        known = load_known(session, head, work.form, said)
        values = decisions.load_decisions(session, head.id)
    may_remove = values.get(decisions.REMOVAL) == str(arrival.id)
    owner = policy_of(settings, head.source, head.name, values).owner
    return advance(
        known,
        Export(arrival, work.form, work.reading, may_remove=may_remove),
        settings.sync.policy(head.source, owner),
    )


def _refusal(exc: MassRemovalError, head: Head) -> tuple[Text, tuple[Finding, ...]]:
    text = Text(
        f"{exc.text.en} If it is right: syncd confirm {head.id}",
        f"{exc.text.de} Wenn er stimmt: syncd confirm {head.id}",
    )
    return text, (Finding(MASS_REMOVAL, Severity.ERROR, text),)


def _commit(
    context: Context,
    work: Work,
    head: Head | None,
    step: Next,
    now: dt.datetime,
) -> None:
    """Store tournament, revision, bases and the arrival's end in one transaction."""
    arrival = work.arrival
    before = decode_snapshot(head.snapshot) if head and head.number else None
    changes = _changes(head, step, before)
    is_changed = before is None or bool(changes)
    state = inbox.DONE if is_changed else inbox.UNCHANGED
    note = _note(work, len(changes), step, is_first=before is None)
    with context.store.write("process.taken") as session:
        if before is None:
            _refuse_unseen_lookalikes(session, context, work)
        current = head or _made(session, context, work, now)
        if is_changed:
            revision = _revision(work, step, changes)
            is_same = revision.snapshot == current.snapshot
            revisions.save_revision(
                session, current, revision, step.tournament.name, now,
                changed_utc=current.changed_utc if is_same else now,
            )  # fmt: skip
        else:
            revisions.lock_unmoved(session, current)
            note_contacts(session, context, current.id, now)
        origins.save_name(session, work.key, current.id)
        for base in step.bases:
            bases.save_base(session, current, base)
        _save_questions(session, work, current, step.asked, now)
        heed(session, context, work.passport, current, now)
        settle_earlier(session, arrival, current.id, _SETTLED)
        outcome = Outcome(state, note, work.reading.findings, current.id)
        inbox.finish_arrival(session, arrival.id, context.owner, outcome, now)
        save_event(
            session, f"arrival.{state}", note, now,
            tournament_id=current.id, arrival_id=arrival.id,
        )  # fmt: skip
    if is_changed:
        context.wake.tournament(current.id)


def _save_questions(
    session: Session, work: Work, head: Head, asked: Asked, now: dt.datetime
) -> None:
    """Store what becomes of the questions between the sources."""
    for number, (ours, text) in asked.changed.items():
        conflicts.save_ours(session, number, ours, text)
    conflicts.drop_questions(session, asked.dropped, now)
    for one in asked.opened:
        conflicts.save_question(
            session, head.id, work.key.source_id, work.arrival.id, one, now
        )


def _made(session: Session, context: Context, work: Work, now: dt.datetime) -> Head:
    """Return the tournament of a first export, made in this transaction."""
    name = work.reading.tournament.name
    made = revisions.save_tournament(session, work.key, name, context.new_uuid(), now)
    if work.apart:
        others = json.dumps(sorted(work.apart))
        decisions.save_decision(session, made, decisions.NO_TWIN, others, now)
    return revisions.load_head(session, made)


def _revision(work: Work, step: Next, changes: Iterable[Line]) -> NewRevision:
    """Return the next revision of the tournament."""
    return NewRevision(
        snapshot=encode_snapshot(step.tournament),
        games_key=games_key(step.tournament),
        extent=extent_of(step.tournament),
        changes=[
            {"place": item.place, "field": item.field,
             "old": item.old, "new": item.new}
            for item in changes
        ],
        findings=step.findings,
        arrival_id=work.arrival.id,
    )  # fmt: skip


def _refuse_unseen_lookalikes(session: Session, context: Context, work: Work) -> None:
    """Start again if a tournament that this may be was made since we looked.

    Raises:
        StaleRevisionError: one was; it may be this one under another start date.
    """
    elsewhere.lock_sources(session, context, work)
    found = {
        *_find_lookalikes(session, work),
        *elsewhere.find(session, context, work),
    }
    if not found <= {*work.lookalikes, *work.apart}:
        raise StaleRevisionError(
            Text("A namesake was made meanwhile.", "Ein Namensvetter kam dazwischen.")
        )


def _changes(
    head: Head | None, step: Next, before: Tournament | None
) -> tuple[Line, ...]:
    """Return what the export changes: the content, else errors and questions.

    An export without the error is how a person answers it. The poorer form of an
    export leaves the errors that it cannot show any more: see `forms.advanced`.
    """
    if head is None or before is None:
        return ()
    changes = told(before, step.tournament)
    old, new = _errors(head.findings), _errors(step.findings)
    if old != new and not changes:
        changes = (Line("export", "errors", old, new),)
    if step.asked.is_news:
        left = str(step.asked.left)
        changes = (*changes, Line("export", "questions", "", left))
    return changes


def _errors(findings: Iterable[Finding]) -> str:
    codes = {item.code for item in findings if item.severity is Severity.ERROR}
    return ", ".join(sorted(codes))


def _note(work: Work, changes: int, step: Next, *, is_first: bool) -> Text:
    if is_first:
        return Text("First export of this tournament.", "Erster Export des Turniers.")
    note = Text(
        f"{changes} change(s) taken over.", f"{changes} Änderung(en) übernommen."
    )
    note = note if changes else Text("Nothing new.", "Nichts Neues.")
    if work.linked:
        note = Text(
            f"Linked by itself: {listed(work.linked).en}. {note.en}",
            f"Von selbst verknüpft: {listed(work.linked).de}. {note.de}",
        )
    for noted in step.noted:
        note = Text(f"{note.en} {noted.en}", f"{note.de} {noted.de}")
    questions = step.asked.left
    if not questions:
        return note
    return Text(
        f"{note.en} Questions between sources: {questions} (syncd conflicts).",
        f"{note.de} Fragen zwischen Quellen: {questions} (syncd conflicts).",
    )


_SETTLED: Final = Text(
    "A later export of this tournament was taken over.",
    "Ein späterer Export dieses Turniers wurde übernommen.",
)
