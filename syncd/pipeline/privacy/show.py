"""Everything that is stored about a person, as plain values: their right to a copy."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from syncd.formats.json_model import changed, to_plain
from syncd.formats.snapshot import decode_snapshot
from syncd.model.persons import Person
from syncd.model.tournament import Entrant
from syncd.pipeline.privacy.erase import find_person
from syncd.rating.candidates import wanted_of
from syncd.standings.amounts import typed
from syncd.standings.standings import ranks_teams
from syncd.store import persons
from syncd.store.candidates import load_candidates
from syncd.store.choices import load_choices
from syncd.store.revisions import load_head
from syncd.sync.erasing import is_person

if TYPE_CHECKING:
    from syncd.model.lists import FidePlayer, Member
    from syncd.model.tournament import Tournament
    from syncd.pipeline.context import Context
    from syncd.pipeline.privacy.erase import Trace
    from syncd.store.engine import Session


def export_person(context: Context, person: Person) -> dict[str, Any]:
    """Return what is stored about a person.

    Args:
        context: the outside world.
        person: name and what else is known.

    Returns:
        `tournaments` (with `entries`, `files`, `reports`, and what was chosen by hand
        for the `standings`), `files` of no tournament,
        `entered` by hand, `members` and `fide` of the imported lists.
    """
    traces = find_person(context, person)
    with context.store.read() as session:
        entered = [
            one for one in persons.list_persons(session) if is_person(one, person)
        ]
        found = load_candidates(session, wanted_of([_entrant(person)]), month="")
        by_hand = {
            one.tournament_id: _by_hand(session, one) for one in traces.tournaments
        }
    return {
        "tournaments": [
            {
                "id": one.tournament_id,
                "name": one.tournament,
                "entries": [to_plain(entry) for entry in one.entries],
                "files": list(one.files),
                "reports": list(one.reports),
                "standings": by_hand[one.tournament_id],
            }
            for one in traces.tournaments
        ],
        "files": list(traces.files),
        "entered": [changed(one) for one in entered],
        "members": [changed(one) for one in found.members if _is_his(one, person)],
        "fide": [changed(one) for one in found.players if _is_his(one, person)],
    }


def _by_hand(session: Session, trace: Trace) -> list[dict[str, Any]]:
    """Return value and place that people have given a player in standings."""
    kept = load_choices(session, trace.tournament_id)
    if kept is None or ranks_teams(_head(session, trace.tournament_id)):
        return []
    values, manual = kept.choices.given.external, kept.choices.manual
    places = {one: at for at, one in enumerate(manual.numbers if manual else (), 1)}
    return [
        {
            "number": number,
            "value": typed(values[number]) if number in values else None,
            "place": places.get(number),
        }
        for number in sorted({entry.id for entry in trace.entries})
        if number in values or number in places
    ]


def _head(session: Session, tournament_id: int) -> Tournament:
    return decode_snapshot(load_head(session, tournament_id).snapshot)


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
