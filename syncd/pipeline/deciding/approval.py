"""Letting reports go by a person's word: approving drafts, sending again.

Nothing is approved while the tournament is not ready: what its report says is then out
of date or not to be sent at all. Approved reports keep to the window of the policy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import StoreError
from syncd.pipeline.judging.assess import load_case
from syncd.pipeline.judging.hosts import load_troubles
from syncd.pipeline.judging.readiness import judge
from syncd.pipeline.judging.situation import Around, local_time, sentence
from syncd.pipeline.judging.staging import opening
from syncd.pipeline.rules.mended import keys_of
from syncd.store import breakers, outbox, rechecks, revisions

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from syncd.pipeline.context import Context
    from syncd.pipeline.rules.policy import Policy
    from syncd.store.engine import Session
    from syncd.store.outbox import Submission


def approve_ready(
    context: Context,
    tournament_id: int,
    by: str,
    now: dt.datetime,
    portal: str | None = None,
) -> list[Text]:
    """Approve what waits for it, and have what waits for its next try tried at once.

    Args:
        context: the outside world.
        tournament_id: row id.
        by: who approves.
        now: aware UTC time.
        portal: the only portal whose report is approved; None = all that get one.

    Returns:
        One sentence per report; none while the tournament is not ready.
    """
    case = load_case(context, tournament_id)
    if judge(case, now).waiting is not None:
        return []
    opens = opening(case.policy, now)
    with context.store.write("people.queued") as session:
        revisions.lock_unmoved(session, case.head)
        rechecks.save_recheck(session, tournament_id, now)
        present = outbox.load_submissions(session, tournament_id, is_locking=True)
        chosen = [
            item
            for item in _newest(_reachable(context, present), APPROVABLE)
            if item.portal not in context.settings.shadow_portals
            and portal in {None, item.portal}
        ]
        for item in chosen:
            _approve(session, item, by, opens, now)
        _probe(context, session, chosen, now)
    for item in chosen:
        context.wake.submission(item.id)
    return [_said(item, opens, case.policy) for item in chosen]


def resubmit(
    context: Context, tournament_id: int, by: str, now: dt.datetime
) -> tuple[Text, ...]:
    """Send again what was refused, given up, or never came to an end.

    The same bytes go under the same fileUUID. One sentence per report is returned.

    Args:
        context: the outside world.
        tournament_id: row id.
        by: who says so.
        now: aware UTC time.

    Raises:
        NotFoundError: no such tournament.
        StoreError: no report is in such a state; the text says what is.
    """
    case = load_case(context, tournament_id)
    opens = opening(case.policy, now)
    waiting = judge(case, now).waiting
    troubles = load_troubles(context)
    with context.store.write("people.resubmitted") as session:
        revisions.lock_unmoved(session, case.head)
        present = outbox.load_submissions(session, tournament_id, is_locking=True)
        chosen = _newest(_reachable(context, present), _RESENDABLE)
        gone = _gone(context, _newest(present, _RESENDABLE))
        if not chosen and gone is not None:
            raise StoreError(gone)
        if not chosen:
            told = [
                sentence(item, Around(case.policy.timezone, troubles.get(item.portal)))
                for item in _newest(present, frozenset(outbox.TRANSITIONS))
            ]
            raise StoreError(_nothing_to_resend(tournament_id, told))
        if waiting is not None:
            raise StoreError(_not_ready(waiting.text))
        rechecks.save_recheck(session, tournament_id, now)
        for item in chosen:
            _send_again(session, item, by, opens, now)
        _probe(context, session, chosen, now)
    for item in chosen:
        context.wake.submission(item.id)
    said = [_said(item, opens, case.policy) for item in chosen]
    return tuple(said if gone is None else [*said, gone])


def _probe(
    context: Context, session: Session, chosen: Sequence[Submission], now: dt.datetime
) -> None:
    """Have hosts in trouble tried at once: who says so may have mended them."""
    named = {item.portal for item in chosen}
    for portal in context.settings.portals:
        for key in keys_of(context, portal) if portal.name in named else ():
            breakers.allow_probe(session, key, now)


def _approve(
    session: Session,
    item: Submission,
    by: str,
    opens: dt.datetime | None,
    now: dt.datetime,
) -> None:
    if item.state == outbox.QUEUED:
        outbox.set_due(session, item.id, now)
        outbox.keep_approval(session, item.id, by, now)
    elif item.state != outbox.APPROVED:
        outbox.approve_submission(session, item.id, by, opens, now)
    elif opens is None:
        note = Text("Approved.", "Freigegeben.")
        outbox.move_submission(session, item.id, outbox.QUEUED, note, now)


def _send_again(
    session: Session,
    item: Submission,
    by: str,
    opens: dt.datetime | None,
    now: dt.datetime,
) -> None:
    if item.state == outbox.UNKNOWN:
        outbox.send_anew(session, item.id, now)
    else:
        outbox.approve_submission(session, item.id, by, opens, now)


def _newest(
    submissions: Sequence[Submission], states: frozenset[str]
) -> list[Submission]:
    """Return, per portal, the newest report that counts if it is in such a state."""
    newest = {
        item.portal: item for item in submissions if item.state != outbox.SUPERSEDED
    }
    return [item for item in newest.values() if item.state in states]


def _said(item: Submission, opens: dt.datetime | None, policy: Policy) -> Text:
    uuid, portal = item.file_uuid, item.portal
    if opens is None or item.state in {outbox.QUEUED, outbox.UNKNOWN}:
        return Text(
            f"Report {uuid} goes to {portal}.", f"Bericht {uuid} geht an {portal}."
        )
    at = local_time(opens, policy.timezone)
    return Text(
        f"Report {uuid} goes to {portal} when the window opens, at {at}.",
        f"Bericht {uuid} geht an {portal}, sobald das Zeitfenster beginnt: {at}.",
    )


def _reachable(context: Context, submissions: Sequence[Submission]) -> list[Submission]:
    """Return those to portals that are configured."""
    known = {portal.name for portal in context.settings.portals}
    return [item for item in submissions if item.portal in known]


def _gone(context: Context, submissions: Sequence[Submission]) -> Text | None:
    """Say which reports go nowhere, since nobody knows their portals any more."""
    reachable = _reachable(context, submissions)
    names = ", ".join(one.portal for one in submissions if one not in reachable)
    if not names:
        return None
    return Text(
        f"Nothing goes to {names}: no section [[portals]] has this name any more. Put "
        "it back to bring the report to its end.",
        f"Nichts geht an {names}: Kein Abschnitt [[portals]] heißt mehr so. Bitte "
        "wieder eintragen, um den Bericht zu Ende zu bringen.",
    )


def _nothing_to_resend(tournament_id: int, told: Sequence[Text]) -> Text:
    """Say why nothing is sent again: what the newest report of each portal does."""
    if not told:
        return Text(
            f"Tournament {tournament_id} has no report to send again. What it waits "
            f"for: syncd why {tournament_id}",
            f"Zu Turnier {tournament_id} gibt es keinen Bericht, der noch einmal zu "
            f"senden wäre. Worauf es wartet: syncd why {tournament_id}",
        )
    return Text(
        "Only what was refused, given up or has no answer is sent again. "
        + " ".join(text.en for text in told),
        "Noch einmal gesendet wird nur, was abgelehnt oder aufgegeben wurde oder ohne "
        "Antwort blieb. " + " ".join(text.de for text in told),
    )


def _not_ready(why: Text) -> Text:
    return Text(
        f"Nothing is sent again while the tournament is not ready: {why.en}",
        f"Nichts wird noch einmal gesendet, solange das Turnier nicht fertig ist: "
        f"{why.de}",
    )


APPROVABLE: Final = frozenset(
    {outbox.DRAFTED, *outbox.STAGED, outbox.REJECTED, outbox.QUEUED}
)
"""States in which a person's word lets a report go."""
_RESENDABLE: Final = frozenset({outbox.REJECTED, outbox.DEAD, outbox.UNKNOWN})
