"""What a changed section of a portal or peer means: it is tried at once.

Somebody who has corrected an address or a password waits to see whether it works. What
was found out about the host under the old section counts no longer. A peer that is new,
or gets something else from now on, gets it for all tournaments.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.pipeline.delivering.deliver import keys_of as keys_of_peer
from syncd.store import breakers, delivery_claims, due, events, rechecks

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from syncd.pipeline.context import Context
    from syncd.settings import PeerSettings, PortalSettings
    from syncd.store.engine import Session

KIND: Final = "portals"
_ROUNDS: Final = 20_000
"""A section can hold a password, and its hash lies in the store."""


def follow_portals(context: Context, now: dt.datetime) -> list[str]:
    """Let reports and files go again where a section has changed.

    Returns:
        The names of these portals, then of these peers.
    """
    portals, peers = context.settings.portals, context.settings.peers
    seals = {("portal", item.name): _seal(item, item.name) for item in portals}
    seals |= {("peer", item.name): _seal(item, f"peer {item.name}") for item in peers}
    text = Text(*[" ".join(seals.values())] * 2)
    with context.store.write("start.portals") as session:
        before = events.newest_text(session, KIND)
        if before == text:
            return []
        events.save_event(session, KIND, text, now)
        known = set(before.en.split()) if before else set(seals.values())
        mended = [one for one in peers if seals["peer", one.name] not in known]
        if mended:  # tournaments are locked before hosts: see syncd.store.locking
            rechecks.recheck_all(session, now)
        changed = [one for one in portals if seals["portal", one.name] not in known]
        for item in changed:
            for key in keys_of(context, item):
                breakers.note_success(session, key)
            due.hasten_portal(session, item.name, now)
        _hasten_peers(context, session, mended, now)
    return [*(one.name for one in changed), *(one.name for one in mended)]


def _hasten_peers(
    context: Context, session: Session, peers: Sequence[PeerSettings], now: dt.datetime
) -> None:
    for item in peers:
        with suppress(ConfigError):
            for key in keys_of_peer(context.open_peer(item)):
                breakers.note_success(session, key)
        delivery_claims.hasten_peer(session, item.name, now)


def keys_of(context: Context, portal: PortalSettings) -> tuple[str, ...]:
    """Return the keys of a portal's breakers, none if the portal cannot be opened."""
    try:
        host = context.open_portal(portal).host
    except ConfigError:
        return ()
    return host, breakers.key_of_portal(host, portal.name)


def _seal(item: PortalSettings | PeerSettings, salt: str) -> str:
    """Return what changes with anything in the section."""
    section = item.model_dump_json().encode()
    found = hashlib.pbkdf2_hmac("sha256", section, salt.encode(), _ROUNDS)
    return found.hex()[:16]
