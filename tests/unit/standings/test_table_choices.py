"""What people have chosen, as the table of the standings shows it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from small_events import tournament
from small_team_events import team_event

from syncd.errors import FormatError
from syncd.model.pairings import Cells, Pairings
from syncd.standings.categories import Category
from syncd.standings.choices import Choices, options_of, shown_of
from syncd.standings.chosen import Wish, choose
from syncd.standings.formula_text import parse_formula
from syncd.standings.given import Given
from syncd.standings.lots import Lots
from syncd.standings.manual import BANNER, started
from syncd.standings.options import Ratings, RatingUse
from syncd.standings.prizes import MOST_PRIZES, Prize, parse_prizes
from syncd.standings.table import Table, table_of

EVENT = tournament("2w1", "1b0", "4b=", "3w=", ratings=(1900, 2000, 1800, 2100))
NOTHING = Choices()


def table(choices: Choices, tiebreaks: str = "PTS", after: int | None = None) -> Table:
    options = options_of(choices, after)
    chosen = choose(EVENT, Wish(tiebreaks), options)
    return table_of(EVENT, chosen, options, shown_of(choices))


def order(found: Table) -> list[str]:
    return [f"{line.place} {line.number}" for line in found.lines]


def test_an_order_set_by_hand_stands_under_its_banner() -> None:
    found = table(Choices(manual=started((2, 4, 3, 1), EVENT), lots=Lots(5)))
    assert order(found) == ["1 2", "2 4", "3 3", "4 1"]
    assert found.banners == (BANNER,)
    assert not any("Lots" in note.en for note in found.notes)


def test_it_warns_once_results_have_changed() -> None:
    rows = {**EVENT.pairings.rows, 1: Cells((2,), "w", "=")}
    earlier = replace(EVENT, pairings=Pairings(1, rows))
    banners = table(Choices(manual=started((2, 4, 3, 1), earlier))).banners
    assert len(banners) == 2
    assert "changed" in banners[1].en


def test_it_leaves_the_rounds_before_it_alone() -> None:
    choices = Choices(manual=started((2, 4, 3, 1), EVENT, 1))
    assert order(table(choices))[0] == "1 2"
    before = table(choices, after=0)
    assert before.banners == ()
    assert {line.place for line in before.lines} == {"1="}


def test_lots_part_the_tied_and_are_told_of() -> None:
    found = table(Choices(lots=Lots(77)))
    first, second = sorted([3, 4], key=Lots(77).key())
    assert order(found) == ["1 1", f"2 {first}", f"3 {second}", "4 2"]
    assert any(f"77. Order of the tied: {first}, {second}" in n.en for n in found.notes)
    alone = table(Choices(lots=Lots(77)), "PTS,TPN")
    assert any("Nobody is tied" in note.en for note in alone.notes)


def test_what_was_entered_has_columns_and_its_terms() -> None:
    given = Given({3: Fraction("2.5")}, parse_formula("2*wins - draws"))
    found = table(Choices(given=given), "PTS,CUSTOM/R,EXT,SB")
    values = {line.number: [text.en for text in line.values] for line in found.lines}
    assert values == {
        1: ["1", "2", "–", "0"],
        2: ["0", "0", "–", "0"],
        3: ["0.5", "-1", "2.5", "0.25"],
        4: ["0.5", "-1", "–", "0.25"],
    }
    notes = [note.en for note in found.notes]
    assert (
        "CUSTOM = 2 × wins over the board − draws over the board; the lower value "
        "goes first." in notes
    )
    assert any("stands above SB" in note for note in notes)


def test_what_was_entered_goes_behind_a_list_that_does_not_name_it() -> None:
    choices = Choices(given=Given({3: Fraction(1)}, parse_formula("wins")))
    chosen = choose(EVENT, Wish(), options_of(choices))
    assert [str(code) for code in chosen.standings.codes][-2:] == ["EXT", "CUSTOM"]


def test_prize_places_are_marked_and_explained() -> None:
    below = Category("<2000", rating_to=1999)
    found = table(Choices(prizes=(Prize("1–2", 2), Prize("<2000 1", 1, below))))
    marks = {line.number: line.prizes for line in found.lines}
    # 3 and 4 share the second place; of 1 and 3, below 2000, 1 is first
    assert marks == {1: ("1–2", "<2000 1"), 3: ("1–2",), 4: ("1–2",), 2: ()}
    (legend,) = found.prizes
    assert "“1–2” = the first 2 of all" in legend.en
    assert "„<2000 1“ = Platz 1 der Kategorie <2000" in legend.de


def test_expected_points_stand_behind_the_tie_breaks() -> None:
    # 100 points apart: 0.64 for the higher rated; 300 apart: 0.85 (table 8.1.2)
    found = table(Choices(shows_expected=True))
    assert [head.code for head in found.heads] == ["PTS", "We", "W-We"]
    values = {line.number: [text.de for text in line.values] for line in found.lines}
    assert values == {
        1: ["1", "0,36", "0,64"], 2: ["0", "0,64", "-0,64"],
        3: ["0,5", "0,15", "0,35"], 4: ["0,5", "0,85", "-0,35"],
    }  # fmt: skip


def test_the_keizer_table_is_one_of_its_own() -> None:
    # Two players: the first place is worth 2, the second 1. The lower rated has won, so
    # he is first and gets what the second place is worth.
    pair = tournament("2w1", "1b0", ratings=(1900, 2000))
    choices = Choices(shows_keizer=True)
    options = options_of(choices)
    chosen = choose(pair, Wish("PTS"), options)
    found = table_of(pair, chosen, options, shown_of(choices)).keizer
    rows = [(line.place, line.number, line.value, line.points.en) for line in found]
    assert rows == [(1, 1, 2, "1"), (2, 2, 1, "0")]
    assert (found[0].name, found[0].rating, found[0].parts.de) == ("P1", 1900, "1")


def test_which_of_several_ratings_counts_is_told_above() -> None:
    ratings = Ratings(use=RatingUse.OF_ROUND, round=1, changes={1: ((1, 1950),)})
    found = table(Choices(ratings=ratings), "PTS,ARO")
    assert [text.en for text in found.above] == [
        "Of several ratings that one counts which held in round 1."
    ]
    assert table(NOTHING, "PTS,ARO").above == ()


def test_absences_that_are_excused_are_told_of() -> None:
    notes = table(Choices(is_absence_voluntary=False)).notes
    assert any("16.6" in note.en for note in notes)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("3", ["1–3"]),
        ("1, U14:2", ["1", "U14 1–2"]),
        ("w : 1", ["w 1"]),
        ("<1600:2,60+:1", ["<1600 1–2", "60+ 1"]),
        ("club:SK Celle:2, fed:GER:1", ["club:SK Celle 1–2", "fed:GER 1"]),
    ],
)
def test_prizes_as_typed(typed: str, names: list[str]) -> None:
    assert [prize.name for prize in parse_prizes(typed, 2026)] == names


@pytest.mark.parametrize("typed", ["", "0", "U14", "x:1", "3;2", "U14:0", "-1"])
def test_prizes_that_nobody_understands(typed: str) -> None:
    with pytest.raises(FormatError):
        parse_prizes(typed, 2026)


def test_prizes_have_an_end_and_no_repeats() -> None:
    with pytest.raises(FormatError, match="there twice"):
        parse_prizes("3,U14:2, 3", 2026)
    assert len(parse_prizes(",".join(map(str, range(1, 51))), 2026)) == MOST_PRIZES
    with pytest.raises(FormatError) as caught:
        parse_prizes(",".join(["9999"] * 5000), 2026)
    assert "50 kinds of prizes at most" in caught.value.text.en
    assert len(caught.value.causes) <= MOST_PRIZES


def test_teams_have_values_by_hand_and_are_told_what_they_cannot_have() -> None:
    teams = team_event("1-2:1=", "2-1:1=")
    choices = Choices(
        lots=Lots(1), shows_keizer=True, shows_expected=True,
        given=Given({2: Fraction(3)}, parse_formula("wins")),
    )  # fmt: skip
    options = options_of(choices)
    chosen = choose(teams, Wish(), options)
    found = table_of(teams, chosen, options, shown_of(choices))
    assert found.keizer == ()
    assert "We" not in {head.code for head in found.heads}
    told = " ".join(note.en for note in found.notes)
    for words in ("A Keizer table is", "Expected points are", "Lots are drawn"):
        assert f"{words} for players only" in told
    assert found.dropped[-1].written == "CUSTOM"
    assert found.heads[-1].code == "EXT"
    by_number = {line.number: line.values[-1].en for line in found.lines}
    assert by_number == {1: "–", 2: "3"}
