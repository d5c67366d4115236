"""What changed between two states of a tournament, as a list of typed changes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Final

from syncd.sync.renumber import moved_numbers, renumbered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.pairings import Cells, Game
    from syncd.model.tournament import Entrant, Tournament

_STRUCTURE: Final = {"entrants", "pairings"}


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs.

    Attributes:
        place: `tournament`, `player 7` or `player 7 round 3`.
        field: name of the field.
        old: value before as text, empty where there was none.
        new: value now as text, empty where there is none.
    """

    place: str
    field: str
    old: str
    new: str


def diff(old: Tournament, new: Tournament) -> tuple[Change, ...]:
    """Return every difference: of the tournament, the players, the rounds, in turn.

    Where start numbers have moved, everybody is compared with himself.
    """
    ids = moved_numbers(old, new)
    moved = sum(before != now for before, now in ids.items())
    old = renumbered(old, ids) if ids else old
    return (
        *([Change("tournament", "start_numbers", "", str(moved))] if ids else ()),
        *_fields("tournament", old, new),
        *_players(old, new),
        *_rounds(old, new),
        *_further_games(old, new),
    )


def _fields(
    place: str, old: Tournament | Entrant, new: Tournament | Entrant
) -> Iterator[Change]:
    for item in fields(old):
        before, after = getattr(old, item.name), getattr(new, item.name)
        if item.name not in _STRUCTURE and before != after:
            before, after = _apart(before, after)
            yield Change(place, item.name, _text(before), _text(after))


def _players(old: Tournament, new: Tournament) -> Iterator[Change]:
    before = {entrant.id: entrant for entrant in old.entrants}
    after = {entrant.id: entrant for entrant in new.entrants}
    for number in sorted(before.keys() | after.keys()):
        place = f"player {number}"
        if number not in after:
            yield Change(place, "player", _name(before[number]), "")
        elif number not in before:
            yield Change(place, "player", "", _name(after[number]))
        else:
            yield from _fields(place, before[number], after[number])


def _rounds(old: Tournament, new: Tournament) -> Iterator[Change]:
    rounds = max(old.pairings.rounds, new.pairings.rounds)
    for number in sorted(old.pairings.rows.keys() | new.pairings.rows.keys()):
        before = old.pairings.rows.get(number)
        after = new.pairings.rows.get(number)
        for index in range(rounds):
            was, now = _cell(before, index), _cell(after, index)
            if was != now:
                yield Change(f"player {number} round {index + 1}", "cell", was, now)


def _further_games(old: Tournament, new: Tournament) -> Iterator[Change]:
    """Yield the games beyond one per player and round that only one state has."""
    before, after = Counter(old.pairings.extra), Counter(new.pairings.extra)
    for game in (before - after).elements():
        yield Change(_place(game), "game", _score(game), "")
    for game in (after - before).elements():
        yield Change(_place(game), "game", "", _score(game))


def _place(game: Game) -> str:
    return f"player {game.white} round {game.round}"


def _score(game: Game) -> str:
    return f"{game.black} {game.white_result}:{game.black_result}"


def _cell(cells: Cells | None, index: int) -> str:
    """Return one round of a player as `opponent colour result`, empty if none."""
    if cells is None or index >= len(cells.results):
        return ""
    opponent, colour = cells.opponents[index], cells.colours[index]
    text = f"{opponent} {colour} {cells.results[index]}"
    return "" if text == "0 -  " else text


def _name(entrant: Entrant) -> str:
    return ", ".join(part for part in (entrant.surname, entrant.forename) if part)


def _text(value: object) -> str:
    """Return a value in words; a record as its fields, without the empty ones."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return _SEPARATOR.join(_text(item) or "-" for item in value)
    if is_dataclass(value):
        parts = [(item.name, getattr(value, item.name)) for item in fields(value)]
        return ", ".join(
            f"{name.replace('_', ' ')} {_text(part)}"
            for name, part in parts
            if part not in _EMPTY
        )
    return str(value)


_SEPARATOR: Final = "; "
_EMPTY: Final = ((), "", None, False)


def _apart(old: object, new: object) -> tuple[object, object]:
    """Return two lists of records without those that are in both."""
    if not (isinstance(old, tuple) and isinstance(new, tuple)):
        return old, new
    if not any(is_dataclass(item) for item in (*old, *new)):
        return old, new
    before, after = Counter(old), Counter(new)
    return (
        tuple((before - after).elements()),
        tuple((after - before).elements()),
    )
