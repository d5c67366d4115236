"""What a game says of its two sides and of its day, read once for all rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.formats.dwzxml.references import NUMBER, PLAYED_POINTS

if TYPE_CHECKING:
    import datetime as dt

    from syncd.formats.dwzxml.document import Section


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
    points = section.text("pointWhite"), section.text("pointBlack")
    has_bye = _is_empty(section, "White") or _is_empty(section, "Black")
    return Game(
        section,
        section.number("round"),
        section.date("date"),
        (section.number(f"{NUMBER}White"), section.number(f"{NUMBER}Black")),
        points,
        has_bye,
        not has_bye and not PLAYED_POINTS.isdisjoint(points),
    )


def _is_empty(section: Section, colour: str) -> bool:
    return section.has(f"none{colour}Player") and not section.has(NUMBER + colour)
