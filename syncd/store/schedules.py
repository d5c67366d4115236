"""Recurring jobs in SQL: when each is due next, and every run that was ever due.

A schedule's row holds the next moment at which it is due. Whoever finds that moment
past adds the run and moves the row on in one transaction; the unique key (name, due
moment) keeps a second one out, whatever the clocks of the hosts say. A run is `due`,
`running` under a lease, `done` or `failed`. While a run waits for its next try, its
lease belongs to nobody and ends when it may be tried again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy.orm import aliased
from sqlmodel import and_, col, delete, exists, func, not_, or_, select, update

from syncd.bilingual import Text
from syncd.errors import LeaseLostError
from syncd.store.moments import has_come, is_over, lease_end
from syncd.store.rows import insert_missing, row_id
from syncd.store.tables import ScheduleRow, ScheduleRunRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection

    from sqlalchemy import ColumnElement
    from sqlmodel import Session
    from sqlmodel.sql.expression import SelectOfScalar

DUE: Final = "due"
RUNNING: Final = "running"
DONE: Final = "done"
FAILED: Final = "failed"
_OPEN: Final = (DUE, RUNNING)


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a recurring job is due next.

    Attributes:
        name: its name in the settings.
        rule: the settings it was computed from, in one line.
        next_utc: the next due moment.
    """

    name: str
    rule: str
    next_utc: dt.datetime


@dataclass(frozen=True, slots=True)
class Run:
    """A run that this worker holds under a lease.

    Attributes:
        id: row id.
        name: of its schedule.
        due_utc: when it was due.
        tries: how often work on it has begun, this time included.
        has_crashed: whether the try before ended without an ending.
    """

    id: int
    name: str
    due_utc: dt.datetime
    tries: int
    has_crashed: bool


@dataclass(frozen=True, slots=True)
class RunLine:
    """The newest run of a schedule, for people.

    Attributes:
        name: of its schedule.
        state: one of the four.
        at_utc: when it ended, else when it was begun last; None if it was not yet.
        note: how it ended, or why it is tried again.
    """

    name: str
    state: str
    at_utc: dt.datetime | None
    note: Text


def load_schedules(session: Session) -> dict[str, Schedule]:
    """Return all schedules by name."""
    rows = session.exec(select(ScheduleRow)).all()
    return {row.name: _schedule(row) for row in rows}


def lock_schedule(session: Session, name: str) -> Schedule | None:
    """Return a schedule and keep others from changing it; None if there is none."""
    query = select(ScheduleRow).where(ScheduleRow.name == name).with_for_update()
    row = session.exec(query).one_or_none()
    return _schedule(row) if row else None


def save_schedule(session: Session, schedule: Schedule) -> None:
    """Store when a job is due next; who adds a new one second changes nothing."""
    values = {"rule": schedule.rule, "next_utc": schedule.next_utc}
    if not insert_missing(session, ScheduleRow, name=schedule.name, **values):
        session.exec(
            update(ScheduleRow)
            .where(col(ScheduleRow.name) == schedule.name)
            .values(**values)
        )


def delete_schedules(session: Session, names: Collection[str]) -> None:
    """Delete schedules that are no longer configured; their runs stay."""
    session.exec(delete(ScheduleRow).where(col(ScheduleRow.name).in_(names)))


def add_run(session: Session, name: str, due_utc: dt.datetime) -> bool:
    """Add a due run; False if it was added before, by whomever."""
    return insert_missing(
        session, ScheduleRunRow, name=name, due_utc=due_utc, state=DUE, tries=0,
        lease_owner="", note_en="", note_de="",
    )  # fmt: skip


def close_older(
    session: Session, name: str, due_utc: dt.datetime, note: Text, now: dt.datetime
) -> None:
    """Give up runs that were due earlier and that nobody works on.

    What was said of them stays; `note` stands where nothing was.
    """
    rows = session.exec(
        select(ScheduleRunRow)
        .where(
            ScheduleRunRow.name == name,
            ScheduleRunRow.due_utc < due_utc,
            col(ScheduleRunRow.state).in_(_OPEN),
            or_(
                col(ScheduleRunRow.lease_owner) == "",
                is_over(col(ScheduleRunRow.lease_until_utc), now),
            ),
        )
        .with_for_update()
    ).all()
    for row in rows:
        row.state, row.finished_utc, row.lease_until_utc = FAILED, now, None
        row.note_en, row.note_de = row.note_en or note.en, row.note_de or note.de
        session.add(row)


def due_runs(session: Session, now: dt.datetime, limit: int) -> list[int]:
    """Return ids of runs to work on, longest due first."""
    ids = session.exec(
        select(ScheduleRunRow.id)
        .where(_free(now))
        .order_by(col(ScheduleRunRow.due_utc), col(ScheduleRunRow.id))
        .limit(limit)
    ).all()
    return [row_id(item) for item in ids]


def claim_run(
    session: Session, run_id: int, owner: str, now: dt.datetime, lease_s: float
) -> Run | None:
    """Take the lease and count the try.

    Returns:
        The run; None if it is not due, somebody has it, or another run of the same
        schedule is being worked on.
    """
    name = session.exec(
        select(ScheduleRunRow.name).where(ScheduleRunRow.id == run_id)
    ).one_or_none()
    if name is None:
        return None
    # Else two who claim two runs of one schedule at once would not see each other.
    lock_schedule(session, name)
    row = session.exec(
        select(ScheduleRunRow)
        .where(ScheduleRunRow.id == run_id, _free(now))
        .with_for_update()
    ).one_or_none()
    if row is None:
        return None
    has_crashed = row.state == RUNNING
    row.state, row.tries, row.started_utc = RUNNING, row.tries + 1, now
    row.lease_owner = owner
    row.lease_until_utc = lease_end(now, lease_s)
    session.add(row)
    return Run(run_id, row.name, row.due_utc, row.tries, has_crashed)


def name_of_run(session: Session, run_id: int) -> str:
    """Return the name of a run's schedule, empty if there is no such run."""
    found = session.exec(
        select(ScheduleRunRow.name).where(ScheduleRunRow.id == run_id)
    ).first()
    return found or ""


def keep_run(
    session: Session, run: Run, owner: str, now: dt.datetime, lease_s: float
) -> None:
    """Prolong the lease of a run that takes long.

    Raises:
        LeaseLostError: another worker has taken over.
    """
    until = lease_end(now, lease_s)
    _update_leased(session, run, owner, lease_until_utc=until)


def finish_run(
    session: Session, run: Run, owner: str, *, state: str, note: Text, now: dt.datetime
) -> None:
    """Record how a run ended, `done` or `failed`.

    Raises:
        LeaseLostError: another worker has taken over.
    """
    _update_leased(
        session, run, owner, state=state, note_en=note.en, note_de=note.de,
        finished_utc=now, lease_owner="", lease_until_utc=None,
    )  # fmt: skip


def put_off_run(
    session: Session, run: Run, owner: str, again_utc: dt.datetime, note: Text
) -> None:
    """Give a run back that did not succeed; it is due again at `again_utc`.

    Raises:
        LeaseLostError: another worker has taken over.
    """
    _update_leased(
        session, run, owner, state=DUE, note_en=note.en, note_de=note.de,
        lease_owner="", lease_until_utc=again_utc,
    )  # fmt: skip


def free_runs(session: Session, prefix: str, *, refund: bool) -> int:
    """Give back the runs of a process that is known to be dead.

    Args:
        session: an open write transaction.
        prefix: begins its name and those of its workers.
        refund: whether the tries that its death ended do not count.

    Returns:
        How many runs there were.
    """
    values: dict[str, object] = {"lease_owner": "", "lease_until_utc": None}
    if refund:
        values |= {"state": DUE, "tries": ScheduleRunRow.tries - 1}
    return session.exec(
        update(ScheduleRunRow)
        .where(
            col(ScheduleRunRow.lease_owner).startswith(prefix, autoescape=True),
            col(ScheduleRunRow.state) == RUNNING,
        )
        .values(**values)
    ).rowcount


def forget_runs(session: Session, before: dt.datetime) -> None:
    """Delete runs that ended before a moment, but never the newest of a schedule."""
    session.exec(
        delete(ScheduleRunRow).where(
            col(ScheduleRunRow.finished_utc) < before,
            col(ScheduleRunRow.id).not_in(_newest_ids()),
        )
    )


def newest_runs(session: Session) -> dict[str, RunLine]:
    """Return the run of each schedule that was added last, by name."""
    rows = session.exec(
        select(ScheduleRunRow).where(col(ScheduleRunRow.id).in_(_newest_ids()))
    ).all()
    return {
        row.name: RunLine(
            row.name, row.state, row.finished_utc or row.started_utc,
            Text(row.note_en, row.note_de),
        )
        for row in rows
    }  # fmt: skip


def _newest_ids() -> SelectOfScalar[int | None]:
    """Return the query for the run of each schedule that was added last."""
    return select(func.max(ScheduleRunRow.id)).group_by(col(ScheduleRunRow.name))


def _schedule(row: ScheduleRow) -> Schedule:
    return Schedule(row.name, row.rule, row.next_utc)


def _update_leased(session: Session, run: Run, owner: str, **values: object) -> None:
    changed = session.exec(
        update(ScheduleRunRow)
        .where(
            col(ScheduleRunRow.id) == run.id,
            col(ScheduleRunRow.lease_owner) == owner,
            col(ScheduleRunRow.state) == RUNNING,
            col(ScheduleRunRow.tries) == run.tries,
        )
        .values(**values)
    ).rowcount
    if changed != 1:
        raise LeaseLostError(
            Text(
                f"The run {run.id} of {run.name} was taken over by another worker.",
                f"Den Lauf {run.id} von {run.name} hat ein anderer Worker übernommen.",
            )
        )


def _free(now: dt.datetime) -> ColumnElement[bool]:
    """Return the condition of runs that may begin now."""
    other = aliased(ScheduleRunRow)
    is_busy = exists().where(
        col(other.name) == col(ScheduleRunRow.name),
        col(other.id) != col(ScheduleRunRow.id),
        col(other.state) == RUNNING,
        not_(is_over(col(other.lease_until_utc), now)),
    )
    return and_(
        col(ScheduleRunRow.state).in_(_OPEN),
        has_come(col(ScheduleRunRow.due_utc), now),
        is_over(col(ScheduleRunRow.lease_until_utc), now),
        not_(is_busy),
    )
