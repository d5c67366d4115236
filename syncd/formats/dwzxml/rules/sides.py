"""What a game says of its two sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.references import NUMBER, PLAYED_POINTS

if TYPE_CHECKING:
    from syncd.formats.dwzxml.document import Section

COLOURS: Final = ("White", "Black")


def numbers(game: Section) -> tuple[int | None, int | None]:
    """Return the player numbers of White and Black."""
    return game.number(f"{NUMBER}White"), game.number(f"{NUMBER}Black")


def points(game: Section) -> tuple[str, str]:
    """Return the points of White and Black as written."""
    return game.text("pointWhite"), game.text("pointBlack")


def has_bye(game: Section) -> bool:
    """Return whether a side is marked as empty and really is."""
    return any(
        game.has(f"none{colour}Player") and not game.has(NUMBER + colour)
        for colour in COLOURS
    )


def was_played(game: Section) -> bool:
    """Return whether two players met and at least one has points from the board."""
    return not has_bye(game) and not PLAYED_POINTS.isdisjoint(points(game))
