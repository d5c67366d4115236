"""What a file does not say any more: a tournament beside what was read from the file.

Nobody has to think of every limit of every form. The written file is read again, and
each attribute of the model that did not come back is named, also one that was open and
that the file now seems to say. What means the same counts as the same: an absence is Z
or blank, the announced byes of two rounds may share a line.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from itertools import zip_longest
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from syncd.bilingual import Text
from syncd.formats.trf.event.acceleration import profile
from syncd.formats.trf.writing.loss_words import ENTRANT, RULES, TEAM, TOURNAMENT
from syncd.formats.trf.writing.players import used_cells
from syncd.model import results

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

    from syncd.model.pairing_rules import PairingRules
    from syncd.model.pairings import Cells, Pairings
    from syncd.model.tournament import Entrant, Team, TeamMatch, Tournament

_One = TypeVar("_One", "Entrant", "Team")

_WITHOUT_OPPONENT: Final = {
    results.DRAW: results.HALF_BYE, results.SHORT_DRAW: results.HALF_BYE,
    results.WIN: results.FULL_BYE, results.SHORT_WIN: results.FULL_BYE,
    results.FORFEIT_WIN: results.FULL_BYE,
    results.LOSS: results.ZERO_BYE, results.SHORT_LOSS: results.ZERO_BYE,
    results.FORFEIT_LOSS: results.ZERO_BYE, results.BLANK: results.ZERO_BYE,
    results.NOT_YET: results.ZERO_BYE,
}  # fmt: skip
"""Letters that say the same where there is no opponent."""
_LONGEST: Final = 40
_OWN: Final = frozenset({"entrants", "pairings", "teams", "rules", "rounds"})
"""Attributes of a tournament that are compared piece by piece, or with others."""
_ADDED: Final = frozenset({"matches", "points_x10", "type_text"})
"""Attributes that the writer adds where they are open, because they follow from others:
the kind of tournament in words, and the points of the cells."""
_MATCHES: Final = "matches"


class _Sides(NamedTuple):
    """The tournament that was to be written, and the one that came back."""

    wanted: Tournament
    found: Tournament
    next_round: int


def losses(wanted: Tournament, found: Tournament, next_round: int) -> list[Text]:
    """Return what is missing or different, in the order of the model.

    Args:
        wanted: the tournament that was written.
        found: what was read from the file.
        next_round: the round that is paired next; stands for round 0 of byes.
    """
    sides = _Sides(wanted, found, next_round)
    return [
        *_plain(sides),
        *_of_many(wanted.entrants, found.entrants, ENTRANT, _player),
        *_of_pairings(wanted.pairings, found.pairings),
        *_of_many(wanted.teams, found.teams, TEAM, _team),
        *_of_rules(sides),
    ]


def games_lost(wanted: Pairings, found: Pairings) -> list[Text]:
    """Return what of pairings and results is missing or different.

    Args:
        wanted: the pairings that were written.
        found: those that were read from the file.
    """
    missing = len(wanted.rows) - len(found.rows)
    gone = [_gone(ENTRANT[""], missing)] if missing > 0 else []
    return [*gone, *_of_pairings(wanted, found)]


def _plain(sides: _Sides) -> Iterator[Text]:
    """Yield the attributes of the tournament itself."""
    same = _SAME_ATTRIBUTES
    for field in fields(sides.wanted):
        if field.name in _OWN:
            continue
        one, two = (getattr(each, field.name) for each in sides[:2])
        if field.name == _MATCHES:
            one, two = _missing(one, two), ()
        view = same.get(field.name, _itself)
        if view(one) == view(two) or (not one and field.name in _ADDED):
            continue
        is_set = one != field.default and view(one)
        label = TOURNAMENT[field.name]
        yield _gone(label, one) if is_set else _made_up(label, two)
    total = sides.wanted.rounds * sides.wanted.loops
    if sides.found.rounds * sides.found.loops != total:
        yield _gone(TOURNAMENT["rounds"], total)


def _missing(
    wanted: Sequence[TeamMatch], found: Sequence[TeamMatch]
) -> tuple[TeamMatch, ...]:
    """Return the matches that did not come back; the boards may tell of more."""
    known = frozenset(found)
    return tuple(match for match in wanted if match not in known)


def _of_many(
    wanted: Sequence[_One],
    found: Sequence[_One],
    words: Mapping[str, Text],
    name: Callable[[_One], Text],
) -> Iterator[Text]:
    """Yield each attribute that some players or teams have lost, once."""
    if len(found) < len(wanted):
        yield _gone(words[""], len(wanted) - len(found))
    pairs = list(zip(wanted, found, strict=False))
    for field in fields(wanted[0]) if pairs else ():
        changed = [
            one
            for one, two in pairs
            if (value := getattr(one, field.name)) != getattr(two, field.name)
            and not (value == field.default and field.name in _ADDED)
        ]
        if changed:
            yield _counted(words[field.name], len(changed), name(changed[0]))


def _of_pairings(wanted: Pairings, found: Pairings) -> Iterator[Text]:
    """Yield which entries changed, by what became of them."""
    changes: Counter[tuple[Text, str, str]] = Counter()
    first: dict[tuple[Text, str, str], Text] = {}
    for number, row in wanted.rows.items():
        other = found.rows.get(number)
        if other is None or other == row:
            continue
        both = zip_longest(_entries(row), _entries(other), fillvalue=_NOTHING)
        for index, (mine, got) in enumerate(both):
            parts = zip(_PARTS, mine, got, strict=True)
            change = next((part for part in parts if part[1] != part[2]), None)
            if change is not None:
                changes[change] += 1
                first.setdefault(change, _cell(number, index + 1))
    for (label, one, two), count in changes.items():
        yield _became(_counted(label, count, first[label, one, two]), one, two)
    missing = len(wanted.extra) - len(found.extra)
    if missing > 0:
        yield _gone(TOURNAMENT["extra"], missing)


_PARTS: Final = (
    Text("opponent", "Gegner"), Text("colour", "Farbe"), Text("result", "Ergebnis"),
)  # fmt: skip
_NOTHING: Final = ("0", "", results.ZERO_BYE)


def _entries(cells: Cells) -> list[tuple[str, str, str]]:
    """Return what the entries of a row mean, up to the last that it has."""
    used = used_cells(cells)
    columns = cells.opponents[:used], cells.colours[:used], cells.results[:used]
    entries = []
    for opponent, colour, letter in zip(*columns, strict=True):
        if opponent:
            is_open = letter == results.NOT_YET
            entries.append(
                (str(opponent), colour, results.BLANK if is_open else letter)
            )
        else:
            meant = _WITHOUT_OPPONENT.get(letter, letter)
            entries.append(("0", "", meant))
    return entries


def _of_rules(sides: _Sides) -> Iterator[Text]:
    wanted, found = sides.wanted.rules, sides.found.rules
    views = _same_rules(sides)
    for field in fields(wanted):
        one, two = getattr(wanted, field.name), getattr(found, field.name)
        view = views.get(field.name, attrgetter(field.name))
        if view(wanted) != view(found):
            is_set = one != field.default
            label = RULES[field.name]
            yield _gone(label, one) if is_set else _made_up(label, two)


def _same_rules(sides: _Sides) -> Mapping[str, Callable[[PairingRules], object]]:
    """Return how rules are looked at that can be said in several ways."""
    ids = [entrant.id for entrant in sides.wanted.entrants]
    last = sides.wanted.pairings.rounds
    return {
        "scoring": lambda rules: dict(rules.scoring),
        "match_scoring": lambda rules: dict(rules.match_scoring),
        "accelerations": lambda rules: (
            profile(rules.accelerations, ids),
            {one for one in rules.accelerations if one.match_points_x10 is not None},
        ),
        "prohibitions": lambda rules: {
            (frozenset(ban.ids), ban.first_round, ban.last_round or last)
            for ban in rules.prohibitions
        },
        "byes": lambda rules: {
            (bye.kind, bye.round or sides.next_round, number)
            for bye in rules.byes
            for number in bye.ids
        },
    }


def _itself(value: object) -> object:
    return value


def _without_end(values: Iterable[object]) -> list[object]:
    """Return values without those at the end that are not set."""
    kept = list(values)
    while kept and not kept[-1]:
        kept.pop()
    return kept


_SAME_ATTRIBUTES: Final[Mapping[str, Callable[[Iterable[object]], object]]] = {
    "round_dates": _without_end,
    "round_times": _without_end,
    "tiebreaks": _without_end,
}


def _player(entrant: Entrant) -> Text:
    return Text(f"player {entrant.id}", f"Spieler {entrant.id}")


def _team(team: Team) -> Text:
    return Text(f"team {team.number}", f"Mannschaft {team.number}")


def _cell(number: int, round_: int) -> Text:
    return Text(f"player {number}, round {round_}", f"Spieler {number}, Runde {round_}")


def _gone(label: Text, value: object) -> Text:
    shown = ""
    if isinstance(value, tuple):
        shown = f" ({len(value)})"
    elif isinstance(value, str) or type(value) is int:
        shown = f": {value}"[:_LONGEST]
    return Text(f"{label.en}{shown}", f"{label.de}{shown}")


def _made_up(label: Text, value: object) -> Text:
    """Return that something open is no longer so."""
    said = _gone(Text("", ""), value)
    return Text(
        f"{label.en} was open; who reads the file will find one{said.en}",
        f"{label.de} war offen; wer die Datei liest, findet dazu etwas{said.de}",
    )


def _counted(label: Text, count: int, first: Text) -> Text:
    return Text(
        f"{label.en}: {count} × (first: {first.en})",
        f"{label.de}: {count} × (zuerst: {first.de})",
    )


def _became(text: Text, one: str, two: str) -> Text:
    return Text(
        f"{text.en}, {one.strip() or 'blank'} becomes {two.strip() or 'blank'}",
        f"{text.de}, aus {one.strip() or 'leer'} wird {two.strip() or 'leer'}",
    )
