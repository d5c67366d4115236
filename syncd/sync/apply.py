"""Changes put into a tournament; only what they touch is made anew.

The places of the changes are those of the result. Applying is total: a change of a
player who is not there makes him, one that takes away what is not there does nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from syncd.model.pairings import BLACK, NO_COLOUR, WHITE, Cells, Pairings
from syncd.model.results import BLANK
from syncd.model.tournament import Entrant, Team
from syncd.sync import decompose
from syncd.sync.places import LISTED, Cell, Change, Part, Score
from syncd.sync.records import (
    LISTS,
    TEAMS,
    Kept,
    as_game,
    entries,
    further_games,
    in_order,
    order_of,
)
from syncd.sync.renumber import renumbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.model.tournament import Tournament

_Key = tuple[int, ...]
_Values = dict[tuple[_Key, str], object]
"""Key and field of a place -> new value."""

_BLANK: Final = Cell(0, NO_COLOUR, BLANK)
_KNOWN: Final = {
    Part.TOURNAMENT: decompose.TOURNAMENT_FIELDS,
    Part.RULES: decompose.RULE_FIELDS,
}


def apply(changes: Iterable[Change], t: Tournament) -> Tournament:
    """Return a tournament with changes made; `apply(diff(a, b), a) == b`.

    Args:
        changes: each place at most once. New start numbers come first, if at all.
        t: what the changes start from; their old values are not looked at.
    """
    parts: dict[Part, _Values] = {}
    for place, _, new in changes:
        if place.part is Part.NUMBERS:
            t = renumbered(t, dict(cast("Iterable[tuple[int, int]]", new)))
        else:
            parts.setdefault(place.part, {})[place.key, place.field] = new
    if not parts:
        return t
    orders = {name: new for (_, name), new in parts.pop(Part.ORDER, {}).items()}
    lengths = {name: new for (_, name), new in parts.pop(Part.LENGTH, {}).items()}
    values: dict[str, object] = {
        **_attributes(parts.pop(Part.TOURNAMENT, {}), Part.TOURNAMENT),
        **_parameters(t, parts.pop(Part.PARAMETER, {}), orders),
        **_rounds(t, parts.pop(Part.ROUND, {}), lengths),
        **_teams(t, parts.pop(Part.TEAM, {}), orders),
    }
    rules = parts.pop(Part.RULES, {})
    if rules:
        values["rules"] = replace(
            t.rules, **cast("Any", _attributes(rules, Part.RULES))
        )
    for kept in LISTS:
        values |= _entries(t, kept, parts.pop(kept.part, {}), orders)
    players = _players(t, parts.pop(Part.PLAYER, {}), orders)
    return replace(
        t,
        entrants=players,
        pairings=_pairings(t, players, parts, (orders, lengths)),
        **cast("Any", values),
    )


def _attributes(changed: _Values, part: Part) -> dict[str, object]:
    """Return the new values of fields, the default where there is none."""
    return {
        name: _KNOWN[part][name] if new is None else new
        for (_, name), new in changed.items()
    }


def _parameters(
    t: Tournament, changed: _Values, orders: Mapping[str, object]
) -> dict[str, object]:
    if not changed and decompose.PARAMETERS not in orders:
        return {}
    left: dict[str, tuple[str, ...]] = decompose.parameters_of(t)
    for (_, key), new in changed.items():
        left[key] = cast("tuple[str, ...]", new or ())
    now = tuple(key for key, _ in t.parameters)
    if now == tuple(sorted(now)):
        now = ()
    order = cast("tuple[str, ...]", orders.get(decompose.PARAMETERS, now) or ())
    wanted = [*order, *sorted(key for key, values in left.items() for _ in values)]
    made = []
    for key in wanted:
        if left.get(key):
            made.append((key, left[key][0]))
            left[key] = left[key][1:]
    return {decompose.PARAMETERS: tuple(made)}


def _rounds(
    t: Tournament, changed: _Values, lengths: Mapping[str, object]
) -> dict[str, object]:
    made: dict[str, object] = {}
    for field, attribute in decompose.LISTS_PER_ROUND.items():
        mine = {key[0]: new for (key, name), new in changed.items() if name == field}
        if not mine and attribute not in lengths:
            continue
        empty = None if field == "date" else ""
        before = getattr(t, attribute)
        filled = {n: value for n, value in enumerate(before, 1) if value}
        filled = {n: value for n, value in {**filled, **mine}.items() if value}
        stated = len(before) if before and not before[-1] else 0
        stated = cast("int", lengths.get(attribute, stated) or 0)
        last = max((stated, *filled))
        made[attribute] = tuple(filled.get(n, empty) for n in range(1, last + 1))
    return made


def _teams(
    t: Tournament, changed: _Values, orders: Mapping[str, object]
) -> dict[str, object]:
    if not changed and TEAMS.attribute not in orders:
        return {}
    before = entries(t, TEAMS)
    after = dict(before)
    for (key, name), new in changed.items():
        team = cast("Team | None", after.get(key)) or Team(key[0], "")
        if name != LISTED:
            value = decompose.TEAM_FIELDS[name] if new is None else new
            team = replace(team, **cast("Any", {name: value}))
        after[key] = team
    for (key, name), new in changed.items():
        if name == LISTED and new is None:
            del after[key]
    return {TEAMS.attribute: _ordered(before, after, orders, TEAMS.attribute)}


def _entries(
    t: Tournament, kept: Kept, changed: _Values, orders: Mapping[str, object]
) -> dict[str, object]:
    if not changed and kept.attribute not in orders:
        return {}
    before = entries(t, kept)
    new = {key: value for (key, _), value in changed.items()}
    after = {
        key: entry for key, entry in {**before, **new}.items() if entry is not None
    }
    return {kept.attribute: _ordered(before, after, orders, kept.attribute)}


def _ordered(
    before: Mapping[_Key, object],
    after: Mapping[_Key, object],
    orders: Mapping[str, object],
    name: str,
) -> tuple[object, ...]:
    order = cast("Any", orders[name] if name in orders else order_of(before))
    return tuple(in_order(after, order))


def _players(
    t: Tournament, changed: _Values, orders: Mapping[str, object]
) -> tuple[Entrant, ...]:
    if not changed and decompose.ENTRANTS not in orders:
        return t.entrants
    before: dict[_Key, object] = {(one.id,): one for one in t.entrants}
    after = dict(before)
    values: dict[_Key, dict[str, object]] = {}
    for (key, name), new in changed.items():
        fields = values.setdefault(key, {})
        if name != LISTED:
            fields[name] = decompose.PLAYER_FIELDS[name] if new is None else new
    for key, fields in values.items():
        player = cast("Entrant | None", after.get(key)) or Entrant(key[0], "")
        after[key] = replace(player, **cast("Any", fields))
    for (key, name), new in changed.items():
        if name == LISTED and new is None:
            del after[key]
    return cast(
        "tuple[Entrant, ...]", _ordered(before, after, orders, decompose.ENTRANTS)
    )


def _pairings(
    t: Tournament,
    players: tuple[Entrant, ...],
    parts: Mapping[Part, _Values],
    shape: tuple[Mapping[str, object], Mapping[str, object]],
) -> Pairings:
    orders, lengths = shape
    before = t.pairings
    games, cells = parts.get(Part.GAME, {}), parts.get(Part.CELL, {})
    further = {key: new for (key, _), new in games.items() if key[3]}
    changed = _changed_cells(games, cells)
    stated = cast("int", lengths.get(decompose.COLUMNS, before.rounds) or 0)
    needed = [index + 1 for (_, index), cell in changed.items() if cell != _BLANK]
    rounds = max((stated, *needed))
    is_same = rounds == before.rounds and not changed and players is t.entrants
    if is_same and not further and not orders:
        return before
    ids = [player.id for player in players]
    rows = _rows(before, ids, rounds, changed)
    was = [entrant.id for entrant in t.entrants]
    order = tuple((n,) for n in before.rows) if list(before.rows) != was else None
    order = cast("Any", orders.get(decompose.ROWS, order))
    if order is not None:
        keyed: dict[_Key, object] = {(number,): number for number in ids}
        rows = {n: rows[n] for n in cast("list[int]", in_order(keyed, order))}
    extra = before.extra
    if further or decompose.FURTHER in orders:
        known = further_games(extra)
        now = {k: v for k, v in {**known, **further}.items() if v is not None}
        scores = {key: as_game(key[0], cast("Score", v)) for key, v in now.items()}
        extra = cast("Any", _ordered(known, scores, orders, decompose.FURTHER))
    return Pairings(rounds, rows, extra)


def _changed_cells(games: _Values, cells: _Values) -> dict[tuple[int, int], Cell]:
    """Return entrant id and round from 0 -> the new cell.

    What goes away is taken out first: its cells may be those of what comes.
    """
    found: dict[tuple[int, int], Cell] = {}
    for (key, _), new in cells.items():
        if new is None:
            found[key[0], key[1] - 1] = _BLANK
    for (key, _), new in games.items():
        if new is None and not key[3]:
            found[key[1], key[0] - 1] = found[key[2], key[0] - 1] = _BLANK
    for (key, _), new in sorted(games.items()):
        if new is not None and not key[3]:
            _put(found, key[0] - 1, cast("Score", new))
    for (key, _), new in cells.items():
        if new is not None:
            found[key[0], key[1] - 1] = cast("Cell", new)
    return found


def _put(found: dict[tuple[int, int], Cell], index: int, score: Score) -> None:
    """Write a game into both rows."""
    white, black = (WHITE, BLACK) if score.has_colours else (NO_COLOUR, NO_COLOUR)
    found[score.white, index] = Cell(score.black, white, score.white_result)
    found[score.black, index] = Cell(score.white, black, score.black_result)


def _rows(
    before: Pairings,
    ids: Iterable[int],
    rounds: int,
    changed: Mapping[tuple[int, int], Cell],
) -> dict[int, Cells]:
    """Return the rows of these players with some cells changed."""
    touched: dict[int, list[tuple[int, Cell]]] = {}
    for (number, index), cell in changed.items():
        touched.setdefault(number, []).append((index, cell))
    rows: dict[int, Cells] = {}
    for number in ids:
        row = before.rows.get(number)
        if row is None or len(row.results) != rounds:
            row = _resized(row or Cells((), "", ""), rounds)
        if number in touched:
            row = _patched(row, touched[number])
        rows[number] = row
    return rows


def _resized(row: Cells, rounds: int) -> Cells:
    more = max(rounds - len(row.results), 0)
    return Cells(
        (*row.opponents[:rounds], *(0,) * more),
        row.colours[:rounds] + NO_COLOUR * more,
        row.results[:rounds] + BLANK * more,
    )


def _patched(row: Cells, cells: Iterable[tuple[int, Cell]]) -> Cells:
    opponents, colours, codes = (
        list(row.opponents),
        list(row.colours),
        list(row.results),
    )
    for index, cell in cells:
        if index < len(opponents):
            opponents[index], colours[index], codes[index] = cell
    return Cells(tuple(opponents), "".join(colours), "".join(codes))
