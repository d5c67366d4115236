"""What people chose about standings, under the numbers that everybody has now.

Choices name players and teams by their numbers. Where an export numbers them anew, a
value, a place set by hand and a lot stay with whom they were given to. Who is gone
loses his, whether numbers move or not: his number may be somebody else's now, or next.
A wrong value would decide a place unseen; one that is lost is told, and typed again.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from syncd.standings.manual import fingerprint
from syncd.standings.standings import ranks_teams
from syncd.sync.numbers import same_players, same_teams
from syncd.sync.renumber import renumbered, renumbered_teams

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.model.tournament import Tournament
    from syncd.standings.choices import Choices
    from syncd.standings.lots import Lots
    from syncd.standings.manual import ManualOrder
    from syncd.standings.prizes import Prize

_Value = TypeVar("_Value")


class _Moves(NamedTuple):
    """Who has which number now.

    Attributes:
        ids: old number -> new number of everybody who is in both.
        had: the numbers that there were.
        there: those that there are now.
    """

    ids: Mapping[int, int]
    had: frozenset[int]
    there: frozenset[int]

    @property
    def is_steady(self) -> bool:
        """Whether everybody is there yet, under his number."""
        return all(self.ids.get(number) == number for number in self.had)

    def keyed(self, values: Mapping[int, _Value]) -> dict[int, _Value]:
        """Return values by the numbers of now."""
        return {
            self.ids[number]: value
            for number, value in values.items()
            if number in self.ids
        }

    def listed(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return numbers as they are now."""
        return tuple(self.ids[number] for number in numbers if number in self.ids)

    def all(self) -> dict[int, int]:
        """Return old number -> new one of all; who is gone gets one that nobody has."""
        free = count(max((*self.had, *self.there), default=0) + 1)
        found = dict(self.ids)
        for number in sorted(self.had - found.keys()):
            found[number] = next(free)
        return found


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


def left_behind(choices: Choices, before: Tournament, after: Tournament) -> list[int]:
    """Return the numbers that something was chosen for, of players or teams now gone.

    Args:
        choices: about the tournament as it stood.
        before: as it stood.
        after: as it stands now.
    """
    players, teams = _moves_of_players(before, after), _moves_of_teams(before, after)
    ranked = teams if ranks_teams(before) else players
    manual = choices.manual.numbers if choices.manual else ()
    members = [
        prize.category.numbers or () for prize in choices.prizes if prize.category
    ]
    gone = {*choices.given.external, *manual} - ranked.ids.keys()
    gone |= {*choices.ratings.changes, *chain(*members)} - players.ids.keys()
    return sorted(gone)


def _moves_of_players(before: Tournament, after: Tournament) -> _Moves:
    had, there = ([one.id for one in each.entrants] for each in (before, after))
    same = same_players(before.entrants, after.entrants, (before, after))
    return _moves(had, there, same)


def _moves_of_teams(before: Tournament, after: Tournament) -> _Moves:
    had, there = ([team.number for team in each.teams] for each in (before, after))
    return _moves(had, there, same_teams(before.teams, after.teams))


def _moves(had: Iterable[int], there: Iterable[int], same: Mapping[int, int]) -> _Moves:
    """Return the moves; `same` tells by the number of now which one it was."""
    ids = {old: new for new, old in same.items()}
    return _Moves(ids, frozenset(had), frozenset(there))


def _order(
    order: ManualOrder, before: Tournament, players: _Moves, teams: _Moves
) -> ManualOrder:
    """Return an order set by hand; moved numbers alone are no changed results."""
    if players.is_steady and teams.is_steady:
        return order
    moved = renumbered_teams(renumbered(before, players.all()), teams.all())
    is_current = order.results == fingerprint(before)
    ranked = teams if ranks_teams(before) else players
    return replace(
        order,
        numbers=ranked.listed(order.numbers),
        results=fingerprint(moved) if is_current else order.results,
    )


def _lots(lots: Lots, moves: _Moves) -> Lots:
    """Return the lots, each still with whom it was drawn for.

    Who comes later gets the one of his number, but none that was somebody else's: for
    a number that somebody has left, a free one is noted.
    """
    first = dict(lots.drawn_as)
    numbers = moves.had | moves.there | first.keys()
    used = {first.get(number, number) for number in moves.had | first.keys()}
    free = count(max((*used, *numbers), default=0) + 1)
    kept = moves.keyed({number: first.get(number, number) for number in moves.had})
    for number in sorted(numbers - kept.keys()):
        if number in first and number not in moves.had:
            kept[number] = first[number]
        else:
            kept[number] = next(free) if number in used else number
    moved = tuple(sorted(pair for pair in kept.items() if pair[0] != pair[1]))
    return lots._replace(drawn_as=moved)


def _prize(prize: Prize, players: _Moves) -> Prize:
    """Return a prize; one for certain players stays theirs."""
    category = prize.category
    if category is None or category.numbers is None:
        return prize
    numbers = players.listed(category.numbers)
    return replace(prize, category=replace(category, numbers=numbers))
