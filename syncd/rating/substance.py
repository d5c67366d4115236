"""What counts of a report that somebody else has written: its games and persons.

Another program writes place, time control or clubs in other words; that makes no other
tournament of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.sync.identity import fold_name

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import Payload, ReportPlayer

_OF_A_PERSON: Final = ("dsb_id", "fide_id", "dob_year", "vkz", "member_number")
"""Fields by which a person is known; two different values are two persons."""


def says_the_same(one: Payload, two: Payload) -> bool:
    """Return whether games and persons are the same; one may know more of a person."""
    if substance(one) != substance(two):
        return False
    known = {_name(player): player for player in one.players}
    return not any(
        _contradicts(known[_name(player)], player)
        for player in two.players
        if _name(player) in known
    )


def _contradicts(one: ReportPlayer, two: ReportPlayer) -> bool:
    pairs = [(getattr(one, name), getattr(two, name)) for name in _OF_A_PERSON]
    return any(mine and yours and mine != yours for mine, yours in pairs)


def _name(player: ReportPlayer) -> str:
    return fold_name(f"{player.surname} {player.forename}")


def substance(payload: Payload) -> frozenset[tuple[object, ...]]:
    """Return the rated games by the folded names of their players."""
    names = {player.number: _name(player) for player in payload.players}
    return frozenset(
        (
            game.round,
            names.get(game.white or 0),
            names.get(game.black or 0),
            game.white_points,
            game.black_points,
        )
        for game in payload.games
        if {game.white_points, game.black_points} <= {"0", "0.5", "1"}
    )
