"""The places that a person means: `5`, `Müller`, `round 7`, `Müller Verein`, `5-15`.

Words are taken in any order and in both languages, as tables and the history print
them: what a value is called, of whom, in which round. What is left is a name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from syncd.sync.fieldwords import FIELD_WORDS
from syncd.sync.identity import fold_name
from syncd.sync.places import Part, Place
from syncd.sync.records import BY_PART

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.model.tournament import Tournament

_Meant = TypeVar("_Meant")
Groups = tuple[frozenset[int], ...]
"""Start numbers; of each group one has to be at the place."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person has named; empty parts say nothing.

    Attributes:
        fields: names of fields; a place has one of them.
        parts: to what a place belongs; it is one of them.
        rounds: numbers of rounds; a place is of one of them.
        teams: numbers of teams; a place is of one of them.
        numbers: start numbers; a place is of all of them.
        names: folded parts of names; a place is of one player for each.
    """

    fields: frozenset[str] = frozenset()
    parts: frozenset[Part] = frozenset()
    rounds: frozenset[int] = frozenset()
    teams: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()
    names: tuple[str, ...] = ()

    def named(self, t: Tournament) -> Groups:
        """Return whom the names mean in a tournament, after a group for each number."""
        return (
            *(frozenset() for _ in self.numbers),
            *(_named(t, name) for name in self.names),
        )

    def players(self, t: Tournament) -> Groups:
        """Return all players that are meant, as this tournament numbers them."""
        numbers = (frozenset({number}) for number in sorted(self.numbers))
        return (*numbers, *(_named(t, name) for name in self.names))

    def fits(self, place: Place, groups: Groups) -> bool:
        """Return whether a place is meant.

        Args:
            place: any.
            groups: the players that are meant, as the place numbers them.
        """
        if self.parts and place.part not in self.parts:
            return False
        if self.fields and field_of(place) not in self.fields:
            return False
        if self.rounds and _round(place) not in self.rounds:
            return False
        if self.teams and self.teams.isdisjoint(_teams(place)):
            return False
        players = _players(place)
        return all(not players.isdisjoint(group) for group in groups)


def joined(one: Groups, two: Groups) -> Groups:
    """Return groups that have the players of both."""
    return tuple(a | b for a, b in zip(one, two, strict=True))


def wanted(text: str) -> Wanted:
    """Return what a person has named."""
    rest, _, parameter = f" {_spread(text)} ".partition(" parameter ")
    rest += " "
    counted: dict[Part, set[int]] = {part: set() for part in _COUNTED.values()}
    for words, part in _COUNTED.items():
        pattern = rf" {words} ?(\d+)(?= )"
        counted[part].update(map(int, re.findall(pattern, rest)))
        rest = re.sub(pattern, " ", rest)
    rest, fields = _taken(rest, _PHRASES)
    rest, parts = _taken(rest, _PARTS)
    if parameter:
        fields, parts = [" ".join(parameter.split())], [frozenset({Part.PARAMETER})]
    pieces = _without_colours([piece.split() for piece in rest.split("|")])
    bare = {int(word) for piece in pieces for word in piece if word.isdigit()}
    names = (" ".join(w for w in piece if not w.isdigit()) for piece in pieces)
    return Wanted(
        frozenset(fields),
        frozenset().union(*parts),
        frozenset(counted[Part.ROUND]),
        frozenset(counted[Part.TEAM]),
        frozenset(counted[Part.PLAYER] | bare),
        tuple(filter(None, names)),
    )


def field_of(place: Place) -> str:
    """Return what the field at a place is called, a parameter folded."""
    if place.part is Part.PARAMETER:
        return fold_name(place.field)
    if place.part in BY_PART:
        return BY_PART[place.part].attribute
    return place.field


def _taken(text: str, phrases: Mapping[str, _Meant]) -> tuple[str, list[_Meant]]:
    """Return a text without the phrases that are in it, and what those mean."""
    found = []
    for phrase, meant in phrases.items():
        if f" {phrase} " in text:
            text = text.replace(f" {phrase} ", " ")
            found.append(meant)
    return text, found


def _spread(text: str) -> str:
    """Return the text folded, with a bar between the two sides of a game."""
    apart = re.sub(r"(?<=\d)\s*[-–:]\s*(?=\d)|\s[-–]\s|\s(?:gegen|vs\.?)\s", "|", text)
    return " | ".join(fold_name(part.replace("_", " ")) for part in apart.split("|"))


def _without_colours(pieces: list[list[str]]) -> list[list[str]]:
    """Return both sides of a game without the colours that stand before the players.

    Only where both have one: Weiß and Schwarz are names of people as well.
    """
    first = [piece[:1] for piece in pieces]
    is_told = first in _COLOURS and all(len(piece) > 1 for piece in pieces)
    return [piece[1:] for piece in pieces] if is_told else pieces


def _named(t: Tournament, name: str) -> frozenset[int]:
    """Return the players whose name has all these words, or begins of words."""
    words = name.split()
    return frozenset(
        one.id
        for one in t.entrants
        if _has(f" {fold_name(f'{one.title} {one.surname} {one.forename}')}", words)
    )


def _has(name: str, words: Iterable[str]) -> bool:
    return all(f" {word}" in name for word in words)


def _round(place: Place) -> int:
    """Return of which round a place is, 0 for none."""
    if place.part is Part.CELL:
        return place.key[1]
    return place.key[0] if place.part in _OF_ROUNDS else 0


def _players(place: Place) -> frozenset[int]:
    if place.part in {Part.PLAYER, Part.CELL}:
        return frozenset(place.key[:1])
    return frozenset(place.key[1:3]) if place.part in _OF_PAIRS else frozenset()


def _teams(place: Place) -> frozenset[int]:
    if place.part is Part.TEAM:
        return frozenset(place.key[:1])
    if place.part is Part.LINE_UP:
        return frozenset(place.key[1:2])
    return frozenset(place.key[1:3]) if place.part is Part.MATCH else frozenset()


_OF_PAIRS: Final = {Part.GAME, Part.GAME_DATE, Part.PLAYED_ZERO}
_OF_ROUNDS: Final = {*_OF_PAIRS, Part.ROUND, Part.MATCH, Part.LINE_UP}

_COUNTED: Final[Mapping[str, Part]] = {
    "(?:round|runde)": Part.ROUND,
    "(?:team|mannschaft)": Part.TEAM,
    "(?:player|spieler|nr)": Part.PLAYER,
}
"""Words before a number."""

_COLOURS: Final = (
    [["white"], ["black"]], [["black"], ["white"]],
    [[fold_name("Weiß")], ["schwarz"]], [["schwarz"], [fold_name("Weiß")]],
)  # fmt: skip
_GAMES: Final = frozenset({Part.GAME, Part.CELL})
_PARTS: Final = {
    "rules": frozenset({Part.RULES}),
    "regeln": frozenset({Part.RULES}),
    "tournament": frozenset({Part.TOURNAMENT}),
    "turnier": frozenset({Part.TOURNAMENT}),
    "game": _GAMES,
    "games": _GAMES,
    "partie": _GAMES,
    "partien": _GAMES,
    "result": _GAMES,
    "results": _GAMES,
    "ergebnis": _GAMES,
    "ergebnisse": _GAMES,
    "cell": _GAMES,
}


_PRINTED_ONLY: Final = {"cell", "game", "player", "start_numbers"}
"""Names of what the history tells that are no fields."""


def _phrases() -> dict[str, str]:
    """Return what fields are called, folded, the longest first.

    A whole name goes before one without what stands in brackets: “Bedenkzeit” is the
    field of that name, not “Bedenkzeit (Code)”.
    """
    found: dict[str, str] = {}
    called = [
        (said, name)
        for name, text in FIELD_WORDS.items()
        if name not in _PRINTED_ONLY
        for said in (name.replace("_", " "), text.en, text.de)
    ]
    for said, name in called:
        found.setdefault(fold_name(said), name)
    for said, name in called:
        found.setdefault(fold_name(said.partition("(")[0]), name)
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


_PHRASES: Final = _phrases()
