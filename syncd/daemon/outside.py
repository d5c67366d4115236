"""The outside world of the use cases, as every entry point hands it in."""

from __future__ import annotations

import random
import uuid
from typing import TYPE_CHECKING

from syncd.pipeline.context import Context
from syncd.submit.ways import open_portal

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
    return Context(
        store=store,
        settings=settings,
        wake=wake,
        owner=owner,
        new_uuid=lambda: str(uuid.uuid4()),
        jitter=random.random,
        open_portal=open_portal,
    )
