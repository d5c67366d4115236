"""What every use case needs: store, settings, wake-up call, ids and portals."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from syncd.submit.peers.ways import open_peer

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.settings import PeerSettings, PortalSettings, Settings
    from syncd.store.engine import Store
    from syncd.submit.lookup import Lookup
    from syncd.submit.peers.peer import Peer
    from syncd.submit.portal import Portal
    from syncd.wake import Wake


@dataclass(frozen=True, slots=True)
class Context:
    """The outside world of the use cases, handed in by the entry points.

    Attributes:
        store: the open store.
        settings: the settings of this daemon.
        wake: announces rows after the commit.
        owner: names this process in leases, unique per process.
        new_uuid: makes a random UUID (version 4) as text.
        jitter: returns a number in 0..1 for the waiting times.
        sleep: waits so many seconds.
        open_peer: makes the way to a peer from its settings.
        open_portal: makes the way to a portal from its settings.
        open_lookup: makes the way to its reading interface; None = no look-ups.
        by: who gives the commands, empty for the daemon.
    """

    store: Store
    settings: Settings
    wake: Wake
    owner: str
    new_uuid: Callable[[], str]
    jitter: Callable[[], float]
    open_portal: Callable[[PortalSettings], Portal]
    open_lookup: Callable[[PortalSettings], Lookup] | None = None
    sleep: Callable[[float], None] = time.sleep
    open_peer: Callable[[PeerSettings], Peer] = open_peer
    by: str = ""
