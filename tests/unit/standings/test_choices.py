"""What people have chosen about standings: stored, read back, and handed on."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from small_events import tournament

from syncd.errors import FormatError
from syncd.standings.categories import Category
from syncd.standings.choices import (
    Choices,
    choices_of,
    choices_shape,
    options_of,
    shown_of,
    wish_of,
)
from syncd.standings.chosen import choose
from syncd.standings.field import Edition
from syncd.standings.given import Datum, Formula, Given, Term
from syncd.standings.lots import Lots
from syncd.standings.manual import ManualOrder
from syncd.standings.options import Ratings, RatingUse, Unrated
from syncd.standings.presets import Preset
from syncd.standings.prizes import Prize
from syncd.standings.ties import Ties

EVERYTHING = Choices(
    tiebreaks="PTS,EXT,CUSTOM/R",
    preset=Preset.SWISS,
    ties=Ties.RATING_AND_NAME,
    ratings=Ratings(
        Unrated.FIXED, 1500, RatingUse.OF_ROUND, 3, {2: ((2, 1890), (5, 1900))}
    ),
    edition=Edition.AUGUST_2024,
    removes_early_leavers=True,
    is_absence_voluntary=False,
    given=Given(
        {1: Fraction("2.5"), 4: Fraction(-1)},
        Formula((Term(Datum.WINS, Fraction("1.5")), Term(Datum.BLACKS, is_minus=True))),
    ),
    manual=ManualOrder((3, 1, 2), "abc", 4),
    lots=Lots(77, ((2, 3), (3, 2))),
    prizes=(Prize("1.-3.", 3), Prize("U14", 1, Category("U14", born_from=2012))),
    shows_keizer=True,
    shows_expected=True,
)


def test_nothing_chosen_is_nothing_stored() -> None:
    assert choices_shape(Choices()) == {}
    assert choices_of({}) == Choices()


def test_everything_chosen_comes_back_from_json() -> None:
    stored = json.dumps(choices_shape(EVERYTHING))
    assert choices_of(json.loads(stored)) == EVERYTHING
    nobodys = Choices(prizes=(Prize("g", 1, Category("g", numbers=())),))
    assert choices_of(choices_shape(nobodys)) == nobodys, "no prize for everybody"


def test_choices_say_how_standings_are_computed_and_shown() -> None:
    options = options_of(EVERYTHING, 3)
    assert options.after_round == 3
    assert options.ratings == EVERYTHING.ratings
    assert options.given == EVERYTHING.given
    assert (options.removes_early_leavers, options.is_absence_voluntary) == (
        True, False,
    )  # fmt: skip
    shown = shown_of(EVERYTHING, Category("w", sex="w"))
    assert shown.category == Category("w", sex="w")
    assert (shown.lots, shown.manual) == (EVERYTHING.lots, EVERYTHING.manual)
    assert shown.prizes == EVERYTHING.prizes
    assert (shown.shows_keizer, shown.shows_expected) == (True, True)


@pytest.mark.parametrize(
    ("plain", "told"),
    [
        ([], "expected an object"),
        ({"colour": 1}, "nothing is known by the name “colour”"),
        ({3: 1}, "nothing is known"),
        ({"ties": "foo"}, "“foo” of “ties” cannot be used. Expected: one of shared"),
        ({"ties": ["shared"]}, "the value of “ties”"),
        ({"preset": ""}, "“preset”"),
        ({"tiebreaks": None}, "“tiebreaks”"),
        ({"tiebreaks": "\ud800"}, "“tiebreaks”"),
        ({"unrated_rating": 0}, "a rating up to 4000"),
        ({"unrated_rating": True}, "“unrated_rating”"),
        ({"rating_changes": {"1": [[1]]}}, "“rating_changes”"),
        ({"rating_changes": {"x": []}}, "“rating_changes”"),
        ({"shows_keizer": 1}, "true or false"),
        ({"external": {"1": "viel"}}, "“external”"),
        ({"external": {"0": "1"}}, "“external”"),
        ({"external": [1]}, "“external”"),
        ({"formula": [3]}, "“formula”"),
        ({"formula": [{"sign": "+", "weight": "1", "datum": "MONEY"}]}, "MONEY"),
        ({"manual": {"numbers": [1, 1], "results": ""}}, "every number once"),
        ({"manual": {"numbers": [1]}}, "“manual”"),
        ({"lots": -1}, "“lots”"),
        ({"external": {"1": "1", "01": "2"}}, "“external”"),
        ({"external": {"9" * 50_000: "1"}}, "“external”"),
        ({"lots": {"seed": 1, "drawn_as": {"2": 3, "4": 3}}}, "“lots”"),
        ({"lots": {"seed": 1, "drawn_as": {"2": 3, "02": 4}}}, "“lots”"),
        ({"rating_changes": {"1": [[3, 1900], [2, 1800]]}}, "“rating_changes”"),
        ({"rating_changes": {"1": [[2, 1900], [2, 1800]]}}, "“rating_changes”"),
        ({"manual": {"numbers": [-3, 10**7], "results": ""}}, "“manual”"),
        ({"manual": {"numbers": [1], "results": "", "round": -9}}, "“manual”"),
        ({"manual": {"numbers": [1], "results": "x" * 999}}, "“manual”"),
        ({"tiebreaks": "BH," * 50_000}, "“tiebreaks”"),
        ({"prizes": [{"name": "1", "places": 1}] * 51}, "“prizes”"),
        ({"prizes": [{"name": "1" * 999, "places": 1}]}, "“prizes”"),
        (
            {"prizes": [{"name": "1", "places": 1, "category":
                {"name": "g", "numbers": [1, 1]}}]},
            "“prizes”",
        ),
        ({"lots": 10**12}, "“lots”"),
        ({"prizes": [{"name": "1", "places": 0}]}, "“prizes”"),
        ({"prizes": [{"name": "1", "places": 1, "category": {"name": 1}}]}, "“prizes”"),
    ],
)  # fmt: skip
def test_what_nobody_can_have_chosen_is_one_error(plain: object, told: str) -> None:
    with pytest.raises(FormatError) as caught:
        choices_of(plain)
    assert told in caught.value.text.en
    assert caught.value.text.de != caught.value.text.en


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(FormatError) as caught:
        choices_of({"ties": 1, "lots": "x", "prizes": []})
    assert len(caught.value.causes) == 2


def test_a_chosen_list_is_held_to_the_rules() -> None:
    event = tournament("2w1 3b1", "1b0 3w=", "2b= 1w0")
    chosen = choose(event, wish_of(Choices("BH,FOO,BH,SB")))
    assert [str(code) for code in chosen.standings.codes] == ["PTS", "BH", "SB"]
    assert [each.written for each in chosen.standings.dropped] == ["FOO", "BH"]
