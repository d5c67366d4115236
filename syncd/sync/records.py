"""The lists of a tournament whose entries are compared one by one, and their keys.

A key is what an entry is found by; where several have the same, they are counted. The
order of a list is a fact only where it is not that of the keys: two sources that each
add an entry then never differ over the order.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from syncd.model.pairings import Game
from syncd.sync.places import Part, Score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from syncd.model.tournament import GameDate, LineUp, Team, TeamMatch, Tournament

Key = tuple[int, ...]
_Entry = TypeVar("_Entry")


class Kept(NamedTuple):
    """One list.

    Attributes:
        part: of its places.
        attribute: of the tournament.
        key: what an entry is found by.
    """

    part: Part
    attribute: str
    key: Callable[..., Key]


def _team(entry: Team) -> Key:
    return (entry.number,)


def _match(entry: TeamMatch) -> Key:
    return (entry.round, *_pair(entry.home, entry.guest))


def _line_up(entry: LineUp) -> Key:
    return entry.round, entry.team


def _game_date(entry: GameDate) -> Key:
    return (entry.round, *_pair(entry.white, entry.black))


def _played_zero(entry: tuple[int, int, int]) -> Key:
    number, white, black = entry
    return (number, *_pair(white, black))


def _pair(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one < two else (two, one)


TEAMS: Final = Kept(Part.TEAM, "teams", _team)
LISTS: Final = (
    Kept(Part.MATCH, "matches", _match),
    Kept(Part.LINE_UP, "line_ups", _line_up),
    Kept(Part.GAME_DATE, "game_dates", _game_date),
    Kept(Part.PLAYED_ZERO, "played_zeros", _played_zero),
)
"""Lists whose entries are one value each."""

BY_PART: Final = {kept.part: kept for kept in LISTS}


def entries(t: Tournament, kept: Kept) -> dict[Key, object]:
    """Return key and count -> entry, in the order of the tournament."""
    return counted(getattr(t, kept.attribute), kept.key)


def counted(
    values: Iterable[_Entry], key: Callable[..., Key], start: int = 0
) -> dict[Key, _Entry]:
    """Return key and count -> value, in the given order."""
    seen: Counter[Key] = Counter()
    found: dict[Key, _Entry] = {}
    for value in values:
        bare = key(value)
        found[*bare, seen[bare] + start] = value
        seen[bare] += 1
    return found


def further_games(games: Sequence[Game]) -> dict[Key, Score]:
    """Return the places of games beyond one per player and round, and their values."""
    found = counted(games, _game_key, start=1)
    return {key: _score(game) for key, game in found.items()}


def _game_key(game: Game) -> Key:
    return (game.round, *_pair(game.white, game.black))


def _score(game: Game) -> Score:
    return Score(
        game.white, game.black, game.white_result, game.black_result,
        game.has_colours, game.is_mutual,
    )  # fmt: skip


def as_game(number: int, score: Score) -> Game:
    """Return a further game of a round."""
    return Game(
        number, score.white, score.black, score.white_result, score.black_result,
        score.has_colours, score.is_mutual,
    )  # fmt: skip


def order_of(keys: Iterable[Key]) -> tuple[Key, ...] | None:
    """Return the order of keys, None if they are sorted."""
    given = tuple(keys)
    return None if all(map(_is_before, given, given[1:])) else given


def _is_before(one: Key, two: Key) -> bool:
    return one < two


def in_order(
    entries: Mapping[Key, _Entry], order: Iterable[Key] | None
) -> list[_Entry]:
    """Return the entries in an order; those that it does not name come last.

    Args:
        entries: by key.
        order: as `order_of` gives it; keys of it that are gone do not count.
    """
    first = dict.fromkeys(key for key in order or () if key in entries)
    return [entries[key] for key in (*first, *sorted(entries.keys() - first.keys()))]
