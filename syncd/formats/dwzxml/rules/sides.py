"""What a game says of its two sides and of its day, read once for all rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.dwzxml.references import NUMBER, PLAYED_POINTS

if TYPE_CHECKING:
    import datetime as dt

    from syncd.formats.dwzxml.document import Section


_WHITE: Final = f"{NUMBER}White"
_BLACK: Final = f"{NUMBER}Black"
_NO_WHITE: Final = "noneWhitePlayer"
_NO_BLACK: Final = "noneBlackPlayer"


class Game(NamedTuple):
    """One game as the rules look at it.

    Attributes:
        section: where it stands.
        turn: its round, None if that cannot be read.
        day: when it was played, None if unknown.
        numbers: player numbers of White and Black, None where there is none.
        points: of White and Black, as written.
        has_bye: whether a side is marked as empty and really is.
        was_played: whether two met and at least one has points from the board.
    """

    section: Section
    turn: int | None
    day: dt.date | None
    numbers: tuple[int | None, int | None]
    points: tuple[str, str]
    has_bye: bool
    was_played: bool


def game_of(section: Section) -> Game:
    """Return the view of one game."""
    values, number = section.values, section.number
    points = section.text("pointWhite"), section.text("pointBlack")
    has_bye = (_NO_WHITE in values and _WHITE not in values) or (
        _NO_BLACK in values and _BLACK not in values
    )
    return Game(
        section,
        number("round"),
        section.date("date"),
        (number(_WHITE), number(_BLACK)),
        points,
        has_bye,
        not has_bye and not PLAYED_POINTS.isdisjoint(points),
    )
