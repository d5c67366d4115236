"""What happens to reports between "made" and "queued": windows and holds.

A report that may leave by itself, or that a person has approved, leaves only while the
window of its policy is open. A hold stops what has not left, without forgetting where
it stood.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.pipeline.judging.plan import is_unsent
from syncd.pipeline.judging.situation import Around, waiting_of
from syncd.rating.window import next_opening
from syncd.store import outbox
from syncd.store.revisions import Waiting

if TYPE_CHECKING:
    import datetime as dt

    from syncd.pipeline.rules.policy import Policy
    from syncd.store.engine import Session
    from syncd.store.outbox import Submission


def opening(policy: Policy, now: dt.datetime) -> dt.datetime | None:
    """Return when reports may leave next, None if they may now."""
    return next_opening(policy.window, policy.timezone, now)


def expected(
    submission: Submission, policy: Policy, around: Around, now: dt.datetime
) -> Waiting | None:
    """Return what a report that exists already waits for, changing nothing."""
    if submission.state not in outbox.STAGED:
        return waiting_of(submission, around)
    opens = opening(policy, now)
    if opens is None:
        return ON_ITS_WAY
    return waiting_of(replace(submission, due_utc=opens), around)


def launch(
    session: Session,
    submission: Submission,
    policy: Policy,
    now: dt.datetime,
    *,
    by_itself: bool,
) -> Waiting:
    """Let a staged report leave if its window is open.

    Args:
        session: an open write transaction.
        submission: waits for the window, approved or by itself.
        policy: of its tournament.
        now: aware UTC time.
        by_itself: whether the policy still lets it leave without approval.

    Returns:
        What is waited for now; `ON_ITS_WAY` if it was queued.
    """
    if submission.state == outbox.WAITING and not by_itself:
        return take_back(session, submission, now)
    opens = opening(policy, now)
    if opens is None:
        note = Text("", "")
        outbox.move_submission(session, submission.id, outbox.QUEUED, note, now)
        return ON_ITS_WAY
    outbox.set_due(session, submission.id, opens)
    staged = replace(submission, due_utc=opens)
    return waiting_of(staged, Around(policy.timezone)) or ON_ITS_WAY


def take_back(session: Session, submission: Submission, now: dt.datetime) -> Waiting:
    """Withdraw what must not leave without approval any more; a draft follows."""
    outbox.move_submission(session, submission.id, outbox.SUPERSEDED, _STRICT, now)
    return replace(ON_ITS_WAY, recheck_utc=now)


def hold_unsent(
    session: Session, tournament_id: int, why: Text, now: dt.datetime
) -> None:
    """Stop everything of a tournament that no portal can have."""
    for item in outbox.load_submissions(session, tournament_id, is_locking=True):
        if is_unsent(item) and item.state != outbox.HELD:
            outbox.hold_submission(session, item.id, why, now)


def release_held(session: Session, tournament_id: int, now: dt.datetime) -> None:
    """Bring back what was held to where it stood."""
    for item in outbox.load_submissions(session, tournament_id, is_locking=True):
        if item.state == outbox.HELD:
            outbox.release_submission(session, item.id, now)


ON_ITS_WAY: Final = Waiting(
    "report.queued",
    Text("The report is on its way.", "Der Bericht ist unterwegs."),
    needs_person=False,
    recheck_utc=None,
)
_STRICT: Final = Text(
    "It must not leave without approval any more.",
    "Er darf nicht mehr ohne Freigabe hinaus.",
)
