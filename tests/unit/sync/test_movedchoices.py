"""What people chose about standings goes with players and teams whose numbers move."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

import pytest
import tournaments

from syncd.model.tournament import Entrant, Team, Tournament
from syncd.standings.categories import Category, members
from syncd.standings.choices import Choices
from syncd.standings.given import Given
from syncd.standings.lots import Lots
from syncd.standings.manual import outdated, started
from syncd.standings.options import Ratings
from syncd.standings.prizes import Prize
from syncd.sync.movedchoices import following, left_behind

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
    assert moved.lots == Lots(7, ((3, 4), (4, 5))), "4 is free for a lot of its own"
    assert left_behind(CHOICES, OPEN, LEFT) == [3]
    # the next one gets 4, for which lots were drawn already
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
    assert left_behind(CHOICES, OPEN, richer) == []
    more = tournaments.tournament(
        (*OPEN.entrants, Entrant(9, "Neu", "Nora")),
        {1: "2w1 3b=", 2: "1b0 4w1", 3: "4w= 1w=", 4: "3b= 2b0", 9: ". ."},
    )
    assert following(CHOICES, OPEN, more) == CHOICES


EMIL = Entrant(3, "Emser", "Emil", birth_year=1901)
BORN = replace(OPEN, entrants=(ANNA, BERT, replace(CARL, birth_year=1990), DORA))
REPLACED = replace(OPEN, entrants=(ANNA, BERT, EMIL, DORA))
"""Somebody else has Carl's number, his games too; nobody's number has moved."""
ONLY_THREE = tournaments.tournament(
    (ANNA, BERT, DORA), {1: "2w1 .", 2: "1b0 .", 4: ". ."}
)


@pytest.mark.parametrize("steps", [(BORN, REPLACED), (BORN, ONLY_THREE, REPLACED)])
def test_somebody_new_inherits_nothing_from_whose_number_he_got(
    steps: tuple[Tournament, ...],
) -> None:
    rated = replace(CHOICES, ratings=Ratings(changes={3: ((2, 1900),)}))
    moved = rated
    for before, after in itertools.pairwise(steps):
        moved = following(moved, before, after)
    assert moved.given.external == {1: 1}
    assert moved.ratings.changes == {}
    assert moved.manual
    assert moved.manual.numbers == (1, 4, 2)
    assert outdated(moved.manual, REPLACED)
    assert moved.lots == Lots(7, ((3, 5),)), "not the lot that was drawn for Carl"
    assert moved.prizes[1].category == Category("Gäste", numbers=(2,))
    assert left_behind(rated, *steps[:2]) == [3]


def test_a_prize_for_players_who_are_all_gone_is_nobodys() -> None:
    guests = Prize("Gast", 1, Category("Gast", numbers=(3,)))
    moved = following(replace(CHOICES, prizes=(guests,)), OPEN, ONLY_THREE)
    (prize,) = moved.prizes
    assert prize.category
    assert members(ONLY_THREE, prize.category) == frozenset()
    assert members(ONLY_THREE, Category("all")) == {1, 2, 4}


def test_who_has_another_name_now_keeps_what_was_his() -> None:
    married = replace(ANNA, surname="Neumann")
    after = replace(OPEN, entrants=(married, *OPEN.entrants[1:]))
    assert following(CHOICES, OPEN, after) == CHOICES


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
