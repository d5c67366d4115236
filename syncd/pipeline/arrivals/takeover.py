"""Taking an export over into its tournament: identified, it is merged and committed.

If another worker moved the tournament meanwhile, the compare-and-set fails and the
merge is done again on the new head.
"""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text, counted_as
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
from syncd.pipeline.arrivals.advance import advance
from syncd.pipeline.arrivals.forms import extent_of
from syncd.pipeline.arrivals.heard import heard_in
from syncd.pipeline.arrivals.identify import identify, refuse_unseen_lookalikes
from syncd.pipeline.arrivals.known import load_known
from syncd.pipeline.arrivals.passports import heed
from syncd.pipeline.arrivals.refusals import (
    OTHER_TOURNAMENT,
    listed,
    outdated,
)
from syncd.pipeline.arrivals.sayings import (
    load_passports,
    load_sayings,
    owner_told,
)
from syncd.pipeline.delivering.plan import note_contacts
from syncd.pipeline.provenance.tracing import who_said
from syncd.pipeline.ranking.follow import follow
from syncd.pipeline.rules.policy import policy_of
from syncd.store import (
    bases,
    conflicts,
    decisions,
    deliveries,
    inbox,
    origins,
    rechecks,
    revisions,
)
from syncd.store.asked import settle_earlier
from syncd.store.counting import load_counting
from syncd.store.events import save_event
from syncd.store.inbox import Outcome
from syncd.store.revisions import Head, NewRevision
from syncd.store.said import Said, save_kept_sayings
from syncd.sync.changewords import Line, told
from syncd.sync.counting import installation_of
from syncd.sync.identity import games_key
from syncd.sync.pastwords import count_told
from syncd.sync.sayings import Told

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

    from syncd.model.tournament import Tournament
    from syncd.pipeline.arrivals.advance import Next
    from syncd.pipeline.arrivals.heard import Heard
    from syncd.pipeline.arrivals.questions import Asked
    from syncd.pipeline.arrivals.work import Work
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session
    from syncd.sync.counting import Counting

log = logging.getLogger(__name__)

MAX_STALE: Final = 20
"""So often a merge is repeated when other workers keep moving the head."""

MASS_REMOVAL: Final = "merge.mass_removal"
"""Code of the finding on an export that would remove too much."""

LOST_LOOP: Final = "merge.lost_loop"
"""Code of the finding on an export that shows a second loop over the first."""


def take_over(context: Context, work: Work, now: dt.datetime) -> Outcome | None:
    """Merge into the tournament, again and again until nobody was faster."""
    for _ in range(MAX_STALE):
        try:
            found = identify(context, work)
            if isinstance(found, Outcome):
                return found
            return _merge(context, *found, now)
        except (StaleRevisionError, DuplicateError):
            log.info("merge repeated", extra={"arrival_id": work.arrival.id})
    raise StoreError(
        Text(
            "The tournament is being changed too often at the moment.",
            "Das Turnier wird im Augenblick zu oft geändert.",
        )
    )


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
    work = replace(work, heard=_heard(context, work, head, now))
    try:
        step = _next(context, work, head, now)
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
    policy = context.settings.sync.policy(work.arrival.source)
    return advance(None, work.export(), policy)


def _heard(context: Context, work: Work, head: Head, now: dt.datetime) -> Heard:
    """Return which of our revisions the source had, as far as that is known."""
    settings, source = context.settings, work.arrival.source
    peers = [peer.name for peer in settings.peers if peer.source == source]
    with context.store.read() as session:
        given = deliveries.load_given(session, head.id, peers) if peers else 0
        counting = load_counting(session, settings.rating.installation)
    return heard_in(work.passport, counting.called(now), given)


def _next(context: Context, work: Work, head: Head, now: dt.datetime) -> Next:
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
        values = decisions.load_decisions(session, head.id)
        owner = policy_of(settings, head.source, head.name, values).owner
        policy = settings.sync.policy(head.source, owner)
        counting = load_counting(session, settings.rating.installation)
        told = _told(session, counting, work, head, policy.owner, now)
        known = load_known(session, head, work, said, told)
    may_remove = values.get(decisions.REMOVAL) == str(arrival.id)
    return advance(known, work.export(may_remove=may_remove), policy)


def _told(
    session: Session,
    counting: Counting,
    work: Work,
    head: Head,
    owner: str,
    now: dt.datetime,
) -> Told | None:
    """Return who has said what on both sides, None if the file does not tell it."""
    if work.said is None or work.passport is None:
        return None
    passports = load_passports(session, head.id)
    passports[work.arrival.source] = work.passport
    sayings = load_sayings(session, head.id, counting)
    by = counting.dot(head.number + 1, now)
    owner = owner_told(owner, installation_of(by[0]), passports)
    return Told(by, owner, sayings, work.said)


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
    note = _note(work, count_told(changes), step, is_first=before is None)
    with context.store.write("process.taken") as session:
        if before is None:
            refuse_unseen_lookalikes(session, context, work)
        current = head or _made(session, context, work, now)
        if is_changed:
            revision = _revision(work, step, changes)
            _save_next(session, current, revision, step.tournament, before, now)
        else:
            revisions.lock_unmoved(session, current)
            note_contacts(session, context, current.id, now)
        origins.save_name(session, work.key, current.id)
        for base in step.bases:
            bases.save_base(session, current, base)
        _save_questions(session, work, current, step.asked, now)
        heed(session, context, work, current, now)
        _save_heard(session, work, current, step, now)
        _save_said(session, work, current, step, is_changed=is_changed)
        settle_earlier(session, arrival, current.id, _SETTLED)
        outcome = Outcome(state, note, work.reading.findings, current.id)
        inbox.finish_arrival(session, arrival.id, context.owner, outcome, now)
        save_event(
            session, f"arrival.{state}", note, now,
            tournament_id=current.id, arrival_id=arrival.id,
        )  # fmt: skip
    if is_changed:
        context.wake.tournament(current.id)


def _save_next(
    session: Session,
    head: Head,
    revision: NewRevision,
    after: Tournament,
    before: Tournament | None,
    now: dt.datetime,
) -> None:
    """Append the next revision; what was chosen about standings follows it."""
    is_same = revision.snapshot == head.snapshot
    revisions.save_revision(
        session, head, revision, after.name, now,
        changed_utc=head.changed_utc if is_same else now,
    )  # fmt: skip
    follow(session, head.id, before, after, now)


def _save_heard(
    session: Session, work: Work, head: Head, step: Next, now: dt.datetime
) -> None:
    """Note what the source had, and that another syncd is to hear what counts here."""
    if work.heard.revision and not work.heard.is_certain:
        deliveries.save_given(session, work.arrival.id, work.heard.revision)
    if work.passport is not None and (step.deviates or work.said is not None):
        rechecks.save_recheck(session, head.id, now)


def _save_said(
    session: Session, work: Work, head: Head, step: Next, *, is_changed: bool
) -> None:
    """Keep who has said what, if another syncd has told it."""
    sayings = work.said if not head.number else step.sayings
    if sayings is not None:
        number = head.number + is_changed
        save_kept_sayings(session, head.id, Said(number, sayings))


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
    count = counted_as(
        changes, Text("change", "Änderung"), Text("changes", "Änderungen")
    )
    note = Text(f"{count.en} taken over.", f"{count.de} übernommen.")
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
