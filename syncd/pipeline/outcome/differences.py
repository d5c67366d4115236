"""Reports that differ from what a portal shows: accepted by a person, or compared anew.

People put files into the folder of a shadow portal and correct them at any time, so a
report that differed there is held against it again whenever its tournament is looked
at, at least once a day.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError, DifferenceError, RemoteError
from syncd.pipeline.outcome.readback import record
from syncd.store import decisions, outbox, readback
from syncd.submit.portal import Package

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.pipeline.context import Context
    from syncd.settings import PortalSettings
    from syncd.store.outbox import Submission

log = logging.getLogger(__name__)

AGAIN: Final = dt.timedelta(days=1)


def accepted_in(values: Mapping[str, str]) -> frozenset[str]:
    """Return the fileUUIDs of reports whose differences a person has accepted.

    Args:
        values: newest decision of each kind.
    """
    return frozenset(json.loads(values.get(decisions.DIFFERENCES) or "[]"))


def to_accept(
    context: Context, tournament_id: int, values: Mapping[str, str]
) -> tuple[str, tuple[Text, ...]]:
    """Return the decision that accepts every difference of now, and what it says."""
    with context.store.read() as session:
        submissions = outbox.load_submissions(session, tournament_id)
    newest = {
        item.portal: item for item in submissions if item.state in outbox.AT_PORTAL
    }
    known = accepted_in(values)
    found = [
        item
        for item in newest.values()
        if item.state == outbox.DIFFERS and item.file_uuid not in known
    ]
    value = json.dumps(sorted(known | {item.file_uuid for item in found}))
    return value, tuple(_accepted(item.portal) for item in found)


def _accepted(portal: str) -> Text:
    return Text(
        f"Accepted: what {portal} shows differs from the report.",
        f"Akzeptiert: Was {portal} zeigt, weicht vom Bericht ab.",
    )


def compare_anew(context: Context, tournament_id: int, now: dt.datetime) -> None:
    """Compare again what differed from what was submitted by hand.

    A folder that cannot be read is left to the next time.

    Raises:
        StoreError: the store failed, or somebody else moved the report.
    """
    shadows = [item for item in context.settings.portals if item.kind == "shadow"]
    for portal in shadows:
        with context.store.read() as session:
            made = outbox.load_submissions(session, tournament_id, portal.name)
        if made and made[-1].state == outbox.DIFFERS:
            _compare(context, portal, made[-1], now)


def _compare(
    context: Context, portal: PortalSettings, made: Submission, now: dt.datetime
) -> None:
    with context.store.read() as session:
        sent = readback.load_sent(session, made.id)
    if sent.is_restricted:  # what differs would name who was erased
        return
    try:
        way = context.open_portal(portal)
        way.ask(Package(made.file_uuid, made.tournament_uuid, sent.data))
    except DifferenceError as exc:
        if exc.text != sent.note:
            record(context, sent, outbox.DIFFERS, exc.text, _STILL, now)
    except (ConfigError, RemoteError):
        log.info("not compared anew", extra={"submission_id": made.id})
    else:
        record(context, sent, outbox.RATED, _EQUAL, _EQUAL, now)


_EQUAL: Final = Text(
    "Compared anew: it says the same as the one submitted by hand.",
    "Neu verglichen: Er sagt dasselbe wie der von Hand eingereichte.",
)
_STILL: Final = Text(
    "Compared anew; something else differs.",
    "Neu verglichen; anderes weicht ab.",
)
