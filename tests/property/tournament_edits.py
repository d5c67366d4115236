"""A small tournament under way, and what people enter in it."""

from __future__ import annotations

import datetime as dt

from hypothesis import strategies as st

from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Tournament
from syncd.sync.apply import apply
from syncd.sync.places import LISTED, Cell, Change, Part, Place, Score

PLAYERS = 4
ROUNDS = 2
_GAMES = ((1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4))
"""Round and players of the games; nobody has entered a result yet."""

_RESULTS = [("1", "0"), ("0", "1"), ("=", "=")]


def start() -> Tournament:
    """Return the tournament before the first result."""
    opponents = {1: (2, 3), 2: (1, 4), 3: (4, 1), 4: (3, 2)}
    colours = {1: "ww", 2: "bw", 3: "wb", 4: "bb"}
    rows = {n: Cells(opponents[n], colours[n], "**") for n in opponents}
    return Tournament(
        "Open", rounds=ROUNDS, start=dt.date(2026, 10, 1),
        entrants=tuple(
            Entrant(n, f"Spieler{n}", dsb_id=f"{n}", club="Köln") for n in opponents
        ),
        pairings=Pairings(ROUNDS, rows),
    )  # fmt: skip


STARTS = st.just(start())

_WORDS = ["Aachen", "Bonn", "Celle"]


def field_changes(t: Tournament) -> st.SearchStrategy[Change]:
    """Return changes of fields of the tournament and its players."""
    ids = [one.id for one in t.entrants]
    words = st.sampled_from(_WORDS)
    own = st.sampled_from(["city", "venue", "name"]).map(
        lambda name: Place(Part.TOURNAMENT, (), name)
    )
    parameter = st.sampled_from(["a", "b"]).map(
        lambda name: Place(Part.PARAMETER, (), name)
    )
    date = st.integers(1, ROUNDS).map(lambda n: Place(Part.ROUND, (n,), "date"))
    club = st.sampled_from(ids).map(lambda n: Place(Part.PLAYER, (n,), "club"))
    rating = st.sampled_from(ids).map(lambda n: Place(Part.PLAYER, (n,), "rating"))
    days = st.integers(1, 3).map(lambda day: dt.date(2026, 10, day))
    return st.one_of(
        st.builds(_change, own, words),
        st.builds(_change, parameter, words.map(lambda word: (word,))),
        st.builds(_change, date, days),
        st.builds(_change, club, words),
        st.builds(_change, rating, st.integers(1, 3)),
    )


def result_changes() -> st.SearchStrategy[Change]:
    """Return results that somebody enters."""
    return st.builds(_result, st.sampled_from(_GAMES), st.sampled_from(_RESULTS))


def _result(game: tuple[int, int, int], codes: tuple[str, str]) -> Change:
    _, one, two = game
    return _change(Place(Part.GAME, (*game, 0)), Score(one, two, *codes))


def _change(place: Place, value: object) -> Change:
    return Change(place, None, value)


def edits(t: Tournament) -> st.SearchStrategy[list[Change]]:
    """Return changes at different places."""
    one = st.one_of(field_changes(t), result_changes())
    return st.lists(one, max_size=8, unique_by=lambda change: change.place)


def made(t: Tournament, changes: list[Change]) -> Tournament:
    """Return the tournament with changes."""
    return apply(changes, t)


def joining(number: int, dsb_id: str) -> list[Change]:
    """Return that somebody joins, who has byes so far."""
    key = (number,)
    values = {LISTED: True, "surname": f"Neu{dsb_id}", "dsb_id": dsb_id}
    fields = [_change(Place(Part.PLAYER, key, k), value) for k, value in values.items()]
    return [*fields, _change(Place(Part.CELL, (number, 1)), Cell(0, "-", "Z"))]


def meeting(t: Tournament, one: int, two: int) -> list[Change]:
    """Return that two players meet in the round after the first ones, if both can."""
    number = ROUNDS + 1
    rows = t.pairings.rows
    busy = [
        player
        for player in (one, two)
        if len(rows[player].opponents) >= number and rows[player].opponents[number - 1]
    ]
    if one == two or busy:
        return []
    low, high = sorted((one, two))
    place = Place(Part.GAME, (number, low, high, 0))
    return [_change(place, Score(one, two, "*", "*"))]
