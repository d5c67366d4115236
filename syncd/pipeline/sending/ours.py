"""Whether a report may leave from here by the rules that are in force now.

One installation submits each tournament: which one, `submitter` says for all portals
together; where several share the portals, `portals` says in each of them which get it.

Rules change while a report waits for its next try: another installation submits its
tournament, rating is off, the portal is no longer wanted, a person is to approve it
first or has stopped it. So they are asked in the transaction that claims a report. One
that must not leave is put off, and its tournament is looked at again, which withdraws
it. One that may have arrived is brought to its end all the same.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.pipeline.rules.policy import policy_of
from syncd.store import claims, decisions, due, outbox, rechecks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.pipeline.context import Context
    from syncd.pipeline.rules.policy import Policy
    from syncd.settings import Settings
    from syncd.store.claims import Claimable
    from syncd.store.engine import Session
    from syncd.store.outbox import Submission

AGAIN_S: Final = 300.0


def must_stay(context: Context, submission_id: int) -> bool:
    """Return whether the rules forbid that a report leaves."""
    with context.store.read() as session:
        (candidate,) = claims.load_claimable(session, [submission_id])
        tournament_id = candidate.submission.tournament_id
        values = decisions.load_decisions(session, tournament_id)
    return why_it_stays(context.settings, candidate, values) is not None


def keep_here(
    session: Session, candidate: Claimable, why: Text, now: dt.datetime
) -> None:
    """Put a report off that must not leave, and have its tournament looked at again.

    Its tournament is locked already (`syncd.store.locking`).
    """
    submission = candidate.submission
    rechecks.save_recheck(session, submission.tournament_id, now)
    # Its tournament may be set aside and withdraw nothing.
    later = now + dt.timedelta(seconds=AGAIN_S)
    due.postpone_submission(session, submission.id, now, later, why)


def goes_unasked(policy: Policy, kind: str) -> bool:
    """Return whether reports of a kind leave without a person's approval."""
    is_free = kind != outbox.CORRECTION or policy.corrections == "auto"
    return policy.rating == "auto" and is_free


def lacks_approval(policy: Policy, submission: Submission) -> bool:
    """Return whether a report was to leave by itself, which the rules now forbid."""
    return not (submission.is_approved or goes_unasked(policy, submission.kind))


def why_it_stays(
    settings: Settings, candidate: Claimable, values: Mapping[str, str]
) -> Text | None:
    """Return why a report must not leave, None if it may (pure).

    Args:
        settings: the configuration.
        candidate: the report.
        values: what people have decided about its tournament.
    """
    if candidate.may_have_left:
        return None
    if values.get(decisions.HOLD):
        return _HELD
    policy = policy_of(settings, candidate.source, candidate.tournament, values)
    if not policy.is_ours:
        return _FOREIGN
    submission = candidate.submission
    if policy.rating == "off" or not policy.wants(submission.portal):
        return _UNWANTED
    is_shadow = submission.portal in settings.shadow_portals
    if not is_shadow and lacks_approval(policy, submission):
        return _UNAPPROVED
    return None


_HELD: Final = Text(
    "A person has stopped this tournament; the report does not leave.",
    "Ein Mensch hat dieses Turnier angehalten; der Bericht geht nicht hinaus.",
)
_FOREIGN: Final = Text(
    "This tournament does not go to this portal from here; the report does not leave.",
    "Dieses Turnier geht von hier nicht an dieses Portal; der Bericht geht nicht "
    "hinaus.",
)
_UNWANTED: Final = Text(
    "The rules of this tournament no longer let it go to this portal; the report does "
    "not leave.",
    "Die Regeln dieses Turniers lassen es nicht mehr an dieses Portal; der Bericht "
    "geht nicht hinaus.",
)
_UNAPPROVED: Final = Text(
    "By the rules of this tournament a person has to approve it first.",
    "Nach den Regeln dieses Turniers muss ihn erst ein Mensch freigeben.",
)
