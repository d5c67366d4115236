"""Every recurring job: those of the settings, and one per source that is downloaded.

Each source has a schedule of its own, so that one which hangs delays no other. A source
that no schedule names is asked every hour, in a minute that its name decides: many
sources on one server do not ask it together.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from syncd.settings_sections import ScheduleSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.settings_sections import SourceSettings

_LONGEST_NAME: Final = 64
"""Characters that the store holds."""
_DIGITS: Final = 8


def all_schedules(
    schedules: Sequence[ScheduleSettings], sources: Sequence[SourceSettings]
) -> tuple[ScheduleSettings, ...]:
    """Return the configured jobs, and an hourly pull of whoever has none.

    Args:
        schedules: as configured; a pull of all sources becomes one for each.
        sources: as configured.
    """
    pulls = [item for item in schedules if item.job == "pull"]
    named = {item.source for item in pulls}
    others = [one for one in sources if one.pull and one.name not in named]
    found: list[ScheduleSettings] = []
    for item in schedules:
        is_general = item.job == "pull" and not item.source
        found += [_of_source(item, one) for one in others] if is_general else [item]
    if "" not in named:
        found += [_of_source(_hourly(one), one) for one in others]
    return tuple(found)


def _hourly(source: SourceSettings) -> ScheduleSettings:
    minute = int.from_bytes(_hash(source.name)) % 60
    return ScheduleSettings(
        job="pull", cron=f"{minute} * * * *", timezone=source.timezone, name="pull"
    )


def _of_source(item: ScheduleSettings, source: SourceSettings) -> ScheduleSettings:
    """Return the schedule for one source; no configured name has a colon."""
    name = f"{item.name}:{source.name}"
    if len(name) > _LONGEST_NAME:
        end = _hash(name).hex()[:_DIGITS]
        name = f"{name[: _LONGEST_NAME - _DIGITS - 1]}~{end}"
    return item.model_copy(update={"name": name, "source": source.name})


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
