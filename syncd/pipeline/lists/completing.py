"""Completing a tournament from the store's lists, when its report is built."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from syncd.model.tournament import Tournament
from syncd.rating.candidates import MOST_NAMESAKES, Candidates, wanted_of
from syncd.rating.completion import Completed, Said, as_it_is, complete
from syncd.rating.confirmed import Confirmed
from syncd.rating.dates import proposed_dates
from syncd.rating.personkey import name_key
from syncd.rating.remembered import Remembered, from_json, remembered, to_json, whose
from syncd.store import decisions, outbox
from syncd.store.candidates import load_candidates

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.model.tournament import Entrant
    from syncd.store.engine import Store

Complete = Callable[[Tournament, Confirmed], Completed]
"""Completes a tournament, given what people have confirmed of it."""

_REPORTED: Final = frozenset({*outbox.STAGED, *outbox.SENDABLE, *outbox.AT_PORTAL})


def completer(
    store: Store, tournament_id: int | None = None, values: Mapping[str, str] = {}
) -> Complete:
    """Return what completes a tournament from the lists in the store.

    Args:
        store: the open store.
        tournament_id: row id, None for a tournament that only a file holds.
        values: the newest decisions of the tournament.
    """
    return partial(_completed, store, tournament_id, values)


def no_lists(tournament: Tournament, confirmed: Confirmed) -> Completed:
    """Complete nothing, where there is no store."""
    del confirmed
    return as_it_is(tournament)


def _completed(
    store: Store,
    tournament_id: int | None,
    values: Mapping[str, str],
    tournament: Tournament,
    confirmed: Confirmed,
) -> Completed:
    _, end = proposed_dates(tournament, confirmed)
    month = f"{end:%Y-%m}" if end else ""
    links = Links(values, tournament.entrants).by_number
    with store.read() as session:
        wanted = wanted_of(tournament.entrants, links.values())
        found = load_candidates(session, wanted, month, MOST_NAMESAKES)
        submissions = (
            outbox.load_submissions(session, tournament_id) if tournament_id else []
        )
    reported = None
    if any(item.state in _REPORTED for item in submissions):
        reported = from_json(
            json.loads(values.get(decisions.COMPLETED) or "[]"), tournament.entrants
        )
    if found == Candidates() and not links and not reported:
        return as_it_is(tournament)
    return complete(tournament, found, Said(links, reported))


class Links:
    """Who people have said that players are.

    Attributes:
        by_number: start number -> id of the DSB, for the players as they are now.
    """

    def __init__(self, values: Mapping[str, str], entrants: Sequence[Entrant]) -> None:
        stored = json.loads(values.get(decisions.LINKS) or "[]")
        kept = _links_by_number(stored, entrants) if isinstance(stored, dict) else (
            from_json(stored, entrants)
        )  # fmt: skip
        places = whose(kept, entrants)
        self.by_number = {
            number: kept[place].linked or "" for number, place in places.items()
        }
        self._others = [one for at, one in enumerate(kept) if at not in places.values()]
        self._entrants = entrants

    def changed(self, number: int, dsb_id: str) -> str:
        """Return what is to be stored when a player is linked.

        Args:
            number: start number.
            dsb_id: id of the DSB; empty takes the link back.
        """
        links = self.by_number | {number: dsb_id}
        present = [
            remembered(one, {}, links[one.id])
            for one in self._entrants
            if links.get(one.id)
        ]
        return json.dumps(to_json([*self._others, *present]), ensure_ascii=False)


def _links_by_number(
    stored: Mapping[str, Mapping[str, str | int]], entrants: Sequence[Entrant]
) -> list[Remembered]:
    """Return the links of an earlier version, of who has the same number and name."""
    return [
        remembered(entrant, {}, str(link["dsb_id"]))
        for entrant in entrants
        if (link := stored.get(str(entrant.id)))
        and link["name"] == name_key(entrant.surname, entrant.forename)
    ]
