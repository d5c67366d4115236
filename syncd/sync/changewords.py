"""Changes in words: the lines that are stored, listed and printed.

A line has a place, a field and the values as texts, in the words of the model, so that
lines of all times can be compared. Both rows of a game are told, since people look a
player up. Orders and lengths of lists are not told: they say nothing about chess.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Final, cast

from syncd.model.pairings import BLACK, NO_COLOUR, WHITE
from syncd.model.tournament import Entrant, Team
from syncd.sync.decompose import (
    PLAYER_FIELDS,
    RULE_FIELDS,
    TEAM_FIELDS,
    TOURNAMENT_FIELDS,
)
from syncd.sync.diff import diff
from syncd.sync.places import LISTED, Cell, Change, Part, Score
from syncd.sync.records import BY_PART

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from syncd.model.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Line:
    """One change in words.

    Attributes:
        place: `tournament`, `rules`, `round 3`, `team 2`, `player 7` or
            `player 7 round 3`.
        field: name of the field.
        old: value before as text, empty where there was none.
        new: value now as text, empty where there is none.
    """

    place: str
    field: str
    old: str
    new: str


def told(old: Tournament, new: Tournament) -> tuple[Line, ...]:
    """Return every difference in words: of the tournament, the players, the rounds."""
    return lines(diff(old, new))


def lines(changes: Iterable[Change]) -> tuple[Line, ...]:
    """Return changes in words."""
    parts: dict[Part, list[Change]] = {}
    for change in changes:
        parts.setdefault(change.place.part, []).append(change)
    rounds = (*parts.get(Part.CELL, ()), *parts.get(Part.GAME, ()))
    return (
        *(_numbers(change) for change in parts.get(Part.NUMBERS, ())),
        *(
            line
            for part, told_by in _OWN.items()
            for line in map(told_by, parts.get(part, ()))
        ),
        *_teams(parts.get(Part.TEAM, ())),
        *(_entry(change) for part in BY_PART for change in parts.get(part, ())),
        *_players(parts.get(Part.PLAYER, ())),
        *_cells(rounds),
        *_further_games(rounds),
    )


def _numbers(change: Change) -> Line:
    numbers = cast("tuple[tuple[int, int], ...]", change.new)
    moved = sum(before != now for before, now in numbers)
    return Line("tournament", "start_numbers", "", str(moved))


def _own(change: Change) -> Line:
    return _field("tournament", change, TOURNAMENT_FIELDS)


def _rule(change: Change) -> Line:
    return _field("rules", change, RULE_FIELDS)


def _parameter(change: Change) -> Line:
    field = f"parameter {change.place.field}"
    return Line("tournament", field, as_text(change.old), as_text(change.new))


def _round(change: Change) -> Line:
    (number,) = change.place.key
    return Line(
        f"round {number}", change.place.field, as_text(change.old), as_text(change.new)
    )


_OWN: Final = {
    Part.TOURNAMENT: _own,
    Part.RULES: _rule,
    Part.PARAMETER: _parameter,
    Part.ROUND: _round,
}


def _field(place: str, change: Change, defaults: Mapping[str, object]) -> Line:
    """Return a line on a field; where there is no value, the default counts."""
    name = change.place.field
    old, new = (
        defaults[name] if value is None else value for value in (change.old, change.new)
    )
    return Line(place, name, as_text(old), as_text(new))


def _entry(change: Change) -> Line:
    attribute = BY_PART[change.place.part].attribute
    return Line("tournament", attribute, as_text(change.old), as_text(change.new))


def _by_key(changes: Iterable[Change]) -> dict[tuple[int, ...], dict[str, Change]]:
    found: dict[tuple[int, ...], dict[str, Change]] = {}
    for change in changes:
        found.setdefault(change.place.key, {})[change.place.field] = change
    return found


def _teams(changes: Iterable[Change]) -> Iterator[Line]:
    for key, fields_ in sorted(_by_key(changes).items()):
        if LISTED in fields_:
            team = Team(key[0], "")
            sides = (as_text(_made(team, fields_, side)) for side in _SIDES)
            yield Line("tournament", "teams", *sides)
        else:
            for change in fields_.values():
                yield _field(f"team {key[0]}", change, TEAM_FIELDS)


def _players(changes: Iterable[Change]) -> Iterator[Line]:
    for key, fields_ in sorted(_by_key(changes).items()):
        place = f"player {key[0]}"
        if LISTED in fields_:
            sides = (_made(Entrant(key[0], ""), fields_, side) for side in _SIDES)
            names = (_name(cast("Entrant | None", one)) for one in sides)
            yield Line(place, "player", *names)
        else:
            for name in PLAYER_FIELDS:
                if name in fields_:
                    yield _field(place, fields_[name], PLAYER_FIELDS)


_SIDES: Final = ("old", "new")


def _made(record: Any, fields_: Mapping[str, Change], side: str) -> object:  # noqa: ANN401 - team or player
    """Return the record on one side of its changes, None if it is not there."""
    if getattr(fields_[LISTED], side) is None:
        return None
    values = {name: getattr(change, side) for name, change in fields_.items()}
    del values[LISTED]
    return replace(record, **values)


def _cells(changes: Iterable[Change]) -> Iterator[Line]:
    """Yield what stands in the rows of players, both of a game."""
    before: dict[tuple[int, int], str] = {}
    after: dict[tuple[int, int], str] = {}
    for place, old, new in changes:
        if place.part is Part.CELL or not place.key[3]:
            before |= _rows(place.key, old)
            after |= _rows(place.key, new)
    for number, index in sorted(before.keys() | after.keys()):
        was, now = before.get((number, index), ""), after.get((number, index), "")
        if was != now:
            yield Line(f"player {number} round {index}", "cell", was, now)


def _rows(key: tuple[int, ...], value: object) -> dict[tuple[int, int], str]:
    if isinstance(value, Cell):
        number, index = key
        return {(number, index): f"{value.opponent} {value.colour} {value.result}"}
    if isinstance(value, Score):
        white, black = (WHITE, BLACK) if value.has_colours else (NO_COLOUR, NO_COLOUR)
        return {
            (value.white, key[0]): f"{value.black} {white} {value.white_result}",
            (value.black, key[0]): f"{value.white} {black} {value.black_result}",
        }
    return {}


def _further_games(changes: Iterable[Change]) -> Iterator[Line]:
    """Yield the games beyond one per player and round that only one state has."""
    for place, old, new in changes:
        if place.part is Part.GAME and place.key[3]:
            shown = cast("Score", new or old)
            where = f"player {shown.white} round {place.key[0]}"
            yield Line(where, "game", _score(old), _score(new))


def _score(value: object) -> str:
    if not isinstance(value, Score):
        return ""
    return f"{value.black} {value.white_result}:{value.black_result}"


def names_of(t: Tournament) -> dict[int, str]:
    """Return entrant id -> name."""
    return {one.id: _name(one) for one in t.entrants}


def _name(entrant: Entrant | None) -> str:
    if entrant is None:
        return ""
    return ", ".join(part for part in (entrant.surname, entrant.forename) if part)


def as_text(value: object) -> str:
    """Return a value in words; a record as its fields, without the empty ones."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return _SEPARATOR.join(as_text(item) or "-" for item in value)
    if is_dataclass(value):
        parts = [(item.name, getattr(value, item.name)) for item in fields(value)]
        return ", ".join(
            f"{name.replace('_', ' ')} {as_text(part)}"
            for name, part in parts
            if part not in _EMPTY
        )
    return str(value)


_SEPARATOR: Final = "; "
_EMPTY: Final = ((), "", None, False)
