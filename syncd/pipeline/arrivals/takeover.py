"""Taking an export over into its tournament: identify, merge, commit.

If another worker moved the tournament meanwhile, the compare-and-set fails and the
merge is done again on the new head.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import (
    DuplicateError,
    InconsistentError,
    MassRemovalError,
    StaleRevisionError,
    StoreError,
)
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.model.findings import Finding, Severity
from syncd.pipeline.arrivals.forms import (
    Together,
    extent_of,
    first,
    following,
    kinship_of,
    load_before,
)
from syncd.pipeline.arrivals.refusals import (
    OTHER_TOURNAMENT,
    looks_like,
    may_be,
    outdated,
)
from syncd.store import bases, decisions, inbox, origins, revisions
from syncd.store.events import save_event
from syncd.store.inbox import Arrival, Outcome
from syncd.store.revisions import Head, NewRevision, TournamentKey
from syncd.sync.changewords import Line, told
from syncd.sync.identity import games_key, is_same_crosstable
from syncd.sync.kinship import Kinship

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

    from syncd.formats.trf import Reading
    from syncd.model.tournament import Tournament
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session

log = logging.getLogger(__name__)

MAX_STALE: Final = 20
"""So often a merge is repeated when other workers keep moving the head."""

MASS_REMOVAL: Final = "merge.mass_removal"
"""Code of the finding on an export that would remove too much."""


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
    """

    arrival: Arrival
    form: str
    reading: Reading
    key: TournamentKey
    games_key: str
    lookalikes: tuple[int, ...] = ()


def take_over(context: Context, work: Work, now: dt.datetime) -> Outcome | None:
    """Merge into the tournament, again and again until nobody was faster."""
    for _ in range(MAX_STALE):
        try:
            lookalikes = _lookalikes(context, work)
            head, doubtful = _counterpart(work, lookalikes)
            if doubtful is not None:
                return may_be(work, doubtful)
            twin = None if head else _twin(work, lookalikes)
            if twin is not None:
                return looks_like(work, twin)
            work = replace(work, lookalikes=tuple(item.id for item in lookalikes))
            return _merge(context, work, head or _head(context, work), now)
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
            revisions.load_head(session, number)
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
        return None if found is None else revisions.load_head(session, found)


def _merge(
    context: Context, work: Work, head: Head | None, now: dt.datetime
) -> Outcome | None:
    """Compare with the head and commit what follows."""
    arrival = work.arrival
    if head is None:
        _commit(context, work, None, first(work.form, arrival, work.reading), now)
        return None
    base = head.bases.get(work.form)
    if base is not None and arrival.stamp_utc < base.stamp_utc:
        return outdated(arrival, head, base)
    try:
        merged = _merged(context, work, head)
    except MassRemovalError as exc:
        return Outcome(inbox.WAITING, *_refusal(exc, head), head.id)
    except InconsistentError as exc:
        found = Finding(OTHER_TOURNAMENT, Severity.ERROR, exc.text)
        return Outcome(inbox.WAITING, exc.text, (found,), head.id)
    _commit(context, work, head, merged, now)
    return None


def _merged(context: Context, work: Work, head: Head) -> Together:
    """Return the next state of the tournament.

    Raises:
        MassRemovalError: the export would remove too much, and nobody has allowed it.
        InconsistentError: the other form of it is another tournament.
    """
    with context.store.read() as session:
        before = load_before(session, head, work.form)
        values = decisions.load_decisions(session, head.id)
    may_remove = values.get(decisions.REMOVAL) == str(work.arrival.id)
    return following(
        work.form, work.arrival, work.reading, head.bases, before,
        may_remove=may_remove,
    )  # fmt: skip


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
    merged: Together,
    now: dt.datetime,
) -> None:
    """Store tournament, revision, bases and the arrival's end in one transaction."""
    arrival = work.arrival
    before = decode_snapshot(head.snapshot) if head and head.number else None
    changes = _changes(head, merged, before)
    is_changed = before is None or bool(changes)
    state = inbox.DONE if is_changed else inbox.UNCHANGED
    note = _note(len(changes), is_first=before is None)
    with context.store.write("process.taken") as session:
        if before is None:
            _refuse_unseen_lookalikes(session, work)
        current = head or _made(session, context, work, now)
        if is_changed:
            revision = _revision(work, merged, changes)
            is_same = revision.snapshot == current.snapshot
            revisions.save_revision(
                session, current, revision, merged.tournament.name, now,
                changed_utc=current.changed_utc if is_same else now,
            )  # fmt: skip
        else:
            revisions.lock_unmoved(session, current)
        origins.save_name(session, work.key, current.id)
        for base in merged.bases:
            bases.save_base(session, current, base)
        inbox.settle_earlier(session, arrival, current.id, _SETTLED)
        outcome = Outcome(state, note, work.reading.findings, current.id)
        inbox.finish_arrival(session, arrival.id, context.owner, outcome, now)
        save_event(
            session, f"arrival.{state}", note, now,
            tournament_id=current.id, arrival_id=arrival.id,
        )  # fmt: skip
    if is_changed:
        context.wake.tournament(current.id)


def _made(session: Session, context: Context, work: Work, now: dt.datetime) -> Head:
    """Return the tournament of a first export, made in this transaction."""
    name = work.reading.tournament.name
    made = revisions.save_tournament(session, work.key, name, context.new_uuid(), now)
    return revisions.load_head(session, made)


def _revision(work: Work, merged: Together, changes: Iterable[Line]) -> NewRevision:
    """Return the next revision of the tournament."""
    return NewRevision(
        snapshot=encode_snapshot(merged.tournament),
        games_key=games_key(merged.tournament),
        extent=extent_of(merged.tournament),
        changes=[
            {"place": item.place, "field": item.field,
             "old": item.old, "new": item.new}
            for item in changes
        ],
        findings=merged.findings,
        arrival_id=work.arrival.id,
    )  # fmt: skip


def _refuse_unseen_lookalikes(session: Session, work: Work) -> None:
    """Start again if a tournament of this name was made since we looked.

    Raises:
        StaleRevisionError: one was; it may be this one under another start date.
    """
    origins.lock_names(session, work.key.source_id)
    if not set(_find_lookalikes(session, work)) <= set(work.lookalikes):
        raise StaleRevisionError(
            Text("A namesake was made meanwhile.", "Ein Namensvetter kam dazwischen.")
        )


def _changes(
    head: Head | None, merged: Together, before: Tournament | None
) -> tuple[Line, ...]:
    """Return what the export changes: the content, else the errors found in it.

    An export without the error is how a person answers it. The poorer form of an
    export leaves the errors that it cannot show any more: see `forms.advanced`.
    """
    if head is None or before is None:
        return ()
    changes = told(before, merged.tournament)
    old, new = _errors(head.findings), _errors(merged.findings)
    if changes or old == new:
        return changes
    return (Line("export", "errors", old, new),)


def _errors(findings: Iterable[Finding]) -> str:
    codes = {item.code for item in findings if item.severity is Severity.ERROR}
    return ", ".join(sorted(codes))


def _note(changes: int, *, is_first: bool) -> Text:
    if is_first:
        return Text("First export of this tournament.", "Erster Export des Turniers.")
    if not changes:
        return Text("Nothing new.", "Nichts Neues.")
    return Text(
        f"{changes} change(s) taken over.", f"{changes} Änderung(en) übernommen."
    )


_SETTLED: Final = Text(
    "A later export of this tournament was taken over.",
    "Ein späterer Export dieses Turniers wurde übernommen.",
)
