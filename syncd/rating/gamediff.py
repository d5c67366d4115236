"""In what the games of two DWZ reports differ, by round and persons.

Games are compared as seen from the person with the lower number, so that colours are a
value of a game and not what tells games apart. Equal games go first, then those of the
same two persons in the same round are held against each other, then those of the same
result in another round; what is left stands in one report only.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.rating import wording
from syncd.rating.difference import NOTHING, Difference

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

    from syncd.formats.dwzxml.elements import ReportGame

NOBODY: Final = 0
_RATED: Final = frozenset({"1", "0.5", "0"})


def renumbered(
    games: Iterable[ReportGame], numbers: Mapping[int, int]
) -> list[ReportGame]:
    """Return games with other player numbers; whoever has none is nobody."""
    return [
        replace(
            game,
            white=None if game.white is None else numbers.get(game.white, NOBODY),
            black=None if game.black is None else numbers.get(game.black, NOBODY),
        )
        for game in games
    ]


def diff_games(
    ours: Iterable[ReportGame], theirs: Iterable[ReportGame], names: Mapping[int, str]
) -> list[Difference]:
    """Return what is different, by round.

    Args:
        ours: the games of our report.
        theirs: those of the other, under our player numbers; persons whom only the
            other report has can have any other numbers but 0.
        names: number -> name, for both.
    """
    mine, yours = _unequal(
        [_seen(game) for game in ours], [_seen(game) for game in theirs]
    )
    same_round, mine, yours = _paired(mine, yours, _by_round)
    same_result, mine, yours = _paired(mine, yours, _by_result)
    words = _Words({NOBODY: "–", **names})
    found = [
        *((one, item) for one, two in same_round for item in words.unlike(one, two)),
        *((one, words.moved(one, two)) for one, two in same_result),
        *((game, words.lone(game, in_ours=True)) for game in mine),
        *((game, words.lone(game, in_ours=False)) for game in yours),
    ]
    return [difference for _, difference in sorted(found, key=lambda item: item[0][:3])]


class _Seen(NamedTuple):
    """A game seen from the person with the lower number.

    Attributes:
        round: number of the round.
        low: the lower number; nobody has the lowest of all that a report of ours has.
        high: the other number.
        points: of `low`, then of `high`.
        low_is_white: whether `low` has the white pieces.
        day: when it was played, None if unknown.
    """

    round: int
    low: int
    high: int
    points: tuple[str, str]
    low_is_white: bool
    day: dt.date | None


_Pairs = list[tuple[_Seen, _Seen]]


def _seen(game: ReportGame) -> _Seen:
    white, black = game.white or NOBODY, game.black or NOBODY
    points = game.white_points, game.black_points
    if white <= black:
        return _Seen(game.round, white, black, points, low_is_white=True, day=game.date)
    turned = points[1], points[0]
    return _Seen(game.round, black, white, turned, low_is_white=False, day=game.date)


def _by_round(game: _Seen) -> Hashable:
    return game.round, game.low, game.high


def _by_result(game: _Seen) -> Hashable:
    return game.low, game.high, game.points


def _unequal(mine: list[_Seen], yours: list[_Seen]) -> tuple[list[_Seen], list[_Seen]]:
    """Return the games of each side that the other does not have likewise."""
    left = Counter(mine), Counter(yours)
    return [*(left[0] - left[1]).elements()], [*(left[1] - left[0]).elements()]


def _paired(
    mine: list[_Seen], yours: list[_Seen], key: Callable[[_Seen], Hashable]
) -> tuple[_Pairs, list[_Seen], list[_Seen]]:
    """Return games of one key, each with its counterpart, and what has none."""
    waiting: dict[Hashable, deque[_Seen]] = defaultdict(deque)
    for game in yours:
        waiting[key(game)].append(game)
    pairs: _Pairs = []
    alone = []
    for game in mine:
        if waiting[key(game)]:
            pairs.append((game, waiting[key(game)].popleft()))
        else:
            alone.append(game)
    return pairs, alone, [game for queue in waiting.values() for game in queue]


class _Words:
    """Makes differences out of games."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = names

    def unlike(self, one: _Seen, two: _Seen) -> Iterator[Difference]:
        """Yield what two games of the same persons and round have differently."""
        subject = self._subject(one)
        rated = _is_rated(one) or _is_rated(two)
        if one.points != two.points:
            shown = _score(one, one), _score(two, one)
            yield Difference("game", subject, _RESULT, *shown, is_rated=rated)
        if one.low_is_white != two.low_is_white:
            white = self._white(one), self._white(two)
            yield Difference("game", subject, _WHITE, *white, is_rated=False)
        if one.day != two.day:
            days = _day(one.day), _day(two.day)
            yield Difference("game", subject, _DAY, *days, is_rated=False)

    def moved(self, one: _Seen, two: _Seen) -> Difference:
        """Return that a game stands in another round."""
        mine, yours = (Text(str(game.round), str(game.round)) for game in (one, two))
        return Difference(
            "game", self._subject(one), _ROUND, mine, yours, is_rated=False
        )

    def lone(self, game: _Seen, *, in_ours: bool) -> Difference:
        """Return that a game stands in one report only."""
        score = _score(game, game)
        sides = (score, NOTHING) if in_ours else (NOTHING, score)
        rated = _is_rated(game)
        return Difference("game", self._subject(game), NOTHING, *sides, is_rated=rated)

    def _subject(self, game: _Seen) -> Text:
        first, second = self._names[game.low], self._names[game.high]
        if not game.low_is_white:
            first, second = second, first
        return Text(
            f"round {game.round}, {first} – {second}",
            f"Runde {game.round}, {first} – {second}",
        )

    def _white(self, game: _Seen) -> Text:
        name = self._names[game.low if game.low_is_white else game.high]
        return Text(name, name)


def _is_rated(game: _Seen) -> bool:
    return set(game.points) <= _RATED


def _score(game: _Seen, seen_as: _Seen) -> Text:
    """Return the points in the order in which the other game names the players."""
    points = game.points if seen_as.low_is_white else game.points[::-1]
    text = " : ".join(_SIGNS.get(one, one) for one in points)
    return Text(text, text)


def _day(day: dt.date | None) -> Text:
    return NOTHING if day is None else wording.day(day)


_SIGNS: Final = {"0.5": "½"}
_RESULT: Final = Text("result", "Ergebnis")
_WHITE: Final = Text("White", "Weiß")
_DAY: Final = Text("day", "Tag")
_ROUND: Final = Text("number of the round", "Nummer der Runde")
