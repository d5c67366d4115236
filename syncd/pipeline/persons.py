"""Entering and forgetting what no list holds of a person.

The journal says that it happened and never of whom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.store import persons, revisions
from syncd.store.events import save_event

if TYPE_CHECKING:
    import datetime as dt

    from syncd.model.persons import Person
    from syncd.pipeline.context import Context


def enter_person(context: Context, person: Person, now: dt.datetime) -> Person:
    """Add to the entry of a person; what waits for data is looked at again.

    Raises:
        DuplicateError: several entries can be meant.
    """
    with context.store.write() as session:
        entry = persons.save_person(session, person, now)
        revisions.recheck_waiting_reports(session, now)
        save_event(session, "person.entered", _ENTERED, now)
    return entry


def forget_person(context: Context, person: Person, now: dt.datetime) -> Person:
    """Delete the entry of a person.

    Raises:
        NotFoundError: there is none.
        DuplicateError: several entries can be meant.
    """
    with context.store.write() as session:
        entry = persons.delete_person(session, person)
        revisions.recheck_waiting_reports(session, now)
        save_event(session, "person.forgotten", _FORGOTTEN, now)
    return entry


_ENTERED: Final = Text("Data of a person entered.", "Daten einer Person erfasst.")
_FORGOTTEN: Final = Text("Data of a person deleted.", "Daten einer Person gelöscht.")
