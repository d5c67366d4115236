"""When two exports are the same tournament.

What counts is source, folded name, start date (record 042), individual or team. Nothing
else: the same name with another start date is another tournament (next season), and a
file without a key waits for a person.

Source: docs/architecture.md, "Identity".
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.model.tournament import Tournament

_GERMAN: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "ł": "l"}
)
MAX_FOLDED: Final = 400
"""Longest folded name in a key; what follows does not tell tournaments apart."""

_NOT_ALNUM: Final = re.compile(r"[^0-9a-z]+")


@dataclass(frozen=True, slots=True)
class IdentityKey:
    """The part of a tournament's identity that a file itself carries."""

    folded_name: str
    start_key: str
    is_team: bool


def fold_name(name: str) -> str:
    """Return the name without case, accents, umlauts, punctuation and doubled blanks.

    `Köln-Mülheim` and `Koeln-Muelheim` fold alike, as CLM writes umlauts both ways.
    """
    lower = unicodedata.normalize("NFKC", name).casefold().translate(_GERMAN)
    if not lower.isascii():  # half of the time, where millions of names are folded
        parts = unicodedata.normalize("NFKD", lower)
        lower = "".join(part for part in parts if not unicodedata.combining(part))
    return _NOT_ALNUM.sub(" ", lower).strip()


def is_same_crosstable(one: Tournament, two: Tournament) -> bool:
    """Return whether two tournaments are one that was renamed or moved.

    Most played games are the same by name; or the round dates are the same and most
    played games are the same by start number (players were renamed as well). By its
    key alone such a tournament would be reported a second time.
    """
    if _share_most(_by_name(one), _by_name(two)):
        return True
    dates = [day for day in one.round_dates if day is not None]
    same_days = bool(dates) and one.round_dates == two.round_dates
    return same_days and _share_most(_by_number(one), _by_number(two))


def games_key(tournament: Tournament) -> str:
    """Return a hash over the played games by name, empty if none was played."""
    games = _by_name(tournament)
    text = repr(sorted(games))
    return hashlib.sha256(text.encode()).hexdigest() if games else ""


_Game = tuple[int, str, str, str, str]


def _share_most(games: set[_Game], others: set[_Game]) -> bool:
    return bool(games) and 2 * len(games & others) > max(len(games), len(others))


def _by_name(tournament: Tournament) -> set[_Game]:
    return _played(
        tournament,
        {
            entrant.id: fold_name(f"{entrant.surname} {entrant.forename}")
            for entrant in tournament.entrants
        },
    )


def _by_number(tournament: Tournament) -> set[_Game]:
    return _played(tournament, {item.id: str(item.id) for item in tournament.entrants})


def _played(tournament: Tournament, names: Mapping[int, str]) -> set[_Game]:
    return {
        (
            game.round,
            names[game.white],
            names[game.black],
            game.white_result,
            game.black_result,
        )
        for game in tournament.pairings.games()
        if game.is_played
    }


def identity_key(tournament: Tournament) -> IdentityKey | None:
    """Return the key of a tournament, None if name or start date is missing."""
    folded = fold_name(tournament.name)[:MAX_FOLDED]
    if not folded or tournament.start is None:
        return None
    return IdentityKey(folded, tournament.start.isoformat(), tournament.is_team)
