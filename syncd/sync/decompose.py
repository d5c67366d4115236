"""The facts that each part of a tournament makes.

The parts can be asked one by one, so that a comparison takes apart only what differs.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from syncd.model.pairing_rules import PairingRules
from syncd.model.pairings import BLACK, NO_COLOUR, WHITE
from syncd.model.results import BLANK
from syncd.model.tournament import Entrant, Team, Tournament
from syncd.sync.places import LISTED, Cell, Part, Place, Score
from syncd.sync.records import LISTS, TEAMS, Kept, entries, further_games, order_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from syncd.model.pairings import Cells, Pairings

Fact = tuple[Place, object]

ENTRANTS: Final = "entrants"
ROWS: Final = "rows"
COLUMNS: Final = "pairings"
FURTHER: Final = "extra"
PARAMETERS: Final = "parameters"

LISTS_PER_ROUND: Final = {"date": "round_dates", "time": "round_times"}
"""Field of a round -> attribute of the tournament."""

_APART: Final = {
    ENTRANTS, COLUMNS, "rules", PARAMETERS, TEAMS.attribute,
    *LISTS_PER_ROUND.values(), *(kept.attribute for kept in LISTS),
}  # fmt: skip
"""Attributes of the tournament that are more than one fact."""


def _default(field: Field[Any]) -> object:
    """Return the value of a field that says nothing; names may be empty."""
    return "" if field.default is MISSING else field.default


def _defaults(record: type, apart: Iterable[str]) -> dict[str, object]:
    return {
        field.name: _default(field)
        for field in fields(record)
        if field.name not in apart
    }


TOURNAMENT_FIELDS: Final = _defaults(Tournament, _APART)
RULE_FIELDS: Final = _defaults(PairingRules, ())
PLAYER_FIELDS: Final = _defaults(Entrant, ("id",))
TEAM_FIELDS: Final = _defaults(Team, ("number",))

_USUAL: Final = Tournament("").rules
_PLAYER_VALUES: Final = attrgetter(*PLAYER_FIELDS)
_BLANK_CELL: Final = (0, NO_COLOUR, BLANK)
_COLOURS: Final = {
    (WHITE, BLACK): (True, True),
    (BLACK, WHITE): (False, True),
    (NO_COLOUR, NO_COLOUR): (True, False),
}
"""Colours in the rows of both -> whether the first has White, whether that is known."""


def own_facts(t: Tournament) -> Iterator[Fact]:
    """Yield everything but the players and their rounds."""
    yield from _fields(Part.TOURNAMENT, (), t, TOURNAMENT_FIELDS)
    if t.rules is not _USUAL:
        yield from _fields(Part.RULES, (), t.rules, RULE_FIELDS)
    yield from _parameters(t)
    yield from _rounds(t)
    yield from _teams(t)
    for kept in LISTS:
        yield from _entries(t, kept)
    yield from _pairing_facts(t)


def _fields(
    part: Part, key: tuple[int, ...], record: object, defaults: Mapping[str, object]
) -> Iterator[Fact]:
    for name, default in defaults.items():
        value = getattr(record, name)
        if value != default:
            yield Place(part, key, name), value


def parameters_of(t: Tournament) -> dict[str, tuple[str, ...]]:
    """Return parameter -> all its values; a file may name one twice."""
    found: dict[str, tuple[str, ...]] = {}
    for key, value in t.parameters:
        found[key] = (*found.get(key, ()), value)
    return found


def _parameters(t: Tournament) -> Iterator[Fact]:
    for key, values in parameters_of(t).items():
        yield Place(Part.PARAMETER, (), key), values
    keys = tuple(key for key, _ in t.parameters)
    if keys != tuple(sorted(keys)):
        yield Place(Part.ORDER, (), PARAMETERS), keys


def _rounds(t: Tournament) -> Iterator[Fact]:
    for field, attribute in LISTS_PER_ROUND.items():
        values = getattr(t, attribute)
        for number, value in enumerate(values, 1):
            if value:
                yield Place(Part.ROUND, (number,), field), value
        if values and not values[-1]:
            yield Place(Part.LENGTH, (), attribute), len(values)


def _teams(t: Tournament) -> Iterator[Fact]:
    teams = entries(t, TEAMS)
    for key, team in teams.items():
        yield Place(Part.TEAM, key, LISTED), True
        yield from _fields(Part.TEAM, key, team, TEAM_FIELDS)
    yield from _order(TEAMS.attribute, teams)


def _entries(t: Tournament, kept: Kept) -> Iterator[Fact]:
    found = entries(t, kept)
    for key, entry in found.items():
        yield Place(kept.part, key), entry
    yield from _order(kept.attribute, found)


def _order(name: str, keys: Iterable[tuple[int, ...]]) -> Iterator[Fact]:
    order = order_of(keys)
    if order is not None:
        yield Place(Part.ORDER, (), name), order


def _pairing_facts(t: Tournament) -> Iterator[Fact]:
    """Yield what pairings are made of beside the rows."""
    ids = [entrant.id for entrant in t.entrants]
    yield from _order(ENTRANTS, ((number,) for number in ids))
    rows = list(t.pairings.rows)
    if rows != ids:
        yield Place(Part.ORDER, (), ROWS), tuple((number,) for number in rows)
    if t.pairings.rounds:
        yield Place(Part.LENGTH, (), COLUMNS), t.pairings.rounds
    further = further_games(t.pairings.extra)
    for key, score in further.items():
        yield Place(Part.GAME, key), score
    yield from _order(FURTHER, further)


def player_facts(entrant: Entrant) -> Iterator[Fact]:
    """Yield that a player is there, and every field that says something."""
    key = (entrant.id,)
    yield Place(Part.PLAYER, key, LISTED), True
    values = _PLAYER_VALUES(entrant)
    for (name, default), value in zip(PLAYER_FIELDS.items(), values, strict=True):
        if value != default:
            yield Place(Part.PLAYER, key, name), value


def all_cells(pairings: Pairings) -> Iterator[tuple[int, int]]:
    """Yield every cell: entrant id, and round from 0."""
    for number in pairings.rows:
        for index in range(pairings.rounds):
            yield number, index


def cell_facts(pairings: Pairings, cells: Iterable[tuple[int, int]]) -> Iterator[Fact]:
    """Yield the facts that some cells make.

    Args:
        pairings: all of them.
        cells: entrant id and round from 0; with a cell always that of the opponent.
            Cells that are not there do not count.
    """
    rows = pairings.rows
    for number, index in cells:
        row = rows.get(number)
        if row is None or index >= len(row.opponents):
            continue
        opponent = row.opponents[index]
        other = rows.get(opponent)
        if other is not None and other.opponents[index] == number != opponent:
            colours = row.colours[index], other.colours[index]
            if colours in _COLOURS:
                if number < opponent:
                    yield _game(number, opponent, index, rows)
                continue
        cell = Cell(opponent, row.colours[index], row.results[index])
        if cell != _BLANK_CELL:
            yield Place(Part.CELL, (number, index + 1)), cell


def _game(low: int, high: int, index: int, rows: Mapping[int, Cells]) -> Fact:
    """Return the game that is in the rows of two players."""
    mine, yours = rows[low], rows[high]
    low_has_white, has_colours = _COLOURS[mine.colours[index], yours.colours[index]]
    codes = mine.results[index], yours.results[index]
    place = Place(Part.GAME, (index + 1, low, high, 0))
    if low_has_white:
        return place, Score(low, high, *codes, has_colours)
    return place, Score(high, low, codes[1], codes[0], has_colours)
