"""The way to a portal: how it is configured, what sends there, and whether it is open.

How many connections a portal allows, and whether its host works at all, is looked up
in the transaction that claims a report, under the lock of the host's breaker.
"""

from __future__ import annotations

import datetime as dt
import logging
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.store import breakers, due, outbox
from syncd.submit.portal import Connecting

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from syncd.pipeline.context import Context
    from syncd.settings import PortalSettings
    from syncd.store.breakers import Breaker
    from syncd.store.engine import Session
    from syncd.submit.portal import Portal

log = logging.getLogger(__name__)

UNUSABLE_PORTAL_WAIT_S: Final = 300.0


@dataclass(frozen=True, slots=True)
class Way:
    """The way to a portal.

    Attributes:
        settings: how the portal is configured.
        portal: what sends there.
    """

    settings: PortalSettings
    portal: Portal

    @property
    def keys(self) -> tuple[str, str]:
        """Of the breakers of the host and of the portal itself."""
        host = self.portal.host
        return host, breakers.key_of_portal(host, self.settings.name)

    @property
    def is_searched(self) -> bool:
        """Whether the portal is searched before a first report leaves."""
        return bool(self.settings.lookup.url)

    @property
    def goes_together(self) -> bool:
        """Whether several reports may be claimed at once, to leave one by one.

        Only where a send is a short exchange over one connection: a letter or a file
        is never claimed before its turn. And only where the death of a worker costs
        the others nothing: all that it held may have arrived then, which a portal that
        forgets what it has, and cannot be asked, would leave to a person.
        """
        forgets = self.settings.key_ttl_s is not None and not self.portal.can_ask
        is_short = isinstance(self.portal, Connecting) and not self.is_searched
        return is_short and not forgets

    def connected(self) -> AbstractContextManager[None]:
        """Keep the connection, where there is one, within the block."""
        portal = self.portal
        return portal.connected() if isinstance(portal, Connecting) else nullcontext()

    def open_breakers(self, session: Session, now: dt.datetime) -> list[Breaker] | None:
        """Lock the breakers of host and portal; None if one or the way is shut."""
        found = breakers.lock_open(session, self.keys, now)
        if found is None:
            return None
        is_tripped = any(one.is_tripped for one in found)
        allowed = 1 if is_tripped else self.settings.connections
        is_busy = due.count_live(session, self.settings.name, now) >= allowed
        return None if is_busy else found


def find_way(context: Context, submission_id: int, now: dt.datetime) -> Way | None:
    """Return the way to a report's portal; without one all its reports are put off."""
    with context.store.read() as session:
        name = outbox.load_portal(session, submission_id)
    why = _NO_PORTAL
    for item in context.settings.portals:
        if item.name == name:
            try:
                return Way(item, context.open_portal(item))
            except ConfigError as exc:
                why = exc.text
            except Exception:
                log.exception("portal not opened", extra={"portal": name})
                why = _NOT_OPENED
    later = now + dt.timedelta(seconds=UNUSABLE_PORTAL_WAIT_S)
    with context.store.write("submit.put_off") as session:
        due.postpone_due(session, name, now, later, why)
    log.warning("portal not usable", extra={"portal": name})
    return None


_NOT_OPENED: Final = Text(
    "syncd met a fault of its own with the settings of this portal; please check them.",
    "syncd ist bei den Einstellungen dieses Portals auf einen eigenen Fehler gestoßen; "
    "bitte prüfen.",
)
_NO_PORTAL: Final = Text(
    "This portal is no longer in the configuration; the report waits.",
    "Dieses Portal steht nicht mehr in der Konfiguration; der Bericht wartet.",
)
