"""The outside world of the use cases, as every entry point hands it in."""

from __future__ import annotations

import datetime as dt
import random
import time
import uuid
from functools import partial
from typing import TYPE_CHECKING

from syncd.pipeline.context import Context
from syncd.store.tokens import SharedTokens
from syncd.submit.oauth import Logins
from syncd.submit.ways import open_lookup, open_portal

if TYPE_CHECKING:
    from syncd.settings import Settings
    from syncd.store.engine import Store
    from syncd.wake import Wake


def open_context(
    store: Store, settings: Settings, *, wake: Wake, owner: str
) -> Context:
    """Return the context of one process.

    Args:
        store: the open store.
        settings: the settings in force.
        wake: announces rows after the commit.
        owner: names the process in leases: daemon, host and process.
    """
    logins = Logins(SharedTokens(store, owner, _new_uuid), _clock, time.sleep)
    return Context(
        store=store,
        settings=settings,
        wake=wake,
        owner=owner,
        new_uuid=_new_uuid,
        jitter=random.random,
        open_portal=partial(open_portal, logins=logins),
        open_lookup=partial(open_lookup, logins=logins),
    )


def _new_uuid() -> str:
    return str(uuid.uuid4())


def _clock() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
