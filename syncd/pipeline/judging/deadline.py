"""The deadline of a tournament: how urgent its missing report is, and when it stops."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.rating import wording
from syncd.rating.deadline import Deadline, deadline_of
from syncd.rating.reason import Why
from syncd.store import decisions
from syncd.store.revisions import Waiting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.model.tournament import Tournament
    from syncd.pipeline.rules.policy import Policy
    from syncd.rating.confirmed import Confirmed

STOPPED: Final = "deadline_stop"
"""Code of a tournament that is reported only if a person says so: it is too late."""

NOT_URGENT: Final = frozenset(
    {"", "rating.off", "not_ours", "first_contact", STOPPED, Why.NOT_DWZ}
)
"""What nobody is to report here, or where lateness is the reason to wait already."""


@dataclass(frozen=True, slots=True)
class Urgency:
    """How urgent a report is that no portal has.

    Attributes:
        text: one sentence, None if there is time.
        is_overdue: whether it is too late already.
        recheck_utc: when that changes, None if never.
    """

    text: Text | None = None
    is_overdue: bool = False
    recheck_utc: dt.datetime | None = None


NO_URGENCY: Final = Urgency()


def deadline(
    tournament: Tournament, confirmed: Confirmed, policy: Policy
) -> Deadline | None:
    """Return the deadline as the policy has it, None while it cannot be known."""
    return deadline_of(
        tournament,
        confirmed,
        warn_days=policy.deadline_warn_days,
        stop_days=policy.deadline_stop_days,
    )


def urgency(found: Deadline | None, policy: Policy, now: dt.datetime) -> Urgency:
    """Return how urgent a missing report is now."""
    if found is None:
        return NO_URGENCY
    today = now.astimezone(policy.timezone).date()
    day, recheck = found.next_day(today), None
    if day is not None:
        midnight = dt.datetime.combine(day, dt.time(), policy.timezone)
        recheck = midnight.astimezone(dt.UTC)
    return Urgency(found.urgency(today), found.is_overdue(today), recheck)


def urged(waiting: Waiting, urgent: Urgency) -> Waiting:
    """Return a reason to wait with how urgent it is, to be looked at when that changes.

    What is overdue needs a person, whatever it waits for.
    """
    if waiting.code in NOT_URGENT:
        return waiting
    times = [at for at in (waiting.recheck_utc, urgent.recheck_utc) if at is not None]
    return replace(
        waiting,
        urgent=urgent.text,
        needs_person=waiting.needs_person or urgent.is_overdue,
        recheck_utc=min(times, default=None),
    )


def stopped(
    found: Deadline | None,
    policy: Policy,
    values: Mapping[str, str],
    tournament_id: int,
    now: dt.datetime,
) -> Waiting | None:
    """Return that it is too late for a report by itself, if it is.

    Args:
        found: the deadline.
        policy: the rules for the tournament.
        values: the newest decisions of the tournament.
        tournament_id: for the command that releases it.
        now: aware UTC time.
    """
    today = now.astimezone(policy.timezone).date()
    if found is None or not found.is_stopped(today) or decisions.LATE in values:
        return None
    end, days = wording.day(found.end), policy.deadline_stop_days
    return Waiting(
        STOPPED,
        Text(
            f"It ended on {end.en}, more than {days} days ago, and no portal has its "
            "report. The rating officer need not take it any more: please ask there "
            f"first. Then let it go with: syncd approve {tournament_id}",
            f"Es endete am {end.de}, vor mehr als {days} Tagen, und kein Portal hat "
            "den Bericht. Der Wertungsreferent muss ihn nicht mehr annehmen: bitte "
            f"zuerst dort fragen. Dann freigeben mit: syncd approve {tournament_id}",
        ),
        needs_person=True,
        recheck_utc=None,
    )
