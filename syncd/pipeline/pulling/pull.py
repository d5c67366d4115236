"""Pulling a source: everything its addresses lead to, under one lease.

The addresses share the time of the pull evenly, so that one which hangs leaves the
others theirs. Afterwards one commit says how it went: the contact, the hosts, and what
is no longer named.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import (
    ConfigError,
    NotFoundError,
    StoreError,
    SyncdError,
    UnreachableError,
)
from syncd.pipeline.pulling.hosts import Hosts
from syncd.pipeline.pulling.notebook import Notebook
from syncd.pipeline.pulling.shelf import Shelf
from syncd.pipeline.pulling.visit import Pull, visit
from syncd.settings_pull_problems import no_such_pull
from syncd.store import pulls
from syncd.store.leases import claim_lease, release_lease
from syncd.wire.allowance import Allowance

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator, Sequence

    from syncd.pipeline.context import Context
    from syncd.settings import SourceSettings
    from syncd.settings_pull import PullSettings
    from syncd.store.pulls import Item

log = logging.getLogger(__name__)

_SLACK_S: Final = 60.0
"""For storing what came, beyond the time of the pull itself."""
_SCHEDULE: Final = "schedule"
"""Holds the right to pull for all schedules; their runs have leases of their own."""
MOST_AT_ONCE: Final = 8


@dataclass(frozen=True, slots=True)
class Pulled:
    """What became of one pull.

    Attributes:
        source: name of the source.
        taken: new arrivals.
        unchanged: addresses with nothing new.
        troubles: addresses that are not taken, each with its reason.
        error: why it did not come to an end, or is to be tried again; None if neither.
    """

    source: str
    taken: int = 0
    unchanged: int = 0
    troubles: tuple[Item, ...] = ()
    error: SyncdError | None = None

    @property
    def text(self) -> Text:
        """It in one sentence."""
        refused = len(self.troubles)
        return Text(
            f"{self.source}: {self.taken} new, {self.unchanged} unchanged, {refused} "
            "not taken.",
            f"{self.source}: {self.taken} neu, {self.unchanged} unverändert, "
            f"{refused} nicht übernommen.",
        )


def pull_scheduled(
    context: Context,
    clock: Callable[[], dt.datetime],
    progress: Callable[[int], None],
    *,
    source: str,
) -> Text:
    """Pull one source, for a schedule.

    Args:
        context: the outside world.
        clock: gives the aware UTC time.
        progress: told of bytes received.
        source: its name.

    Returns:
        What came.

    Raises:
        SyncdError: it is worth another try, or cannot work as configured.
    """
    # Whoever has the run may pull: after a crash the next worker need not wait.
    pulled = pull_source(
        replace(context, owner=_SCHEDULE), _source(context, source), clock, progress
    )
    if pulled.error is not None:
        raise pulled.error
    return pulled.text


def pull_by_hand(
    context: Context, names: Sequence[str], clock: Callable[[], dt.datetime]
) -> list[Pulled]:
    """Pull these sources now, side by side, whatever the breakers say.

    Args:
        context: the outside world.
        names: of sources; none = all with an address.
        clock: gives the aware UTC time.

    Raises:
        NotFoundError: there is no such source with an address.
    """
    chosen = [_source(context, name) for name in names] or [
        source for source in context.settings.sources if source.pull
    ]
    if not chosen:
        raise NotFoundError(_NOTHING)
    work = partial(_pull_contained, context, clock=clock)
    with ThreadPoolExecutor(min(len(chosen), MOST_AT_ONCE)) as pool:
        return list(pool.map(work, dict.fromkeys(chosen)))


def _pull_contained(
    context: Context, source: SourceSettings, *, clock: Callable[[], dt.datetime]
) -> Pulled:
    try:
        return pull_source(context, source, clock, lambda _: None, is_forced=True)
    except SyncdError as error:
        return Pulled(source.name, error=error)


def _source(context: Context, name: str) -> SourceSettings:
    found = context.settings.source(name)
    if found is None or found.pull is None:
        known = [one.name for one in context.settings.sources if one.pull]
        kind = "" if found is None else "folder" if found.folder else "push"
        raise NotFoundError(no_such_pull(name, known, kind))
    return found


def pull_source(
    context: Context,
    source: SourceSettings,
    clock: Callable[[], dt.datetime],
    progress: Callable[[int], None],
    *,
    is_forced: bool = False,
) -> Pulled:
    """Download everything new of a source.

    Args:
        context: the outside world.
        source: its settings, with an address.
        clock: gives the aware UTC time.
        progress: told of bytes received.
        is_forced: whether hosts in trouble are asked as well.

    Raises:
        ConfigError: an address cannot be asked as configured.
        StoreError: the store failed, or somebody else pulls this source.
    """
    settings = source.pull
    if settings is None:
        raise NotFoundError(no_such_pull(source.name, ()))
    folder = context.settings.state_directory
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    pull = Pull(
        source, settings, folder,
        hosts=Hosts(context, source.name, is_forced=is_forced),
        notebook=Notebook(context, source.name, clock, is_forced=is_forced),
        shelf=Shelf(context, source, clock),
        allowance=Allowance(), progress=progress,
    )  # fmt: skip
    with _right(context, pull, clock):
        try:
            _visit_all(pull, settings)
        except ConfigError as error:
            _end(context, pull, clock(), error.text)
            raise
        return _end(context, pull, clock(), None)


@contextmanager
def _right(
    context: Context, pull: Pull, clock: Callable[[], dt.datetime]
) -> Iterator[None]:
    """Hold the right to pull a source, and see which hosts may be asked.

    Raises:
        StoreError: somebody else pulls it.
    """
    name, time_s = f"pull.{pull.source.name}", pull.settings.timeout_s
    with context.store.write("pull.claimed") as session:
        now = clock()
        if not claim_lease(session, name, context.owner, now, time_s + _SLACK_S):
            raise StoreError(_busy(pull.source.name))
        pull.hosts.begin(session, pull.settings.url, now, time_s)
    try:
        yield
    finally:
        with context.store.write("pull.released") as session:
            release_lease(session, name, context.owner)


def _visit_all(pull: Pull, settings: PullSettings) -> None:
    """Visit every address; those that are left share the time that is left."""
    whole = Allowance()
    whole.start(settings.timeout_s)
    for number, url in enumerate(settings.url):
        visit(pull, url, whole.left_s / (len(settings.url) - number))
        pull.progress(0)


def _end(context: Context, pull: Pull, now: dt.datetime, fault: Text | None) -> Pulled:
    """Store how it went, and return it."""
    name, notebook = pull.source.name, pull.notebook
    troubles = tuple(notebook.troubles())
    trouble = fault or (notebook.full(troubles[0]) if troubles else None)
    with context.store.write("pull.ended") as session:
        pulls.forget_items(session, name, notebook.gone())
        pull.hosts.tell(session, now)
        if trouble or not pull.spared:
            pulls.note_contact(
                session, name, now,
                has_answered=pull.hosts.has_answered, trouble=trouble,
            )  # fmt: skip
    error = pull.unreachable
    if error is None and pull.spared is not None:
        error = UnreachableError(pull.spared)
    done = Pulled(name, pull.shelf.taken, pull.shelf.unchanged, troubles, error)
    log.info("pulled", extra={"source": name, "new": done.taken})
    return done


def _busy(name: str) -> Text:
    return Text(
        f"{name} is being pulled at this moment. Please wait until that is done.",
        f"{name} wird gerade heruntergeladen. Bitte warten, bis das erledigt ist.",
    )


_NOTHING: Final = Text(
    'No source has an address to download from. Write pull = { url = "https://…" } '
    "into a section [[sources]].",
    "Keine Quelle hat eine Adresse zum Herunterladen. Bitte in einem Abschnitt "
    '[[sources]] pull = { url = "https://…" } schreiben.',
)
