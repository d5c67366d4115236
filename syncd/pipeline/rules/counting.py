"""Noting under which name this installation counts what it tells others."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.store import counting
from syncd.store.events import save_event
from syncd.sync.counting import MARK, installation_of, suffixed

if TYPE_CHECKING:
    import datetime as dt

    from syncd.settings import RatingSettings
    from syncd.store.engine import Store
    from syncd.sync.counting import Counting

log = logging.getLogger(__name__)

PUT_BACK: Final = "start.put_back"
"""Kind of the event that the store was put back to an older state."""


def follow_name(
    store: Store, section: RatingSettings, now: dt.datetime, *, is_put_back: bool
) -> bool:
    """Count under the name in the settings from now on; return whether that is new.

    Nothing may be said meanwhile.

    Args:
        store: the open store.
        section: settings that tell the name.
        now: aware UTC time.
        is_put_back: whether the store was put back to an older state. What it had said
            after that others may know, but it does not, so it goes on as somebody else.
    """
    with store.write("start.named") as session:
        known = counting.load_counting(session, section.installation)
        new = _new_name(known, now, has_own_name=section.has_own_name)
        if not known.names:
            counting.save_name(session, new or section.installation, now)
        elif new and not is_put_back:
            counting.save_name(session, new, now)
        if is_put_back:
            name = suffixed(section.installation, now)
            counting.save_name(session, name, now)
            save_event(session, PUT_BACK, _PUT_BACK, now)
            log.warning("store was put back", extra={"counts_as": name})
    return bool(new) or is_put_back


def _new_name(known: Counting, now: dt.datetime, *, has_own_name: bool) -> str:
    """Return the name to go on under, empty if the newest one noted is right.

    Who is called like any other one needs a suffix, and so does who was put back once:
    what it was called before that, and what it said as that, it may not know.
    """
    if known.names and installation_of(known.names[-1].name) == known.own:
        return ""
    was_put_back = any(MARK in one.name for one in known.names)
    if was_put_back or not has_own_name:
        return suffixed(known.own, now)
    return known.own


_PUT_BACK: Final = Text(
    "The store is older than it was at the last stop: it was put back from a backup. "
    "Other installations will tell what is missing here.",
    "Der Speicher ist älter als beim letzten Halt: Er wurde aus einer Sicherung "
    "zurückgespielt. Was hier fehlt, sagen andere Installationen wieder.",
)
