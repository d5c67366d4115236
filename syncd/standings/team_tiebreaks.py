"""Tie-breaks of team events only: articles 12 and 13.

What a match is worth to article 16 is the same for teams as for players, on either
basis of points; so here is only what looks at boards or at both scores. A working is
made of rounds, as everywhere.

Source: C.07 (1 March 2026), articles 12.1 to 12.3 and 13.1 to 13.4. BB is no tie-break
of C.07 but the Berlin one of leagues: a point on board 1 weighs most.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.standings.buchholz import buchholz, products
from syncd.standings.contest import GAME_POINTS, MATCH_POINTS, as_seen
from syncd.standings.direct import split_by_encounter
from syncd.standings.families import Family, summed
from syncd.standings.records import own_rows, points
from syncd.standings.rows import POINT, Column, Working, parts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.rows import Rows

    Groups = list[list[int]]
    Key = Callable[[list[int]], tuple[int, ...]]
    """From the points on each board to what ranks, the higher first."""

_PAIR: Final = 2
SCORES: Final = frozenset((MATCH_POINTS, GAME_POINTS))
"""What a look is at that is a direct encounter."""


def board_count(contest: Contest, code: Code) -> Rows:  # noqa: ARG001 # one shape for all
    """Return board number times points on it, per round; the lower is better (12.1)."""
    values = [[_board_count(match) for match in row] for row in contest.boards]
    return own_rows(contest.primary, values, POINT)


def _board_count(match: Sequence[int]) -> int:
    return sum(board * given for board, given in enumerate(match, 1))


def berlin(contest: Contest, code: Code) -> Rows:  # noqa: ARG001 # one shape for all
    """Return the same with the numbers turned: board 1 weighs as many as there are."""
    values = [[sum(accumulate(match)) for match in row] for row in contest.boards]
    return own_rows(contest.primary, values, POINT)


def other_score(contest: Contest, code: Code) -> Rows:  # noqa: ARG001 # one shape for all
    """Return the other score than the primary one (13.1).

    Points that count in the standings only (299, round 999) are in no tie-break.
    """
    return contest.of(contest.other_basis).keep(points)


def _extended(opponents: str, own: str) -> Family:
    """Return an extended Sonneborn-Berger: of which score, times which (13.2)."""
    return summed(
        lambda contest, code: products(
            as_seen(contest.of(opponents), code), contest.of(own)
        )
    )


def divisor(contest: Contest, code: Code) -> int:
    """Return by what SSSC divides the strength of schedule (13.4).

    It is the best primary score that the rounds can give over the best secondary score
    of one match, rounded down, unless the regulations state it (/K).
    """
    if code.factor:
        return code.factor
    primary, secondary = contest.primary, contest.of(contest.other_basis)
    best = secondary.win or 1
    return max(1, primary.rounds * primary.win // best)


def _schedule_rows(contest: Contest, code: Code) -> Rows:
    return as_seen(contest.primary, code).keep(buchholz)


def _schedule_column(contest: Contest, code: Code) -> Column:
    by = divisor(contest, code)
    values = [
        own + Fraction(sum(row), by)
        for own, row in zip(
            contest.of(contest.other_basis).scores,
            _schedule_rows(contest, code).values,
            strict=True,
        )
    ]
    return Column(code, values, POINT)


def _schedule_working(contest: Contest, code: Code, index: int) -> Working:
    parts = parts_of(_schedule_rows(contest, code), index, code)
    total, by = sum(part.value for part in parts), divisor(contest, code)
    own = contest.of(contest.other_basis).scores[index]
    return Working(parts, POINT, total, own + Fraction(total, by), by, own)


FAMILIES: Final[dict[str, Family]] = {
    "BC": summed(board_count),
    "BB": summed(berlin),
    "MPVGP": summed(other_score),
    **{
        f"E{opponents[0]}{own[0]}SB": _extended(opponents, own)
        for opponents in (MATCH_POINTS, GAME_POINTS)
        for own in (MATCH_POINTS, GAME_POINTS)
    },
    "SSSC": Family(_schedule_column, _schedule_working),
}
"""Those whose values do not depend on who is tied."""


class Turn(NamedTuple):
    """One look at a group that is tied.

    Attributes:
        by: what it looks at: `MP` or `GP` (direct encounter on that score), `BC`, `TBR`
            or `BBE`; that which breaks the tie, or else the last one.
        groups: the group in order, in groups that stay tied for now.
        totals: index -> points of each board that were compared, in tenths; empty for
            a direct encounter.
        rounds: those (from 0) whose boards were added up.
    """

    by: str
    groups: Groups
    totals: dict[int, list[int]]
    rounds: Sequence[int] = ()


def _top_boards(boards: list[int]) -> tuple[int, ...]:
    """Rank by board 1, then by board 2 and so on (12.2)."""
    return tuple(boards)


def _without_bottom(boards: list[int]) -> tuple[int, ...]:
    """Rank by all boards but the last, then without the last two and so on (12.3)."""
    return tuple(accumulate(boards))[-2::-1]


def _fewest_counted(boards: list[int]) -> tuple[int, ...]:
    """Rank by the board count, the lower first (12.1)."""
    return (-_board_count(boards),)


BY_BOARDS: Final[dict[str, Key]] = {
    "BC": _fewest_counted,
    "TBR": _top_boards,
    "BBE": _without_bottom,
}
"""What ranks by boards -> how, from the points on each board."""
_LAST: Final[dict[str, tuple[str, ...]]] = {
    "EDE": (),
    "EDET": ("TBR",),
    "EDEB": ("BBE",),
    "EDEBT": ("BC", "TBR"),
    "EDEBB": ("BC", "BBE"),
}
"""What an extended direct encounter tries on the boards of two teams, in this order."""


def turn(contest: Contest, code: Code, tied: Sequence[int]) -> Turn:
    """Return the look that breaks a group which is tied, or else the last one."""
    return turns(contest, code, tied)[-1]


def turns(contest: Contest, code: Code, tied: Sequence[int]) -> tuple[Turn, ...]:
    """Return the looks at a group that is tied, up to the one that breaks it.

    Each group is looked at once, however many of it are asked about.
    """
    kept: dict[object, tuple[Turn, ...]] = contest.__dict__.setdefault("_turns", {})
    key = code, tuple(tied)
    if key not in kept:
        found = []
        for each in _possible_turns(contest, code, tied):
            found.append(each)
            if len(each.groups) > 1:
                break
        kept[key] = tuple(found)
    return kept[key]


def _possible_turns(
    contest: Contest, code: Code, tied: Sequence[int]
) -> Iterator[Turn]:
    """Yield the looks that a tie-break of type A has.

    An extended direct encounter (13.3) takes the primary score; if that breaks nothing,
    the secondary one. Two teams that both leave tied are told apart by the boards of
    the matches between them.
    """
    if code.name in BY_BOARDS:
        rounds: Sequence[int] = range(contest.primary.rounds)
        yield _by_boards(contest, code.name, tied, rounds)
        return
    for by in (contest.primary_basis, contest.other_basis):
        groups = split_by_encounter(as_seen(contest.of(by), code), tied)
        yield Turn(by, groups, {})
    if len(tied) == _PAIR:
        rounds = _own_matches(contest, code, tied)
        for by in _LAST[code.name]:
            yield _by_boards(contest, by, tied, rounds)


def _by_boards(
    contest: Contest, by: str, tied: Sequence[int], rounds: Sequence[int]
) -> Turn:
    """Return a group by the points of its boards in some rounds."""
    totals = {
        index: _totals([contest.boards[index][at] for at in rounds]) for index in tied
    }
    keys = {index: BY_BOARDS[by](boards) for index, boards in totals.items()}
    ordered = sorted(keys, key=keys.__getitem__, reverse=True)
    groups = [list(same) for _, same in groupby(ordered, key=keys.__getitem__)]
    return Turn(by, groups, totals, rounds)


def _totals(rows: Iterable[Sequence[int]]) -> list[int]:
    """Return the points of each board, added up over matches."""
    return [sum(board) for board in zip(*rows, strict=True)]


def _own_matches(contest: Contest, code: Code, pair: Sequence[int]) -> list[int]:
    """Return the rounds (from 0) of the matches between two teams."""
    field = as_seen(contest.primary, code)
    one, two = pair
    return [
        at
        for at, opponent in enumerate(field.opponents[one])
        if opponent == two and field.kinds[one][at] in field.met
    ]


def _split(contest: Contest, code: Code, tied: Sequence[int]) -> Groups:
    """Return the tied in order; each group that a turn leaves starts anew (13.3.3)."""
    groups = turn(contest, code, tied).groups
    if len(groups) == 1:
        return groups
    return [
        part
        for group in groups
        for part in (_split(contest, code, group) if group[1:] else [group])
    ]


SPLITTERS: Final = dict.fromkeys(("TBR", "BBE", *_LAST), _split)
"""Those of type A."""
