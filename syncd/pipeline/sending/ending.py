"""How exchanges with a portal ended, committed for one or several reports at once."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from syncd.pipeline.sending.blaming import tell_breakers
from syncd.pipeline.sending.claiming import lease_s
from syncd.pipeline.sending.persisting import persisting
from syncd.pipeline.sending.sentwords import sent_text
from syncd.store import breakers, outbox, rechecks, sending
from syncd.store.events import save_event
from syncd.store.sending import PortalReceipt
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from syncd.errors import RemoteError
    from syncd.pipeline.context import Context
    from syncd.pipeline.sending.way import Way
    from syncd.store.engine import Session
    from syncd.store.sending import Ending, Sending

log = logging.getLogger(__name__)


RECHECKED_TOGETHER: Final = 8
"""So many tournaments one message names: several workers share those of a batch."""


@dataclass(frozen=True, slots=True)
class Ended:
    """One exchange that is over.

    Attributes:
        held: what was sent or asked.
        ending: what follows for the report.
        result: what the portal or the network said.
        at: when.
    """

    held: Sending
    ending: Ending
    result: Receipt | RemoteError
    at: dt.datetime


def save_endings(
    context: Context,
    way: Way,
    ended: Sequence[Ended],
    unsent: Sequence[Sending],
    clock: Callable[[], dt.datetime],
) -> dict[int, str]:
    """Commit how exchanges ended, and have the tournaments looked at again.

    Should that fail for all of them together, each is committed by itself, so that one
    whose answer cannot be stored costs no other its receipt.

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
    if len(ended) + len(unsent) > 1:
        try:
            return _committed(context, way, ended, unsent, clock())
        except Exception as exc:  # noqa: BLE001 - what is wrong shows one by one
            log.warning("not stored together", extra={"error": type(exc).__name__})
    states, errors = dict[int, str](), list[Exception]()
    for some, rest in _one_by_one(ended, unsent):
        commit = partial(_committed, context, way, some, rest, clock())
        try:
            states |= persisting(context, clock, lease_s(context), commit)
        except Exception as exc:  # noqa: BLE001 - the first one is raised below
            errors.append(exc)
    if errors:
        raise errors[0]
    return states


def _one_by_one(
    ended: Sequence[Ended], unsent: Sequence[Sending]
) -> Iterator[tuple[list[Ended], list[Sending]]]:
    for one in ended:
        yield [one], []
    for held in unsent:
        yield [], [held]


def _committed(
    context: Context,
    way: Way,
    ended: Sequence[Ended],
    unsent: Sequence[Sending],
    now: dt.datetime,
) -> dict[int, str]:
    with context.store.write("submit.finished") as session:
        # The tournaments are locked first, then the host: see syncd.store.locking.
        held = [*(one.held for one in ended), *unsent]
        whose = {one.submission.tournament_id for one in held}
        rechecks.save_rechecks(session, whose, now)
        for key in way.keys:
            breakers.lock_breaker(session, key, now)
        for one in ended[-2:]:  # all before the last one say the same of the portal
            tell_breakers(context, session, way.keys, one.result, one.at)
        states = _finished(session, ended)
        sending.give_back(session, unsent, now)
    _announce(context, ended, unsent, states)
    return states


def _finished(session: Session, ended: Sequence[Ended]) -> dict[int, str]:
    states = sending.finish_attempts(
        session, [(one.held, one.ending, one.at) for one in ended]
    )
    sending.save_receipts(session, _receipts(ended))
    for one in ended:
        save_event(
            session, f"{one.held.kind}.{one.ending.outcome}",
            sent_text(one.held, one.ending), one.at,
            tournament_id=one.held.submission.tournament_id,
            submission_id=one.held.submission.id,
        )  # fmt: skip
    numbers = [one.held.submission.id for one in ended]
    return dict(zip(numbers, states, strict=True))


def _receipts(ended: Sequence[Ended]) -> dict[int, PortalReceipt]:
    return {
        one.held.submission.id: PortalReceipt(
            one.at, one.result.already_there, one.result.number, one.result.status,
            one.result.answer,
        )
        for one in ended
        if isinstance(one.result, Receipt)
    }  # fmt: skip


def _announce(
    context: Context,
    ended: Sequence[Ended],
    unsent: Sequence[Sending],
    states: Mapping[int, str],
) -> None:
    for one in ended:
        log.info(
            "report sent" if one.held.kind == sending.SEND else "portal asked",
            extra={
                "submission_id": one.held.submission.id,
                "outcome": one.ending.outcome,
            },
        )
    whose = [one.submission.tournament_id for one in unsent]
    items = [one.held.submission for one in ended]
    whose += [one.tournament_id for one in items if states[one.id] in _SETTLED]
    for start in range(0, len(whose), RECHECKED_TOGETHER):
        context.wake.tournament(*whose[start : start + RECHECKED_TOGETHER])


_SETTLED: Final = {outbox.ACCEPTED, outbox.DIFFERS, outbox.REJECTED, outbox.DEAD}
