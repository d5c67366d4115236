"""Whether a report may leave from here: one installation submits each tournament."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.pipeline.policy import policy_of
from syncd.store import decisions, due, revisions
from syncd.store.standing import load_whose

if TYPE_CHECKING:
    from syncd.pipeline.context import Context
    from syncd.settings import Settings

AGAIN_S: Final = 300.0


def is_foreign(context: Context, submission_id: int, now: dt.datetime) -> bool:
    """Return whether somebody else submits the report; then it is about to go.

    The configuration may name another submitter while a report waits for its next try.
    Its tournament is looked at again, which withdraws the report. One that may have
    arrived is brought to its end all the same.
    """
    if not _names_submitters(context.settings):
        return False
    with context.store.read() as session:
        whose = load_whose(session, submission_id)
        values = decisions.load_decisions(session, whose.tournament_id)
    policy = policy_of(context.settings, whose.source, whose.name, values)
    if policy.is_ours or whose.may_have_left:
        return False
    later = now + dt.timedelta(seconds=AGAIN_S)
    with context.store.write("submit.foreign") as session:
        revisions.save_recheck(session, whose.tournament_id, now)
        # Its tournament may be set aside and withdraw nothing.
        due.postpone_submission(session, submission_id, now, later, _FOREIGN)
    return True


def _names_submitters(settings: Settings) -> bool:
    sections = (*settings.sources, *settings.tournaments)
    return bool(settings.rating.submitter or any(item.submitter for item in sections))


_FOREIGN: Final = Text(
    "Another installation submits this tournament; the report does not leave.",
    "Eine andere Installation meldet dieses Turnier; der Bericht geht nicht hinaus.",
)
