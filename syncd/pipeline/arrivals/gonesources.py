"""Sources that are no longer configured although their tournaments are recent.

Nothing of them is sent any more, not even a correction. Most often a source was
renamed: then its exports make new tournaments (`syncd.pipeline.judging.twins`).
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.store import readmodels

if TYPE_CHECKING:
    from syncd.settings import Settings
    from syncd.store.engine import Store

MATTERS_FOR: Final = dt.timedelta(days=365)
"""A rating is corrected within a year (Wertungsordnung 6.2)."""


def gone_sources(store: Store, settings: Settings, now: dt.datetime) -> list[Text]:
    """Return one sentence per source that is gone and whose tournaments still matter.

    Args:
        store: the open store.
        settings: the settings in force.
        now: aware UTC time.
    """
    known = {source.name for source in settings.sources}
    with store.read() as session:
        counts = readmodels.count_by_source(session, now - MATTERS_FOR)
    return [_gone(name, count) for name, count in counts if name not in known]


def _gone(name: str, count: int) -> Text:
    return Text(
        f"The source {name} is no longer configured; tournaments of the last year: "
        f"{count}. Nothing of them is sent any more. If it was renamed, give it its "
        "old name back.",
        f"Die Quelle {name} ist nicht mehr eingerichtet; Turniere des letzten Jahres: "
        f"{count}. Von ihnen wird nichts mehr gesendet. Wurde sie umbenannt, ihr bitte "
        "den alten Namen wiedergeben.",
    )
