"""What a revision has changed, told for people: each game once, with its players.

Stored are the rows of both players of a game (see `syncd.sync.changewords`), in the
letters of TRF. Both rows together say who had White and what the result is; a row that
has no counterpart is told as what stands in the round of that player.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.model.pairings import BLACK, NO_COLOUR, WHITE
from syncd.sync.conflictwords import told_at
from syncd.sync.fieldwords import field_name, place_name
from syncd.sync.gamewords import who
from syncd.sync.places import Cell, Part, Place, Score
from syncd.sync.valuewords import value_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from syncd.sync.changewords import Line

    Rows = dict[tuple[int, int], Cell]

_ROW: Final = re.compile(r"player (\d+) round (\d+)")
_CELL: Final = re.compile(r"(\d+) ([wb-]) (.?)")
_PLAYER: Final = re.compile(r"player (\d+)")
_FURTHER: Final = re.compile(r"(\d+) (.):(.)")
_DASH: Final = "–"
NO_WORDS: Final = Text("", "")
_COLOURS: Final = {(WHITE, BLACK): True, (NO_COLOUR, NO_COLOUR): False}


class Told(NamedTuple):
    """One change in words.

    Attributes:
        where: the place, with names; the whole sentence of a decision.
        what: what the value is called, empty where the place says it.
        old: value before.
        new: value now.
    """

    where: Text
    what: Text = NO_WORDS
    old: Text = NO_WORDS
    new: Text = NO_WORDS

    @property
    def sentence(self) -> Text:
        """All of it in one line."""
        return Text(*(self._said(language) for language in (0, 1)))

    def _said(self, language: int) -> str:
        where, what, old, new = (part[language] for part in self)
        place = ", ".join(filter(None, (where, what)))
        if not (old or new):
            return place
        if not where:  # there is no value before
            return f"{what}: {new or old}"
        return f"{place}: {old or _DASH} → {new or _DASH}"


def told_changes(
    changes: Sequence[Mapping[str, str]], names: Mapping[int, str]
) -> list[Told]:
    """Return the changes of one revision in words, in their order.

    Args:
        changes: place, field, old and new of each; a decision is a sentence and has
            `new_de`.
        names: entrant id -> name at that time; who has none is told by number.
    """
    rows = _rows(changes)
    games = _games(rows)
    found: list[Told] = []
    told: set[Place] = set()
    for change in changes:
        key = _row(change)
        if key is None:
            found.append(_change(change, names))
            continue
        for place in _places(key, rows, games):
            if place not in told:
                told.add(place)
                found.append(_moved(place, rows, games, names))
    return found


def told_lines(lines: Iterable[Line], names: Mapping[int, str]) -> list[Told]:
    """Return lines in words, as `told_changes` does for those that were stored."""
    return told_changes([asdict(line) for line in lines], names)


def count_told(lines: Iterable[Line]) -> int:
    """Return how many changes people are told of; both rows of a game are one."""
    return len(told_lines(lines, {}))


def names_before(
    changes: Sequence[Mapping[str, str]], names: Mapping[int, str]
) -> Mapping[int, str]:
    """Return what the players were called before a revision, as far as that is known.

    Args:
        changes: of the revision.
        names: entrant id -> name after it.
    """
    if any(one["field"] == "start_numbers" for one in changes):
        return {}
    before = dict(names)
    for one in changes:
        player = _PLAYER.fullmatch(one["place"])
        if player and one["field"] == "player":
            before[int(player[1])] = one["old"]
    return before


def _row(change: Mapping[str, str]) -> tuple[int, int] | None:
    """Return the player and the round whose row has changed, None for any other."""
    found = _ROW.fullmatch(change["place"]) if change["field"] == "cell" else None
    return (int(found[1]), int(found[2])) if found else None


def _rows(changes: Sequence[Mapping[str, str]]) -> tuple[Rows, Rows]:
    """Return player and round -> what stood there before, and what stands there now."""
    sides: tuple[Rows, Rows] = {}, {}
    for change in changes:
        key = _row(change)
        for side, text in zip(sides, (change["old"], change["new"]), strict=True):
            cell = _CELL.fullmatch(text) if key else None
            if key and cell:
                side[key] = Cell(int(cell[1]), cell[2], cell[3] or " ")
    return sides


def _games(rows: tuple[Rows, Rows]) -> tuple[dict[Place, Score], dict[Place, Score]]:
    """Return the games that both rows tell, before and now."""
    old, new = (dict(_both(side)) for side in rows)
    return old, new


def _both(rows: Rows) -> Iterator[tuple[Place, Score]]:
    for (player, number), cell in rows.items():
        other = rows.get((cell.opponent, number))
        if other is None or other.opponent != player or player == cell.opponent:
            continue
        has_colours = _COLOURS.get((cell.colour, other.colour))
        if has_colours or (has_colours is not None and player < cell.opponent):
            score = Score(player, cell.opponent, cell.result, other.result, has_colours)
            yield _place(player, cell.opponent, number), score


def _place(one: int, two: int, number: int) -> Place:
    return Place(Part.GAME, (number, min(one, two), max(one, two), 0))


def _places(
    key: tuple[int, int],
    rows: tuple[Rows, Rows],
    games: tuple[dict[Place, Score], dict[Place, Score]],
) -> Iterator[Place]:
    """Yield where a row's change is told: at its games, else at the player's round."""
    player, number = key
    for side, known in zip(rows, games, strict=True):
        cell = side.get(key)
        if cell is not None:
            place = _place(player, cell.opponent, number)
            yield place if place in known else Place(Part.CELL, key)


def _moved(
    place: Place,
    rows: tuple[Rows, Rows],
    games: tuple[dict[Place, Score], dict[Place, Score]],
    names: Mapping[int, str],
) -> Told:
    """Return what stood at a game or round before and what stands there now."""
    values: list[object]
    if place.part is Part.GAME:
        values = [side.get(place) for side in games]
    else:
        values = [
            None if cell is None or _is_of_game(place, cell, known) else cell
            for cell, known in zip(
                (s.get(_key(place)) for s in rows), games, strict=True
            )
        ]
    where, (old, new) = told_at(place, values, names)
    return Told(where, NO_WORDS, old, new)


def _key(place: Place) -> tuple[int, int]:
    player, number = place.key
    return player, number


def _is_of_game(place: Place, cell: Cell, known: Mapping[Place, Score]) -> bool:
    """Return whether what stands in a player's round is told as a game."""
    player, number = place.key
    return _place(player, cell.opponent, number) in known


def _change(change: Mapping[str, str], names: Mapping[int, str]) -> Told:
    """Return a change of any other value; a decision is a sentence."""
    place, field, old, new = (change[name] for name in ("place", "field", "old", "new"))
    if place == "decision":
        return Told(Text(new, change.get("new_de", new)))
    if field == "game":
        return _further(place, old, new, names)
    what = NO_WORDS if field == "player" else field_name(field)
    where = NO_WORDS if place in _ALONE else _where(place, names)
    return Told(where, what, value_words(field, old), value_words(field, new))


_ALONE: Final = {"export", "report"}
"""What is told under these says by its own name to what it belongs."""


def _further(place: str, old: str, new: str, names: Mapping[int, str]) -> Told:
    """Return a game beyond one per player and round; nobody has kept its colours."""
    one = re.fullmatch(_ROW, place)
    if one is None:
        return Told(_where(place, names), field_name("game"), *map(_same, (old, new)))
    white, number = int(one[1]), int(one[2])
    values = [_score(white, text) for text in (old, new)]
    others = [value.black for value in values if value is not None]
    if not others:
        return Told(_where(place, names), field_name("game"), *map(_same, (old, new)))
    where, said = told_at(_place(white, others[0], number), values, names)
    return Told(where, field_name("game"), *said)


def _score(white: int, text: str) -> Score | None:
    found = _FURTHER.fullmatch(text)
    if found is None:
        return None
    return Score(white, int(found[1]), found[2], found[3], has_colours=False)


def _same(text: str) -> Text:
    return Text(text, text)


def _where(place: str, names: Mapping[int, str]) -> Text:
    player = _PLAYER.match(place)
    if player is None:
        named = place_name(place)
        return Text(*(word[:1].upper() + word[1:] for word in named))
    rest = place_name(place[player.end() :].strip())
    name, comma = who(int(player[1]), names), ", " if rest.en else ""
    en, de = ("Player ", "Spieler ") if name.isdigit() else ("", "")
    return Text(f"{en}{name}{comma}{rest.en}", f"{de}{name}{comma}{rest.de}")
