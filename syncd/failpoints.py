"""Named places at which a test can stop a process dead, once.

Every commit and every send has a name here. A test that wants a crash writes one of
the names into a file and gives the file's path to the program; the first process that
reaches the place takes the file away and gets SIGKILL, so that nothing can be tidied
up. `name*3` means the third time that one process comes there. Without such a file,
which is the rule, reaching a place costs one comparison.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

COMMITS: Final = (
    "receive.met",
    "receive.stored",
    "receive.refused",
    "receive.pushed",
    "process.claimed",
    "process.postponed",
    "process.taken",
    "process.finished",
    "assess.begun",
    "assess.committed",
    "assess.put_off",
    "assess.overtaken",
    "people.decided",
    "people.ranked",
    "people.removal",
    "people.queued",
    "people.resubmitted",
    "submit.put_off",
    "submit.claimed",
    "submit.asked",
    "submit.finished",
    "submit.broken",
    "deliver.planned",
    "deliver.put_off",
    "deliver.claimed",
    "deliver.finished",
    "deliver.broken",
    "adopt.stored",
    "schedule.planned",
    "schedule.removed",
    "schedule.claimed",
    "schedule.kept",
    "schedule.finished",
    "pull.claimed",
    "pull.noted",
    "pull.ended",
    "pull.released",
    "lists.claimed",
    "lists.swept",
    "lists.tidied",
    "lists.recognised",
    "lists.begun",
    "lists.rows",
    "lists.in_force",
    "lists.downloaded",
    "lists.released",
    "persons.entered",
    "persons.forgotten",
    "erase.tournament",
    "erase.rest",
    "tidy.some",
    "tidy.told",
    "sweep.elected",
    "host.claimed",
    "host.released",
    "start.upgraded",
    "start.freed",
    "clock.followed",
    "token.claimed",
    "token.kept",
    "token.given_up",
    "token.expired",
    "firstlook.begun",
    "firstlook.ended",
    "firstlook.failed",
    "readback.looked",
    "readback.put_off",
    "readback.stored",
    "start.configured",
    "start.named",
    "start.portals",
    "once.freed",
    "access.given",
    "access.ended",
)
"""Write transactions; each is reached just before and just after its commit.

Every commit in the program has a name of its own (a test compares), so that a test can
kill a process at exactly that one.
"""

SENDS: Final = (
    "submit.before_ask",
    "submit.after_ask",
    "submit.before_send",
    "mail.before_data",
    "mail.before_dot",
    "mail.after_data",
    "directory.written",
    "directory.renamed",
    "submit.after_send",
    "deliver.before_send",
    "deliver.after_send",
)
"""Around the calls that leave the machine, and within them."""

PLACES: Final = (
    *(f"{name}:{side}" for name in COMMITS for side in ("before", "after")),
    *SENDS,
)
"""Every place that a test can name."""

_order: Path | None = None
_reached: Final = Counter[tuple[str, int]]()
"""How often this process has come to a place since its death there was ordered."""


def arm(order: Path | None) -> None:
    """Obey a file that names a place; None obeys nobody.

    Args:
        order: file that a test writes, and that the process takes away when it dies.
    """
    global _order  # noqa: PLW0603 - one switch per process, set at its start
    _order = order


def reach(place: str) -> None:
    """Die here if a test has ordered it."""
    if _order is not None and _is_ordered(_order, place):
        os.kill(os.getpid(), signal.SIGKILL)


def _is_ordered(order: Path, place: str) -> bool:
    """Return whether this process is the one that has to die at this place."""
    try:
        ordered, _, times = order.read_text(encoding="utf-8").strip().partition("*")
        if ordered != place:
            return False
        visit = place, order.stat().st_mtime_ns  # a later order counts anew
        _reached[visit] += 1
        if _reached[visit] < int(times or 1):
            return False
        order.rename(order.with_suffix(".done"))
    except OSError:  # nothing is ordered, or another process was faster
        return False
    return True
