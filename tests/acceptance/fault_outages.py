"""What the daemon stands on goes away: disk, store, broker, database server.

Every outage tells the same story: a report goes through; then the fault, in which
another export arrives; then what people can see of it; then the fault is over, and the
portal must have both reports, once each, without anybody having done anything.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fault_result import FaultResult, NotHereError
from installation import Installation, embedded, federation
from ledger_checks import check_ledger, check_uuids
from sqlalchemy.engine import make_url
from stage import Stage

from syncd.bilingual import Text
from syncd.demo.portal_sim import PortalSim
from syncd.errors import StoreError
from syncd.store import inbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from postgres_server import PostgresServer

    from syncd.store.engine import Store

DISK_MIB: Final = 8
LOCKED_S: Final = 3.0
LOCKED_LONG_S: Final = 34.0
"""Longer than a write waits for its turn (`engine.BUSY_TIMEOUT_MS`)."""

NOT_TAKEN = "not taken"
"""The file stays where it is, and is taken when that is possible."""


@dataclass(frozen=True, slots=True)
class Outage:
    """One fault of what the daemon stands on.

    Attributes:
        name: of the fault.
        base: `sqlite` or `postgresql`.
        fault: lasts as long as the context that it returns.
        states: of the file that arrives meanwhile: `NOT_TAKEN` or an arrival's state.
        told: what a command says to a person meanwhile; or, in the log, an event.
        command: that a person gives, empty to look at the log.
        on_disk: whether the state needs a small disk of its own.
    """

    name: str
    base: str
    fault: Callable[[Installation], AbstractContextManager[None]]
    states: tuple[str, ...]
    told: Text
    command: tuple[str, ...] = ()
    on_disk: bool = False


def play_outage(case: Outage, folder: Path, server: PostgresServer) -> FaultResult:
    """Tell the story of an outage."""
    with ExitStack() as stack:
        sim = stack.enter_context(PortalSim(folder / "portal.db"))
        if case.on_disk:
            stack.enter_context(small_disk(folder / "sqlite" / "state"))
        if case.base == "sqlite":
            made = embedded(folder, sim.url)
        else:
            made = federation(folder, sim.url, server)
        installation = stack.enter_context(made)
        first = Stage(installation, sim.ledger, case.name, kills_all=False, number=1)
        second = Stage(installation, sim.ledger, case.name, kills_all=False, number=2)
        first.drop(first.export())
        first.takes(first.export())
        with case.fault(installation):
            second.drop(second.export())
            said = _said(case, second)
            state = _state(second)
            assert state in case.states, state
        began_s = time.monotonic()
        second.takes(second.export())
        waited_s = time.monotonic() - began_s
        first.takes(first.export())
        check_ledger(sim.ledger)
        check_uuids(sim.ledger)
        return FaultResult(
            case.name, case.base, state, f"{waited_s:.1f} s", said,
            len(sim.ledger.accepted()), len(sim.ledger.requests()),
        )  # fmt: skip


def _state(stage: Stage) -> str:
    """Return where the file is that arrived during the fault."""
    name, states = stage.export().file_name, (inbox.RECEIVED, inbox.DONE)
    try:
        found = [state for state in states if name in stage.arrivals(state)]
    except StoreError:  # what cannot be read has taken nothing either
        found = []
    return found[0] if found else NOT_TAKEN


def _said(case: Outage, stage: Stage) -> Text:
    """Return what people are told while the fault lasts, in both languages."""
    if not case.command:
        stage.until(
            lambda: case.told.en in stage.installation.logs(), f"“{case.told.en}”"
        )
        return case.told
    en, de = (
        _last_line(stage.installation.command("--lang", language, *case.command))
        for language in ("en", "de")
    )
    assert case.told.en in en, en
    assert case.told.de in de, de
    return Text(en, de)


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode in {1, 2}, done.stdout + done.stderr
    return " ".join(done.stderr.split())


_NEEDS_ROOT = "not played: mounting a small disk needs root"


@contextmanager
def small_disk(place: Path) -> Iterator[None]:
    """Put a small disk of its own at a place; needs the right to mount."""
    place.mkdir(parents=True)
    options = ["-t", "tmpfs", "-o", f"size={DISK_MIB}m", "tmpfs", str(place)]
    if os.geteuid() != 0 or not _mounts("mount", *options):
        raise NotHereError(_NEEDS_ROOT)
    try:
        yield
    finally:
        assert _mounts("umount", "--lazy", str(place))


def _mounts(program: str, *words: str) -> bool:
    found = shutil.which(program)
    return (
        found is not None
        and not subprocess.run([found, *words], check=False).returncode
    )


@contextmanager
def full_disk(installation: Installation) -> Iterator[None]:
    """Fill the disk of the state to the last byte."""
    ballast = installation.daemon.folder / "state" / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    yield
    ballast.unlink()


@contextmanager
def read_only_disk(installation: Installation) -> Iterator[None]:
    """Mount the disk of the state read-only; the daemon cannot even start there."""
    place = str(installation.daemon.folder / "state")
    installation.kill_all()
    installation.store.close()
    assert _mounts("mount", "-o", "remount,ro", place)
    try:
        yield
    finally:
        assert _mounts("mount", "-o", "remount,rw", place)
    installation.start()


def locked_for(
    seconds: float,
) -> Callable[[Installation], AbstractContextManager[None]]:
    """Return the fault that somebody else keeps the write lock for so long."""

    @contextmanager
    def locked(installation: Installation) -> Iterator[None]:
        file = installation.daemon.folder / "state" / "syncd.db"
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("begin immediate")
        end_s = time.monotonic() + seconds
        try:
            yield
            installation.wait(lambda: time.monotonic() >= end_s, "the end of the lock")
        finally:
            other.execute("rollback")
            other.close()

    return locked


@contextmanager
def read_only_database(installation: Installation) -> Iterator[None]:
    """Let the database take no writes, as a standby does."""
    name = make_url(installation.store.url).database
    _alter(installation.store, f"alter database {name} set ", "on")
    yield
    _alter(installation.store, f"alter database {name} set ", "off")


def _alter(store: Store, begin: str, value: str) -> None:
    """Change the setting and end all connections, since it counts for new ones."""
    with store.engine.connect() as connection:
        raw = connection.execution_options(isolation_level="AUTOCOMMIT")
        raw.exec_driver_sql("set default_transaction_read_only = off")
        raw.exec_driver_sql(f"{begin} default_transaction_read_only = {value}")
        raw.exec_driver_sql(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )


@contextmanager
def broker_down(installation: Installation) -> Iterator[None]:
    """Kill the broker outside; it comes back empty."""
    assert installation.broker is not None
    installation.broker.kill()
    yield
    installation.broker.start()


@contextmanager
def broker_restarted(installation: Installation) -> Iterator[None]:
    """Kill the broker outside and start it again at once, empty."""
    assert installation.broker is not None
    installation.broker.kill()
    installation.broker.start()
    yield


@contextmanager
def own_broker_killed(installation: Installation) -> Iterator[None]:
    """Kill the broker that the daemon runs."""
    assert installation.daemon.kill_broker()
    yield


@contextmanager
def database_down(installation: Installation) -> Iterator[None]:
    """Stop the database server, and start it again."""
    assert installation.database is not None
    installation.database.stop()
    try:
        yield
    finally:
        installation.database.start()


_UNUSABLE: Final = Text(
    "The database cannot be used now", "Die Datenbank ist gerade nicht nutzbar"
)
_PERSON: Final = ("person", "set", "Muster, Max", "--birth-year", "1950")

_SOON: Final = (NOT_TAKEN, inbox.RECEIVED, inbox.DONE)
"""Over before anybody could look."""

OUTAGES: Final = (
    Outage("disk-full", "sqlite", full_disk, (NOT_TAKEN,), _UNUSABLE, _PERSON,
           on_disk=True),
    Outage("read-only-disk", "sqlite", read_only_disk, (NOT_TAKEN,),
           Text("cannot be used: Read-only file system",
                "ist nicht nutzbar: der Datenträger ist schreibgeschützt"), ("run",),
           on_disk=True),
    Outage("locked", "sqlite", locked_for(LOCKED_S), (NOT_TAKEN,), Text("", "")),
    Outage("locked-long", "sqlite", locked_for(LOCKED_LONG_S), (NOT_TAKEN,), _UNUSABLE,
           _PERSON),
    Outage("own-broker-killed", "sqlite", own_broker_killed, _SOON,
           Text("broker died", "broker died")),
    Outage("broker-down", "postgresql", broker_down, (inbox.RECEIVED,),
           Text("broker not reached", "broker not reached")),
    Outage("broker-restarted", "postgresql", broker_restarted, _SOON,
           Text("", "")),
    Outage("database-read-only", "postgresql", read_only_database, (NOT_TAKEN,),
           _UNUSABLE, _PERSON),
    Outage("database-down", "postgresql", database_down, (NOT_TAKEN,), _UNUSABLE,
           _PERSON),
)  # fmt: skip
