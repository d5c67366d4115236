"""What a send says of its portal, kept for all workers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.pipeline.sending.verdict import Blame, blame_of, wait_s
from syncd.store import breakers
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    import datetime as dt

    from syncd.errors import RemoteError
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session


def tell_breakers(
    context: Context,
    session: Session,
    keys: tuple[str, str],
    result: Receipt | RemoteError,
    now: dt.datetime,
) -> None:
    """Tell the breakers what an answer, or none, says of host and portal.

    Args:
        context: the outside world.
        session: an open write transaction.
        keys: of the breakers of the host and of the portal itself.
        result: what came of a send.
        now: aware UTC time.
    """
    blame, (host, key) = blame_of(result), keys
    if blame in {Blame.NONE, Blame.PORTAL}:
        breakers.note_success(session, host)
    if blame is Blame.NONE or isinstance(result, Receipt):
        breakers.note_success(session, key)
        return
    jitter, retry = context.jitter(), context.settings.retry
    breakers.note_failure(
        session, key if blame is Blame.PORTAL else host, now, result.text,
        lambda count: wait_s(count, retry, jitter, result),
        at_once=blame is Blame.AT_ONCE,
    )  # fmt: skip
