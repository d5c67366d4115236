"""What people chose about standings, under the numbers that everybody has now.

Choices name players and teams by their numbers. Where an export numbers them anew, a
value, a place set by hand and a lot stay with whom they were given to. Who is gone when
numbers move loses his: his number may be somebody else's next.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from syncd.standings.manual import fingerprint
from syncd.standings.standings import ranks_teams
from syncd.sync.numbers import same_teams
from syncd.sync.renumber import moved_numbers, renumbered, renumbered_teams

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.model.tournament import Tournament
    from syncd.standings.choices import Choices
    from syncd.standings.lots import Lots
    from syncd.standings.manual import ManualOrder
    from syncd.standings.prizes import Prize

_Value = TypeVar("_Value")


class _Moves(NamedTuple):
    """Who has which number now.

    Attributes:
        ids: old number -> new number; empty where nobody's has moved.
        had: the numbers that there were.
        there: those that there are now.
    """

    ids: Mapping[int, int]
    had: frozenset[int]
    there: frozenset[int]

    def now(self, number: int) -> int | None:
        """Return the number of somebody now, None if he is gone since numbers moved."""
        if not self.ids:
            return number
        moved = self.ids.get(number)
        return moved if moved in self.there else None

    def keyed(self, values: Mapping[int, _Value]) -> dict[int, _Value]:
        """Return values by the numbers of now."""
        found = ((self.now(number), value) for number, value in values.items())
        return {number: value for number, value in found if number is not None}

    def listed(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return numbers as they are now."""
        found = map(self.now, numbers)
        return tuple(number for number in found if number is not None)


def following(choices: Choices, before: Tournament, after: Tournament) -> Choices:
    """Return the choices as they are meant once the tournament has changed.

    Args:
        choices: about the tournament as it stood.
        before: as it stood.
        after: as it stands now.
    """
    players, teams = _moves_of_players(before, after), _moves_of_teams(before, after)
    ranked = teams if ranks_teams(before) else players
    given, ratings = choices.given, choices.ratings
    manual, lots = choices.manual, choices.lots
    return replace(
        choices,
        given=replace(given, external=ranked.keyed(given.external)),
        ratings=replace(ratings, changes=players.keyed(ratings.changes)),
        manual=manual and _order(manual, before, players, teams),
        lots=lots and _lots(lots, ranked),
        prizes=tuple(_prize(prize, players) for prize in choices.prizes),
    )


def _moves_of_players(before: Tournament, after: Tournament) -> _Moves:
    had, there = (
        frozenset(one.id for one in each.entrants) for each in (before, after)
    )
    return _Moves(moved_numbers(before, after), had, there)


def _moves_of_teams(before: Tournament, after: Tournament) -> _Moves:
    had, there = (
        frozenset(team.number for team in each.teams) for each in (before, after)
    )
    ids = {old: new for new, old in same_teams(before.teams, after.teams).items()}
    is_same = all(old == new for old, new in ids.items())
    return _Moves({} if is_same else ids, had, there)


def _order(
    order: ManualOrder, before: Tournament, players: _Moves, teams: _Moves
) -> ManualOrder:
    """Return an order set by hand; moved numbers alone are no changed results."""
    if not (players.ids or teams.ids):
        return order
    moved = renumbered(before, players.ids) if players.ids else before
    moved = renumbered_teams(moved, teams.ids)
    is_current = order.results == fingerprint(before)
    ranked = teams if ranks_teams(before) else players
    return replace(
        order,
        numbers=ranked.listed(order.numbers),
        results=fingerprint(moved) if is_current else order.results,
    )


def _lots(lots: Lots, moves: _Moves) -> Lots:
    """Return the lots, each still with whom it was drawn for.

    A newcomer gets that of his number, or of a free one where somebody has it already.
    """
    first = dict(lots.drawn_as)
    by_old = {number: first.get(number, number) for number in moves.had}
    kept = {
        number: one for number, one in moves.keyed(by_old).items()
        if number in moves.there
    }  # fmt: skip
    used = {*kept.values()}
    free = count(max((*used, *moves.there), default=0) + 1)
    for number in sorted(moves.there - kept.keys()):
        kept[number] = next(free) if number in used else number
    moved = tuple(sorted(pair for pair in kept.items() if pair[0] != pair[1]))
    return lots._replace(drawn_as=moved)


def _prize(prize: Prize, players: _Moves) -> Prize:
    """Return a prize; one for certain players stays theirs."""
    category = prize.category
    if category is None or not category.numbers:
        return prize
    numbers = players.listed(category.numbers)
    return replace(prize, category=replace(category, numbers=numbers))
