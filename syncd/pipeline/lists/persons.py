"""Entering and forgetting what no list holds of a person.

The journal says that it happened and never of whom.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.rating.remembered import without
from syncd.store import decisions, persons, rechecks
from syncd.store.events import save_event

if TYPE_CHECKING:
    import datetime as dt

    from syncd.model.persons import Person
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session


def enter_person(
    context: Context, person: Person, now: dt.datetime, *, is_another: bool = False
) -> Person:
    """Add to the entry of a person; what waits for data is looked at again.

    Args:
        context: the outside world.
        person: what is given.
        now: aware UTC time.
        is_another: that a namesake with another birth year was entered is right.

    Raises:
        DuplicateError: several entries can be meant, or a namesake was entered.
    """
    with context.store.write("persons.entered") as session:
        entry = persons.save_person(session, person, now, is_another=is_another)
        rechecks.recheck_waiting_reports(session, now)
        save_event(session, "person.entered", _ENTERED, now)
    return entry


def forget_person(context: Context, person: Person, now: dt.datetime) -> Person:
    """Delete the entry of a person, and what reports are remembered to have had of it.

    Reports that were made stay as they are.

    Raises:
        NotFoundError: there is none.
        DuplicateError: several entries can be meant.
    """
    with context.store.write("persons.forgotten") as session:
        entry = persons.delete_person(session, person)
        _forget_remembered(session, entry)
        rechecks.recheck_waiting_reports(session, now)
        save_event(session, "person.forgotten", _FORGOTTEN, now)
    return entry


def _forget_remembered(session: Session, person: Person) -> None:
    for decision_id, value in decisions.load_all(session, decisions.COMPLETED):
        stored = json.loads(value)
        left = without(stored, person)
        if left != stored:
            text = json.dumps(left, ensure_ascii=False)
            decisions.rewrite(session, decision_id, text)


_ENTERED: Final = Text("Data of a person entered.", "Daten einer Person erfasst.")
_FORGOTTEN: Final = Text("Data of a person deleted.", "Daten einer Person gelöscht.")
