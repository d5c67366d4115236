"""What a pairing bye of a team is worth where no record says so: as its points show.

A bye is a draw (C.04.6, 1.4), but CLM, which writes no record 320, gives nothing for
“spielfrei”. Where the points that a file states follow from its matches only without
byes, byes count nothing; so the standings and the check of those points agree.

Source: TRF26, records 310 and 320; CLM's source, site/clm/api/db_trf_export.php.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from syncd.standings.contest import GAME_POINTS, MATCH_POINTS
from syncd.standings.field import PAIRING_BYE

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament
    from syncd.standings.contest import Contest
    from syncd.standings.field import Field


def with_byes_as_stated(t: Tournament, contest: Contest, last: Contest) -> Contest:
    """Return a contest in which byes give what the stated points hold of them.

    Args:
        t: the event.
        contest: the event after some round.
        last: the same after its last round, which the stated points are about.
    """
    unpaid = {
        basis
        for basis, stated in _stated(t).items()
        if _are_unpaid(last.of(basis), stated)
    }
    if not unpaid or contest.secondary is None:
        return contest
    primary, secondary = (
        _without_byes(field) if basis in unpaid else field
        for basis, field in (
            (contest.primary_basis, contest.primary),
            (contest.other_basis, contest.secondary),
        )
    )
    return replace(contest, primary=primary, secondary=secondary)


def _stated(t: Tournament) -> dict[str, dict[int, int]]:
    """Return the stated points by number, of each score without a record 320."""
    bye = t.team_byes
    found = {}
    if bye is None or bye.match_points_x10 is None:
        found[MATCH_POINTS] = {
            team.number: team.match_points_x10
            for team in t.teams
            if team.match_points_x10 is not None
        }
    if bye is None or bye.game_points_x10 is None:
        found[GAME_POINTS] = {
            team.number: team.game_points_x10
            for team in t.teams
            if team.game_points_x10 is not None
        }
    return found


def _are_unpaid(field: Field, stated: dict[int, int]) -> bool:
    """Return whether more teams have their points without their bye than with it."""
    more = 0
    for index, number in enumerate(field.numbers):
        given = _of_byes(field, index)
        if given and number in stated:
            score = field.scores[index]
            more += (stated[number] == score - given) - (stated[number] == score)
    return more > 0


def _of_byes(field: Field, index: int) -> int:
    """Return what pairing byes gave a team, in tenths."""
    kinds, points = field.kinds[index], field.points[index]
    return sum(
        given for kind, given in zip(kinds, points, strict=True) if kind == PAIRING_BYE
    )


def _without_byes(field: Field) -> Field:
    points = [
        [
            0 if kind == PAIRING_BYE else given
            for kind, given in zip(kinds, row, strict=True)
        ]
        for kinds, row in zip(field.kinds, field.points, strict=True)
    ]
    return replace(field, points=points)
