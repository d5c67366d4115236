"""What a changed portal section means: the host is tried at once, not hours later.

Somebody who has corrected an address or a password waits to see whether it works. What
was found out about the host under the old section counts no longer.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.store import breakers, due, events

if TYPE_CHECKING:
    import datetime as dt

    from syncd.pipeline.context import Context
    from syncd.settings import PortalSettings

KIND: Final = "portals"
_ROUNDS: Final = 20_000
"""A section can hold a password, and its hash lies in the store."""


def follow_portals(context: Context, now: dt.datetime) -> list[str]:
    """Let reports go again to portals whose sections have changed.

    Returns:
        The names of these portals.
    """
    seals = {item.name: _seal(item) for item in context.settings.portals}
    text = Text(*[" ".join(seals.values())] * 2)
    with context.store.write("start.portals") as session:
        before = events.newest_text(session, KIND)
        if before == text:
            return []
        events.save_event(session, KIND, text, now)
        known = set(before.en.split()) if before else set(seals.values())
        changed = [
            item for item in context.settings.portals if seals[item.name] not in known
        ]
        for item in changed:
            for key in keys_of(context, item):
                breakers.note_success(session, key)
            due.hasten_portal(session, item.name, now)
    return [item.name for item in changed]


def keys_of(context: Context, portal: PortalSettings) -> tuple[str, ...]:
    """Return the keys of a portal's breakers, none if the portal cannot be opened."""
    try:
        host = context.open_portal(portal).host
    except ConfigError:
        return ()
    return host, breakers.key_of_portal(host, portal.name)


def _seal(portal: PortalSettings) -> str:
    """Return what changes with anything in the section."""
    section = portal.model_dump_json().encode()
    salt = portal.name.encode()
    return hashlib.pbkdf2_hmac("sha256", section, salt, _ROUNDS).hex()[:16]
