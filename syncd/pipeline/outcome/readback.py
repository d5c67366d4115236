"""Asking portals what became of reports, and recording it.

Asked outside of any transaction; recorded in one. A portal that cannot be asked is
left alone until the next run and keeps no other from being asked. What differs names
persons, so it stands in the report's note for people, never in a log or the journal.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import RemoteError, StoreError
from syncd.formats.dwzxml.loose_report import read_report
from syncd.pipeline.sending.firstlook import FOUND, look, organiser_vkz
from syncd.pipeline.sending.portalsearch import find_sent
from syncd.rating.readback import read_back
from syncd.store import outbox, readback

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator

    from syncd.pipeline.context import Context
    from syncd.rating.readback import ReadBack
    from syncd.store.readback import Sent
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
        ConfigError: a reading interface cannot be used as configured.
        StoreError: the store failed.
        RemoteError: a portal could not be asked; all others were.
    """
    count, errors = 0, []
    for name, lookup in _lookups(context):
        try:
            count += _read_portal(context, name, lookup, clock, progress)
        except RemoteError as exc:
            extra = {"portal": name, "why": type(exc).__name__}
            log.warning("read-back failed", extra=extra)
            errors.append(exc)
    if errors:
        raise errors[0]
    return count


@dataclass(frozen=True, slots=True)
class Fate:
    """What a portal tells of a tournament, for people.

    Attributes:
        portal: its name.
        state: state of the report afterwards, empty if there is none.
        outcome: that of `ReadBack`, or `already_there`, `not_there`, `no_report`.
        text: the same in a sentence.
        uuid: the portal's own, or empty.
    """

    portal: str
    state: str
    outcome: str
    text: Text
    uuid: str = ""


def ask_now(
    context: Context, tournament_id: int, clock: Callable[[], dt.datetime]
) -> list[Fate]:
    """Ask every portal that can be read about one tournament, and record it.

    Args:
        context: the outside world.
        tournament_id: row id of the tournament.
        clock: tells the aware UTC time.

    Raises:
        ConfigError: a reading interface cannot be used as configured.
        RemoteError: a portal cannot be asked now.
        StoreError: the store failed.
    """
    return [
        _asked(context, name, lookup, tournament_id, clock)
        for name, lookup in _lookups(context)
    ]


def _asked(
    context: Context,
    portal: str,
    lookup: Lookup,
    tournament_id: int,
    clock: Callable[[], dt.datetime],
) -> Fate:
    with context.store.read() as session:
        sent = readback.newest_sent(session, tournament_id, portal)
        unsent = readback.first_unsent(session, tournament_id, portal)
    if sent is not None:
        back = read_one(context, lookup, sent, clock)
        state = _state(context, sent)
        return Fate(portal, state, back.outcome, back.text, back.uuid)
    if unsent is None:
        return Fate(portal, "", "no_report", _NO_REPORT)
    new = look(context, lookup, unsent, clock)
    state = _state(context, unsent)
    if new:
        return Fate(portal, state, "already_there", FOUND, new[0].uuid)
    return Fate(portal, state, "not_there", _NOT_THERE)


def _state(context: Context, submission_id: int) -> str:
    with context.store.read() as session:
        return readback.load_sent(session, submission_id).state


def _lookups(context: Context) -> Iterator[tuple[str, Lookup]]:
    """Give the portals whose reading interface is configured, and the way there."""
    if context.open_lookup is None:
        return
    for item in context.settings.portals:
        if item.lookup.url:
            yield item.name, context.open_lookup(item)


def _read_portal(
    context: Context,
    portal: str,
    lookup: Lookup,
    clock: Callable[[], dt.datetime],
    progress: Callable[[int], None],
) -> int:
    with context.store.read() as session:
        sent = readback.due_readbacks(session, [portal], clock())
        unsent = readback.due_first_looks(session, [portal], clock())
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
    if sent.is_restricted:
        back = replace(back, text=_SAID[back.outcome])  # without the names
    state = _FOLLOWS.get(back.outcome, sent.state)
    record(context, sent, state, back.text, _SAID[back.outcome], clock())
    log.info(
        "report read back",
        extra={"submission_id": submission_id, "outcome": back.outcome},
    )
    return back


def record(
    context: Context, sent: Sent, state: str, note: Text, said: Text, now: dt.datetime
) -> None:
    """Store what became of a report; see `syncd.store.readback.save_read`.

    Raises:
        StoreError: the store failed, or somebody else moved the report.
    """
    try:
        with context.store.write("readback.stored") as session:
            readback.save_read(session, sent, state, note, said, now)
    except StoreError:
        extra = {"submission_id": sent.submission_id}
        log.info("read-back repeated later", extra=extra)
        raise
    if state != sent.state:
        context.wake.tournament(sent.tournament_id)


_FOLLOWS: Final = {"equal": outbox.RATED, "differs": outbox.DIFFERS}
"""What is not rated, or gone for the moment, changes no state."""
_SAID: Final = {
    "not_found": Text("Not shown by the portal.", "Das Portal zeigt es nicht."),
    "not_rated": Text("Not rated yet.", "Noch nicht ausgewertet."),
    "equal": Text("Rated as it was sent.", "Ausgewertet wie gesendet."),
    "differs": Text("Not rated as it was sent.", "Nicht wie gesendet ausgewertet."),
}
_NO_REPORT: Final = Text(
    "There is no report of this tournament for this portal yet.",
    "Für dieses Portal gibt es noch keinen Bericht dieses Turniers.",
)
_NOT_THERE: Final = Text(
    "The report has not been sent, and the portal has no such tournament.",
    "Der Bericht ist nicht gesendet, und das Portal hat kein solches Turnier.",
)
