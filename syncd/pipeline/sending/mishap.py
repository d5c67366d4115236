"""What happens to a report on which the program itself breaks.

No portal has said anything and no worker has died: a fault of ours, met while a report
was prepared, searched for, sent or asked about. It is logged, told to people in plain
words and counted like a crash, and the other reports go on.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.store import mishaps

if TYPE_CHECKING:
    import datetime as dt

    from syncd.pipeline.context import Context
    from syncd.store.sending import Sending

log = logging.getLogger(__name__)

AGAIN_S: Final = 300.0


def put_off_broken(
    context: Context,
    submission_id: int,
    error: Exception,
    now: dt.datetime,
    held: Sending | None = None,
) -> None:
    """Put off a report on which the program broke, and count that.

    Args:
        context: the outside world.
        submission_id: row id in the outbox.
        error: what was raised; only its type is told, its words may name persons.
        now: aware UTC time.
        held: the report as it was claimed, None if it was not.

    Raises:
        StoreError: the store failed.
    """
    extra = {"submission_id": submission_id}
    log.error("report broke the program", exc_info=error, extra=extra)
    with context.store.write("submit.broken") as session:
        mishaps.count_mishap(
            session, submission_id, _note(type(error).__name__), now,
            wait_s=AGAIN_S, max_crashes=context.settings.workers.max_crashes,
            held=held,
        )  # fmt: skip


def _note(name: str) -> Text:
    return Text(
        f"syncd met a fault of its own while it handled the report ({name}); please "
        "report it with the log.",
        f"syncd ist bei dem Bericht auf einen eigenen Fehler gestoßen ({name}); bitte "
        "mit dem Log melden.",
    )
