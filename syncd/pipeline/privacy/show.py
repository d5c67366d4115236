"""Everything that is stored about a person, as plain values: their right to a copy."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from syncd.formats.json_model import changed, to_plain
from syncd.model.persons import Person
from syncd.model.tournament import Entrant
from syncd.pipeline.privacy.erase import find_person
from syncd.rating.candidates import wanted_of
from syncd.store import persons
from syncd.store.candidates import load_candidates
from syncd.sync.erasing import is_person

if TYPE_CHECKING:
    from syncd.model.lists import FidePlayer, Member
    from syncd.pipeline.context import Context


def export_person(context: Context, person: Person) -> dict[str, Any]:
    """Return what is stored about a person.

    Args:
        context: the outside world.
        person: name and what else is known.

    Returns:
        `tournaments` (with `entries`, `files`, `reports`), `files` of no tournament,
        `entered` by hand, `members` and `fide` of the imported lists.
    """
    traces = find_person(context, person)
    with context.store.read() as session:
        entered = [
            one for one in persons.list_persons(session) if is_person(one, person)
        ]
        found = load_candidates(session, wanted_of([_entrant(person)]), month="")
    return {
        "tournaments": [
            {
                "id": one.tournament_id,
                "name": one.tournament,
                "entries": [to_plain(entry) for entry in one.entries],
                "files": list(one.files),
                "reports": list(one.reports),
            }
            for one in traces.tournaments
        ],
        "files": list(traces.files),
        "entered": [changed(one) for one in entered],
        "members": [changed(one) for one in found.members if _is_his(one, person)],
        "fide": [changed(one) for one in found.players if _is_his(one, person)],
    }


def _entrant(person: Person) -> Entrant:
    known = {item.name: getattr(person, item.name) for item in fields(person)}
    known.pop("full_forename")
    return Entrant(1, **known)


def _is_his(row: Member | FidePlayer, person: Person) -> bool:
    known = Person(
        row.surname, row.forename, birth_year=row.birth_year,
        dsb_id=getattr(row, "dsb_id", ""), fide_id=row.fide_id,
    )  # fmt: skip
    return is_person(known, person)
