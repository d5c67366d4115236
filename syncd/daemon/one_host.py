"""SQLite is for one host: its locks and shared memory end at the machine's edge.

Whoever works on the store holds the lease `host` in the name of the machine. All
processes of one machine share it, also those in containers, which have one kernel. A
second machine is refused as long as the first one is at work, and so is a file on a
network share, where a second machine might be.
"""

from __future__ import annotations

import socket
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.intake.mounts import is_shared, type_of
from syncd.store.leases import claim_lease, holder_of, release_lease, release_leases

if TYPE_CHECKING:
    import datetime as dt

    from syncd.settings import Settings
    from syncd.store.engine import Store

LEASE: Final = "host"
LEASE_S: Final = 60.0
MACHINE_ID: Final = Path("/etc/machine-id")
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
_LONGEST_NAME: Final = 60
"""Leaves room for both ids in the column of the owner."""


class Host(NamedTuple):
    """One machine, as well as it can be told from others.

    Attributes:
        name: its host name.
        machine: id of the installation, empty in most containers.
        boot: id of the running kernel, the same in all containers of a machine.
    """

    name: str
    machine: str
    boot: str

    def is_same(self, other: Host) -> bool:
        """Return whether both are one machine, also before and after a restart."""
        if self.boot and self.boot == other.boot:
            return True
        ids = (self.name, self.machine)
        return bool(self.machine) and ids == (other.name, other.machine)

    @property
    def owner(self) -> str:
        """Its name in the lease."""
        return "/".join((self.name[:_LONGEST_NAME], self.machine, self.boot))


def this_host() -> Host:
    """Return the machine that this process runs on."""
    name = socket.gethostname().replace("/", "-")
    return Host(name[:_LONGEST_NAME], _id(MACHINE_ID), _id(BOOT_ID))


def refuse_share(settings: Settings) -> None:
    """Refuse an SQLite file on a network share.

    Raises:
        ConfigError: it lies on one.
    """
    file = settings.sqlite_file
    kind = type_of(file) if file is not None else ""
    if is_shared(kind):
        raise ConfigError(
            Text(
                f"The SQLite database {file} lies on a network share ({kind}), where "
                "its locks do not work and data can be lost. Move it to a local disk "
                "([store] url), or use PostgreSQL.",
                f"Die SQLite-Datenbank {file} liegt auf einer Netzfreigabe ({kind}); "
                "dort wirken ihre Sperren nicht und Daten können verloren gehen. Bitte "
                "auf eine lokale Platte legen ([store] url) oder PostgreSQL benutzen.",
            )
        )


def claim_host(store: Store, now: dt.datetime, sweep_s: float = 0.0) -> None:
    """Take or prolong this machine's right to the store; nothing on PostgreSQL.

    Args:
        store: the open store.
        now: aware UTC time.
        sweep_s: seconds until the next call, where that is long.

    Raises:
        ConfigError: another machine is at work on this SQLite file.
        StoreError: the store cannot be used now.
    """
    if not store.is_sqlite:
        return
    me = this_host()
    with store.write("host.claimed") as session:
        holder = holder_of(session, LEASE, now)
        if holder and not me.is_same(_host_of(holder)):
            raise ConfigError(_taken(_host_of(holder).name))
        lease_s = max(LEASE_S, 3 * sweep_s)
        claim_lease(session, LEASE, holder or me.owner, now, lease_s)


def release_host(store: Store, process_id: str, now: dt.datetime) -> None:
    """Give back what a process that ends holds, so that the next one starts at once.

    Its own leases, and on SQLite this machine's right to the store.

    Args:
        store: the open store.
        process_id: names the process in leases.
        now: aware UTC time.

    Raises:
        StoreError: the store cannot be used now; then all of it runs out by itself.
    """
    with store.write("host.released") as session:
        release_leases(session, process_id)
        holder = holder_of(session, LEASE, now)
        if holder and this_host().is_same(_host_of(holder)):
            release_lease(session, LEASE, holder)


def has_remote_broker(settings: Settings) -> bool:
    """Return whether the broker is on another host while the store is SQLite."""
    parts = urlsplit(settings.broker.url)
    if settings.sqlite_file is None or parts.scheme not in {"redis", "rediss"}:
        return False
    return (parts.hostname or "localhost") not in {"localhost", "127.0.0.1", "::1"}


def _host_of(owner: str) -> Host:
    name, _, ids = owner.partition("/")
    machine, _, boot = ids.partition("/")
    return Host(name, machine, boot)


def _id(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii").strip().replace("-", "")[:32]
    except (OSError, ValueError):  # not Linux, or a container without one
        return ""


def _taken(name: str) -> Text:
    return Text(
        f"Another host, {name}, works on this SQLite database. SQLite is for one host: "
        "stop syncd there (after a crash it is free again in a minute), or use "
        "PostgreSQL for several hosts.",
        f"Ein anderer Rechner, {name}, arbeitet mit dieser SQLite-Datenbank. SQLite "
        "ist für einen Rechner gedacht: bitte syncd dort beenden (nach einem Absturz "
        "ist sie nach einer Minute wieder frei) oder für mehrere Rechner PostgreSQL "
        "benutzen.",
    )
