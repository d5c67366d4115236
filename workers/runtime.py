"""What a worker process holds: one context, made on first use."""

from __future__ import annotations

import datetime as dt
import os
import socket
from functools import cache
from typing import TYPE_CHECKING

from syncd.daemon.outside import open_context
from syncd.settings import broker_url_of_parent, daemon_of_parent, load_settings
from syncd.store.engine import Store
from syncd.wake import load_wake

if TYPE_CHECKING:
    from syncd.pipeline.context import Context
    from syncd.settings import Settings


@cache
def settings() -> Settings:
    """Return the settings of this process, read once."""
    return load_settings()


@cache
def broker_url() -> str:
    """Return the broker that the daemon has chosen, else the configured one."""
    return broker_url_of_parent() or settings().broker.url


@cache
def store() -> Store:
    """Return the store of this process."""
    return Store(settings().store_url)


@cache
def context() -> Context:
    """Return the context of this process; the process id is part of the owner."""
    wake = load_wake("workers.wake:CeleryWake", settings(), broker_url())
    return open_context(store(), settings(), wake=wake, owner=_owner(os.getpid()))


def clock() -> dt.datetime:
    """Return the present aware UTC time."""
    return dt.datetime.now(dt.UTC)


def forget_connections() -> None:
    """Drop connections inherited from the parent process."""
    if store.cache_info().currsize:
        store().forget_connections()


@cache
def _owner(pid: int) -> str:
    return f"{daemon_of_parent()}/{socket.gethostname()}/{pid}"
