from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from small_events import code, ranks, standings_of, tournament, values

from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.standings.field import Edition
from syncd.standings.options import Options
from syncd.standings.standings import contest_of, in_points
from syncd.standings.tiebreaks import column_of

PLAYED = tournament("2w1 3b= 4w1", "1b0 4w1 3b1", "4b1 1w= 2w0", "3w0 2b0 1b0")


def test_each_tiebreak_is_asked_of_those_still_tied() -> None:
    # wins 2, 2, 1, 0; Black games of the two: 1 and 2
    assert ranks(PLAYED, "WIN") == [1, 1, 3, 4]
    assert ranks(PLAYED, "WIN", "BPG") == [2, 1, 3, 4]


def test_after_a_shared_place_the_next_ones_are_skipped() -> None:
    event = tournament("2w=", "1b=", "4w=", "3b=", "Z")
    assert ranks(event, "PTS") == [1, 1, 1, 1, 5]


def test_no_tiebreak_at_all_shares_every_place() -> None:
    assert ranks(PLAYED) == [1, 1, 1, 1]


def test_nobody() -> None:
    nobody = Tournament("X", kind=Kind.SWISS)
    assert ranks(nobody, "PTS", "DE", "BH/C1", "AOB", "RTNG") == []


def test_nothing_played_yet() -> None:
    event = tournament("2w*", "1b*")
    assert contest_of(event).primary.rounds == 0
    for text in ("PTS", "BH/C1", "FB", "SB", "PS/C1", "KS", "STD", "DE", "WIN"):
        assert ranks(event, text) == [1, 1], text
    assert values(event, "AOB") == [None, None]
    assert values(event, "TPR") == [None, None]


def test_who_has_no_value_comes_last() -> None:
    # the Buchholz of 1 is 0 and that of 2 is 1; number 3 has played nobody: no mean
    event = tournament("2w1", "1b0", "U")
    assert values(event, "AOB")[2] is None
    assert ranks(event, "AOB") == [1, 2, 3]


def test_one_code_alone_gives_what_it_gives_in_a_list() -> None:
    # a Fore code in front must not change what the games are to the others
    event = tournament("3w1 2b+", "Z 1w-", "1b0 U")
    alone = values(event, "SB")
    codes = [code(text) for text in ("FB", "AOB/F", "BH/P", "FB/P", "SB", "BH")]
    columns = standings_of(event, codes).ranking.columns
    assert [in_points(value, 100) for value in columns[4].values] == alone
    assert [in_points(value, 10) for value in columns[5].values] == values(event, "BH")


def test_rounds_that_count() -> None:
    # round 3 has but a bye entered: it has not begun
    event = tournament("2w1 2b= H", "1b0 1w=", "U U Z")
    assert contest_of(event).primary.rounds == 2
    assert contest_of(event).primary.planned == 3
    assert contest_of(event, Options(after_round=1)).primary.rounds == 1
    assert contest_of(event, Options(after_round=9)).primary.rounds == 2


@pytest.mark.parametrize(
    ("start", "edition"),
    [
        (dt.date(2026, 2, 28), Edition.AUGUST_2024),
        (dt.date(2026, 3, 1), Edition.MARCH_2026),
        (None, Edition.MARCH_2026),
    ],
)
def test_the_edition_goes_by_the_first_day(
    start: dt.date | None, edition: Edition
) -> None:
    event = replace(PLAYED, start=start)
    assert contest_of(event).primary.edition is edition
    chosen = Options(edition=Edition.AUGUST_2024)
    assert contest_of(event, chosen).primary.edition is Edition.AUGUST_2024


def test_round_robin_rules_may_be_chosen() -> None:
    event = tournament("2w+", "1b-", "Z")
    assert values(event, "SB") == [0, 0, 0]
    options = Options(is_predetermined=True)
    assert contest_of(event, options).primary.adjusted == [10, 0, 0]
    assert values(event, "BH", options) == [0, 1, 0]


def test_a_team_tiebreak_has_no_values_for_players() -> None:
    column = column_of(contest_of(PLAYED), code("EMGSB"))
    assert column.values == [None] * 4
    assert column.reason is not None
    assert "team" in column.reason.en


def test_a_row_that_names_somebody_who_is_not_there() -> None:
    rows = {1: Cells((7, 2), "ww", "11"), 2: Cells((0, 1), "-b", "?0")}
    event = Tournament(
        "X",
        rounds=2,
        entrants=(Entrant(1, "A"), Entrant(2, "B")),
        pairings=Pairings(2, rows),
    )
    # the win against nobody is a full-point bye; a letter without meaning is no round
    assert values(event, "PTS") == [2, 0]
    assert contest_of(event).primary.kinds == ["F1", ".0"]
