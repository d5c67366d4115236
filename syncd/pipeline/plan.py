"""What a ready payload means for one portal, given what was sent before (pure).

A report is made only if the payload differs from the last one that counts. One that
nobody sent yet is superseded and one that the portal refused does not count; one that
may have arrived is brought to its end first, so that the portal always gets reports in
the order they were made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.store import outbox
from syncd.store.revisions import Waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.store.outbox import Submission


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do for one portal.

    Attributes:
        supersede: ids of submissions that must not be sent any more.
        kind: make a report of this kind, empty if none is to be made.
        refresh: id of a draft of this revision that gets a newly built report.
        waiting: what the tournament waits for if no report is made.
    """

    supersede: tuple[int, ...] = ()
    kind: str = ""
    refresh: int | None = None
    waiting: Waiting | None = None


def plan(submissions: Sequence[Submission], payload_sha256: str, revision: int) -> Plan:
    """Return what to do with a ready payload.

    Args:
        submissions: the tournament's submissions to this portal, oldest first.
        payload_sha256: hash of what is to be reported now.
        revision: number of the head revision.
    """
    alive = [item for item in submissions if item.state != outbox.SUPERSEDED]
    passed: list[Submission] = []
    while alive and alive[-1].payload_sha256 != payload_sha256:
        if _counts(alive[-1]):
            break
        passed.append(alive.pop())
    if alive and alive[-1].payload_sha256 == payload_sha256:
        return Plan(_ids(passed), waiting=waiting_of(alive[-1]))
    passed = [item for item in passed if item.state != outbox.REJECTED]
    if alive and alive[-1].state in {outbox.QUEUED, outbox.SENDING, outbox.UNKNOWN}:
        return Plan(_ids(passed), waiting=waiting_of(alive[-1]))
    if passed and (passed[0].state, passed[0].revision) == (outbox.DRAFTED, revision):
        draft = passed[0]
        return Plan(_ids(passed[1:]), kind=draft.kind, refresh=draft.id)
    accepted = any(item.state in outbox.AT_PORTAL for item in alive)
    return Plan(_ids(passed), kind=outbox.CORRECTION if accepted else outbox.FIRST)


def is_unsent(submission: Submission) -> bool:
    """Return whether it may still leave and the portal certainly has not got it."""
    if submission.state == outbox.QUEUED:
        return not submission.may_have_arrived
    return submission.state == outbox.DRAFTED


def _counts(submission: Submission) -> bool:
    """Return whether the portal can have it."""
    if submission.state == outbox.REJECTED:
        return submission.may_have_arrived
    return not is_unsent(submission)


def _ids(submissions: Sequence[Submission]) -> tuple[int, ...]:
    return tuple(item.id for item in submissions)


def waiting_of(submission: Submission) -> Waiting | None:
    """Return what a tournament waits for while its report is in this state."""
    state = submission.state
    if state in outbox.AT_PORTAL:
        return None
    if state == outbox.DRAFTED:
        return approval_wanted(submission.tournament_id)
    text = _refused(submission) if state == outbox.REJECTED else _under_way(submission)
    return Waiting(
        f"report.{state}", text, needs_person=state == outbox.REJECTED, recheck_utc=None
    )


def approval_wanted(tournament_id: int) -> Waiting:
    """Return the waiting of a tournament whose report a person has to approve."""
    command = f"syncd approve {tournament_id}"
    text = Text(
        f"The report is ready and waits for approval: {command}",
        f"Der Bericht ist fertig und wartet auf Freigabe: {command}",
    )
    return Waiting("report.drafted", text, needs_person=True, recheck_utc=None)


def _refused(submission: Submission) -> Text:
    portal, note = submission.portal, submission.note
    return Text(
        f"The portal {portal} refused the report: {note.en}",
        f"Das Portal {portal} hat den Bericht abgelehnt: {note.de}",
    )


def _under_way(submission: Submission) -> Text:
    note = submission.note
    return Text(
        f"The report is on its way to {submission.portal}. {note.en}".rstrip(),
        f"Der Bericht ist unterwegs zu {submission.portal}. {note.de}".rstrip(),
    )
