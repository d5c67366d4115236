from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from small_events import code, standings_of, tournament

from syncd.model.pairing_rules import Adjustment, PairingRules
from syncd.model.tournament import Kind, Tournament
from syncd.standings.explain import Explanation, explain, explain_row
from syncd.standings.explained import (
    HEADINGS,
    TableRow,
    explanation_html,
    explanation_shape,
    table_rows,
)
from syncd.standings.field import Edition
from syncd.standings.given import Datum, Formula, Given, Term
from syncd.standings.options import Options, Ratings, RatingUse, Unrated

USUAL = Options()

# 1: beat 2, drew with 3, bye, half-point bye at the end: 3 points
# 2: lost to 1, beat 4, beat 3, absent at the end: 2 points, 2.5 for opponents
# 3: beat 4, drew with 1, lost to 2, won by forfeit against 4: 2.5 points
# 4: lost to 3, lost to 2, half-point bye, lost by forfeit against 3: half a point
OPEN = tournament("2w1 3b= U H", "1b0 4w1 3b1 Z", "4b1 1w= 2w0 4w+", "3w0 2b0 H 3b-")


def told(
    event: Tournament, *codes: str, number: int = 1, options: Options = USUAL
) -> Explanation:
    """Return the explanation of the last code of a list."""
    standings = standings_of(
        event, [code(each) for each in codes], options, keeps_undefined=True
    )
    return explain(standings, len(codes) - 1, number - 1)


def lines(found: Explanation) -> list[str]:
    return [step.text.en for step in found.steps]


def articles(found: Explanation) -> list[str]:
    return [" ".join(step.articles) for step in found.steps]


def test_buchholz_says_what_each_opponent_and_each_round_without_one_was_worth() -> (
    None
):
    found = told(OPEN, "BH/C1")
    assert lines(found) == [
        (
            "opponent's score 2.5, adjusted from 2: requested byes at the end "
            "(round 4) count as draws"
        ),
        "opponent's score 2.5",
        (
            "pairing-allocated bye: a dummy with the own score 3, at most a draw in "
            "each of 4 rounds (2)"
        ),
        (
            "half-point bye: a dummy with the own score 3, at most a draw in each of 4 "
            "rounds (2) – left out: voluntarily unplayed"
        ),
    ]
    assert articles(found) == [
        "8.1 16.3 16.2.5",
        "8.1",
        "8.1 16.2.1 16.4",
        "8.1 16.2.5 16.4 16.5",
    ]
    assert [step.opponent for step in found.steps] == [2, 3, 0, 0]
    assert [step.cut for step in found.steps] == ["", "", "", "low"]
    assert found.value == found.total == 7
    assert found.result == ("2.5 + 2.5 + 2 = 7", "2,5 + 2,5 + 2 = 7")


def test_in_german() -> None:
    found = told(OPEN, "BH/C1")
    assert found.steps[0].text.de == (
        "Punkte des Gegners 2,5, angepasst von 2: beantragte Freilose am Ende (Runde 4)"
        " zählen als Remis"
    )
    assert found.steps[3].text.de == (
        "Freilos mit halbem Punkt: ein gedachter Gegner mit den eigenen Punkten 3, "
        "höchstens ein Remis in jeder von 4 Runden (2) – gestrichen: freiwillig nicht "
        "gespielt"
    )


def test_a_forfeit_names_who_was_to_be_met() -> None:
    found = told(OPEN, "BH", number=4)
    assert found.steps[3].opponent == 3
    assert found.steps[3].text.en == (
        "lost by forfeit: a dummy with the own score 0.5, at most the score of the "
        "scheduled opponent (2.5)"
    )
    assert articles(found)[3] == "8.1 16.2.4 16.4"


def test_with_p_the_forfeit_is_a_game() -> None:
    found = told(OPEN, "BH/P", number=4)
    assert lines(found)[3] == "opponent's score 2.5, the forfeit counts as a game"
    assert articles(found)[3] == "8.1 16.6"


def test_a_round_robin_has_its_own_article_for_forfeits() -> None:
    event = tournament("2w+", "1b-", kind=Kind.ROUND_ROBIN)
    found = told(event, "SB")
    assert lines(found) == [
        "opponent's score 0, the forfeit counts as a game; won by forfeit: 0 × 1"
    ]
    assert articles(found) == ["9.1 15.2"]


def test_without_the_cap_of_2026() -> None:
    options = Options(edition=Edition.AUGUST_2024)
    found = told(OPEN, "BH", options=options)
    assert lines(found)[2] == "pairing-allocated bye: a dummy with the own score 3"


def test_the_cap_counts_the_rounds_so_far() -> None:
    event = tournament("2w1 U", "1b0 Z", "U U", rounds=3)
    assert lines(told(event, "BH"))[1].endswith(
        "at most a draw in each of 2 rounds (1)"
    )


def test_sonneborn_berger_is_a_product() -> None:
    found = told(OPEN, "SB")
    assert lines(found)[1] == "opponent's score 2.5; drawn: 2.5 × 0.5"
    assert lines(found)[2].endswith("rounds (2); 2 × 1")


def test_fore_buchholz_says_that_the_last_round_is_drawn() -> None:
    # round 2: number 1 beats 4, number 3 beats 2; as if drawn, number 2 has 0.5
    event = tournament("2w1 4b1", "1b0 3w0", "4w1 2b1", "3b0 1w0")
    found = told(event, "FB")
    assert lines(found) == [
        "opponent's score 0.5, the last round there counted as drawn",
        "opponent's score 0.5, the last round there counted as drawn",
    ]
    assert articles(found) == ["8.3", "8.3"]


def test_bonus_points_are_in_the_points_and_not_in_the_buchholz() -> None:
    rules = PairingRules(
        adjustments=(
            Adjustment("", 5, round=1, ids=(2,)),
            Adjustment("", 10, round=999, ids=(2,)),
        )
    )
    event = tournament("2w1", "1b0", rules=rules)
    assert lines(told(event, "BH")) == [
        "opponent's score 0, bonus and penalty points left out"
    ]
    points = told(event, "PTS", number=2)
    assert lines(points) == [
        "lost, 0.5 bonus or penalty points in it",
        "points that count in the standings only",
    ]
    assert points.result.en == "0.5 + 1 = 1.5"


@pytest.mark.parametrize(
    ("text", "expected", "result"),
    [
        ("WIN", ["won", "drawn", "pairing-allocated bye", "half-point bye"],
         "1 + 0 + 1 + 0 = 2"),
        ("PS/C1", ["score after round 1: 1 – left out: the least significant",
                   "score after round 2: 1.5", "score after round 3: 2.5",
                   "score after round 4: 3"], "1.5 + 2.5 + 3 = 7"),
        ("STD", ["won: 1 against 0", "drawn: 0.5 against 0.5",
                 ("pairing-allocated bye: 1 without an opponent, held against a draw "
                 "(0.5)"),
                 "half-point bye: 0.5 without an opponent, held against a draw (0.5)"],
         "1 + 0.5 + 1 + 0.5 = 3"),
        ("KS/L+1", ["opponent's score 2, less than the 2.5 from which it counts; won",
                    ("opponent's score 2.5, at least the 2.5 from which it counts; "
                    "drawn")], "0 + 0.5 = 0.5"),
        ("AOB", ["opponent's Buchholz 8", "opponent's Buchholz 6.5"],
         "8 + 6.5 = 14.5; 14.5 ÷ 2 = 7.25"),
        ("ARO", ["opponent's rating 2000"] * 2,
         "2000 + 2000 = 4000; 4000 ÷ 2 = 2000, rounded 2000"),
        ("TPR", ["opponent's rating 2000"] * 2,
         ("2000 + 2000 = 4000; 4000 ÷ 2 = 2000, rounded 2000; with the difference for "
         "the share of points: 2000 + 193 = 2193")),
        ("PTP", ["opponent's rating 2000: a rating of 2189 expects 0.75"] * 2,
         "2189 is the lowest rating that expects the points scored: 0.75 + 0.75 = 1.5"),
        ("APRO", ["opponent's performance 2125", "opponent's performance 2000"],
         "2125 + 2000 = 4125; 4125 ÷ 2 = 2062.5, rounded 2063"),
        ("RTNG", ["rating"], "2000"),
        ("TPN", ["pairing number"], "1"),
    ],
)  # fmt: skip
def test_the_other_tiebreaks(text: str, expected: list[str], result: str) -> None:
    found = told(OPEN, text)
    assert lines(found) == expected
    assert found.result.en == result


def test_a_perfect_performance_without_points() -> None:
    found = told(OPEN, "PTP", number=4)
    assert found.value == 1200
    assert found.result.en == (
        "without points, so far below the lowest opponent: 2000 − 800 = 1200"
    )


def test_a_performance_below_the_mean() -> None:
    assert told(OPEN, "TPR", number=4).result.en.endswith("2000 − 800 = 1200")


def test_a_rating_that_stands_in_is_called_so() -> None:
    event = tournament("2w1 3b=", "1b0 Z", "Z 1w=", ratings=[1900, None, 1800])
    ratings = Ratings(Unrated.FIXED, fixed=1400)
    options = Options(ratings=ratings)
    expected = [
        "opponent's rating 1400, which stands in for an unrated player",
        "opponent's rating 1800",
    ]
    assert lines(told(event, "ARO", options=options)) == expected
    assert lines(told(event, "PTP", options=options))[0].startswith(expected[0] + ": ")
    assert lines(told(event, "RTNG", number=2, options=options)) == [
        "rating, which stands in for an unrated player"
    ]
    changes = replace(ratings, use=RatingUse.PER_ROUND, changes={3: ((2, 1850),)})
    assert lines(told(event, "ARO", options=Options(ratings=changes))) == [
        expected[0],
        "opponent's rating 1850, as valid for the round",
    ]


def test_direct_encounter_shows_each_turn() -> None:
    # 1, 2, 3 and 4 have a win and a loss each; 5 lost all. Among the four: 1 and 4
    # have not met, nor 2 and 3, so nobody is certain.
    event = tournament("2w1 3b0", "1b0 4w1", "4b0 1w1", "3w1 2b0")
    found = told(event, "PTS", "DE")
    assert found.value == 1
    assert found.total == 1
    assert [(step.round, step.opponent, step.stage) for step in found.steps] == [
        (1, 2, 1),
        (2, 3, 1),
    ]
    assert found.result.en == (
        "place 1 of the 4 who were tied; among 1 (1), 2 (1), 3 (1), 4 (1): 1 points, "
        "0 of them ahead, 1 not met; ahead is only who stays ahead whatever the "
        "missing games give (6.3)"
    )


def test_direct_encounter_of_two_who_met_twice_counts_the_average() -> None:
    # 1 and a half in two games: 0.75 on average, against 0.25
    event = tournament("2w1 2b=", "1b0 1w=")
    found = told(event, "DE", number=2)
    assert found.value == 2
    assert [step.value for step in found.steps] == [0, Fraction(1, 4)]
    assert lines(found)[1] == "drawn; the two met 2 times, the average counts"
    assert articles(found) == ["6.1.2", "6.1.2"]
    assert found.result.en == (
        "place 2 of the 2 who were tied; among 1 (0.75), 2 (0.25): 0.25 points, "
        "1 of them ahead (6.2)"
    )


def test_direct_encounter_is_asked_again_of_who_stay_tied() -> None:
    # each against each: 1 beats all, 2 and 3 draw, 4 loses to all
    event = tournament(
        "2w1 3w1 4w1", "1b0 4w1 3b=", "4b1 1b0 2w=", "3w0 2b0 1b0",
        kind=Kind.ROUND_ROBIN,
    )  # fmt: skip
    found = told(event, "DE", number=3)
    assert found.value == 2
    assert [step.stage for step in found.steps] == [1, 1, 1, 2]
    assert found.result.en.endswith(
        "among 1 (3), 2 (1.5), 3 (1.5), 4 (0): 1.5 points, 1 of them ahead (6.2); "
        "among 2 (0.5), 3 (0.5): 0.5 points, 0 of them ahead (6.2)"
    )


def test_of_a_great_many_who_are_tied_the_first_are_listed() -> None:
    event = tournament(*["U"] * 15)
    listed = ", ".join(f"{number} (0)" for number in range(1, 13))
    result = told(event, "DE").result
    assert f"among {listed} and 3 more:" in result.en
    assert f"unter {listed} und 3 weiteren:" in result.de


@pytest.mark.parametrize(
    ("codes", "number", "reason"),
    [
        (("PTS", "DE"), 1, "no value: nobody was tied with this participant"),
        (("EMGSB",), 1, ("This tie-break is one of team events; this is an individual "
         "event.")),
        (("EXT",), 1, "No values have been entered by hand."),
        (("CUSTOM",), 1, "No formula has been set for this event."),
    ],
)  # fmt: skip
def test_why_there_is_no_value(
    codes: tuple[str, ...], number: int, reason: str
) -> None:
    found = told(OPEN, *codes, number=number)
    assert found.value is None
    assert not found.steps
    assert found.total == 0
    assert found.result.en == reason


def test_who_has_played_nobody_has_no_mean() -> None:
    event = tournament("2w1", "1b0", "U")
    assert told(event, "AOB", number=3).result.en == (
        "no value: there is no game over the board to take it from"
    )


def test_a_formula_shows_its_terms() -> None:
    terms = (
        Term(Datum.WINS, Fraction(3, 2)),
        Term(Datum.FORFEIT_LOSSES, Fraction(2), is_minus=True),
        Term(Datum.POINTS, Fraction(0)),
    )
    options = Options(given=Given(formula=Formula(terms)))
    found = told(OPEN, "CUSTOM", number=4, options=options)
    assert lines(found) == [
        "+ 1.5 × 0 (wins over the board)",
        "− 2 × 1 (forfeit losses)",
        "+ 0 × 0.5 (points)",
    ]
    assert found.value == -2


def test_values_entered_by_hand() -> None:
    options = Options(given=Given(external={2: Fraction(7, 2)}))
    found = told(OPEN, "EXT", number=2, options=options)
    assert (found.value, lines(found)) == (Fraction(7, 2), ["value entered by hand"])
    assert told(OPEN, "EXT", options=options).result.en == (
        "no value: none has been entered"
    )


def test_all_values_of_one_player() -> None:
    standings = standings_of(OPEN, [code("PTS"), code("BH")])
    row = explain_row(standings, 1)
    assert [str(each.code) for each in row] == ["PTS", "BH"]
    assert {each.number for each in row} == {2}


def test_as_json() -> None:
    shape = explanation_shape(told(OPEN, "bhc1"))
    assert json.loads(json.dumps(shape)) == shape
    assert (shape["code"], shape["number"], shape["value"]) == ("bhc1", 1, 7.0)
    assert shape["steps"][3] == {
        "round": 4,
        "opponent": 0,
        "value": 2.0,
        "cut": "low",
        "stage": 0,
        "articles": ["8.1", "16.2.5", "16.4", "16.5"],
        "text": told(OPEN, "BH/C1").steps[3].text._asdict(),
    }
    assert explanation_shape(told(OPEN, "PTS", "DE"))["value"] is None


def test_as_rows_of_a_table() -> None:
    rows = table_rows(told(OPEN, "BH/C1"), "de", {2: "Bauer, Ö."})
    assert len(rows[0]) == len(HEADINGS)
    assert rows[0][:3] == ("1", "2 Bauer, Ö.", "2,5")
    assert rows[0].how.endswith("[8.1, 16.3, 16.2.5]")
    assert rows[3][:3] == ("4", "", "(2)")
    assert table_rows(told(OPEN, "CUSTOM"), "en", {}) == []
    assert table_rows(told(OPEN, "TPN"), "en", {}) == [
        TableRow("", "", "1", "pairing number [7.8]")
    ]
    assert table_rows(told(OPEN, "PTS"), "en", {})[0].how == "won"


def test_as_html_everything_is_escaped() -> None:
    html = explanation_html(told(OPEN, "BH/C1"), "en", {2: "<b>&"})
    assert html.startswith('<details class="explain"><summary>BH/C1 = 7</summary>')
    assert "2 &lt;b&gt;&amp;" in html
    assert "<b>" not in html
    assert html.count('<tr class="cut">') == 1
    assert "<table>" not in explanation_html(told(OPEN, "EMGSB"), "de", {})


def test_rounds_that_do_not_count_are_not_explained() -> None:
    found = told(OPEN, "BH", options=Options(after_round=2))
    assert [step.round for step in found.steps] == [1, 2]
    early = replace(OPEN, kind=Kind.ROUND_ROBIN)
    assert [step.round for step in told(early, "BH").steps] == [1, 2]
