"""Facts under other start numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from syncd.model.tournament import GameDate, LineUp
from syncd.sync.decompose import ENTRANTS, ROWS
from syncd.sync.places import Cell, Part, Place, Score

if TYPE_CHECKING:
    from collections.abc import Mapping

_OF_PAIRS = {Part.GAME, Part.GAME_DATE, Part.PLAYED_ZERO}


def moved_place(place: Place, ids: Mapping[int, int]) -> Place:
    """Return a place under other start numbers; numbers not named stay."""
    part, key, _ = place
    if part is Part.PLAYER:
        return place._replace(key=(_of(key[0], ids),))
    if part is Part.CELL:
        return place._replace(key=(_of(key[0], ids), key[1]))
    if part in _OF_PAIRS:
        low, high = sorted((_of(key[1], ids), _of(key[2], ids)))
        return place._replace(key=(key[0], low, high, key[3]))
    return place


def moved_team_place(place: Place, teams: Mapping[int, int]) -> Place:
    """Return a place under other numbers of teams; numbers not named stay."""
    part, key, _ = place
    if part is Part.TEAM:
        return place._replace(key=(_of(key[0], teams), *key[1:]))
    if part is Part.LINE_UP:
        return place._replace(key=(key[0], _of(key[1], teams), *key[2:]))
    if part is Part.MATCH:
        low, high = sorted((_of(key[1], teams), _of(key[2], teams)))
        return place._replace(key=(key[0], low, high, *key[3:]))
    return place


def moved_value(place: Place, value: object, ids: Mapping[int, int]) -> object:
    """Return the value at a place under other start numbers.

    Args:
        place: under the old numbers.
        value: what stands there.
        ids: old number -> new number.
    """
    if isinstance(value, Score):
        return _moved_score(value, ids)
    if isinstance(value, Cell):
        return value._replace(opponent=_of(value.opponent, ids))
    if isinstance(value, LineUp):
        return replace(value, players=_all(value.players, ids))
    if isinstance(value, GameDate):
        white, black = _of(value.white, ids), _of(value.black, ids)
        return replace(value, white=white, black=black)
    if isinstance(value, tuple):
        return _moved_tuple(place, value, ids)
    return value


def _moved_score(score: Score, ids: Mapping[int, int]) -> Score:
    """Return a game; without colours the lower number stands first, as always."""
    one, two = _of(score.white, ids), _of(score.black, ids)
    moved = score._replace(white=one, black=two)
    if score.has_colours or one < two or not score.is_mutual:
        return moved
    return Score(two, one, score.black_result, score.white_result, has_colours=False)


def _moved_tuple(
    place: Place, value: tuple[object, ...], ids: Mapping[int, int]
) -> tuple[object, ...]:
    if place.part is Part.TEAM and place.field == "roster":
        return tuple(_of(one, ids) for one in value if isinstance(one, int))
    if place.part is Part.PLAYED_ZERO:
        number, *pair = (one for one in value if isinstance(one, int))
        return (number, *_all(tuple(pair), ids))
    if place.part is Part.ORDER and place.field in {ENTRANTS, ROWS}:
        keys = (key for key in value if isinstance(key, tuple))
        return tuple(_all(key, ids) for key in keys)
    return value


def _all(numbers: tuple[int, ...], ids: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(_of(number, ids) for number in numbers)


def _of(number: int, ids: Mapping[int, int]) -> int:
    return ids.get(number, number)
