"""Club code, member number and club: always of one and the same membership.

Source: DSB_DWZ_TournamentReport 2.5, documentation 1.1, "Vereinsdaten"; rules P25, P27
to P31 of `syncd.formats.dwzxml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.rating import completionwords as words
from syncd.sync.identity import fold_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.model.lists import Member
    from syncd.model.tournament import Entrant
    from syncd.rating.filling import Filling, Origin


def fill_membership(
    filling: Filling,
    rows: Sequence[Member],
    clubs: Mapping[str, str],
    origin: Origin,
) -> None:
    """Fill in what belongs to the membership that is meant, if that is certain.

    Args:
        filling: the player.
        rows: all his memberships.
        clubs: club code -> name.
        origin: the list of members.
    """
    entrant = filling.entrant
    fitting = [row for row in rows if _fits(entrant, row, clubs)]
    if not fitting:
        filling.warn("P25", words.other_clubs(entrant, rows, clubs, origin))
        return
    row = _meant(fitting)
    if row is None:
        filling.note("P25", words.several_clubs(entrant, fitting, clubs))
        return
    filling.offer("vkz", row.vkz, "P25", origin)
    filling.offer("member_number", row.member_number, "P29", origin)
    filling.offer("club", clubs.get(row.vkz, ""), "P30", words.CLUB_LIST)


def _fits(entrant: Entrant, row: Member, clubs: Mapping[str, str]) -> bool:
    """Return whether a membership agrees with what the file says of the club."""
    if entrant.vkz:
        return entrant.vkz.upper() == row.vkz
    if entrant.member_number and entrant.member_number != row.member_number:
        return False
    name = clubs.get(row.vkz, "")
    return not (entrant.club and name) or fold_name(entrant.club) == fold_name(name)


def _meant(rows: Sequence[Member]) -> Member | None:
    """Return the only membership, or the only active one; None if there are more."""
    active = [row for row in rows if row.is_active] or list(rows)
    return active[0] if len({row.vkz for row in active}) == 1 else None
