"""Recurring jobs: adding the runs that are due, and working on one of them.

One elected process adds runs; that only one does so saves work, but nothing depends on
it (`syncd.store.schedules`). Each schedule has a transaction of its own, so a broken
one stops no other.
"""

from __future__ import annotations

import datetime as dt
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError, LeaseLostError, SyncdError
from syncd.pipeline.jobs import JOBS
from syncd.recurrence import last_runs, next_run
from syncd.store import schedules
from syncd.store.schedules import Schedule
from syncd.wire.backoff import next_delay_s

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.pipeline.context import Context
    from syncd.recurrence import Rule
    from syncd.settings import ScheduleSettings
    from syncd.store.engine import Session
    from syncd.store.schedules import Run

log = logging.getLogger(__name__)

MOST_MISSED: Final = 50
"""So many missed runs are made up under `missed = "all"`, the newest ones."""
LATE_S: Final = 300.0
"""A run that is found due so late is not missed yet: a daemon needs time to start."""
LEASES: Final = 5
"""A run that says nothing for so many times `[workers] lease_s` is taken over."""
MOST_TRIES: Final = 6
BASE_S: Final = 300.0
CAP_S: Final = 3600.0
"""Waits between the tries of one run: 5, 10, 20 … minutes, at most an hour."""
KEPT: Final = dt.timedelta(days=90)
"""How long ended runs are remembered."""


def plan_runs(context: Context, now: dt.datetime) -> int:
    """Add every run that is due, and follow changes of the configuration.

    A new or changed schedule is due at its next moment, never at once.

    Args:
        context: the outside world.
        now: aware UTC time.

    Returns:
        How many runs were added.

    Raises:
        StoreError: the store failed; nothing is lost.
    """
    with context.store.read() as session:
        known = schedules.load_schedules(session)
    _forget_removed(context, known, now)
    count = 0
    for item in context.settings.recurring:
        try:
            count += _plan_one(context, item, known.get(item.name), now)
        except Exception:
            log.exception("schedule failed", extra={"schedule": item.name})
    return count


def is_download(context: Context, run_id: int) -> bool:
    """Return whether a run is one that mostly waits for other servers."""
    with context.store.read() as session:
        item = context.settings.schedule(schedules.name_of_run(session, run_id))
    return item is not None and item.job == "pull"


def run_next(
    context: Context, run_id: int, clock: Callable[[], dt.datetime]
) -> str | None:
    """Do the job of one run if it is due and free.

    Args:
        context: the outside world.
        run_id: row id.
        clock: tells the aware UTC time; a job takes time.

    Returns:
        The run's state afterwards, None if there was nothing to do or another worker
        has taken over meanwhile.

    Raises:
        StoreError: the store failed; the run is due again by itself.
    """
    with context.store.write("schedule.claimed") as session:
        run = schedules.claim_run(
            session, run_id, context.owner, clock(), _lease_s(context)
        )  # fmt: skip
    if run is None:
        return None
    try:
        ending = _ending(context, run, clock)
        _finish(context, run, ending, clock())
    except LeaseLostError:
        log.info("lease lost", extra={"run_id": run_id})
        return None
    log.info("scheduled run ended", extra={"schedule": run.name, "state": ending.state})
    return ending.state


def _lease_s(context: Context) -> float:
    """Return how long a run may say nothing; a job is longer than other steps."""
    return LEASES * context.settings.workers.lease_s


def _forget_removed(
    context: Context, known: dict[str, Schedule], now: dt.datetime
) -> None:
    """Delete schedules that are no longer configured and give up their open runs."""
    removed = known.keys() - {item.name for item in context.settings.recurring}
    if removed:
        with context.store.write("schedule.removed") as session:
            schedules.delete_schedules(session, removed)
            for name in removed:
                schedules.close_older(session, name, now, _REMOVED, now)


def _plan_one(
    context: Context,
    item: ScheduleSettings,
    known: Schedule | None,
    now: dt.datetime,
) -> int:
    """Bring one schedule up to date; return how many runs were added."""
    rule = item.rule()
    wanted = Schedule(item.name, item.described(), next_run(rule, now))
    if known == wanted:
        return 0
    with context.store.write("schedule.planned") as session:
        stored = schedules.lock_schedule(session, item.name)
        # A next moment that lies further away than the rule says was stored before
        # the clock was put back; runs that took place have their keys.
        schedules.save_schedule(session, wanted)
        if stored is None or stored.rule != wanted.rule or stored.next_utc > now:
            return 0
        return _add_runs(session, item, rule, stored.next_utc, now)


def _add_runs(
    session: Session,
    item: ScheduleSettings,
    rule: Rule,
    since: dt.datetime,
    now: dt.datetime,
) -> int:
    """Add the runs that were due from `since` until now, as far as they are wanted."""
    most = MOST_MISSED if item.missed == "all" else 1
    due = last_runs(rule, since, now, most)
    if item.missed == "skip":
        due = [moment for moment in due if (now - moment).total_seconds() <= LATE_S]
    if due and item.missed != "all":
        schedules.close_older(session, item.name, due[0], _OVERTAKEN, now)
    schedules.forget_runs(session, now - KEPT)
    return sum(schedules.add_run(session, item.name, moment) for moment in due)


@dataclass(frozen=True, slots=True)
class _Ending:
    """How one try ended; `again_s` is when it is tried again, in seconds."""

    state: str
    note: Text
    again_s: float = 0.0


def _ending(
    context: Context, run: Run, clock: Callable[[], dt.datetime]
) -> _Ending:  # fmt: skip
    """Do the job and say how it ended.

    Raises:
        LeaseLostError: another worker has taken over.
    """
    if run.has_crashed and run.tries > context.settings.workers.max_crashes:
        return _Ending(schedules.FAILED, _crashed(run.tries - 1))
    item = context.settings.schedule(run.name)
    if item is None:
        return _failed(context, run, _UNKNOWN)
    try:
        note = _work(context, item, clock, _Keeper(context, run, clock))
    except LeaseLostError:
        raise
    except ConfigError as exc:
        return _Ending(schedules.FAILED, exc.text)
    except SyncdError as exc:
        return _failed(context, run, exc.text)
    return _Ending(schedules.DONE, note)


def _work(
    context: Context,
    item: ScheduleSettings,
    clock: Callable[[], dt.datetime],
    keeper: _Keeper,
) -> Text:
    """Do the job, for one source where it is that of one."""
    chosen = {"source": item.source} if item.source else {}
    return JOBS[item.job](context, clock, keeper, **chosen)


def _failed(context: Context, run: Run, why: Text) -> _Ending:
    """Say when the run is tried again, if it is."""
    if run.tries >= MOST_TRIES:
        return _Ending(schedules.FAILED, why)
    wait_s = next_delay_s(
        run.tries, base_s=BASE_S, cap_s=CAP_S, jitter=context.jitter()
    )
    return _Ending(schedules.DUE, why, wait_s)


def _finish(context: Context, run: Run, ending: _Ending, now: dt.datetime) -> None:
    with context.store.write("schedule.finished") as session:
        if ending.state == schedules.DUE:
            again = now + dt.timedelta(seconds=ending.again_s)
            schedules.put_off_run(session, run, context.owner, again, ending.note)
        else:
            schedules.finish_run(
                session, run, context.owner,
                state=ending.state, note=ending.note, now=now,
            )  # fmt: skip


class _Keeper:
    """Prolongs the lease of a run while its job says that it goes on."""

    def __init__(
        self, context: Context, run: Run, clock: Callable[[], dt.datetime]
    ) -> None:
        self._context = context
        self._run = run
        self._clock = clock
        self._kept_utc = clock()

    def __call__(self, amount: int) -> None:
        """Note that work goes on, however much was done.

        Raises:
            LeaseLostError: another worker has taken over.
        """
        del amount
        now = self._clock()
        lease_s = _lease_s(self._context)
        if (now - self._kept_utc).total_seconds() < lease_s / 4:
            return
        self._kept_utc = now
        with self._context.store.write("schedule.kept") as session:
            schedules.keep_run(session, self._run, self._context.owner, now, lease_s)


def _crashed(times: int) -> Text:
    return Text(
        f"Begun {times} times, and the worker died over it. It is not tried again; "
        "the next run takes place as usual.",
        f"{times}-mal begonnen, und der Worker ist dabei abgestürzt. Es wird nicht "
        "noch einmal versucht; der nächste Lauf findet wie immer statt.",
    )


_OVERTAKEN: Final = Text(
    "Not done before the next run was due.",
    "Nicht erledigt, bevor der nächste Lauf fällig war.",
)
_REMOVED: Final = Text(
    "This schedule is no longer in the configuration.",
    "Dieser Zeitplan steht nicht mehr in der Konfiguration.",
)
_UNKNOWN: Final = Text(
    "The configuration of the worker does not have this schedule. Are the files of all "
    "hosts the same, and was the worker started anew?",
    "In der Konfiguration des Workers fehlt dieser Zeitplan. Sind die Dateien aller "
    "Rechner gleich, und wurde der Worker neu gestartet?",
)
