"""Which scene leads to which commits and sends, and which nothing leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import crash_scenes
import delivery_scenes
import people_scenes
import portal_scenes
import pull_scenes
import push_scenes
import schedule_scenes
import way_scenes

if TYPE_CHECKING:
    from collections.abc import Callable

    from stage import Stage

SCENES: dict[Callable[[Stage], None], tuple[str, ...]] = {
    crash_scenes.report: (
        "receive.stored", "process.claimed", "process.taken", "assess.begun",
        "assess.committed",
        "submit.claimed", "submit.before_send", "submit.after_send",
        "submit.finished", "sweep.elected",
    ),
    crash_scenes.start: (
        "receive.met", "start.upgraded", "start.freed", "start.named",
        "start.configured",
        "start.portals", "host.claimed",
    ),
    crash_scenes.junk: ("process.finished",),
    crash_scenes.too_large: ("receive.refused",),
    people_scenes.approval: ("people.queued",),
    people_scenes.hold: ("people.decided",),
    people_scenes.ranking: ("people.ranked",),
    people_scenes.removal: ("people.removal",),
    people_scenes.adoption: ("adopt.stored",),
    people_scenes.person: ("persons.entered", "persons.forgotten"),
    people_scenes.member_list: (
        "lists.claimed", "lists.swept", "lists.tidied", "lists.recognised",
        "lists.begun", "lists.rows", "lists.in_force", "lists.downloaded",
        "lists.released",
    ),
    crash_scenes.busy_store: ("process.postponed",),
    crash_scenes.damaged: ("assess.put_off",),
    crash_scenes.unusable_portal: ("submit.put_off",),
    crash_scenes.once: ("once.freed",),
    crash_scenes.ordered_stop: ("host.released",),
    crash_scenes.busy_outbox: ("assess.overtaken",),
    people_scenes.given_up: ("people.resubmitted",),
    way_scenes.folder: ("directory.written", "directory.renamed"),
    way_scenes.letter: ("mail.before_data", "mail.before_dot", "mail.after_data"),
    way_scenes.question: ("submit.before_ask", "submit.after_ask", "submit.asked"),
    portal_scenes.login: ("token.claimed", "token.kept"),
    portal_scenes.refused_login: ("token.given_up",),
    portal_scenes.revoked_token: ("token.expired",),
    portal_scenes.rated: ("readback.stored",),
    portal_scenes.uploaded_by_hand: ("readback.looked",),
    portal_scenes.unreadable: ("firstlook.failed",),
    portal_scenes.searched: ("firstlook.begun", "firstlook.ended"),
    portal_scenes.unusable_lookup: ("readback.put_off",),
    schedule_scenes.recurring: (
        "schedule.planned", "schedule.removed", "schedule.claimed", "schedule.kept",
        "schedule.finished",
    ),
    delivery_scenes.passed_on: (
        "deliver.planned", "deliver.claimed", "deliver.before_send",
        "deliver.after_send", "deliver.finished",
    ),
    delivery_scenes.unusable: ("deliver.put_off",),
    push_scenes.pushed: ("receive.pushed",),
    push_scenes.tokens: ("access.given", "access.ended"),
    pull_scenes.pulled: ("pull.claimed", "pull.noted", "pull.ended", "pull.released"),
}  # fmt: skip
"""Which scene leads to which commits and sends."""

_CLOCK = "needs a clock that jumps; `tests/contract/test_clock_jumps.py` turns one"
_FAULT = "only after an exception that nobody has foreseen"
_ERASED = "reports nothing; `tests/integration/test_cli_erase.py` kills it there"
_TIDIED = "reports nothing, and deletes what is left at the next run"
UNREACHED: dict[str, str] = {
    "clock.followed:before": _CLOCK,
    "clock.followed:after": _CLOCK,
    "submit.broken:before": _FAULT,
    "submit.broken:after": _FAULT,
    "deliver.broken:before": _FAULT,
    "deliver.broken:after": _FAULT,
    "erase.tournament:before": _ERASED,
    "erase.tournament:after": _ERASED,
    "erase.rest:before": _ERASED,
    "erase.rest:after": _ERASED,
    "tidy.some:before": _TIDIED,
    "tidy.some:after": _TIDIED,
    "tidy.told:before": _TIDIED,
    "tidy.told:after": _TIDIED,
}
"""Places that no scene can lead to, with the reason."""


SQLITE_ONLY = {"host.claimed", "host.released"}
"""Commits that only a store on one machine knows."""


TOGETHER = (
    "submit.claimed:before*3", "submit.claimed:after*3", "submit.before_send*6",
    "submit.after_send*6", "submit.finished:before*3", "submit.finished:after*3",
)  # fmt: skip
"""Places in the third claim of one worker, which is one of several reports."""


def scene_of(place: str) -> Callable[[Stage], None] | None:
    """Return the scene that leads to a place, None if there is none."""
    if place in TOGETHER:
        return crash_scenes.several
    commit = place.partition(":")[0]
    return next((scene for scene, names in SCENES.items() if commit in names), None)
