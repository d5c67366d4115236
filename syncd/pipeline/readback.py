"""Asking portals what became of reports, and recording it.

Asked outside of any transaction; recorded in one. A portal that cannot be asked is
left alone until the next run and keeps no other from being asked. What differs names
persons, so it stands in the report's note for people, never in a log or the journal.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import RemoteError, StoreError
from syncd.pipeline.firstlook import look, organiser_vkz
from syncd.pipeline.portalsearch import find_sent
from syncd.pipeline.substance import read_report
from syncd.rating.readback import read_back
from syncd.store import outbox, readback

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from syncd.pipeline.context import Context
    from syncd.rating.readback import ReadBack
    from syncd.settings import PortalSettings
    from syncd.submit.lookup import Lookup

log = logging.getLogger(__name__)


def read_back_scheduled(
    context: Context, clock: Callable[[], dt.datetime], progress: Callable[[int], None]
) -> Text:
    """Do what `read_back_due` does, for a schedule; return what was done."""
    count = read_back_due(context, clock, progress)
    return Text(f"Reports read back: {count}.", f"Berichte nachgesehen: {count}.")


def read_back_due(
    context: Context,
    clock: Callable[[], dt.datetime],
    progress: Callable[[int], None] = lambda _: None,
) -> int:
    """Ask every portal what became of the reports that it has.

    Before a first report, it is also looked whether the tournament is there already.

    Args:
        context: the outside world.
        clock: tells the aware UTC time.
        progress: told after every report how many bytes it had.

    Returns:
        How many reports were looked at.

    Raises:
        StoreError: the store failed.
        RemoteError: a portal could not be asked; all others were.
    """
    count, errors = 0, []
    for portal in portals_to_ask(context):
        try:
            count += _read_portal(context, portal, clock, progress)
        except RemoteError as exc:
            log.warning(
                "read-back failed",
                extra={"portal": portal.name, "why": type(exc).__name__},
            )
            errors.append(exc)
    if errors:
        raise errors[0]
    return count


def portals_to_ask(context: Context) -> list[PortalSettings]:
    """Return the portals whose reading interface is configured."""
    if context.open_lookup is None:
        return []
    return [item for item in context.settings.portals if item.lookup.url]


def open_lookup(context: Context, portal: PortalSettings) -> Lookup | None:
    """Return the way to a portal's reading interface, None if it has none.

    Raises:
        ConfigError: it cannot be used as configured.
    """
    if context.open_lookup is None or not portal.lookup.url:
        return None
    return context.open_lookup(portal)


def _read_portal(
    context: Context,
    portal: PortalSettings,
    clock: Callable[[], dt.datetime],
    progress: Callable[[int], None],
) -> int:
    lookup = open_lookup(context, portal)
    if lookup is None:
        return 0
    with context.store.read() as session:
        sent = readback.due_readbacks(session, [portal.name], clock())
        unsent = readback.due_first_looks(session, [portal.name], clock())
    for submission_id in sent:
        read_one(context, lookup, submission_id, clock)
        progress(1)
    for submission_id in unsent:
        look(context, lookup, submission_id, clock)
        progress(1)
    return len(sent) + len(unsent)


def read_one(
    context: Context,
    lookup: Lookup,
    submission_id: int,
    clock: Callable[[], dt.datetime],
) -> ReadBack:
    """Ask what became of one report, and record it.

    Raises:
        RemoteError: the portal cannot be asked now.
        StoreError: the store failed.
    """
    with context.store.read() as session:
        sent = readback.load_sent(session, submission_id)
    payload = read_report(sent.data).payload
    vkz = organiser_vkz(context, sent)
    back = read_back(payload, find_sent(lookup, payload, sent.uuid, vkz))
    state = _FOLLOWS.get(back.outcome, sent.state)
    try:
        with context.store.write("readback.stored") as session:
            readback.save_read(
                session, sent, state, back.text, _SAID[back.outcome], clock()
            )
    except StoreError:
        log.info("read-back repeated later", extra={"submission_id": submission_id})
        raise
    if state != sent.state:
        context.wake.tournament(sent.tournament_id)
    log.info(
        "report read back",
        extra={"submission_id": submission_id, "outcome": back.outcome},
    )
    return back


_FOLLOWS: Final = {"equal": outbox.RATED, "differs": outbox.DIFFERS}
"""What is not rated, or gone for the moment, changes no state."""
_SAID: Final = {
    "not_found": Text("Not shown by the portal.", "Das Portal zeigt es nicht."),
    "not_rated": Text("Not rated yet.", "Noch nicht ausgewertet."),
    "equal": Text("Rated as it was sent.", "Ausgewertet wie gesendet."),
    "differs": Text("Not rated as it was sent.", "Nicht wie gesendet ausgewertet."),
}
