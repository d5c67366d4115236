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
from typing import TYPE_CHECKING, Final

from syncd.standings.buchholz import buchholz, products
from syncd.standings.contest import GAME_POINTS, MATCH_POINTS, as_seen
from syncd.standings.direct import split_by_encounter
from syncd.standings.families import Family, summed
from syncd.standings.records import own_rows, points
from syncd.standings.rows import POINT, Column, Working, parts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.rows import Rows

    Groups = list[list[int]]
    Key = Callable[[list[int]], tuple[int, ...]]
    """From the points on each board to what ranks, the higher first."""

_PAIR: Final = 2


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
    return contest.other_than("").keep(points)


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
    primary, secondary = contest.primary, contest.other_than("")
    best = secondary.win or 1
    return max(1, primary.rounds * primary.win // best)


def _schedule_rows(contest: Contest, code: Code) -> Rows:
    return as_seen(contest.primary, code).keep(buchholz)


def _schedule_column(contest: Contest, code: Code) -> Column:
    by = divisor(contest, code)
    values = [
        own + Fraction(sum(row), by)
        for own, row in zip(
            contest.other_than("").scores,
            _schedule_rows(contest, code).values,
            strict=True,
        )
    ]
    return Column(code, values, POINT)


def _schedule_working(contest: Contest, code: Code, index: int) -> Working:
    parts = parts_of(_schedule_rows(contest, code), index, code)
    total, by = sum(part.value for part in parts), divisor(contest, code)
    own = contest.other_than("").scores[index]
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


def _top_boards(boards: list[int]) -> tuple[int, ...]:
    """Rank by board 1, then by board 2 and so on (12.2)."""
    return tuple(boards)


def _without_bottom(boards: list[int]) -> tuple[int, ...]:
    """Rank by all boards but the last, then without the last two and so on (12.3)."""
    return tuple(accumulate(boards))[-2::-1]


def _fewest_counted(boards: list[int]) -> tuple[int, ...]:
    """Rank by the board count, the lower first (12.1)."""
    return (-_board_count(boards),)


def _totals(rows: Iterable[Sequence[int]]) -> list[int]:
    return [sum(board) for board in zip(*rows, strict=True)]


def _by_boards(key: Key) -> Callable[[Contest, Code, Sequence[int]], Groups]:
    """Return the splitter that looks at the boards of the whole event."""

    def split(contest: Contest, code: Code, tied: Sequence[int]) -> Groups:  # noqa: ARG001 # one shape for all
        return _grouped({index: key(_totals(contest.boards[index])) for index in tied})

    return split


def _grouped(keys: dict[int, tuple[int, ...]]) -> Groups:
    ordered = sorted(keys, key=keys.__getitem__, reverse=True)
    return [list(same) for _, same in groupby(ordered, key=keys.__getitem__)]


def _extended_encounter(
    *last: Key,
) -> Callable[[Contest, Code, Sequence[int]], Groups]:
    """Return an extended direct encounter (13.3).

    It is the direct encounter by the primary score; if that breaks nothing, by the
    secondary one; each group that is left starts anew. Two teams that are left tied by
    both are told apart by the boards of their own matches.

    Args:
        last: what is tried on the boards, in this order.
    """

    def split(contest: Contest, code: Code, tied: Sequence[int]) -> Groups:
        for field in (contest.primary, contest.other_than("")):
            groups = split_by_encounter(as_seen(field, code), tied)
            if len(groups) > 1:
                return [
                    part
                    for group in groups
                    for part in (split(contest, code, group) if group[1:] else [group])
                ]
        if len(tied) == _PAIR:
            return _by_own_matches(contest, code, tied, last)
        return [list(tied)]

    return split


def _by_own_matches(
    contest: Contest, code: Code, pair: Sequence[int], keys: Sequence[Key]
) -> Groups:
    """Return two teams by the boards of the matches between them."""
    field = as_seen(contest.primary, code)
    one, two = pair
    rounds = [
        at
        for at, opponent in enumerate(field.opponents[one])
        if opponent == two and field.kinds[one][at] in field.met
    ]
    boards = {
        index: _totals([contest.boards[index][at] for at in rounds]) for index in pair
    }
    return _grouped(
        {index: tuple(x for key in keys for x in key(boards[index])) for index in pair}
    )


SPLITTERS: Final = {
    "TBR": _by_boards(_top_boards),
    "BBE": _by_boards(_without_bottom),
    "EDE": _extended_encounter(),
    "EDET": _extended_encounter(_top_boards),
    "EDEB": _extended_encounter(_without_bottom),
    "EDEBT": _extended_encounter(_fewest_counted, _top_boards),
    "EDEBB": _extended_encounter(_fewest_counted, _without_bottom),
}
"""Those of type A."""
