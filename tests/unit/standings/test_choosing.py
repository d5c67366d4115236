"""What may be chosen about the standings of a tournament, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from small_events import tournament

from syncd.errors import ConfigError
from syncd.model.tournament import Kind, Team
from syncd.standings import choosing
from syncd.standings.choices import Choices, choices_of, choices_shape, shown_of
from syncd.standings.choicewords import changes_told, in_one
from syncd.standings.formula_text import parse_formula
from syncd.standings.lots import Lots
from syncd.standings.options import Ratings, Unrated
from syncd.standings.presets import Preset
from syncd.standings.prizes import Prize, parse_prizes
from syncd.standings.table import shown_places
from syncd.standings.ties import Ties

if TYPE_CHECKING:
    from collections.abc import Callable

    Refused = tuple[Callable[[], object], str]

EVENT = tournament("2w1 3b=", "1b0 4w1", "4w= 1w=", "3b= 2b0")
"""1.5, 1, 1, 0.5 points."""
ROUND_ROBIN = replace(EVENT, kind=Kind.ROUND_ROBIN)
UNRATED = tournament("2w1", "1b0", ratings=(None, 1800))
TEAMS = replace(
    EVENT,
    is_team=True,
    teams=(Team(1, "A", roster=(1, 2)), Team(2, "B", roster=(3, 4))),
)
POINTS = Choices(tiebreaks="PTS")


@pytest.mark.parametrize(
    ("written", "event", "said"),
    [
        ("PTS,SONNE", EVENT, "SONNE"),
        ("PTS,WIN/C1", EVENT, "WIN"),
        ("PTS,BH,SB,BH", EVENT, "in the list already"),
        ("EXT,PTS,EXT", EVENT, "in the list already"),
        ("PTS,BH", ROUND_ROBIN, "FIDE does not allow"),
        ("MP,BC", TEAMS, "Put GP in front of it"),
        ("MP,CUSTOM", TEAMS, "CUSTOM: This tie-break is for players only"),
    ],
)
def test_a_list_that_cannot_be_is_refused(
    written: str, event: object, said: str
) -> None:
    choices = Choices(tiebreaks=written)
    with pytest.raises(ConfigError) as refused:
        choosing.check_list(choices, event)  # type: ignore[arg-type]
    assert "Nothing was changed" in refused.value.text.en
    assert said in " ".join(each.en for each in refused.value.problems)


@pytest.mark.parametrize(
    ("choices", "event", "said"),
    [
        (Choices(tiebreaks="BH/C1, BH, SB"), EVENT, ()),
        (Choices(), EVENT, ()),
        (Choices(tiebreaks="PTS,EXT"), EVENT, ("EXT is left out for now",)),
        (Choices(tiebreaks="PTS,ARO"), UNRATED, ("ARO is left out for now",)),
        (
            Choices(tiebreaks="ARO", ratings=Ratings(Unrated.LOWEST)), UNRATED, (),
        ),
        (
            Choices(tiebreaks="CUSTOM,BH"), EVENT,
            ("CUSTOM is left out for now", "does not follow C.07"),
        ),
    ],
)  # fmt: skip
def test_a_list_may_hold_what_has_no_values_yet(
    choices: Choices, event: object, said: tuple[str, ...]
) -> None:
    told = choosing.check_list(choices, event)  # type: ignore[arg-type]
    assert len(told) == len(said)
    assert all(part in text.en for part, text in zip(said, told, strict=True))


def test_values_and_a_formula_by_hand() -> None:
    choices = choosing.entered(Choices(), EVENT, 3, "2,5")
    assert choices.given.external == {3: Fraction(5, 2)}
    assert choosing.entered(choices, EVENT, 3, " ") == Choices()
    assert choosing.entered(Choices(), TEAMS, 2, "1").given.external == {2: 1}
    formula = parse_formula("WINS")
    assert choosing.with_formula(Choices(), EVENT, formula).given.formula == formula
    cases: tuple[Refused, ...] = (
        (lambda: choosing.entered(Choices(), EVENT, 3, "x"), "is no number"),
        (lambda: choosing.entered(Choices(), EVENT, 5, "1"), "no player with"),
        (lambda: choosing.entered(Choices(), TEAMS, 3, "1"), "no team with"),
        (lambda: choosing.with_formula(Choices(), TEAMS, formula), "players only"),
    )
    for refused, said in cases:
        with pytest.raises(ConfigError, match=said):
            refused()


def test_an_order_by_hand_begins_with_that_of_now() -> None:
    choices = choosing.moved_by_hand(POINTS, EVENT, 4, 2)
    assert choices.manual
    assert choices.manual.numbers == (1, 4, 2, 3)
    assert choices.manual.round == 2
    again = choosing.moved_by_hand(choices, EVENT, 1, 4)
    assert again.manual
    assert again.manual.numbers == (4, 2, 3, 1)
    later = tournament("2w1 3b=", "1b0 4w=", "4w= 1w=", "3b= 2b=")
    agreed = choosing.agreed_by_hand(choices, later)
    assert agreed.manual != choices.manual
    cases: tuple[Refused, ...] = (
        (lambda: choosing.moved_by_hand(POINTS, EVENT, 9, 1), "no player with"),
        (lambda: choosing.moved_by_hand(POINTS, EVENT, 1, 5), "the last one is 4"),
        (lambda: choosing.agreed_by_hand(POINTS, EVENT), "No order was set by hand"),
    )
    for refused, said in cases:
        with pytest.raises(ConfigError, match=said):
            refused()


def test_lots_once_and_the_same_again() -> None:
    drawn = choosing.draw(POINTS, EVENT, 12)
    assert drawn.lots == Lots(12)
    assert sorted(drawn.orders[0]) == [2, 3]
    kept = replace(POINTS, lots=drawn.lots)
    assert choosing.drawn_already(kept, EVENT) == drawn.text
    assert choosing.drawn_already(POINTS, EVENT) is None
    begun = choosing.moved_by_hand(kept, EVENT, 4, 4)
    assert begun.manual
    assert begun.manual.numbers == (1, *drawn.orders[0], 4), "an order begins with them"


def test_changes_are_told_as_each_language_writes_them() -> None:
    prizes = parse_prizes("3,U14:2", 2026)
    after = replace(
        choosing.entered(POINTS, EVENT, 3, "1.5"), prizes=prizes, shows_keizer=True,
        is_absence_voluntary=False,
    )  # fmt: skip
    assert [line.de for line in changes_told(POINTS, after)] == [
        "Runden ohne Teilnahme sind freiwillig: ja → nein",
        "Keizer-Tabelle: nein → ja",
        "EXT von Nummer 3: – → 1,5",
        "Preise: – → 3, U14:2",
    ]


def test_lots_that_are_switched_off_stay_known() -> None:
    drawn = replace(POINTS, lots=choosing.draw(POINTS, EVENT, 12).lots)
    off = choosing.without_lots(drawn)
    assert shown_of(off).lots is None
    assert choosing.drawn_already(off, EVENT), "so only a draw anew is another one"
    assert choices_of(choices_shape(off)) == off
    assert [line.de for line in changes_told(drawn, off)] == [
        "Los gezogen mit der Zahl: 12 → 12 (abgeschaltet)"
    ]
    assert choosing.lots_again(off, EVENT) == drawn
    assert choosing.lots_again(POINTS, EVENT) == choosing.without_lots(POINTS) == POINTS
    with pytest.raises(ConfigError, match="Rating and name decide"):
        choosing.lots_again(replace(off, ties=Ties.RATING_AND_NAME), EVENT)


def test_lots_say_nothing_where_rating_and_name_decide() -> None:
    by_rating = replace(POINTS, ties=Ties.RATING_AND_NAME)
    drawn = replace(by_rating, lots=Lots(12))
    made = choosing.standings_by(drawn, EVENT)
    orders = {
        tuple(one.number for one in shown_places(made, EVENT, shown_of(each)))
        for seed in range(9)
        for each in (by_rating, replace(drawn, lots=Lots(seed)))
    }
    assert len(orders) == 1
    (note,) = choosing.note_on_lots(drawn, EVENT)
    assert note.en.startswith("The lots that were drawn decide nothing now. Rating")
    assert choosing.note_on_lots(replace(POINTS, lots=Lots(12)), EVENT) == ()
    assert choosing.note_on_lots(choosing.without_lots(drawn), EVENT) == ()


@pytest.mark.parametrize(
    ("changes", "event", "said"),
    [
        ({"ties": Ties.RATING_AND_NAME}, EVENT, "Rating and name decide"),
        ({"shows_keizer": True}, EVENT, "Keizer table knows no lots"),
        ({"tiebreaks": "MP"}, TEAMS, "not for teams"),
        ({"tiebreaks": "PTS,TPN"}, EVENT, "Nobody is tied"),
        (
            {"manual": choosing.moved_by_hand(POINTS, EVENT, 1, 1).manual}, EVENT,
            "Switch it off first",
        ),
    ],
)  # fmt: skip
def test_why_no_lots_are_drawn(
    changes: dict[str, object], event: object, said: str
) -> None:
    choices = replace(POINTS, **changes)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match=said):
        choosing.draw(choices, event, 1)  # type: ignore[arg-type]


def test_every_change_is_told_with_old_and_new() -> None:
    first = choosing.moved_by_hand(POINTS, EVENT, 4, 2)
    after = replace(
        choosing.entered(choosing.moved_by_hand(first, EVENT, 2, 4), EVENT, 3, "2"),
        preset=Preset.SWISS, lots=Lots(5, ((1, 2),)), shows_keizer=True,
        ratings=Ratings(changes={2: ((3, 1900), (5, 1950))}),
        prizes=(Prize("Karl-Wolf-Preis", 2),),
    )  # fmt: skip
    after = choosing.with_formula(after, EVENT, parse_formula("2*WINS"))
    told = [line.en for line in changes_told(first, after)]
    assert told == [
        "list of tie-breaks: as usual → swiss",
        "lots drawn with the number: as usual → 5",
        "Keizer table: no → yes",
        "ratings of number 2: – → 1900 from round 3, 1950 from round 5",
        "EXT of number 3: – → 2",
        "CUSTOM: – → 2 × wins over the board",
        "order set by hand: from place 3: 2, 3 → from place 3: 3, 2",
        "prizes: – → 2",
    ]
    (begun,) = changes_told(POINTS, first)
    assert begun.de == "von Hand gesetzte Reihenfolge: – → 1, 4, 2, 3"
    assert changes_told(POINTS, POINTS) == ()
    assert in_one((begun, begun)).en.count("order set by hand") == 2
