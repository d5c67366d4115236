"""How exchanges with a portal ended, committed for one or several reports at once."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.pipeline.sending.blaming import tell_breakers
from syncd.pipeline.sending.claiming import lease_s
from syncd.pipeline.sending.persisting import persisting
from syncd.pipeline.sending.sentwords import sent_text
from syncd.store import outbox, revisions, sending
from syncd.store.events import save_event
from syncd.store.sending import Ending, PortalReceipt
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Mapping, Sequence

    from syncd.errors import RemoteError
    from syncd.pipeline.context import Context
    from syncd.pipeline.sending.way import Way
    from syncd.store.engine import Session
    from syncd.store.sending import Sending

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ended:
    """One exchange that is over.

    Attributes:
        held: what was sent or asked.
        ending: what follows for the report.
        result: what the portal or the network said.
    """

    held: Sending
    ending: Ending
    result: Receipt | RemoteError


def save_endings(
    context: Context,
    way: Way,
    ended: Sequence[Ended],
    unsent: Sequence[Sending],
    clock: Callable[[], dt.datetime],
) -> dict[int, str]:
    """Commit how exchanges ended, and have the tournaments looked at again.

    Args:
        context: the outside world.
        way: to the portal.
        ended: in the order in which they ended; only the last one can be a failure
            that says something of the portal.
        unsent: what was claimed along with them and never left; it is free again.
        clock: tells the aware UTC time.

    Returns:
        The states that follow for what has ended, by the row id in the outbox.

    Raises:
        StoreError: the store failed all the time.
    """
    if not ended and not unsent:
        return {}

    def commit() -> dict[int, str]:
        with context.store.write("submit.finished") as session:
            return _save(context, session, way, ended, unsent, clock())

    states = persisting(context, clock, lease_s(context), commit)
    _announce(context, ended, states)
    return states


def _save(
    context: Context,
    session: Session,
    way: Way,
    ended: Sequence[Ended],
    unsent: Sequence[Sending],
    now: dt.datetime,
) -> dict[int, str]:
    # The tournaments are locked first: see syncd.store.locking.
    whose = {one.held.submission.tournament_id for one in ended}
    revisions.save_rechecks(session, whose, now)
    for one in ended[-2:]:  # all before the last one say the same of the portal
        tell_breakers(context, session, way.keys, one.result, now)
    pairs = [(one.held, one.ending) for one in ended]
    pairs += [(held, _UNSENT) for held in unsent]
    states = sending.finish_attempts(session, pairs, now)
    sending.save_receipts(session, _receipts(ended), now)
    for one in ended:
        save_event(
            session, f"{one.held.kind}.{one.ending.outcome}",
            sent_text(one.held, one.ending), now,
            tournament_id=one.held.submission.tournament_id,
            submission_id=one.held.submission.id,
        )  # fmt: skip
    return {
        one.held.submission.id: state for one, state in zip(ended, states, strict=False)
    }


def _receipts(ended: Sequence[Ended]) -> dict[int, PortalReceipt]:
    return {
        one.held.submission.id: PortalReceipt(
            one.result.already_there, one.result.number, one.result.status,
            one.result.answer,
        )
        for one in ended
        if isinstance(one.result, Receipt)
    }  # fmt: skip


def _announce(
    context: Context, ended: Sequence[Ended], states: Mapping[int, str]
) -> None:
    for one in ended:
        log.info(
            "report sent" if one.held.kind == sending.SEND else "portal asked",
            extra={
                "submission_id": one.held.submission.id,
                "outcome": one.ending.outcome,
            },
        )
    submissions = [one.held.submission for one in ended]
    settled = [one.tournament_id for one in submissions if states[one.id] in _SETTLED]
    if settled:
        context.wake.tournament(*settled)


_SETTLED: Final = {outbox.ACCEPTED, outbox.DIFFERS, outbox.REJECTED, outbox.DEAD}
_UNSENT: Final = Ending(
    outbox.QUEUED, "unsent", Text("Not sent yet.", "Noch nicht gesendet."),
    has_left=False,
)  # fmt: skip
