"""A tournament as a rating portal has it, as far as its interface tells. Values only.

Every field may be missing there; an empty value means that nothing was said.

Source: reading interface of the DSB's Wertungsportal, as of September 2026.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import datetime as dt

RATED: Final = "RATED"

RESULTS: Final = {
    "WHITE_WINS": ("1", "0"),
    "BLACK_WINS": ("0", "1"),
    "REMIS": ("0.5", "0.5"),
    "PLUS_MINUS": ("+", "-"),
    "MINUS_PLUS": ("-", "+"),
    "MINUS_MINUS": ("-", "-"),
    "ZERO_MINUS": ("0", "-"),
    "MINUS_ZERO": ("-", "0"),
    "ZERO_HALF": ("0", "0.5"),
    "HALF_ZERO": ("0.5", "0"),
}
"""Points of White and Black as a report writes them, by the portal's code."""


@dataclass(frozen=True, slots=True)
class PortalPerson:
    """A player of a tournament.

    Attributes:
        uuid: holds within this tournament only.
        person_id: id of the person everywhere (`NU…`).
        surname: or empty.
        forename: or empty.
    """

    uuid: str = ""
    person_id: str = ""
    surname: str = ""
    forename: str = ""


@dataclass(frozen=True, slots=True)
class PortalGame:
    """A game; a missing opponent is None.

    Attributes:
        round: 0 if it is not told.
        white: player with the white pieces.
        black: player with the black pieces.
        result: code, see `RESULTS`; unknown ones are kept.
    """

    round: int
    white: PortalPerson | None
    black: PortalPerson | None
    result: str


@dataclass(frozen=True, slots=True)
class PortalEntry:
    """A tournament in the portal's list.

    Attributes:
        uuid: the portal's own, which may differ from our tournamentUUID.
        label: name.
        start: first day or None.
        end: last day or None.
        vkz: code of the organiser.
        rating_state: `RATED` or another word.
    """

    uuid: str
    label: str = ""
    start: dt.date | None = None
    end: dt.date | None = None
    vkz: str = ""
    rating_state: str = ""

    @property
    def is_rated(self) -> bool:
        """Whether the portal says that it has rated the tournament."""
        return self.rating_state == RATED


@dataclass(frozen=True, slots=True)
class AtPortal:
    """A tournament with its players and games.

    Attributes:
        entry: what the list says.
        persons: everybody whom the evaluation or a game names.
        games: all games, byes included.
    """

    entry: PortalEntry
    persons: tuple[PortalPerson, ...] = ()
    games: tuple[PortalGame, ...] = ()
