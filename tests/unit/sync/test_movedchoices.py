"""What people chose about standings goes with players and teams whose numbers move."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import tournaments

from syncd.model.tournament import Team
from syncd.standings.categories import Category
from syncd.standings.choices import Choices
from syncd.standings.given import Given
from syncd.standings.lots import Lots
from syncd.standings.manual import outdated, started
from syncd.standings.options import Ratings
from syncd.standings.prizes import Prize
from syncd.sync.movedchoices import following

OPEN = tournaments.tournament()
ANNA, BERT, CARL, DORA = OPEN.entrants
TURNED = tournaments.tournament(
    (ANNA, BERT, replace(DORA, id=3), replace(CARL, id=4)),
    {1: "2w1 4b=", 2: "1b0 3w1", 4: "3w= 1w=", 3: "4b= 2b0"},
)
"""The same results; Carl is 4 now, and Dora is 3."""
LEFT = tournaments.tournament(
    (ANNA, BERT, replace(DORA, id=3)), {1: "2w1 .", 2: "1b0 3w1", 3: ". 2b0"}
)
"""Carl is gone, and Dora has his number."""
CHOICES = Choices(
    given=Given({1: Fraction(1), 3: Fraction(3)}),
    ratings=Ratings(changes={4: ((2, 1900),)}),
    manual=started((3, 1, 4, 2), OPEN),
    lots=Lots(7),
    prizes=(Prize("Sieger", 1), Prize("Gäste", 1, Category("Gäste", numbers=(2, 3)))),
)


def test_everything_goes_with_whom_it_is_about() -> None:
    moved = following(CHOICES, OPEN, TURNED)
    assert moved.given.external == {1: 1, 4: 3}
    assert moved.ratings.changes == {3: ((2, 1900),)}
    assert moved.manual
    assert moved.manual.numbers == (4, 1, 3, 2)
    assert outdated(moved.manual, TURNED) is None, "no result has changed"
    assert moved.lots == Lots(7, ((3, 4), (4, 3)))
    assert moved.prizes[0] == CHOICES.prizes[0]
    assert moved.prizes[1].category == Category("Gäste", numbers=(2, 4))
    assert following(moved, TURNED, OPEN) == CHOICES, "and back again"


def test_an_order_for_other_results_stays_one() -> None:
    old = replace(CHOICES, manual=started((3, 1, 4, 2), LEFT))
    moved = following(old, OPEN, TURNED).manual
    assert moved
    assert outdated(moved, TURNED)


def test_who_is_gone_leaves_nothing_to_who_has_his_number_now() -> None:
    moved = following(CHOICES, OPEN, LEFT)
    assert moved.given.external == {1: 1}
    assert moved.manual
    assert moved.manual.numbers == (1, 3, 2)
    assert outdated(moved.manual, LEFT), "his games are gone, too"
    assert moved.lots == Lots(7, ((3, 4),))
    # the next one gets 4, for which lots were drawn already: a lot of his own
    emil = tournaments.tournament(
        (*LEFT.entrants, replace(CARL, id=4, surname="Emser")),
        {1: "2w1 .", 2: "1b0 3w1", 3: ". 2b0", 4: ". ."},
    )
    assert following(moved, LEFT, emil).lots == Lots(7, ((3, 4), (4, 5)))


def test_nothing_moves_where_no_number_has() -> None:
    richer = replace(
        OPEN, city="Bonn", entrants=(replace(ANNA, club="SV"), *OPEN.entrants[1:])
    )
    assert following(CHOICES, OPEN, richer) == CHOICES
    less = tournaments.tournament(OPEN.entrants[:3])
    assert following(CHOICES, OPEN, less) == CHOICES, "he may come again"


def test_teams_are_followed_by_their_names() -> None:
    one, two = Team(1, "SK Köln", roster=(1, 3)), Team(2, "SV Bonn", roster=(2, 4))
    before = replace(OPEN, is_team=True, teams=(one, two))
    after = replace(before, teams=(replace(two, number=1), replace(one, number=2)))
    choices = replace(CHOICES, manual=started((2, 1), before), lots=None)
    moved = following(choices, before, after)
    assert moved.given.external == {2: 1}, "there is no team 3"
    assert moved.manual
    assert moved.manual.numbers == (1, 2)
    assert outdated(moved.manual, after) is None
    assert moved.ratings == CHOICES.ratings
