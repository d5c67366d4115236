from __future__ import annotations

from dataclasses import replace

import crosstables

from syncd.model.pairings import Game
from syncd.model.tournament import Entrant
from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import Bye, crosstable
from syncd.rating.outcomes import Status

WITH_FREILOS = """
 1 1.0 | 2w1 3b1  U
 2 1.0 | 1b0  H  3w1
 3 0.0 |  Z  1w0 2b0
"""


def test_an_entry_for_nobody_loses_its_row_and_its_games_become_byes() -> None:
    t = crosstables.drawn_up(WITH_FREILOS)
    t = crosstables.with_entrant(t, Entrant(id=3, surname="Freilos"))
    table = crosstable(t, Confirmed())
    assert [entrant.id for entrant in table.left_out] == [3]
    assert set(table.tournament.pairings.rows) == {1, 2} == set(table.entrants)
    assert len(table.outcomes) == 1
    assert list(table.byes()) == [
        Bye(2, 1, 3, "b", "1"),
        Bye(3, 1, 0, "-", "U"),
        Bye(2, 2, 0, "-", "H"),
        Bye(3, 2, 3, "w", "1"),
    ]


def test_further_games_of_people_stay_when_an_entry_for_nobody_goes() -> None:
    t = crosstables.drawn_up(WITH_FREILOS)
    t = crosstables.with_entrant(t, Entrant(id=3, surname="Freilos"))
    games = (Game(1, 2, 1, "1", "0"), Game(1, 1, 3, "+", "-"))
    t = replace(t, pairings=replace(t.pairings, extra=games))
    table = crosstable(t, Confirmed())
    assert table.tournament.pairings.extra == games[:1]
    assert len(table.outcomes) == 2


def test_a_tournament_of_people_stays_the_same_value() -> None:
    t = crosstables.drawn_up(WITH_FREILOS)
    table = crosstable(t, Confirmed())
    assert (table.tournament, table.left_out) == (t, ())


def test_active_are_those_with_a_pairing_or_a_bye() -> None:
    table = crosstable(crosstables.drawn_up(WITH_FREILOS), Confirmed())
    active = [table.active(number) for number in (1, 2, 3, 4)]
    assert active == [{1, 2}, {1, 2, 3}, {1, 2, 3}, set()]


def test_rounds_are_the_stated_ones_else_the_columns() -> None:
    t = crosstables.drawn_up(WITH_FREILOS)
    stated = crosstable(replace(t, rounds=7), Confirmed())
    unstated = crosstable(replace(t, rounds=0), Confirmed())
    assert (stated.rounds, unstated.rounds) == (7, 3)


def test_a_nil_nil_that_the_file_states_needs_no_confirmation() -> None:
    t = crosstables.drawn_up(" 1 0.0 | 2w0\n 2 0.0 | 1b0")
    asked = crosstable(t, Confirmed()).outcomes
    assert [each.status for each in asked] == [Status.ZERO_ZERO]
    told = crosstable(replace(t, played_zeros=((1, 1, 2),)), Confirmed()).outcomes
    assert [(each.status, each.points) for each in told] == [(Status.RATED, ("0", "0"))]
