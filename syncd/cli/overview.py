"""What `syncd status` shows."""

from __future__ import annotations

import datetime as dt
import shutil
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.daemon.health import read_health
from syncd.store import inbox, readmodels

if TYPE_CHECKING:
    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.settings import Settings
    from syncd.store.engine import Store

STALE_S: Final = 60.0
"""A daemon that has not written its health file for so long counts as down."""


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything `syncd status` says.

    Attributes:
        health: what the daemon wrote last, None if it never ran.
        is_running: whether that was a moment ago.
        store: where the store is.
        free_bytes: free space where the state is kept.
        arrivals: count per state.
        oldest_waiting_s: age of the oldest arrival nobody has worked on, or None.
        tournaments: all, those for a person first.
        problems: arrivals that wait for a person or are set aside.
        reports: count of submissions per state.
    """

    health: dict[str, Any] | None
    is_running: bool
    store: str
    free_bytes: int
    arrivals: dict[str, int]
    oldest_waiting_s: float | None
    tournaments: list[readmodels.TournamentLine]
    problems: list[readmodels.ArrivalLine]
    reports: dict[str, int]

    def shape(self, language: Language) -> dict[str, Any]:
        """Return the JSON document."""
        health = self.health or {}
        return {
            "daemon": {
                "running": self.is_running,
                "pid": health.get("pid"),
                "at": health.get("at"),
                "workers": health.get("workers", []),
            },
            "broker": _said(health.get("broker"), "why", language),
            "store": {"place": self.store, "free_bytes": self.free_bytes},
            "sources": [
                _said(item, "degraded", language) for item in health.get("sources", [])
            ],
            "arrivals": self.arrivals,
            "oldest_waiting_s": self.oldest_waiting_s,
            "tournaments": [
                {
                    "id": item.id,
                    "uuid": item.uuid,
                    "name": item.name,
                    "source": item.source,
                    "revision": item.head,
                    "waits_for": item.wait_code or None,
                    "reason": item.reason.say(language),
                    "needs_person": item.needs_person,
                }
                for item in self.tournaments
            ],
            "problems": [
                {
                    "arrival": item.id,
                    "name": item.name,
                    "source": item.source,
                    "state": item.state,
                    "reason": item.note.say(language),
                }
                for item in self.problems
            ],
            "reports": self.reports,
        }

    def print(self, output: Output) -> None:
        """Print it for people."""
        output.say(_daemon_text(self))
        output.say(_store_text(self))
        for item in (self.health or {}).get("sources", []):
            output.say(_source_text(item))
        output.table(
            Text("Tournaments", "Turniere"),
            (
                Text("No.", "Nr."),
                Text("Name", "Name"),
                Text("Source", "Quelle"),
                Text("Rev.", "Stand"),
                Text("Waits for", "Wartet auf"),
            ),
            (
                (item.id, item.name, item.source, item.head, _waits(item))
                for item in self.tournaments
            ),
        )
        if self.problems:
            output.table(
                Text("Files that need a person", "Dateien, die jemanden brauchen"),
                (Text("File", "Datei"), Text("State", "Zustand"), Text("Why", "Warum")),
                ((item.name, item.state, item.note) for item in self.problems),
            )


def load_overview(settings: Settings, store: Store, now: dt.datetime) -> Overview:
    """Read everything for `syncd status`.

    Args:
        settings: the settings.
        store: the open store.
        now: aware UTC time.
    """
    health = read_health(settings.state_directory)
    with store.read() as session:
        oldest = readmodels.oldest_waiting_utc(session)
        states = (inbox.WAITING, inbox.QUARANTINED)
        return Overview(
            health=health,
            is_running=_is_fresh(health, now),
            store=str(settings.state_directory / "syncd.db")
            if store.is_sqlite
            else "PostgreSQL",
            free_bytes=shutil.disk_usage(settings.state_directory).free
            if settings.state_directory.exists()
            else 0,
            arrivals=readmodels.count_arrivals(session),
            oldest_waiting_s=(now - oldest).total_seconds() if oldest else None,
            tournaments=readmodels.list_tournaments(session),
            problems=readmodels.list_arrivals(session, states),
            reports=dict(
                Counter(item.state for item in readmodels.list_reports(session))
            ),
        )


def _is_fresh(health: dict[str, Any] | None, now: dt.datetime) -> bool:
    if not health or "at" not in health:
        return False
    written = dt.datetime.fromisoformat(health["at"])
    return (now - written).total_seconds() < STALE_S


def _said(
    item: dict[str, Any] | None, key: str, language: Language
) -> dict[str, Any] | None:
    """Return the entry with its two-language text in one language."""
    if item is None:
        return None
    text = item.get(key)
    return {**item, key: text[language] if text else None}


def _waits(item: readmodels.TournamentLine) -> Text:
    return item.reason if item.wait_code else Text("–", "–")


def _daemon_text(overview: Overview) -> Text:
    if not overview.is_running:
        return Text("The daemon is not running.", "Der Daemon läuft nicht.")
    health = overview.health or {}
    broker = health.get("broker", {})
    why = broker.get("why", {"en": "", "de": ""})
    return Text(
        f"The daemon is running (process {health.get('pid')}), broker "
        f"{broker.get('kind')}: {why['en']}",
        f"Der Daemon läuft (Prozess {health.get('pid')}), Broker "
        f"{broker.get('kind')}: {why['de']}",
    )


def _store_text(overview: Overview) -> Text:
    free = overview.free_bytes // 2**20
    counts = ", ".join(f"{n} {state}" for state, n in sorted(overview.arrivals.items()))
    reports = ", ".join(f"{n} {state}" for state, n in sorted(overview.reports.items()))
    return Text(
        f"Store: {overview.store} ({free} MiB free). Files: {counts or 'none'}. "
        f"Reports: {reports or 'none'}.",
        f"Datenbank: {overview.store} ({free} MiB frei). Dateien: {counts or 'keine'}. "
        f"Berichte: {reports or 'keine'}.",
    )


def _source_text(item: dict[str, Any]) -> Text:
    degraded = item.get("degraded") or {"en": "", "de": ""}
    place = f"{item['name']}: {item['folder']} ({item['mode']})"
    return Text(
        f"{place}, {item['pending']} pending. {degraded['en']}".rstrip(),
        f"{place}, {item['pending']} offen. {degraded['de']}".rstrip(),
    )
