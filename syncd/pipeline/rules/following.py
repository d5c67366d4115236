"""What a changed configuration means for tournaments that are waiting."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.settings_policy import PolicySettings
from syncd.store import events, rechecks

if TYPE_CHECKING:
    import datetime as dt

    from syncd.pipeline.context import Context
    from syncd.settings import Settings

KIND: Final = "configuration"


def follow_configuration(context: Context, now: dt.datetime) -> bool:
    """Have all tournaments that wait looked at again if the rules have changed.

    Tournaments whose reports are all at their portals are left alone: a changed
    configuration corrects nothing.

    Returns:
        Whether the rules have changed.
    """
    digest = _digest(context.settings)
    text = Text(
        f"Rules of the configuration: {digest}.",
        f"Regeln der Konfiguration: {digest}.",
    )
    with context.store.write("start.configured") as session:
        if events.newest_text(session, KIND) == text:
            return False
        events.save_event(session, KIND, text, now)
        rechecks.recheck_all_waiting(session, now)
    return True


def _digest(settings: Settings) -> str:
    """Return a hash over everything that decides about reports."""
    keys = set(PolicySettings.model_fields)
    form = {
        "rating": settings.rating.model_dump(mode="json"),
        "sources": [
            item.model_dump(mode="json", include=keys | {"name", "timezone"})
            for item in settings.sources
        ],
        "tournaments": [item.model_dump(mode="json") for item in settings.tournaments],
        "portals": [item.name for item in settings.portals],
        "rules": settings.model_dump(mode="json", include={"rules"}),
    }
    text = json.dumps(form, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
