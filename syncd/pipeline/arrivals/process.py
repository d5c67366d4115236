"""Processing an arrival: claim, decode, take over, and one commit at the end.

Between the claim and that commit there is no transaction. Whatever the bytes are, the
arrival ends in a state with a reason.
"""

from __future__ import annotations

import datetime as dt
import logging
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import (
    FormatError,
    LeaseLostError,
    StoreError,
)
from syncd.model.findings import Finding, Severity
from syncd.pipeline.arrivals.reading import read_export
from syncd.pipeline.arrivals.takeover import take_over
from syncd.pipeline.arrivals.work import Work
from syncd.store import deliveries, inbox
from syncd.store.events import save_event
from syncd.store.inbox import Arrival, Outcome
from syncd.store.revisions import TournamentKey
from syncd.sync.identity import games_key, identity_key

if TYPE_CHECKING:
    from syncd.pipeline.context import Context

log = logging.getLogger(__name__)

BUSY_WAIT_S: Final = 2.0
"""How long an arrival waits when the store was busy."""


def process_next(context: Context, arrival_id: int, now: dt.datetime) -> str | None:
    """Process one arrival if it is due and free.

    Returns:
        The arrival's state afterwards, None if there was nothing to do.

    Raises:
        StoreError: the store failed; the arrival is due again by itself.
    """
    with context.store.write("process.claimed") as session:
        arrival = inbox.claim_arrival(
            session, arrival_id, context.owner, now, context.settings.workers.lease_s
        )
    if arrival is None:
        return None
    try:
        outcome = _outcome(context, arrival, now)
    except LeaseLostError:
        log.info("lease lost", extra={"arrival_id": arrival_id})
        return None
    except StoreError:
        later = now + dt.timedelta(seconds=BUSY_WAIT_S)
        with context.store.write("process.postponed") as session:
            inbox.postpone_arrival(session, arrival.id, context.owner, later)
        raise
    if outcome is not None:
        _finish(context, arrival, outcome, now)
    return _state_of(context, arrival_id)


def _outcome(context: Context, arrival: Arrival, now: dt.datetime) -> Outcome | None:
    """Do the work; an outcome still to be stored, or None if it is stored already."""
    if arrival.tries > context.settings.workers.max_crashes:
        return Outcome(inbox.QUARANTINED, _crashed(arrival.tries - 1))
    try:
        work = read_work(context, arrival)
        if isinstance(work, Outcome):
            return work
        return take_over(context, work, now)
    except FormatError as exc:
        return Outcome(inbox.QUARANTINED, exc.text, (_as_finding(exc),))


def read_work(context: Context, arrival: Arrival) -> Work | Outcome:
    """Decode the bytes and find out which tournament they are.

    Raises:
        FormatError: they cannot be read.
    """
    with context.store.read() as session:
        data = inbox.load_bytes(session, arrival.sha256)
        is_echo = deliveries.load_owner_of(session, arrival.sha256) is not None
    if is_echo:
        return Outcome(inbox.UNCHANGED, _ECHO)
    export = read_export(data, context.settings.limits)
    if isinstance(export, Outcome):
        return export
    reading = export.reading
    identity = identity_key(reading.tournament)
    if identity is None:
        return Outcome(inbox.WAITING, _NO_KEY, reading.findings)
    key = TournamentKey(
        arrival.source_id,
        identity.folded_name,
        identity.start_key,
        identity.is_team,
    )
    return Work(
        arrival, export.form, reading, key, games_key(reading.tournament),
        passport=export.passport, said=export.said,
    )  # fmt: skip


def _finish(
    context: Context, arrival: Arrival, outcome: Outcome, now: dt.datetime
) -> None:
    with context.store.write("process.finished") as session:
        inbox.finish_arrival(session, arrival.id, context.owner, outcome, now)
        save_event(
            session, f"arrival.{outcome.state}", _plain(outcome), now,
            tournament_id=outcome.tournament_id, arrival_id=arrival.id,
        )  # fmt: skip
    log.info(
        "arrival finished", extra={"arrival_id": arrival.id, "state": outcome.state}
    )


def _plain(outcome: Outcome) -> Text:
    """Return the outcome's note without values from the file."""
    codes = ", ".join(sorted({item.code for item in outcome.findings}))
    suffix = f" ({codes})" if codes else ""
    return Text(f"{outcome.state}{suffix}", f"{outcome.state}{suffix}")


def _state_of(context: Context, arrival_id: int) -> str:
    with context.store.read() as session:
        return inbox.load_state(session, arrival_id)


def _as_finding(exc: FormatError) -> Finding:
    return Finding(
        "file.unreadable", Severity.ERROR, exc.text,
        line=exc.line, column=exc.column, value=exc.value,
    )  # fmt: skip


def _crashed(times: int) -> Text:
    return Text(
        f"The worker died {times} times over this file; it is set aside.",
        f"Bei dieser Datei ist der Worker {times}-mal abgestürzt; sie ist "
        "beiseitegelegt.",
    )


_NO_KEY: Final = Text(
    "The export has no tournament name (012) or no start date (042), so nobody can say "
    "which tournament it is. Enter them in CLM and export again.",
    "Im Export fehlt der Turniername (012) oder das Startdatum (042); so ist nicht zu "
    "sagen, welches Turnier es ist. Bitte in CLM eintragen und neu exportieren.",
)
_ECHO: Final = Text(
    "This is a file that syncd itself has passed on. It says nothing new and is left "
    "alone.",
    "Das ist eine Datei, die syncd selbst weitergegeben hat. Sie sagt nichts Neues und "
    "bleibt unbeachtet.",
)
