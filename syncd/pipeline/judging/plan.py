"""What a ready payload means for one portal, given what was sent before (pure).

A report is made only if the payload differs from the last one that counts. One that
nobody sent yet is superseded, and one that the portal refused or that was given up does
not count; one that may have arrived is brought to its end first, so that the portal
always gets reports in the order they were made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.store import outbox

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
        about: the report that comes first, if none is made; None if there is nothing
            more to do.
    """

    supersede: tuple[int, ...] = ()
    kind: str = ""
    refresh: int | None = None
    about: Submission | None = None


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
        about = None if alive[-1].state in _SETTLED else alive[-1]
        return Plan(_ids(passed), about=about)
    passed = [item for item in passed if item.state not in _GIVEN_UP]
    if alive and alive[-1].state in _UNDER_WAY:
        return Plan(_ids(passed), about=alive[-1])
    if passed and (passed[0].state, passed[0].revision) == (outbox.DRAFTED, revision):
        draft = passed[0]
        return Plan(_ids(passed[1:]), kind=draft.kind, refresh=draft.id)
    is_there = any(map(may_be_there, alive))
    return Plan(_ids(passed), kind=outbox.CORRECTION if is_there else outbox.FIRST)


def is_unsent(submission: Submission) -> bool:
    """Return whether it may still leave and the portal certainly has not got it."""
    return submission.state in _NOT_GONE and not submission.may_have_arrived


def may_have_left(submission: Submission) -> bool:
    """Return whether its portal has it or may have it."""
    has_left = submission.state in {*outbox.AT_PORTAL, outbox.SENDING, outbox.UNKNOWN}
    return has_left or submission.may_have_arrived


def may_be_there(submission: Submission) -> bool:
    """Return whether the portal has it or may have it, whatever became of it here."""
    return submission.state in outbox.AT_PORTAL or submission.may_have_arrived


def _counts(submission: Submission) -> bool:
    """Return whether the portal can have it."""
    if submission.state in _GIVEN_UP:
        return submission.may_have_arrived
    return not is_unsent(submission)


def _ids(submissions: Sequence[Submission]) -> tuple[int, ...]:
    return tuple(item.id for item in submissions)


_SETTLED: Final = frozenset({outbox.ACCEPTED, outbox.RATED})
_GIVEN_UP: Final = frozenset({outbox.REJECTED, outbox.DEAD})
_UNDER_WAY: Final = frozenset({*outbox.SENDABLE, *outbox.STAGED, outbox.HELD})
_NOT_GONE: Final = frozenset(
    {outbox.DRAFTED, *outbox.STAGED, outbox.QUEUED, outbox.HELD}
)
