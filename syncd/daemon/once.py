"""One pass without broker or workers: take what is there, work it off, stop."""

from __future__ import annotations

import uuid
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.daemon.intake import Taker
from syncd.daemon.lock import take_lock
from syncd.daemon.one_host import claim_host, refuse_share, release_host
from syncd.daemon.outside import open_context
from syncd.daemon.reached import follow_store, note_reached
from syncd.errors import StoreError, SyncdError
from syncd.intake.ignore import IgnoreList
from syncd.intake.once import scan_once
from syncd.model.delivery_states import STUCK
from syncd.pipeline.arrivals.gonesources import gone_sources
from syncd.pipeline.arrivals.receive import meet_sources
from syncd.pipeline.rules.following import follow_configuration
from syncd.pipeline.rules.mended import follow_portals
from syncd.pipeline.schedules import plan_runs
from syncd.pipeline.sweep import work_off
from syncd.store import delivery_lines, inbox, outbox, pulls, readmodels
from syncd.store.engine import Store
from syncd.store.leases import free_after_crash
from syncd.store.schema import upgrade
from syncd.wake import NullWake

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from syncd.pipeline.context import Context
    from syncd.settings import Settings

ONCE_S: Final = 200.0
"""How long one step may take; the right to an SQLite file is prolonged before each."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a pass did.

    Attributes:
        files: files looked at that were finished.
        steps: rows worked on.
        asks: one sentence per thing that needs a person.
        undelivered: one sentence per report that no portal has taken yet.
    """

    files: int
    steps: int
    asks: tuple[Text, ...]
    undelivered: tuple[Text, ...]


def run_once(settings: Settings, clock: Callable[[], dt.datetime]) -> Done:
    """Take all finished files and do everything that is due.

    Args:
        settings: the settings.
        clock: tells the aware UTC time.

    Raises:
        ConfigError: a daemon is running on this state directory, or another host on
            this SQLite file.
        StoreError: the store cannot be used.
    """
    refuse_share(settings)
    lock = take_lock(settings.state_directory, f"o-{uuid.uuid4().hex[:12]}")
    store = Store(settings.store_url)
    try:
        upgrade(store)
        follow_store(store, settings, clock())
        right = _Right(store, clock)
        if lock.previous_id:
            with store.write("once.freed") as session:
                free_after_crash(session, lock.previous_id)
        context = open_context(
            store, settings, wake=NullWake(), owner=f"{lock.daemon_id}/once"
        )
        meet_sources(context, clock())
        follow_configuration(context, clock())
        follow_portals(context, clock())
        problems: list[Text] = []
        files = sum(
            _take(Taker(context, source, folder, clock), right, problems)
            for source, folder in settings.watched
        )
        plan_runs(context, clock())
        steps = work_off(context, clock, right.keep)
        note_reached(store, settings.state_directory)
        asks = (*problems, *gone_sources(store, settings, clock()), *_asks(store))
        return Done(files, steps, asks, tuple(_undelivered(context)))
    finally:
        with suppress(StoreError):  # then the right runs out by itself
            release_host(store, lock.daemon_id, clock())
        store.close()
        lock.release()


class _Right:
    """Holds this machine's right to an SQLite file for as long as a pass takes.

    Args:
        store: the open store.
        clock: tells the aware UTC time.

    Raises:
        ConfigError: another host has the right.
    """

    def __init__(self, store: Store, clock: Callable[[], dt.datetime]) -> None:
        self.clock = clock
        self._store = store
        self._kept_utc = clock()
        claim_host(store, self._kept_utc, ONCE_S)

    def keep(self) -> None:
        """Prolong it, unless that was done a moment ago.

        Raises:
            ConfigError: another host has taken it.
        """
        now = self.clock()
        if abs((now - self._kept_utc).total_seconds()) >= ONCE_S / 4:
            claim_host(self._store, now, ONCE_S)
            self._kept_utc = now


def _take(taker: Taker, right: _Right, problems: list[Text]) -> int:
    """Take the finished files of one source; its trouble stops no other source."""
    source, count = taker.source, 0
    try:
        for path, state in scan_once(
            taker.folder,
            stable_s=source.stable_s,
            now=right.clock(),
            ignore=IgnoreList(source.ignore),
        ):
            right.keep()
            count += taker.take(path, state)
    except (SyncdError, OSError) as exc:
        why = exc.text if isinstance(exc, SyncdError) else Text(str(exc), str(exc))
        problems.append(
            Text(f"{source.name}: {why.en}", f"{source.name}: {why.de}"),
        )
    return count


def _asks(store: Store) -> list[Text]:
    with store.read() as session:
        refused = pulls.load_troubled_items(session)
        tournaments = readmodels.list_tournaments(session)
        arrivals = readmodels.list_arrivals(session, (inbox.WAITING, inbox.QUARANTINED))
        files = delivery_lines.list_waiting(session)
    return [
        *(
            Text(f"{item.id} {item.name}: {item.reason.en}",
                 f"{item.id} {item.name}: {item.reason.de}")
            for item in tournaments
            if item.needs_person
        ),
        *(
            Text(f"{item.name}: {item.note.en}", f"{item.name}: {item.note.de}")
            for item in arrivals
        ),
        *(
            Text(f"{source}, {item.place}: {item.trouble.en}",
                 f"{source}, {item.place}: {item.trouble.de}")
            for source, items in refused.items()
            for item in items
        ),
        *(
            Text(f"{item.peer}, {item.tournament}: {item.note.en}",
                 f"{item.peer}, {item.tournament}: {item.note.de}")
            for item in files
            if item.state in STUCK
        ),
    ]  # fmt: skip


def _undelivered(context: Context) -> list[Text]:
    """Return what is still on its way although everything due was done."""
    compared = context.settings.shadow_portals
    with context.store.read() as session:
        lines = readmodels.list_reports(session)
    return [
        Text(
            f"{line.tournament_id} {line.tournament}: not at {line.portal} yet, tried "
            f"again later. {line.note.en}",
            f"{line.tournament_id} {line.tournament}: noch nicht bei {line.portal}, "
            f"wird später wieder versucht. {line.note.de}",
        )
        for line in lines
        if line.state in outbox.SENDABLE and line.portal not in compared
    ]
