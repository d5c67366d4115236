"""Counting who dies of a tournament: before the work, so that nothing is forgotten.

Every look at a tournament is counted first, and its commit clears the count. A look
that never ended, because it killed its worker, therefore leaves its count behind; after
a few of them the tournament waits for a person instead of killing the next worker.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import StoreError
from syncd.store import rechecks, revisions
from syncd.store.leases import CRASHED
from syncd.store.revisions import Waiting

if TYPE_CHECKING:
    from syncd.pipeline.context import Context


def begin(context: Context, tournament_id: int) -> bool:
    """Count that a tournament is about to be looked at; False if it must not be.

    Raises:
        NotFoundError: no such tournament.
    """
    limit = context.settings.workers.max_crashes
    with context.store.write("assess.begun") as session:
        begun = rechecks.count_try(session, tournament_id)
        if begun <= limit:
            return True
        waiting = Waiting(CRASHED, _crashed(limit), needs_person=True, recheck_utc=None)
        revisions.save_waiting(session, tournament_id, waiting, tries=limit)
    return False


def give_back(context: Context, tournament_id: int) -> None:
    """Take the count back: nobody died, somebody was faster or the store failed."""
    with (
        contextlib.suppress(StoreError),
        context.store.write("assess.overtaken") as session,
    ):
        rechecks.uncount_try(session, tournament_id)


def _crashed(times: int) -> Text:
    return Text(
        f"Looking at it crashed worker {times} times; it is left alone until a new "
        "export or a decision comes. Please report this with the export.",
        f"Beim Prüfen ist der Arbeitsprozess {times}-mal abgestürzt; es ruht, bis ein "
        "neuer Export oder eine Entscheidung kommt. Bitte mit dem Export melden.",
    )
