"""Whether a report may leave from here: one installation submits each tournament.

Which one, `submitter` says for all portals together; where several share the portals,
`portals` says in each installation which of them get the tournament from there.
"""

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
    """Return whether the report must not leave from here; then it is about to go.

    The configuration may name another submitter, or other portals, while a report waits
    for its next try.
    Its tournament is looked at again, which withdraws the report. One that may have
    arrived is brought to its end all the same.
    """
    if not _is_restricted(context.settings):
        return False
    with context.store.read() as session:
        whose = load_whose(session, submission_id)
        values = decisions.load_decisions(session, whose.tournament_id)
    policy = policy_of(context.settings, whose.source, whose.name, values)
    is_wanted = policy.is_ours and policy.wants(whose.portal)
    if is_wanted or whose.may_have_left:
        return False
    later = now + dt.timedelta(seconds=AGAIN_S)
    with context.store.write("submit.foreign") as session:
        revisions.save_recheck(session, whose.tournament_id, now)
        # Its tournament may be set aside and withdraw nothing.
        due.postpone_submission(session, submission_id, now, later, _FOREIGN)
    return True


def _is_restricted(settings: Settings) -> bool:
    """Return whether anything is said of who submits, or of single portals."""
    general, sections = settings.rating, (*settings.sources, *settings.tournaments)
    is_said = bool(general.submitter) or general.portals is not None
    return is_said or any(
        item.submitter or item.portals is not None for item in sections
    )


_FOREIGN: Final = Text(
    "This tournament does not go to this portal from here; the report does not leave.",
    "Dieses Turnier geht von hier nicht an dieses Portal; der Bericht geht nicht "
    "hinaus.",
)
