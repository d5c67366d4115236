"""Processing an arrival: decode, identify, merge, and one commit at the end.

Between the claim and that commit there is no transaction. If another worker moved the
tournament meanwhile, the compare-and-set fails and the merge is done again on the new
head. Whatever the bytes are, the arrival ends in a state with a reason.
"""

from __future__ import annotations

import datetime as dt
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import (
    DuplicateError,
    FormatError,
    LeaseLostError,
    MassRemovalError,
    StaleRevisionError,
    StoreError,
)
from syncd.formats import registry
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import Reading, decode, to_tournament
from syncd.model.findings import Finding, Severity
from syncd.store import inbox, revisions
from syncd.store.events import save_event
from syncd.store.inbox import Arrival, Outcome
from syncd.store.revisions import Head, NewRevision, TournamentKey
from syncd.sync.diff import Change, diff
from syncd.sync.identity import identity_key, is_same_crosstable
from syncd.sync.merge import fill_from, merge_export

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.model.tournament import Tournament
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session

log = logging.getLogger(__name__)

MAX_STALE: Final = 20
"""So often a merge is repeated when other workers keep moving the head."""

BUSY_WAIT_S: Final = 2.0
"""How long an arrival waits when the store was busy."""


@dataclass(frozen=True, slots=True)
class _Work:
    """One arrival, decoded, on its way into its tournament."""

    arrival: Arrival
    reading: Reading
    key: TournamentKey
    namesakes: tuple[int, ...] = ()


def process_next(context: Context, arrival_id: int, now: dt.datetime) -> str | None:
    """Process one arrival if it is due and free.

    Returns:
        The arrival's state afterwards, None if there was nothing to do.

    Raises:
        StoreError: the store failed; the arrival is due again by itself.
    """
    with context.store.write() as session:
        arrival = inbox.claim_arrival(
            session, arrival_id, context.owner, now, context.settings.workers.lease_s
        )
    if arrival is None:
        return None
    try:
        outcome = _outcome(context, arrival, now)
    except LeaseLostError:
        log.info("lease lost", extra={"arrival_id": arrival_id})
        return None
    except StoreError:
        later = now + dt.timedelta(seconds=BUSY_WAIT_S)
        with context.store.write() as session:
            inbox.postpone_arrival(session, arrival.id, context.owner, later)
        raise
    if outcome is not None:
        _finish(context, arrival, outcome, now)
    return _state_of(context, arrival_id)


def _outcome(context: Context, arrival: Arrival, now: dt.datetime) -> Outcome | None:
    """Do the work; an outcome still to be stored, or None if it is stored already."""
    if arrival.tries > context.settings.workers.max_crashes:
        return Outcome(inbox.QUARANTINED, _crashed(arrival.tries - 1))
    try:
        work = _read(context, arrival)
        if isinstance(work, Outcome):
            return work
        return _take(context, work, now)
    except FormatError as exc:
        return Outcome(inbox.QUARANTINED, exc.text, (_as_finding(exc),))


def _read(context: Context, arrival: Arrival) -> _Work | Outcome:
    """Decode the bytes and find out which tournament they are.

    Raises:
        FormatError: they cannot be read.
    """
    with context.store.read() as session:
        data = inbox.load_bytes(session, arrival.sha256)
    if registry.detect(data, most_bytes=len(data)) != "trf":
        return Outcome(inbox.WAITING, _NOT_TRF)
    decoded = decode(data)
    reading = to_tournament(decoded)
    identity = identity_key(reading.tournament)
    if identity is None:
        return Outcome(inbox.WAITING, _NO_KEY, reading.findings)
    key = TournamentKey(
        arrival.source_id,
        identity.folded_name,
        identity.start_key,
        identity.is_team,
    )
    return _Work(arrival, reading, key)


def _take(context: Context, work: _Work, now: dt.datetime) -> Outcome | None:
    """Merge into the tournament, again and again until nobody was faster."""
    for _ in range(MAX_STALE):
        try:
            namesakes = _namesakes(context, work)
            twin = _twin(work, namesakes)
            if twin is not None:
                return _looks_like(work, twin)
            work = replace(work, namesakes=tuple(item.id for item in namesakes))
            head = _head(context, work, now)
            return _merge(context, work, head, now)
        except (StaleRevisionError, DuplicateError):
            log.info("merge repeated", extra={"arrival_id": work.arrival.id})
    raise StoreError(
        Text(
            "The tournament is being changed too often at the moment.",
            "Das Turnier wird im Augenblick zu oft geändert.",
        )
    )


def _namesakes(context: Context, work: _Work) -> list[Head]:
    """Return the tournaments that a new one could be a second time.

    None where the tournament has revisions already: then it is not new.
    """
    with context.store.read() as session:
        found = revisions.find_tournament(session, work.key)
        if found is not None and revisions.load_head(session, found).number:
            return []
        return [
            revisions.load_head(session, number)
            for number in revisions.find_namesakes(session, work.key)
        ]


def _twin(work: _Work, namesakes: list[Head]) -> Head | None:
    """Return the tournament that this new one would be a second time."""
    theirs = work.reading.tournament
    for head in namesakes:
        if is_same_crosstable(theirs, decode_snapshot(head.snapshot)):
            return head
    return None


def _looks_like(work: _Work, twin: Head) -> Outcome:
    start = work.reading.tournament.start
    return Outcome(
        inbox.WAITING,
        Text(
            f"The games are those of tournament {twin.id}, but the start date is now "
            f"{start:%d.%m.%Y}. It would be reported a second time. Enter the start "
            "date in CLM as it was and export again.",
            f"Die Partien sind die von Turnier {twin.id}, doch das Startdatum ist "
            f"jetzt {start:%d.%m.%Y}. Es würde ein zweites Mal eingereicht. Bitte in "
            "CLM das alte Startdatum eintragen und neu exportieren.",
        ),
        work.reading.findings,
        twin.id,
    )


def _head(context: Context, work: _Work, now: dt.datetime) -> Head:
    """Return the tournament of this export, made now if it is new."""
    with context.store.read() as session:
        found = revisions.find_tournament(session, work.key)
        if found is not None:
            return revisions.load_head(session, found)
    name = work.reading.tournament.name
    with context.store.write() as session:
        made = revisions.save_tournament(
            session, work.key, name, context.new_uuid(), now
        )
        return revisions.load_head(session, made)


def _merge(
    context: Context, work: _Work, head: Head, now: dt.datetime
) -> Outcome | None:
    """Compare with the head and commit what follows."""
    arrival = work.arrival
    if head.base_stamp_utc is not None and arrival.stamp_utc < head.base_stamp_utc:
        return _outdated(arrival, head)
    theirs = work.reading.tournament
    before = decode_snapshot(head.snapshot) if head.number else None
    if before is not None and _came_before(arrival, head):
        _commit(context, work, head, (fill_from(before, theirs), before), now)
        return None
    try:
        merged = merge_export(theirs, before) if before else theirs
    except MassRemovalError as exc:
        return Outcome(inbox.WAITING, exc.text, work.reading.findings, head.id)
    _commit(context, work, head, (merged, before), now)
    return None


def _came_before(arrival: Arrival, head: Head) -> bool:
    """Return whether an export of the same stamp was received later, yet taken first.

    Two workers can overtake each other. The later one counts; what came before it may
    still fill what it left empty (the plain and the detailed form of one export).
    """
    same = arrival.stamp_utc == head.base_stamp_utc
    return same and arrival.id < head.base_arrival_id


def _commit(
    context: Context,
    work: _Work,
    head: Head,
    states: tuple[Tournament, Tournament | None],
    now: dt.datetime,
) -> None:
    """Store revision, base and the arrival's end in one transaction."""
    merged, before = states
    snapshot, arrival = encode_snapshot(merged), work.arrival
    changes = _changes(work, head, states)
    is_changed = before is None or bool(changes)
    state = inbox.DONE if is_changed else inbox.UNCHANGED
    note = _note(len(changes), is_first=before is None)
    with context.store.write() as session:
        if before is None:
            _refuse_unseen_namesakes(session, work)
        if is_changed:
            revision = NewRevision(
                snapshot=snapshot,
                changes=[
                    {"place": item.place, "field": item.field,
                     "old": item.old, "new": item.new}
                    for item in changes
                ],
                findings=work.reading.findings,
                arrival_id=arrival.id,
            )  # fmt: skip
            revisions.save_revision(
                session, head, revision, merged.name, now,
                changed_utc=head.changed_utc if snapshot == head.snapshot else now,
            )  # fmt: skip
        if not _came_before(arrival, head):
            theirs = encode_snapshot(work.reading.tournament)
            revisions.save_base(session, head, arrival.id, theirs, arrival.stamp_utc)
        outcome = Outcome(state, note, work.reading.findings, head.id)
        inbox.finish_arrival(session, arrival.id, context.owner, outcome, now)
        save_event(
            session, f"arrival.{state}", note, now,
            tournament_id=head.id, arrival_id=arrival.id,
        )  # fmt: skip
    if is_changed:
        context.wake.tournament(head.id)


def _refuse_unseen_namesakes(session: Session, work: _Work) -> None:
    """Start again if a tournament of this name was made since we looked.

    Raises:
        StaleRevisionError: one was; it may be this one under another start date.
    """
    revisions.lock_names(session, work.key.source_id)
    found = revisions.find_namesakes(session, work.key)
    if not set(found) <= set(work.namesakes):
        raise StaleRevisionError(
            Text("A namesake was made meanwhile.", "Ein Namensvetter kam dazwischen.")
        )


def _changes(
    work: _Work, head: Head, states: tuple[Tournament, Tournament | None]
) -> tuple[Change, ...]:
    """Return what the export changes: the content, else the errors found in it.

    An export without the error is how a person answers it. The poorer form of an
    export does not count: it lacks the records in which the error was.
    """
    merged, before = states
    changes = diff(before, merged) if before is not None else ()
    old, new = _errors(head.findings), _errors(work.reading.findings)
    if before is None or changes or old == new or diff(work.reading.tournament, merged):
        return changes
    return (Change("export", "errors", old, new),)


def _errors(findings: Iterable[Finding]) -> str:
    codes = {item.code for item in findings if item.severity is Severity.ERROR}
    return ", ".join(sorted(codes))


def _finish(
    context: Context, arrival: Arrival, outcome: Outcome, now: dt.datetime
) -> None:
    with context.store.write() as session:
        inbox.finish_arrival(session, arrival.id, context.owner, outcome, now)
        save_event(
            session, f"arrival.{outcome.state}", _plain(outcome), now,
            tournament_id=outcome.tournament_id, arrival_id=arrival.id,
        )  # fmt: skip
    log.info(
        "arrival finished", extra={"arrival_id": arrival.id, "state": outcome.state}
    )


def _plain(outcome: Outcome) -> Text:
    """Return the outcome's note without values from the file."""
    codes = ", ".join(sorted({item.code for item in outcome.findings}))
    suffix = f" ({codes})" if codes else ""
    return Text(f"{outcome.state}{suffix}", f"{outcome.state}{suffix}")


def _state_of(context: Context, arrival_id: int) -> str:
    with context.store.read() as session:
        return inbox.load_state(session, arrival_id)


def _outdated(arrival: Arrival, head: Head) -> Outcome:
    """Return the outcome for an export that is older than the one already taken."""
    if arrival.id < head.base_arrival_id:
        text = Text(
            "A newer export of this tournament was taken already.",
            "Ein neuerer Export dieses Turniers ist schon übernommen.",
        )
        return Outcome(inbox.OUTDATED, text, (), head.id)
    stamp = head.base_stamp_utc
    return Outcome(
        inbox.WAITING,
        Text(
            f"This export is older ({arrival.stamp_utc:%d.%m.%Y %H:%M}) than the one "
            f"taken before ({stamp:%d.%m.%Y %H:%M}) but came later: it went back in "
            "time and was not taken. Export again if it is right.",
            f"Dieser Export ist älter ({arrival.stamp_utc:%d.%m.%Y %H:%M}) als der "
            f"zuletzt übernommene ({stamp:%d.%m.%Y %H:%M}), kam aber später: er wird "
            "nicht übernommen. Wenn er stimmt, bitte neu exportieren.",
        ),
        (),
        head.id,
    )


def _as_finding(exc: FormatError) -> Finding:
    return Finding(
        "file.unreadable", Severity.ERROR, exc.text,
        line=exc.line, column=exc.column, value=exc.value,
    )  # fmt: skip


def _note(changes: int, *, is_first: bool) -> Text:
    if is_first:
        return Text("First export of this tournament.", "Erster Export des Turniers.")
    if not changes:
        return Text("Nothing new.", "Nichts Neues.")
    return Text(
        f"{changes} change(s) taken over.", f"{changes} Änderung(en) übernommen."
    )


def _crashed(times: int) -> Text:
    return Text(
        f"The worker died {times} times over this file; it is set aside.",
        f"Bei dieser Datei ist der Worker {times}-mal abgestürzt; sie ist "
        "beiseitegelegt.",
    )


_NO_KEY: Final = Text(
    "The export has no tournament name (012) or no start date (042), so nobody can say "
    "which tournament it is. Enter them in CLM and export again.",
    "Im Export fehlt der Turniername (012) oder das Startdatum (042); so ist nicht zu "
    "sagen, welches Turnier es ist. Bitte in CLM eintragen und neu exportieren.",
)
_NOT_TRF: Final = Text(
    "This is a DWZ XML file. From a folder only TRF exports are taken so far; to take "
    "over a report sent by other means run: syncd adopt FILE",
    "Das ist eine DWZ-XML-Datei. Aus Ordnern werden bisher nur TRF-Exporte übernommen; "
    "einen anderweitig eingereichten Bericht übernimmt: syncd adopt DATEI",
)
