"""What a worker process holds: one store, and one context per thread."""

from __future__ import annotations

import datetime as dt
import os
import socket
import threading
from functools import cache
from typing import TYPE_CHECKING

from syncd.daemon.outside import open_context
from syncd.settings import broker_url_of_parent, daemon_of_parent, load_settings
from syncd.store.engine import Store
from syncd.wake import Wake, load_wake

if TYPE_CHECKING:
    from syncd.pipeline.context import Context
    from syncd.settings import Settings

_first_use = threading.Lock()


@cache
def settings() -> Settings:
    """Return the settings of this process, read once."""
    return load_settings()


@cache
def broker_url() -> str:
    """Return the broker that the daemon has chosen, else the configured one."""
    return broker_url_of_parent() or settings().broker.url


def store() -> Store:
    """Return the store of this process, opened on first use."""
    with _first_use:
        return _store()


def context() -> Context:
    """Return the context of this thread; the thread is part of the owner.

    Two threads are two owners, so that a lease of one is not the other's.
    """
    opened = store()
    with _first_use:
        return _context(opened, os.getpid(), threading.get_native_id())


def clock() -> dt.datetime:
    """Return the present aware UTC time."""
    return dt.datetime.now(dt.UTC)


def forget_connections() -> None:
    """Drop connections inherited from the parent process."""
    if _store.cache_info().currsize:
        _store().forget_connections()


@cache
def _store() -> Store:
    return Store(settings().store_url)


@cache
def _wake() -> Wake:
    return load_wake("workers.wake:CeleryWake", settings(), broker_url())


@cache
def _context(opened: Store, process_id: int, thread_id: int) -> Context:
    owner = f"{daemon_of_parent()}/{socket.gethostname()}/{process_id}.{thread_id}"
    return open_context(opened, settings(), wake=_wake(), owner=owner)
