"""Claiming what leaves next: one report, or several that never had trouble.

All of it is decided and written in one transaction before anything leaves: whether the
host works and has a connection free, whether the rules still let each report go, and
whose lease it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from syncd.errors import StoreError
from syncd.pipeline.sending.firstlook import Verdict, look_first
from syncd.pipeline.sending.mishap import put_off_broken
from syncd.pipeline.sending.ours import keep_here, must_stay, why_it_stays
from syncd.store import breakers, claims, decisions, locking
from syncd.store.claims import Terms
from syncd.store.moments import lease_end
from syncd.wire.backoff import LONGEST_RETRY_AFTER_S

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Sequence

    from syncd.bilingual import Text
    from syncd.pipeline.context import Context
    from syncd.pipeline.sending.way import Way
    from syncd.store.claims import Claimable
    from syncd.store.engine import Session
    from syncd.store.sending import Sending


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a claim has come to.

    Attributes:
        sendings: what this worker now holds, in the order in which it is to leave.
        looked_at: row ids of all reports that were decided about.
        broken: reports on which the program broke, by row id; the caller puts them off
            when what is held has left.
    """

    sendings: list[Sending]
    looked_at: set[int]
    broken: dict[int, Exception] = field(default_factory=dict)


def claim_reports(
    context: Context,
    way: Way,
    list_ids: Callable[[Session], Sequence[int]],
    clock: Callable[[], dt.datetime],
) -> Claimed | None:
    """Claim reports of one portal.

    The first one is claimed if it is due and free. Others come along if none of them
    has had trouble and each is of another tournament.

    Args:
        context: the outside world.
        way: to the portal.
        list_ids: returns row ids in the outbox; asked within the transaction. On
            SQLite nobody else is in one, so no two workers list the same reports; on
            PostgreSQL that costs the slower one a look in vain.
        clock: tells the aware UTC time.

    Returns:
        What was claimed; None if nothing can be sent to this portal now, or nothing is
        listed.

    Raises:
        StoreError: the store failed; nothing was claimed.
    """
    if not way.is_searched:
        return _claimed(context, way, list_ids, clock)
    with context.store.read() as reading:
        ids = list_ids(reading)[:1]
    verdict = _looked(context, way, ids[0], clock) if ids else Verdict.BUSY
    if verdict is Verdict.GO:
        return _claimed(context, way, lambda _: ids, clock)
    return None if verdict is Verdict.BUSY else Claimed([], set(ids))


def _claimed(
    context: Context,
    way: Way,
    list_ids: Callable[[Session], Sequence[int]],
    clock: Callable[[], dt.datetime],
) -> Claimed | None:
    broken = dict[int, Exception]()
    with context.store.write("submit.claimed") as session:
        now = clock()
        ids = list_ids(session)
        locking.lock_tournaments_of(session, ids)
        found = way.open_breakers(session, now) if ids else None
        if found is None:
            return None
        is_probe = any(one.is_tripped for one in found)
        if is_probe or not way.goes_together or _max_crashes(context) == 1:
            ids = ids[:1]
        chosen = _chosen(session, ids, now)
        judged = _judged(context, session, chosen, broken)
        sendings = _taken(session, judged, now, _terms(context, way))
        if sendings:
            until = lease_end(now, lease_s(context))
            breakers.take_probes(session, found, until)
    return Claimed(sendings, {ids[0], *(one.number for one in chosen)}, broken)


def lease_s(context: Context) -> float:
    """Return how long a send may take: the slowest portal's limit and some room.

    A day at most: a longer lease would be taken for that of a wrong clock.
    """
    return min(context.settings.send_lease_s, LONGEST_RETRY_AFTER_S)


def _looked(
    context: Context,
    way: Way,
    submission_id: int,
    clock: Callable[[], dt.datetime],
) -> Verdict:
    """Return whether a report that is due may be claimed; else it was put off."""
    try:
        if must_stay(context, submission_id):
            return Verdict.GO  # nothing to search for: the claim puts it off
        return look_first(
            context, submission_id, clock,
            lambda session, now: way.open_breakers(session, now) is not None,
        )  # fmt: skip
    except StoreError:
        raise
    except Exception as exc:  # noqa: BLE001 - logged and counted there
        put_off_broken(context, submission_id, exc, clock())
        return Verdict.WAIT


def _chosen(session: Session, ids: Sequence[int], now: dt.datetime) -> list[Claimable]:
    """Lock reports and return those that are due and go together, in this order."""
    rows = {one.number: one for one in claims.lock_claimable(session, ids)}
    found = [rows[one] for one in ids if one in rows and rows[one].is_due(now)]
    if not found or not found[0].is_untroubled:
        return found[:1]
    several: dict[int, Claimable] = {}
    for one in found:
        if one.is_untroubled:
            several.setdefault(one.tournament_id, one)
    return list(several.values())


def _judged(
    context: Context,
    session: Session,
    candidates: Sequence[Claimable],
    broken: dict[int, Exception],
) -> list[tuple[Claimable, Text | None]]:
    """Return each report with why it must stay; add those that break the program."""
    numbers = [one.tournament_id for one in candidates]
    values = decisions.load_all_decisions(session, numbers)
    judged = []
    for candidate, number in zip(candidates, numbers, strict=True):
        try:
            why = why_it_stays(context.settings, candidate, values[number])
        except Exception as exc:  # noqa: BLE001 - the caller logs and counts it
            broken[candidate.number] = exc
        else:
            judged.append((candidate, why))
    return judged


def _taken(
    session: Session,
    judged: Sequence[tuple[Claimable, Text | None]],
    now: dt.datetime,
    terms: Terms,
) -> list[Sending]:
    """Claim what may leave, put off what must stay."""
    for candidate, why in judged:
        if why is not None:
            keep_here(session, candidate, why, now)
    free = [candidate for candidate, why in judged if why is None]
    return claims.claim(session, free, now, terms)


def _max_crashes(context: Context) -> int:
    """Return how many workers may die of one report; by 1 all that were held died."""
    return context.settings.workers.max_crashes


def _terms(context: Context, way: Way) -> Terms:
    return Terms(
        context.owner,
        lease_s(context),
        _max_crashes(context),
        can_ask=way.portal.can_ask,
        key_ttl_s=way.settings.key_ttl_s,
    )
