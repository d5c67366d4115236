"""Recurring jobs in `syncd status`: when each runs next, and how it went last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from syncd.bilingual import Text
from syncd.cli.words import local_time, word
from syncd.recurrence import next_run
from syncd.store import schedules

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.settings import ScheduleSettings, Settings
    from syncd.store.engine import Session

_NOTHING = Text("–", "–")


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """One recurring job.

    Attributes:
        name: its name in the settings.
        job: what is done.
        next_utc: when it is due next; past if nothing runs that would do it.
        last: its newest run, None if there was none yet.
    """

    name: str
    job: str
    next_utc: dt.datetime
    last: schedules.RunLine | None


def load_lines(
    session: Session, settings: Settings, now: dt.datetime
) -> list[ScheduleLine]:
    """Return every configured recurring job.

    Args:
        session: an open transaction.
        settings: the settings.
        now: aware UTC time.
    """
    known = schedules.load_schedules(session)
    runs = schedules.newest_runs(session)
    return [
        ScheduleLine(
            item.name, item.job, _next(item, known.get(item.name), now),
            runs.get(item.name),
        )
        for item in settings.recurring
    ]  # fmt: skip


def _next(
    item: ScheduleSettings, known: schedules.Schedule | None, now: dt.datetime
) -> dt.datetime:
    """Return what is stored unless no daemon has seen these settings yet."""
    following = next_run(item.rule(), now)
    if known is None or known.rule != item.described():
        return following
    return min(known.next_utc, following)


def schedule_shape(item: ScheduleLine, language: Language) -> dict[str, Any]:
    """Return the JSON object of one recurring job."""
    last = item.last
    return {
        "name": item.name,
        "job": item.job,
        "next": item.next_utc.isoformat(),
        "last": last.at_utc.isoformat() if last and last.at_utc else None,
        "state": last.state if last else None,
        "reason": last.note.say(language) if last else "",
    }


def print_schedules(output: Output, items: Sequence[ScheduleLine]) -> None:
    """Print them for people; nothing if there are none."""
    if not items:
        return
    heads = (
        Text("Name", "Name"), Text("Job", "Aufgabe"), Text("Next", "Nächster Lauf"),
        Text("Last", "Letzter Lauf"), Text("State", "Zustand"), Text("Note", "Hinweis"),
    )  # fmt: skip
    output.table(
        Text("Recurring jobs", "Regelmäßige Aufgaben"),
        heads,
        [
            (item.name, word(item.job), local_time(item.next_utc), *_last(item.last))
            for item in items
        ],
    )


def _last(last: schedules.RunLine | None) -> tuple[Text, Text, Text]:
    if last is None:
        return _NOTHING, _NOTHING, _NOTHING
    at = local_time(last.at_utc) if last.at_utc else _NOTHING
    return at, word(last.state), last.note
