"""The numbers of a source's players and teams, in the words of the tournament.

Start numbers and team numbers are a source's own. Before anything is merged, what a
source says is put under the numbers that the tournament has: who is known keeps his,
who was added on both sides becomes one, who is new gets one that nobody has.

Within one source, a number that stands for nobody else is taken for the same person
also under another name (marriage, a corrected slip), unless ids or years speak against
it or nothing at all is in common. A team named spielfrei is never taken for a club.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from syncd.sync.former import link_former
from syncd.sync.identity import fold_name
from syncd.sync.persons import folded, link
from syncd.sync.records import LISTS, TEAMS, entries, in_order, order_of
from syncd.sync.renumber import renumbered, renumbered_teams

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.model.tournament import Entrant, Team, Tournament
    from syncd.sync.former import Former

_SPIELFREI: Final = ("spielfrei", "freilos", "bye")


class Aligned(NamedTuple):
    """Two states of a source under the numbers of a tournament.

    Attributes:
        base: as the source last sent it.
        theirs: as it sends it now.
        ids: number in `theirs` as it came -> number in the tournament.
        teams: likewise of its teams.
    """

    base: Tournament
    theirs: Tournament
    ids: dict[int, int]
    teams: dict[int, int]


def align(
    base: Tournament,
    head: Tournament,
    theirs: Tournament,
    ids: Mapping[int, int] | None = None,
    former: Former | None = None,
) -> Aligned:
    """Return base and theirs under the numbers of head.

    Args:
        base: as the source last sent it, under its own numbers.
        head: the tournament.
        theirs: as the source sends it now, under its own numbers.
        ids: number in base -> number in head, as far as it is remembered.
        former: names that players of head had before.
    """
    names: Former = {} if former is None else former
    mine, yours = _players(base, head, theirs, ids or {}, names)
    base, theirs = _under(base, mine), _under(theirs, yours)
    was, now = _team_numbers(base, head, theirs)
    return Aligned(_with_teams(base, was), _with_teams(theirs, now), yours, now)


def _players(
    base: Tournament,
    head: Tournament,
    theirs: Tournament,
    ids: Mapping[int, int],
    former: Former,
) -> tuple[dict[int, int], dict[int, int]]:
    """Return number in base, and in theirs -> number in the tournament.

    Who is not known as he was may be known as he is now: the tournament can have had
    his new name or id from elsewhere.
    """
    mine = _known(base, head, ids, former)
    same = same_players(base.entrants, theirs.entrants, _rows(base, theirs))
    yours = {new: mine[old] for new, old in same.items() if old in mine}
    left = [one for one in theirs.entrants if one.id not in yours]
    if left:
        taken = set(mine.values())
        free = [one for one in head.entrants if one.id not in taken]
        yours |= same_players(free, left, _rows(head, theirs), former)
    mine |= {old: yours[new] for new, old in same.items() if new in yours}
    used = {one.id for one in head.entrants}
    mine = _completed(base, mine, used)
    yours |= {new: mine[old] for new, old in same.items()}
    return mine, _completed(theirs, yours, {*used, *mine.values()})


def _known(
    base: Tournament, head: Tournament, ids: Mapping[int, int], former: Former
) -> dict[int, int]:
    """Return number in base -> number in head, of those who are surely in both."""
    there = {one.id for one in base.entrants}
    found = {mine: yours for mine, yours in ids.items() if mine in there}
    taken = set(found.values())
    return found | same_players(
        [one for one in head.entrants if one.id not in taken],
        [one for one in base.entrants if one.id not in found],
        _rows(head, base),
        former,
    )


_Rows = tuple["Tournament", "Tournament"]


def _rows(ours: Tournament, theirs: Tournament) -> _Rows:
    return ours, theirs


def _completed(
    t: Tournament, found: dict[int, int], used: Iterable[int]
) -> dict[int, int]:
    return numbers_for([one.id for one in t.entrants], found, used)


def numbers_for(
    numbers: Iterable[int], found: dict[int, int], used: Iterable[int]
) -> dict[int, int]:
    """Give a number to everybody who has none: his own if it is free.

    Args:
        numbers: of all, as they came.
        found: number as it came -> number, of those who have one; is added to.
        used: numbers that nobody new may get.
    """
    taken = {*used, *found.values()}
    left = [number for number in numbers if number not in found]
    for number in left:
        if number not in taken:
            found[number] = number
            taken.add(number)
    last = max(taken, default=0)
    for number in left:
        if number not in found:
            last += 1
            found[number] = last
    return found


def _under(t: Tournament, ids: Mapping[int, int]) -> Tournament:
    is_same = all(before == now for before, now in ids.items())
    return t if is_same else _sorted_as(t, renumbered(t, ids))


def _sorted_as(before: Tournament, after: Tournament) -> Tournament:
    """Return a renumbered tournament whose lists are sorted if they were before."""
    values: dict[str, object] = {}
    for kept in (TEAMS, *LISTS):
        if order_of(entries(before, kept)) is None:
            values[kept.attribute] = tuple(in_order(entries(after, kept), None))
    if order_of((one.id,) for one in before.entrants) is None:
        players = sorted(after.entrants, key=attrgetter("id"))
        values["entrants"] = tuple(players)
        if [one.id for one in before.entrants] == list(before.pairings.rows):
            rows = {one.id: after.pairings.rows[one.id] for one in players}
            values["pairings"] = replace(after.pairings, rows=rows)
    return replace(after, **cast("Any", values))


def same_players(
    ours: Iterable[Entrant],
    theirs: Iterable[Entrant],
    rows: _Rows,
    former: Former | None = None,
) -> dict[int, int]:
    """Return number of theirs -> number of ours, for everybody who is the same.

    Args:
        ours: those who can be meant.
        theirs: those who are looked for.
        rows: the tournaments of both, whose games tell where names do not.
        former: names that ours had before.
    """
    left = {one.id: one for one in ours}
    right = {one.id: one for one in theirs}
    names = [
        {(one.id, one.surname, one.forename) for one in side.values()}
        for side in (left, right)
    ]
    if names[0] <= names[1] or names[1] <= names[0]:
        both = left.keys() & right.keys()
        sure = {n: n for n in both if not _contradicts(left[n], right[n])}
        if len(sure) == len(both):
            return sure
    links = link(left.values(), right.values())
    taken = set(links.values())
    links |= link_former(
        [one for one in left.values() if one.id not in taken],
        [two for two in right.values() if two.id not in links],
        {} if former is None else former,
    )
    taken = set(links.values())
    for number in sorted(left.keys() & right.keys() - links.keys() - taken):
        if _may_be_same(left[number], right[number], rows):
            links[number] = number
    return links


def _may_be_same(one: Entrant, two: Entrant, rows: _Rows) -> bool:
    """Return whether a number can stand for one person under two names."""
    if _contradicts(one, two):
        return False
    words = set(folded(one).split()) & set(folded(two).split())
    return bool(words) or folded(one) == folded(two) or _plays_alike(one.id, rows)


def _contradicts(one: Entrant, two: Entrant) -> bool:
    if one is two:
        return False
    pairs = (
        (one.dsb_id, two.dsb_id),
        (one.fide_id, two.fide_id),
        (one.birth_year, two.birth_year),
    )
    return any(mine and yours and mine != yours for mine, yours in pairs)


def _plays_alike(number: int, rows: _Rows) -> bool:
    """Return whether both rows of a number name an opponent in the same round."""
    mine, yours = (t.pairings.rows[number].opponents for t in rows)
    return any(one and one == two for one, two in zip(mine, yours, strict=False))


def is_spielfrei(team: Team) -> bool:
    """Return whether an entry stands for no team; it has no players either."""
    return not team.roster and fold_name(team.name).startswith(_SPIELFREI)


def _team_numbers(
    base: Tournament, head: Tournament, theirs: Tournament
) -> tuple[dict[int, int], dict[int, int]]:
    """Return number in base, and in theirs -> number in the tournament, of teams.

    As of players: who is not known as he was may be known as he is now.
    """
    mine = same_teams(head.teams, base.teams)
    same = same_teams(base.teams, theirs.teams)
    yours = {new: mine[old] for new, old in same.items() if old in mine}
    taken = set(mine.values())
    free = [team for team in head.teams if team.number not in taken]
    left = [team for team in theirs.teams if team.number not in yours]
    yours |= same_teams(free, left)
    mine |= {old: yours[new] for new, old in same.items() if new in yours}
    mine = _numbered(base, mine, head)
    yours |= {new: mine[old] for new, old in same.items()}
    return mine, _numbered(theirs, yours, head, _with_teams(base, mine))


def _numbered(
    t: Tournament, numbers: dict[int, int], *others: Tournament
) -> dict[int, int]:
    """Give a number to every team that has none yet, one that no other has."""
    taken = {*numbers.values(), *(team.number for one in others for team in one.teams)}
    for number in dict.fromkeys(team.number for team in t.teams):
        if number not in numbers:
            last = max(taken, default=0) + 1
            numbers[number] = last if number in taken else number
            taken.add(numbers[number])
    return numbers


def _with_teams(t: Tournament, numbers: Mapping[int, int]) -> Tournament:
    is_same = all(before == now for before, now in numbers.items())
    return t if is_same else _sorted_as(t, renumbered_teams(t, numbers))


def same_teams(ours: Iterable[Team], theirs: Iterable[Team]) -> dict[int, int]:
    """Return number of theirs -> number of ours, for every team that is the same."""
    left = {team.number: team for team in ours}
    right = {team.number: team for team in theirs}
    found: dict[int, int] = {}
    for known in (_own_number, _of_name(left), _of_players(left)):
        for number, team in list(right.items()):
            one = left.get(known(team))
            if one is not None and _is_same_team(one, team):
                found[number] = one.number
                del left[one.number], right[number]
    return found


_Candidate = Callable[["Team"], int]
"""Team of theirs -> the number of ours that it may be, 0 for none."""


def _own_number(team: Team) -> int:
    return team.number


def _of_name(ours: Mapping[int, Team]) -> _Candidate:
    names = {fold_name(team.name): number for number, team in ours.items()}
    return lambda team: names.get(fold_name(team.name), 0)


def _of_players(ours: Mapping[int, Team]) -> _Candidate:
    teams = {player: team.number for team in ours.values() for player in team.roster}

    def most(team: Team) -> int:
        numbers = Counter(teams[one] for one in team.roster if one in teams)
        return numbers.most_common(1)[0][0] if numbers else 0

    return most


def _is_same_team(one: Team, two: Team) -> bool:
    """Return whether a candidate is the same: by name, or by most of its players.

    Where one side has no roster, the number alone has to do.
    """
    if is_spielfrei(one) or is_spielfrei(two):
        return is_spielfrei(one) and is_spielfrei(two)
    if fold_name(one.name) == fold_name(two.name) or _shares_players(one, two):
        return True
    return one.number == two.number and not (one.roster and two.roster)


def _shares_players(one: Team, two: Team) -> bool:
    """Return whether most players of the smaller roster are in the other one."""
    least = min(len(one.roster), len(two.roster))
    return bool(least) and 2 * len({*one.roster} & {*two.roster}) > least
