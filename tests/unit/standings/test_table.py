"""Standings as people read them: places, heading, and why they are not final."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from small_events import tournament

from syncd.model.pairing_rules import Adjustment, PairingRules
from syncd.standings.categories import Category, parse_category
from syncd.standings.chosen import Wish, choose
from syncd.standings.options import Options, Ratings, Unrated
from syncd.standings.presets import Preset
from syncd.standings.table import Shown, table_of
from syncd.standings.ties import Ties

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament
    from syncd.standings.table import Table

EVENT = tournament("2w1", "1b0", "4b=", "3w=", ratings=(1900, 2000, 1800, 2100))
USUAL = Options()
ALL = Shown()


def table(
    event: Tournament,
    wish: Wish | None = None,
    options: Options = USUAL,
    shown: Shown = ALL,
) -> Table:
    wish = wish or Wish(preset=Preset.NONE)
    return table_of(event, choose(event, wish, options), options, shown)


@pytest.mark.parametrize(
    ("ties", "places"),
    [
        (Ties.SHARED, ["1 1", "2= 4", "2= 3", "4 2"]),
        (Ties.RATING_AND_NAME, ["1 1", "2 4", "3 3", "4 2"]),
    ],
)
def test_who_is_tied_shares_a_place_or_rating_decides(
    ties: Ties, places: list[str]
) -> None:
    lines = table(EVENT, shown=Shown(ties)).lines
    assert [f"{line.place} {line.number}" for line in lines] == places


def test_values_are_written_as_each_language_does() -> None:
    shown = table(EVENT, Wish("PTS,SB"))
    assert [line.values[0] for line in shown.lines] == [
        ("1", "1"), ("0.5", "0,5"), ("0.5", "0,5"), ("0", "0"),
    ]  # fmt: skip
    assert [head.code for head in shown.heads] == ["PTS", "SB"]


def test_additions_are_in_the_title() -> None:
    (head,) = table(EVENT, Wish("bhc1")).heads
    assert head == ("bhc1", ("Buchholz (C1)", "Buchholz (C1)"))


@pytest.mark.parametrize(
    ("lines", "rounds", "after", "heading"),
    [
        (("2w1 2b1", "1b0 1w0"), 2, None, "Final standings after round 2"),
        (("2w1 2b1", "1b0 1w0"), 2, 1, "Standings after round 1 of 2"),
        (("2w1 2b1", "1b0 1w0"), 2, 9, "Final standings after round 2"),
        (("2w1", "1b0"), 3, None, "Standings after round 1 of 3"),
        (("2w1 2b* 2w1", "1b0 1w* 1b0"), 3, None, "Standings after round 3"),
    ],
)
def test_the_heading_says_after_which_round(
    lines: tuple[str, ...], rounds: int, after: int | None, heading: str
) -> None:
    event = tournament(*lines, rounds=rounds)
    assert table(event, options=Options(after_round=after)).heading.en == heading


def test_what_may_still_change_is_told() -> None:
    event = tournament("2w1 3b*", "1b0 4w1", "4w1 1w*", "3b0 2b0")
    (reason,) = table(event).provisional
    assert reason.de == "Noch offen: 1 Partie, Runde 2."


def test_a_line_says_how_unrated_players_count() -> None:
    unrated = tournament("2w1", "1b0", ratings=(None, 1800))
    fixed = Options(ratings=Ratings(Unrated.FIXED, fixed=1000))
    assert "rated 1000" in table(unrated, Wish("ARO"), fixed).notes[1].en
    assert len(table(unrated, Wish("BH"), fixed).notes) == 1


def test_who_has_left_is_marked_and_rounds_present_are_counted() -> None:
    event = tournament("2w1 3b1 U", "1b0 Z Z", "U 1w0 Z")
    shown = table(event)
    assert [count.title.en for count in shown.counts] == ["rounds present"]
    assert [(line.number, line.counts[0].en, line.mark.en) for line in shown.lines] == [
        (1, "3", ""), (3, "2", ""), (2, "1", "withdrawn after round 1"),
    ]  # fmt: skip
    assert table(EVENT).counts == ()


def test_extra_points_have_a_column_if_there_are_any() -> None:
    rules = PairingRules(adjustments=(Adjustment(points_x10=-5, round=1, ids=(1,)),))
    event = tournament("2w1", "1b0", rules=rules)
    shown = table(event)
    assert [line.counts[0].de for line in shown.lines] == ["-0,5", "0"]


def test_a_category_has_places_of_its_own() -> None:
    category = parse_category("<2000", 2026)
    assert isinstance(category, Category)
    shown = table(EVENT, shown=Shown(category=category))
    assert [count.title.en for count in shown.counts] == ["among all"]
    assert [(line.place, line.number, line.counts[0].en) for line in shown.lines] == [
        ("1", 1, "1"), ("2", 3, "2="),
    ]  # fmt: skip
    assert shown.notes[0].de == "Kategorie <2000."


def test_a_round_that_is_only_paired_is_told() -> None:
    event = tournament("2w1 2w0", "1b0 1b0")
    shown = table(event)
    assert shown.heading.en == "Standings after round 1 of 2"
    assert "Round 2: all games have 0" in shown.notes[0].en
    chosen = table(event, options=Options(after_round=2))
    assert chosen.heading.en == "Standings after round 2"
    assert "Round 2" not in " ".join(note.en for note in chosen.notes)
