"""Places: what becomes of those whom the list of tie-breaks leaves tied.

They share a place, or rating and name decide, or lots that were drawn; and a person may
have put everybody into an order by hand, which then stands above all of it.

Source: C.07 (1 March 2026), articles 4.1.1 and 4.2; TRF26, record 001, equal ranks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from syncd.standings.amounts import NO_VALUE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.lots import Lots
    from syncd.standings.manual import ManualOrder
    from syncd.standings.standings import Standings

    ByRating = Mapping[int, tuple[int, str]]


class Ties(StrEnum):
    """What becomes of those who are tied to the end."""

    SHARED = "shared"
    """They share a place, and the next ones are skipped."""
    RATING_AND_NAME = "rating"
    """The higher rating goes first, then the name."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One participant's place.

    Attributes:
        index: a place in `contest.primary.numbers`.
        number: start or team number.
        place: from 1.
        is_shared: whether somebody else has the same.
        written: `2`, or `2=` if it is shared; a dash for who is outside the contest.
    """

    index: int
    number: int
    place: int
    is_shared: bool
    written: str

    @property
    def is_counting(self) -> bool:
        """Whether the participant is part of the contest."""
        return self.written != NO_VALUE


_UNKNOWN: Final = (0, "")


def placed(
    standings: Standings,
    tournament: Tournament,
    ties: Ties = Ties.SHARED,
    *,
    lots: Lots | None = None,
    manual: ManualOrder | None = None,
) -> tuple[Placed, ...]:
    """Return everybody's place, the first one first.

    Who shares a place is listed by rating and name.

    Args:
        standings: as computed.
        tournament: names and ratings.
        ties: what becomes of the tied where no lots were drawn.
        lots: drawn for those who are tied.
        manual: an order set by hand; then nothing else counts.
    """
    by_rating = _by_rating(tournament, is_team=standings.contest.is_team)
    groups = _groups(standings, by_rating, lots)
    if ties is Ties.RATING_AND_NAME or manual:
        groups = [[index] for group in groups for index in group]
    if manual:
        groups = _by_hand(standings, groups, manual)
    return tuple(_places(standings, groups))


def _groups(
    standings: Standings, by_rating: ByRating, lots: Lots | None
) -> list[list[int]]:
    """Return those who share a place, each group by rating and name."""
    numbers = standings.contest.primary.numbers
    groups = []
    key = lots.key() if lots else None
    for group in standings.ranking.groups:
        if key and len(group) > 1 and not set(group) & {*standings.contest.outside}:
            in_turn = sorted((key(numbers[index]), index) for index in group)
            groups += [[index] for _, index in in_turn]
        else:
            ordered = sorted(
                group, key=lambda index: by_rating.get(numbers[index], _UNKNOWN)
            )
            groups.append(ordered)
    return groups


def _by_hand(
    standings: Standings, groups: Sequence[list[int]], manual: ManualOrder
) -> list[list[int]]:
    """Return everybody in the order set by hand; who is not in it goes to the end."""
    numbers = standings.contest.primary.numbers
    place = {number: at for at, number in enumerate(manual.numbers)}
    end = len(place)
    return sorted(groups, key=lambda group: place.get(numbers[group[0]], end))


def _places(standings: Standings, groups: Sequence[list[int]]) -> Iterator[Placed]:
    numbers, outside = standings.contest.primary.numbers, standings.contest.outside
    place = 1
    for group in groups:
        is_shared = len(group) > 1
        written = f"{place}=" if is_shared else str(place)
        for index in group:
            shown = NO_VALUE if index in outside else written
            yield Placed(index, numbers[index], place, is_shared, shown)
        place += len(group)


def _by_rating(tournament: Tournament, *, is_team: bool) -> ByRating:
    """Return what the tied are listed by, by number."""
    if is_team:
        return {
            team.number: (-(team.strength or 0), team.name.casefold())
            for team in tournament.teams
        }
    return {
        entrant.id: (
            -(entrant.rating or 0),
            f"{entrant.surname}, {entrant.forename}".casefold(),
        )
        for entrant in tournament.entrants
    }
