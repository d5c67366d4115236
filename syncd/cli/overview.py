"""What `syncd status` shows."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from syncd.bilingual import Text
from syncd.cli.backlog_text import (
    breaker_text,
    is_low,
    low_text,
    stuck_text,
    waiting_shape,
    waiting_text,
    workers_text,
)
from syncd.cli.peer_lines import load_peers, peer_shape, peer_text
from syncd.cli.schedules_table import load_lines, print_schedules, schedule_shape
from syncd.cli.source_lines import load_pulled, print_troubles, source_shape
from syncd.cli.words import counted, local_time, word
from syncd.daemon.health import read_health
from syncd.daemon.lock import is_held
from syncd.daemon.worker_files import read_workers
from syncd.model.submission_states import HELD
from syncd.store import backlog, breakers, delivery_lines, inbox, readmodels

if TYPE_CHECKING:
    import datetime as dt

    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.cli.peer_lines import PeerLine
    from syncd.cli.schedules_table import ScheduleLine
    from syncd.cli.source_lines import SourceLine
    from syncd.settings import Settings
    from syncd.store.breakers import Breaker
    from syncd.store.engine import Store


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything `syncd status` says.

    Attributes:
        health: what the daemon wrote last, None if it does not run or is starting.
        is_running: whether a live process holds the lock of the state directory.
        sources: what the daemon says of its folders; name and folder if it is down.
        portals: names of the configured portals.
        store: where the store is.
        free_bytes: free space where the state is kept.
        arrivals: count per state.
        oldest_waiting_s: age of the oldest arrival nobody has worked on, or None.
        tournaments: all, those for a person first.
        problems: arrivals that wait for a person or are set aside.
        reports: count of submissions per state.
        given_up: count of dead submissions that no accepted one has replaced.
        now: when it was read, aware UTC.
        oldest: what has waited longest, of every kind.
        breakers: hosts that are spared.
        workers: what the workers of this state directory say of themselves.
        silent_s: seconds after which a worker counts as silent.
        schedules: the configured recurring jobs.
        pulled: the sources that are downloaded.
        peers: where tournaments are passed on to.
        deliveries: count of files for peers per state.
    """

    health: dict[str, Any] | None
    is_running: bool
    sources: list[dict[str, Any]]
    portals: tuple[str, ...]
    store: str
    free_bytes: int
    arrivals: dict[str, int]
    oldest_waiting_s: float | None
    tournaments: list[readmodels.TournamentLine]
    problems: list[readmodels.ArrivalLine]
    reports: dict[str, int]
    given_up: int
    now: dt.datetime
    oldest: list[backlog.LongestWait]
    breakers: list[Breaker]
    workers: list[dict[str, Any]]
    silent_s: float
    schedules: list[ScheduleLine]
    pulled: list[SourceLine]
    peers: list[PeerLine]
    deliveries: dict[str, int]

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
            "web": health.get("web"),
            "broker": _said(health.get("broker"), "why", language),
            "store": {
                "place": self.store,
                "free_bytes": self.free_bytes,
                "free_is_low": is_low(self.free_bytes),
                "trouble": _in(health.get("store_trouble"), language),
            },
            "workers": self.workers,
            "oldest": [waiting_shape(item, self.now) for item in self.oldest],
            "breakers": [_breaker_shape(item, language) for item in self.breakers],
            "dead": self.given_up,
            "held": self.reports.get(HELD, 0),
            "portals": list(self.portals),
            "sources": [_said(item, "degraded", language) for item in self.sources],
            "pulled": [source_shape(item, language) for item in self.pulled],
            "arrivals": self.arrivals,
            "oldest_waiting_s": self.oldest_waiting_s,
            "tournaments": [
                _tournament_shape(item, language) for item in self.tournaments
            ],
            "problems": [_problem_shape(item, language) for item in self.problems],
            "reports": self.reports,
            "peers": [peer_shape(item, language) for item in self.peers],
            "deliveries": self.deliveries,
            "schedules": [schedule_shape(item, language) for item in self.schedules],
        }

    def print(self, output: Output) -> None:
        """Print it for people."""
        output.say(_daemon_text(self))
        if self.health and self.health.get("web"):
            output.say(_web_text(self.health["web"]))
        output.say(_store_text(self))
        self._print_alarms(output)
        output.say(_portals_text(self.portals))
        for item in self.sources:
            output.say(_source_text(item))
        for line in self.pulled:
            output.say(_pulled_text(line))
        print_troubles(output, self.pulled)
        for peer in self.peers:
            output.say(peer_text(peer))
        print_schedules(output, self.schedules)
        self._print_tournaments(output)
        if self.problems:
            output.table(
                Text("Files that need a person", "Dateien, die jemanden brauchen"),
                (Text("File", "Datei"), Text("State", "Zustand"), Text("Why", "Warum")),
                ((item.name, word(item.state), item.note) for item in self.problems),
            )

    def _print_alarms(self, output: Output) -> None:
        """Print what runs short, who works, and what waits longest."""
        if is_low(self.free_bytes):
            output.say(low_text(self.free_bytes))
        trouble = (self.health or {}).get("store_trouble")
        lines = (
            Text(**trouble) if trouble else None,
            workers_text(self.workers, self.silent_s),
            stuck_text(self.given_up, self.reports.get(HELD, 0)),
            *map(breaker_text, self.breakers),
            *map(waiting_text, self.oldest),
        )
        for line in lines:
            if line is not None:
                output.say(line)

    def _print_tournaments(self, output: Output) -> None:
        output.table(
            Text("Tournaments", "Turniere"),
            (
                Text("No.", "Nr."),
                Text("Name", "Name"),
                Text("Sources", "Quellen"),
                Text("Rev.", "Stand"),
                Text("Waits for", "Wartet auf"),
            ),
            (
                (item.id, item.name, ", ".join(item.sources), item.head, _waits(item))
                for item in self.tournaments
            ),
            Text("There are no tournaments yet.", "Es gibt noch keine Turniere."),
        )


def load_overview(settings: Settings, store: Store, now: dt.datetime) -> Overview:
    """Read everything for `syncd status`.

    Args:
        settings: the settings.
        store: the open store.
        now: aware UTC time.
    """
    is_running = is_held(settings.state_directory)
    health = read_health(settings.state_directory) if is_running else None
    with store.read() as session:
        oldest = readmodels.oldest_waiting_utc(session)
        states = (inbox.WAITING, inbox.QUARANTINED)
        return Overview(
            health=health,
            is_running=is_running,
            sources=health.get("sources", []) if health else _configured(settings),
            portals=tuple(portal.name for portal in settings.portals),
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
            given_up=backlog.count_given_up(session),
            now=now,
            oldest=backlog.load_oldest(session, now),
            breakers=breakers.load_shut(session, now),
            workers=read_workers(settings.state_directory, now),
            silent_s=settings.workers.silent_s,
            schedules=load_lines(session, settings, now),
            pulled=load_pulled(session, settings, now),
            peers=load_peers(session, settings),
            deliveries=delivery_lines.count_states(session),
        )


def _configured(settings: Settings) -> list[dict[str, Any]]:
    """Return the sources while no daemon watches them."""
    unknown = dict.fromkeys(
        ("mode", "pending", "oldest_pending_s", "ignored", "degraded")
    )
    return [
        {"name": source.name, "folder": str(folder), **unknown}
        for source, folder in settings.watched
    ]


def _breaker_shape(item: Breaker, language: Language) -> dict[str, Any]:
    return {
        "host": item.host,
        "failures": item.failures,
        "since": item.since_utc.isoformat(),
        "open_until": item.open_until_utc.isoformat(),
        "note": item.note.say(language),
    }


def _tournament_shape(
    item: readmodels.TournamentLine, language: Language
) -> dict[str, Any]:
    return {
        "id": item.id,
        "uuid": item.uuid,
        "name": item.name,
        "source": item.source,
        "sources": list(item.sources),
        "revision": item.head,
        "waits_for": item.wait_code or None,
        "reason": item.reason.say(language),
        "needs_person": item.needs_person,
    }


def _problem_shape(item: readmodels.ArrivalLine, language: Language) -> dict[str, Any]:
    return {
        "arrival": item.id,
        "name": item.name,
        "source": item.source,
        "state": item.state,
        "reason": item.note.say(language),
    }


def _in(text: dict[str, str] | None, language: Language) -> str | None:
    return text[language] if text else None


def _said(
    item: dict[str, Any] | None, key: str, language: Language
) -> dict[str, Any] | None:
    """Return the entry with its two-language text in one language."""
    if item is None:
        return None
    return {**item, key: _in(item.get(key), language)}


def _waits(item: readmodels.TournamentLine) -> Text:
    return item.reason if item.wait_code else Text("–", "–")


def _daemon_text(overview: Overview) -> Text:
    if not overview.is_running:
        return Text("The daemon is not running.", "Der Daemon läuft nicht.")
    if overview.health is None:  # or `syncd once`, which takes the same lock
        return Text("The daemon is starting.", "Der Daemon startet gerade.")
    pid = overview.health.get("pid")
    broker = overview.health.get("broker", {}).get("kind")
    return Text(
        f"The daemon is running (process {pid}, broker {broker}).",
        f"Der Daemon läuft (Prozess {pid}, Broker {broker}).",
    )


def _web_text(web: dict[str, Any]) -> Text:
    """Say where the HTTP interface is, or that it does not get up."""
    place, starts = web["address"], web["starts"]
    if web["alive"]:
        return Text(
            f"HTTP: {place} (tokens: syncd token list).",
            f"HTTP: {place} (Tokens: syncd token list).",
        )
    return Text(
        f"HTTP: nothing answers at {place} after {starts} starts. Is the port in use? "
        "The log says why.",
        f"HTTP: unter {place} antwortet nach {starts} Starts nichts. Ist der Port "
        "belegt? Das Log sagt, warum.",
    )


def _store_text(overview: Overview) -> Text:
    free = overview.free_bytes // 2**20
    files, reports = counted(overview.arrivals), counted(overview.reports)
    return Text(
        f"Store: {overview.store} ({free} MiB free). Files: {files.en}. "
        f"Reports: {reports.en}.",
        f"Datenbank: {overview.store} ({free} MiB frei). Dateien: {files.de}. "
        f"Berichte: {reports.de}.",
    )


def _portals_text(portals: tuple[str, ...]) -> Text:
    if not portals:
        return Text(
            "No portal is configured: no report leaves this machine. Set one up with "
            "[[portals]] in the configuration.",
            "Es ist kein Portal eingerichtet: Kein Bericht verlässt diesen Rechner. "
            "Eingerichtet wird eines mit [[portals]] in der Konfiguration.",
        )
    names = ", ".join(portals)
    return Text(f"Portals: {names}.", f"Portale: {names}.")


def _source_text(item: dict[str, Any]) -> Text:
    if item["mode"] is None:
        place = f"{item['name']}: {item['folder']}"
        return Text(f"{place}, not watched now.", f"{place}, zurzeit unbeobachtet.")
    degraded = item.get("degraded") or {"en": "", "de": ""}
    place = f"{item['name']}: {item['folder']} ({item['mode']})"
    return Text(
        f"{place}, {item['pending']} pending. {degraded['en']}".rstrip(),
        f"{place}, {item['pending']} offen. {degraded['de']}".rstrip(),
    )


def _pulled_text(item: SourceLine) -> Text:
    """Say when a source that is downloaded worked last."""
    place = f"{item.name}: {' '.join(item.places)}"
    if item.success_utc is None:
        return Text(f"{place}, no success yet.", f"{place}, noch nie ganz gelungen.")
    last = local_time(item.success_utc)
    return Text(f"{place}, last success {last.en}.", f"{place}, zuletzt gut {last.de}.")
