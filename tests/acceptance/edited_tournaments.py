"""Two CLMs in which people edit the same tournaments, each in his own copy.

An edit is what an arbiter does: he corrects a result or enters one that was open,
corrects a name, moves a day, adds somebody who then never plays; and exports. Before
that he mostly imports what his syncd has laid ready, and sometimes he does not. What
is drawn depends on the seed alone.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from generated_exports import GeneratedExport

from syncd.formats.trf import Form, decode, from_tournament, to_tournament
from syncd.model.results import BLANK, STANDARD_POINTS_X10
from syncd.sync.apply import apply
from syncd.sync.facts import facts_of
from syncd.sync.places import LISTED, Change, Part, Place, Score

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable

    from syncd.model.tournament import Tournament

OPEN_AT_FIRST: Final = 2
"""Games of the last round that have no result yet in the first export."""
MOST_PLAYERS: Final = 12
"""Nobody is added to a tournament that has so many."""
_OUTCOMES: Final = (("1", "0"), ("=", "="), ("0", "1"))
_NEW: Final = ("Aumann", "Boll", "Cordes", "Dietz", "Eggers", "Fuchs", "Groth")
_NAMES: Final = ("Meier", "Nowak", "Otto", "Pohl", "Quast", "Ritter", "Seidel")


class Export(NamedTuple):
    """A file as CLM offers it for download."""

    name: str
    data: bytes


@dataclass
class Clm:
    """One CLM with its own copies.

    Attributes:
        clock: tells the local time of its server.
        held: name of a tournament -> its copy here.
        stamp: of its last export; the next one is later.
    """

    clock: Callable[[], dt.datetime]
    held: dict[str, Tournament] = field(default_factory=dict)
    stamp: dt.datetime = dt.datetime(2000, 1, 1)

    def enter(self, number: int) -> Export:
        """Make a new tournament, whose last games are still open."""
        data = GeneratedExport(number).encode()
        made = to_tournament(decode(data)).tournament
        games = [one for one in _games(made) if one[0].key[0] == made.rounds]
        self.held[made.name] = counted(
            apply(
                [_scored(place, score, (BLANK, BLANK)) for place, score in games][
                    :OPEN_AT_FIRST
                ],
                made,
            )
        )
        return self.export(made.name)

    def take(self, data: bytes) -> str:
        """Import a file; return the name of its tournament."""
        found = to_tournament(decode(data)).tournament
        self.held[found.name] = found
        return found.name

    def edit(self, name: str, chance: random.Random) -> Export:
        """Change something in a tournament and export it."""
        before = self.held[name]
        kinds = list(_EDITS)
        while True:
            kind = chance.choices(kinds, [_EDITS[one] for one in kinds])[0]
            changes = kind(before, chance)
            if changes:
                self.held[name] = counted(apply(changes, before))
                return self.export(name)

    def complete(self, name: str, chance: random.Random) -> Export | None:
        """Enter all results that are still open; None if there are none."""
        before = self.held[name]
        changes = [
            _scored(place, score, chance.choice(_OUTCOMES))
            for place, score in _games(before)
            if score.white_result == BLANK
        ]
        if not changes:
            return None
        self.held[name] = counted(apply(changes, before))
        return self.export(name)

    def export(self, name: str) -> Export:
        """Return the file of a tournament as it is here."""
        data = from_tournament(self.held[name], Form.CLM, lossy=True).data
        now = self.clock().replace(microsecond=0)
        self.stamp = max(now, self.stamp + dt.timedelta(seconds=1))
        file = f"{name.replace(' ', '_')}__{self.stamp:%d-%m-%Y__%H-%M-%S}.trf"
        return Export(file, data)


def counted(t: Tournament) -> Tournament:
    """Return a tournament with the points that its results make, as CLM states them."""
    points = {
        number: sum(STANDARD_POINTS_X10[code] for code in row.results)
        for number, row in t.pairings.rows.items()
    }
    entrants = tuple(replace(one, points_x10=points[one.id]) for one in t.entrants)
    return replace(t, entrants=entrants)


def is_complete(t: Tournament) -> bool:
    """Return whether every game has a result."""
    return all(score.white_result != BLANK for _, score in _games(t))


def _games(t: Tournament) -> list[tuple[Place, Score]]:
    return [
        (place, cast("Score", value))
        for place, value in facts_of(t).items()
        if place.part is Part.GAME
    ]


def _scored(place: Place, score: Score, codes: tuple[str, str]) -> Change:
    new = score._replace(white_result=codes[0], black_result=codes[1])
    return Change(place, score, new)


def _correct_result(t: Tournament, chance: random.Random) -> list[Change]:
    played = [one for one in _games(t) if one[1].white_result != BLANK]
    place, score = chance.choice(played)
    others = [
        one for one in _OUTCOMES if one != (score.white_result, score.black_result)
    ]
    return [_scored(place, score, chance.choice(others))]


def _enter_result(t: Tournament, chance: random.Random) -> list[Change]:
    left = [one for one in _games(t) if one[1].white_result == BLANK]
    return [_scored(*chance.choice(left), chance.choice(_OUTCOMES))] if left else []


def _correct_name(t: Tournament, chance: random.Random) -> list[Change]:
    one = chance.choice(t.entrants)
    new = f"{chance.choice(_NAMES)}-{one.surname.rpartition('-')[2]}"
    return _field(Place(Part.PLAYER, (one.id,), "surname"), one.surname, new)


def _move_day(t: Tournament, chance: random.Random) -> list[Change]:
    number = chance.randrange(t.rounds)
    old = t.round_dates[number]
    assert old is not None
    new = old + dt.timedelta(days=chance.choice((-2, -1, 1, 2)))
    return _field(Place(Part.ROUND, (number + 1,), "date"), old, new)


def _add_player(t: Tournament, chance: random.Random) -> list[Change]:
    if len(t.entrants) >= MOST_PLAYERS:
        return []
    number = max(one.id for one in t.entrants) + 1
    values: dict[str, object] = {
        LISTED: True,
        "surname": f"{chance.choice(_NEW)}-{chance.randrange(1000, 10000)}",
        "forename": "Uwe",
        "sex": "m",
        "federation": "GER",
        "birth_year": 1980,
        "rank": number,
    }
    return [
        Change(Place(Part.PLAYER, (number,), name), None, value)
        for name, value in values.items()
    ]


def _field(place: Place, old: object, new: object) -> list[Change]:
    return [Change(place, old, new)] if old != new else []


_EDITS: Final[dict[Callable[[Tournament, random.Random], Iterable[Change]], int]] = {
    _correct_result: 40, _enter_result: 25, _correct_name: 15, _move_day: 12,
    _add_player: 8,
}  # fmt: skip
"""How often each edit is drawn, in per cent; what is not possible is drawn again."""


def by_persons(t: Tournament) -> dict[object, object]:
    """Return what a tournament says, without start numbers: those are each source's."""
    named = {one.id: (one.surname, one.forename) for one in t.entrants}
    found: dict[object, object] = {}
    for place, value in facts_of(t).items():
        if place.part is Part.PLAYER:
            found[named[place.key[0]], place.field] = value
        elif isinstance(value, Score):
            sides = (value.white, value.white_result), (value.black, value.black_result)
            who = frozenset((named[number], code) for number, code in sides)
            found[place.part, place.key[0], frozenset(who)] = True
        elif place.part is Part.CELL:
            found[place.part, place.key[1], named[place.key[0]]] = value
        elif place.part is not Part.ORDER:
            found[place] = value
    return found


def differences(one: Tournament, two: Tournament) -> list[tuple[object, ...]]:
    """Return what two states say differently: what, in the first, in the second."""
    here, there = by_persons(one), by_persons(two)
    return [
        (what, here.get(what), there.get(what))
        for what in {**here, **there}
        if here.get(what) != there.get(what)
    ]
