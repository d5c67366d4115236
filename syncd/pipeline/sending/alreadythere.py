"""The question whether a tournament that a portal has is ours, and its answer (pure).

What was found is a decision's value (`decisions.ALREADY_THERE`), what a person said to
be another tournament is one too (`decisions.ANOTHER_ONE`). The question is open while
something was found that was not answered. Adopting takes back what was found.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.store import decisions
from syncd.store.revisions import Waiting

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from syncd.rating.atportal import PortalEntry

CODE: Final = "already_there"
"""What a tournament waits for while the question is open."""


def found_to_json(portal: str, entries: Sequence[PortalEntry]) -> str:
    """Return what was found at a portal, as the value of a decision."""
    found = [
        {
            "uuid": entry.uuid, "label": entry.label,
            "start": _day(entry.start), "end": _day(entry.end),
        }
        for entry in entries
    ]  # fmt: skip
    return json.dumps({"portal": portal, "found": found}, ensure_ascii=False)


def others(values: Mapping[str, str]) -> frozenset[str]:
    """Return UUIDs that a person has said to be other tournaments.

    Args:
        values: newest value per kind of decision.
    """
    return frozenset(json.loads(values.get(decisions.ANOTHER_ONE) or "[]"))


def answer(values: Mapping[str, str]) -> str:
    """Return the decision that what was found is another tournament."""
    found = {one["uuid"] for one in _found(values)["found"]}
    return json.dumps(sorted(found | others(values)))


def question(values: Mapping[str, str], tournament_id: int) -> Waiting | None:
    """Return what a tournament waits for while the question is open."""
    told = _found(values)
    known = others(values)
    found = [one for one in told["found"] if one["uuid"] not in known]
    if not found:
        return None
    first = found[0]
    days = f"{first['start'] or '?'} – {first['end'] or '?'}"
    more = len(found) - 1
    portal, label, uuid = told["portal"], first["label"] or "-", first["uuid"]
    en = f" and {more} more" if more else ""
    de = f" und {more} weitere" if more else ""
    text = Text(
        f"The portal {portal} already has a tournament on these days and with these "
        f"persons: “{label}” ({days}, {uuid}){en}. Nothing was sent. If it is this "
        "one, take it over with the file that was uploaded: syncd adopt X.xml "
        f"--tournament {tournament_id}. If it is another one: syncd approve "
        f"{tournament_id}",
        f"Das Portal {portal} hat schon ein Turnier an diesen Tagen mit diesen "
        f"Personen: „{label}“ ({days}, {uuid}){de}. Es wurde nichts gesendet. Ist es "
        "dieses, bitte mit der hochgeladenen Datei übernehmen: syncd adopt X.xml "
        f"--tournament {tournament_id}. Ist es ein anderes: syncd approve "
        f"{tournament_id}",
    )
    return Waiting(CODE, text, needs_person=True, recheck_utc=None)


def _found(values: Mapping[str, str]) -> dict[str, Any]:
    stored = values.get(decisions.ALREADY_THERE)
    return json.loads(stored) if stored else {"portal": "", "found": []}


def _day(day: dt.date | None) -> str:
    return f"{day:%d.%m.%Y}" if day else ""
