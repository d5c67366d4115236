"""Which portals are out of reach for the time being, by the breakers of their hosts.

A portal is opened only to learn its host, and only while some breaker is not closed:
in quiet times this costs one query. Opening reads certificates and the like, so it
happens between transactions, never within one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import ConfigError, NotFoundError
from syncd.pipeline.judging.situation import Trouble
from syncd.store import breakers, due

if TYPE_CHECKING:
    from syncd.pipeline.context import Context
    from syncd.store.breakers import Breaker


def load_troubles(context: Context) -> dict[str, Trouble]:
    """Return what is known of each portal whose host does not work."""
    tripped = tripped_portals(context)
    by_host: dict[str, list[str]] = {}
    for name, breaker in tripped.items():
        by_host.setdefault(breaker.host, []).append(name)
    if not by_host:
        return {}
    with context.store.read() as session:
        counts = {
            host: due.count_unsettled(session, names) for host, names in by_host.items()
        }
    return {
        name: Trouble(
            one.host, one.since_utc, one.open_until_utc, counts[one.host], one.note
        )
        for name, one in tripped.items()
    }


def tripped_portals(context: Context) -> dict[str, Breaker]:
    """Return the breaker of each portal that gets probes at most."""
    with context.store.read() as session:
        tripped = breakers.load_tripped(session)
    if not tripped:
        return {}
    found = {}
    for item in context.settings.portals:
        try:
            host = context.open_portal(item).host
        except ConfigError:
            continue  # sending says what is wrong with it
        for key in (breakers.key_of_portal(host, item.name), host):
            if key in tripped:
                found[item.name] = tripped[key]
    return found


def refuse_unknown(context: Context, portal: str | None) -> None:
    """Refuse the name of a portal that is not configured.

    Raises:
        NotFoundError: no portal is called so; the text names those there are.
    """
    names = [item.name for item in context.settings.portals]
    if portal is not None and portal not in names:
        raise NotFoundError(
            Text(
                f"No portal is called {portal}. Configured: {', '.join(names) or '–'}",
                f"Kein Portal heißt {portal}. Eingerichtet: {', '.join(names) or '–'}",
            )
        )
