"""The daemon's loop: one thread that looks at folders, due rows and children.

It sleeps until a folder event or the next due look. Everything it needs to know after
a crash is in the store, so it can be killed at any line.
"""

from __future__ import annotations

import datetime as dt
import logging
import signal
import socket
import threading
import time
import uuid
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from syncd.broker import EmbeddedBroker, choose_broker
from syncd.daemon.accepted import names_for_children, reload_settings
from syncd.daemon.announcer import Announcer
from syncd.daemon.children import Child, Job, jobs, web, worker
from syncd.daemon.health import remove_health, write_health
from syncd.daemon.intake import Taker
from syncd.daemon.lock import take_lock
from syncd.daemon.one_host import claim_host, refuse_share, release_host
from syncd.daemon.outside import open_context
from syncd.daemon.reached import follow_store, note_reached
from syncd.daemon.worker_files import path_of, pulse_of, pulse_of_web
from syncd.errors import ConfigError, StoreError
from syncd.intake.folder import FolderMonitor
from syncd.intake.ignore import IgnoreList
from syncd.pipeline.arrivals.receive import meet_sources
from syncd.pipeline.rules.following import follow_configuration
from syncd.pipeline.rules.mended import follow_portals
from syncd.pipeline.schedules import plan_runs
from syncd.pipeline.sweep import load_due
from syncd.pipeline.turned_clock import (
    Clockwork,
    follow_clock,
    follow_clock_at_start,
)
from syncd.settings import child_environment, runtime_directory
from syncd.store.engine import Store
from syncd.store.leases import claim_lease, free_after_crash
from syncd.store.schema import upgrade
from syncd.wake import CELERY, load_wake

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from syncd.bilingual import Text
    from syncd.broker import BrokerChoice
    from syncd.pipeline.context import Context
    from syncd.settings import Settings

log = logging.getLogger(__name__)

LONGEST_SLEEP_S: Final = 5.0
SHORTEST_LEASE_S: Final = 10.0
BROKER_STARTS: Final = 3


@dataclass(slots=True)
class Signals:
    """What the operating system asked for."""

    wakeup: threading.Event = field(default_factory=threading.Event)
    stop: bool = False
    reload: bool = False

    def listen(self) -> None:
        """Catch TERM, INT (a second one kills) and HUP."""
        signal.signal(signal.SIGTERM, self._on_stop)
        signal.signal(signal.SIGINT, self._on_stop)
        signal.signal(signal.SIGHUP, self._on_reload)

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        del frame
        if number == signal.SIGINT:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        self.stop = True
        self.wakeup.set()

    def _on_reload(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.reload = True
        self.wakeup.set()


def run(settings: Settings) -> None:
    """Run the daemon until it is told to stop.

    Args:
        settings: read from `settings.file`, which HUP reads again.

    Raises:
        ConfigError: another daemon holds the state directory, or it cannot be used.
        StoreError: the store cannot be opened.
    """
    signals = Signals()
    signals.listen()
    refuse_share(settings)
    lock = take_lock(settings.state_directory, f"d-{uuid.uuid4().hex[:12]}")
    try:
        _prepare_store(settings, lock.previous_id)
        while not signals.stop:
            settings = _run_until_signal(settings, lock.daemon_id, signals)
    finally:
        lock.release()


def _run_until_signal(settings: Settings, daemon_id: str, signals: Signals) -> Settings:
    """Run until a signal; return the settings to go on with."""
    daemon = Daemon(settings, daemon_id, signals)
    try:
        daemon.start()
        daemon.loop()
    finally:
        daemon.stop()
    return daemon.following


def _prepare_store(settings: Settings, previous_id: str) -> None:
    """Bring the schema up to date and free what a killed daemon left leased."""
    store = Store(settings.store_url)
    try:
        upgrade(store)
        claim_host(store, _clock(), settings.daemon.sweep_s)
        if previous_id:
            with store.write("start.freed") as session:
                freed = free_after_crash(session, previous_id)
            log.info("rows freed", extra={"count": freed})
        follow_clock_at_start(store, _clock())
        follow_store(store, settings, _clock())
    finally:
        store.close()


class Daemon:
    """All parts of one running daemon.

    Args:
        settings: the settings.
        daemon_id: names this daemon in leases.
        signals: what the operating system asks for.
    """

    def __init__(self, settings: Settings, daemon_id: str, signals: Signals) -> None:
        self.settings = settings
        self.daemon_id = daemon_id
        self.signals = signals
        self.store = Store(settings.store_url)
        self.choice: BrokerChoice = choose_broker(settings.broker.url or None)
        self.broker = EmbeddedBroker(self.choice, runtime_directory=runtime_directory())
        self.workers: list[Child] = []
        self.web: Child | None = None
        self.monitors: list[FolderMonitor] = []
        self.announcer: Announcer | None = None
        self.clockwork = Clockwork(_clock(), time.monotonic())
        self.trouble: Text | None = None
        self.following = settings

    def start(self) -> None:
        """Start broker, workers and monitors, in this order."""
        url = self._start_broker()
        environment = child_environment(
            SYNCD_BROKER=url,
            SYNCD_DAEMON=self.daemon_id,
            **names_for_children(self.settings),
        )
        self.workers = [self._worker(job, environment) for job in jobs(self.settings)]
        self.web = self._web(environment)
        for child in self._children():
            child.ensure(time.monotonic())
        self.announcer = Announcer(
            load_wake(CELERY, self.settings, url),
            self.settings.daemon.republish_s,
            time.monotonic,
        )
        context = self._context(self.announcer)
        meet_sources(context, _clock())
        follow_configuration(context, _clock())
        follow_portals(context, _clock())
        self.monitors = [
            FolderMonitor(
                folder,
                stable_s=source.stable_s,
                rescan_s=source.rescan_s,
                on_stable=Taker(context, source, folder, _clock).take,
                wakeup=self.signals.wakeup,
                ignore=IgnoreList(source.ignore),
                polling=source.polling,
            )
            for source, folder in self.settings.watched
        ]
        for monitor in self.monitors:
            monitor.start()
        log.info("daemon started", extra={"broker": self.choice.kind})

    def _worker(self, job: Job, environment: dict[str, str]) -> Child:
        file = path_of(self.settings.state_directory, job.name, socket.gethostname())
        silent_s = self.settings.workers.silent_s
        return worker(job, environment, partial(pulse_of, file), silent_s)

    def _web(self, environment: dict[str, str]) -> Child | None:
        """Return the process that answers HTTP, None if there is to be none."""
        if self.settings.web is None:
            return None
        file = pulse_of_web(self.settings.state_directory, socket.gethostname())
        return web(environment, partial(pulse_of, file), self.settings.workers.silent_s)

    def _children(self) -> list[Child]:
        """Return all processes, in the order in which they are asked to stop."""
        return [*filter(None, (self.web,)), *self.workers]

    def _start_broker(self) -> str:
        """Start the broker; one that is shot down while it starts is started again.

        Raises:
            ConfigError: it did not start however often it was tried.
        """
        for _ in range(BROKER_STARTS - 1):
            try:
                return self.broker.start()
            except ConfigError:
                log.exception("broker does not start")
        return self.broker.start()

    def loop(self) -> None:
        """Work until a stop or a reload is asked for."""
        next_sweep_s = 0.0
        while True:
            self.signals.wakeup.clear()
            if self.signals.stop or self._takes_other_settings():
                return
            now_s = time.monotonic()
            waits_s = [monitor.tick(now_s) for monitor in self.monitors]
            self._supervise(now_s)
            if now_s >= next_sweep_s:
                self._sweep()
                next_sweep_s = now_s + self.settings.daemon.sweep_s
            # A signal sets the event too, so a stop is never slept over.
            sleep_s = min([next_sweep_s - now_s, LONGEST_SLEEP_S, *waits_s])
            self.signals.wakeup.wait(max(0.0, sleep_s))

    def _takes_other_settings(self) -> bool:
        """Return whether to start anew with settings that were asked for and accepted.

        Until that is sure nothing is stopped.
        """
        if not self.signals.reload:
            return False
        self.signals.reload = False
        found = reload_settings(self.settings)
        self.following = found or self.settings
        return found is not None

    def stop(self) -> None:
        """Stop intake, then the other processes, then the broker."""
        for monitor in self.monitors:
            monitor.stop()
        for child in self._children():
            child.ask_to_stop()
        for child in self._children():
            child.wait()
        self.broker.stop()
        self._release_host()
        self.store.close()
        remove_health(self.settings.state_directory)
        log.info("daemon stopped")

    def _release_host(self) -> None:
        try:
            release_host(self.store, self.daemon_id, _clock())
        except StoreError as exc:  # then the right runs out by itself
            log.warning("host not released", extra={"why": type(exc).__name__})

    def _context(self, announcer: Announcer) -> Context:
        return open_context(
            self.store, self.settings, wake=announcer, owner=f"{self.daemon_id}/daemon"
        )

    def _supervise(self, now_s: float) -> None:
        """Restart what died: the broker first, since the workers need it."""
        if not self.broker.is_alive():
            log.warning("broker died", extra={"broker": self.choice.kind})
            self._restart_broker(now_s)
        for child in self._children():
            child.ensure(now_s)

    def _follow_clock(self) -> None:
        follow_clock(self.store, self.clockwork, _clock(), time.monotonic())

    def _is_elected(self) -> bool:
        """Return whether this daemon sweeps: of all on one store, one does."""
        lease_s = max(SHORTEST_LEASE_S, 3 * self.settings.daemon.sweep_s)
        with self.store.write("sweep.elected") as session:
            return claim_lease(
                session, "sweep", f"{self.daemon_id}/daemon", _clock(), lease_s
            )

    def _restart_broker(self, now_s: float) -> None:
        """Start the broker again; what fails now is tried at the next look.

        The workers start anew as well: one that lost its connection while it was
        connecting can stay alive and never ask for work again.
        """
        try:
            self.broker.restart()
        except ConfigError:
            log.exception("broker does not start")
            return
        for child in self.workers:
            child.renew(now_s)
        if self.announcer is not None:
            self.announcer.forget()

    def _try_to(self, part: Callable[[], object]) -> object:
        """Do a part of the sweep; one that breaks stops neither the others nor us."""
        try:
            return part()
        except ConfigError:  # another host has this SQLite store
            raise
        except StoreError as exc:
            self.trouble = exc.text
            log.warning("sweep failed", extra={"why": exc.text.en})
        except Exception:
            log.exception("sweep broken")
        return None

    def _sweep(self) -> None:
        """Announce every due row; what cannot be announced is due at the next sweep.

        No part of it ends the daemon: what breaks is logged and tried again.
        """
        announcer = self.announcer
        if announcer is None:
            return
        self.trouble = None
        context = self._context(announcer)
        sweep_s = self.settings.daemon.sweep_s
        self._try_to(self._follow_clock)
        self._try_to(lambda: note_reached(self.store, self.settings.state_directory))
        self._try_to(lambda: claim_host(self.store, _clock(), sweep_s))
        if self._try_to(self._is_elected):
            self._try_to(lambda: plan_runs(context, _clock()))
            self._try_to(lambda: announcer.announce(load_due(context, _clock())))
        health = [monitor.health() for monitor in self.monitors]
        write_health(
            self.settings,
            self.choice,
            health,
            self.workers,
            _clock(),
            self.trouble,
            web=self.web,
        )


def _clock() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
