"""Giving out tokens of the HTTP interface, and ending them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from syncd.store import access

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from syncd.model.web_access import Access, NewAccess
    from syncd.pipeline.context import Context

log = logging.getLogger(__name__)


def give_access(
    context: Context,
    new: NewAccess,
    new_secret: Callable[[], str],
    now: dt.datetime,
) -> str:
    """Return a new token, which nobody can be told again.

    Args:
        context: the outside world.
        new: what it is good for.
        new_secret: makes 256 random bits as text.
        now: aware UTC time.

    Raises:
        StoreError: nothing was stored.
    """
    with context.store.write("access.given") as session:
        token = access.save_access(session, new, new_secret(), now)
    log.info("token given out", extra={"scope": new.scope, "source": new.source})
    return token


def end_access(context: Context, number: int, now: dt.datetime) -> Access:
    """End a token at once.

    Raises:
        NotFoundError: there is no such one.
        StoreError: nothing was stored.
    """
    with context.store.write("access.ended") as session:
        ended = access.revoke_access(session, number, now)
    log.info("token ended", extra={"token": number})
    return ended
