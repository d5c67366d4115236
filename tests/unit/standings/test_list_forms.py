"""A list of tie-breaks as FIDE's codes and as CLM's numbers, whole or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from syncd.model.tournament import Tournament
from syncd.standings.list_forms import with_codes, with_numbers

EVENT = Tournament("Small")


@pytest.mark.parametrize(
    ("numbers", "codes"),
    [
        ((11, 1, 3), ("PTS", "BH/C1", "BH", "SB")),
        ((25, 0, 0), ("PTS", "DE")),
    ],
)
def test_both_ways(numbers: tuple[int, ...], codes: tuple[str, ...]) -> None:
    as_codes = with_codes(replace(EVENT, tiebreaks=numbers))
    assert as_codes.tournament == replace(EVENT, tiebreak_codes=codes)
    assert as_codes.text is not None
    as_numbers = with_numbers(as_codes.tournament)
    assert as_numbers.tournament == replace(EVENT, tiebreaks=numbers)
    assert as_numbers.text is not None
    assert "XCF" in as_numbers.text.de


@pytest.mark.parametrize("numbers", [(), (0, 0, 0), (1, 2, 3), (51, 0, 0)])
def test_what_fide_does_not_have_is_not_restated(numbers: tuple[int, ...]) -> None:
    event = replace(EVENT, tiebreaks=numbers)
    assert with_codes(event) == (event, None)


@pytest.mark.parametrize(
    "codes",
    [
        (), ("PTS",), ("PTS", "BH", "KS"), ("PTS", "BH", "SB", "DE", "WIN"),
        ("BH", "PTS"), ("PTS", "BH", "FOO"), ("FOO", "BH"),
    ],
)  # fmt: skip
def test_what_clm_cannot_have_is_not_restated(codes: tuple[str, ...]) -> None:
    event = replace(EVENT, tiebreak_codes=codes)
    assert with_numbers(event) == (event, None)


def test_teams_have_numbers_of_their_own() -> None:
    event = replace(EVENT, is_team=True, tiebreak_codes=("MP", "GP", "BB"))
    assert with_numbers(event).tournament.tiebreaks == (5, 10, 0)
    back = with_codes(with_numbers(event).tournament).tournament
    assert back.tiebreak_codes == ("MP", "GP", "BB")


@pytest.mark.parametrize("type_code", ["FIDE_TEAM_GP", "FIDE_TEAM_GP_MP"])
def test_the_primary_score_is_in_front_of_a_list_for_clm(type_code: str) -> None:
    event = replace(EVENT, is_team=True, type_code=type_code)
    by_games = replace(event, tiebreak_codes=("GP", "MP", "BB"))
    assert with_numbers(by_games).tournament.tiebreaks == (9, 10, 0)
    back = with_codes(with_numbers(by_games).tournament).tournament
    assert back.tiebreak_codes == ("GP", "MP", "BB")
    turned = replace(event, tiebreak_codes=("MP", "GP", "BB"))
    assert with_numbers(turned) == (turned, None)


def test_a_list_that_alone_says_what_is_primary_is_not_taken_away() -> None:
    event = replace(EVENT, is_team=True, tiebreak_codes=("GP", "MP", "BB"))
    assert with_numbers(event) == (event, None)


def test_two_lists_that_contradict_each_other_both_stay() -> None:
    both = replace(EVENT, tiebreaks=(1, 0, 0), tiebreak_codes=("PTS", "SB"))
    assert with_codes(both).tournament == with_numbers(both).tournament == both
    same = replace(both, tiebreak_codes=("PTS", "BH"))
    assert with_codes(same).tournament.tiebreaks == ()
    assert with_numbers(same).tournament.tiebreak_codes == ()
