"""How players, games, rounds and days are named in sentences for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from syncd.model.pairings import Game
    from syncd.model.tournament import Entrant

SHOWN: Final = 3
"""How many single things one sentence names."""


def full_name(entrant: Entrant) -> str:
    """Return the name: `Wolf, Eva`."""
    return ", ".join(filter(None, (entrant.surname, entrant.forename)))


def player_name(entrant: Entrant) -> str:
    """Return start number and name: `63 Wolf, Eva`."""
    return f"{entrant.id} {full_name(entrant)}"


def listing(names: Sequence[str], total: int | None = None) -> Text:
    """Return the first names and how many more there are.

    Args:
        names: the names, or at least the first few of them.
        total: how many there are, None if all are given.
    """
    shown = "; ".join(names[:SHOWN])
    more = (len(names) if total is None else total) - SHOWN
    if more <= 0:
        return Text(shown, shown)
    return Text(f"{shown}; and {more} more", f"{shown}; und {more} weitere")


def players(entrants: Sequence[Entrant]) -> Text:
    """Return the names of some players."""
    return listing([player_name(entrant) for entrant in entrants])


def games(games: Sequence[Game], entrants: Mapping[int, Entrant]) -> Text:
    """Return some games by round and players."""
    pairs = [
        f"{game.round}: {player_name(entrants[game.white])} – "
        f"{player_name(entrants[game.black])}"
        for game in games
    ]
    english = listing([f"round {pair}" for pair in pairs])
    german = listing([f"Runde {pair}" for pair in pairs])
    return Text(english.en, german.de)


def rounds(numbers: Sequence[int]) -> Text:
    """Return the name of one round or of several (`rounds 4 to 7`)."""
    first, last = numbers[0], numbers[-1]
    if first == last:
        return Text(f"round {first}", f"Runde {first}")
    if last - first == len(numbers) - 1:
        return Text(f"rounds {first} to {last}", f"Runden {first} bis {last}")
    shown = ", ".join(map(str, numbers))
    return Text(f"rounds {shown}", f"Runden {shown}")


def day(date: dt.date) -> Text:
    """Return a day as each language writes it."""
    return Text(date.isoformat(), f"{date.day}.{date.month}.{date.year}")


def duration(seconds: int) -> str:
    """Return a time in minutes, and in seconds where it is not whole."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes} min {rest} s" if rest else f"{minutes} min"
