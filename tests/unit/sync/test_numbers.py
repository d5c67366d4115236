"""Who is whom between what a source said, what it says and the tournament."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import tournaments
from tournaments import ANNA, BERT

from syncd.model.tournament import Entrant, Team
from syncd.sync.merge3 import merge
from syncd.sync.numbers import align
from syncd.sync.policy import Policy

ASKING = Policy(most_lost_percent=100)

WAS = Entrant(3, "Carlsen", birth_date=dt.date(1990, 3, 1), dsb_id="10000300")
IS = Entrant(3, "Cramer", birth_date=dt.date(1990, 3, 2), dsb_id="10000300")
"""One person by number and opponent; two things speak against it, beside one id."""

BASE = tournaments.tournament((ANNA, BERT, WAS), {1: "3w1", 2: ".", 3: "1b0"})
THEIRS = tournaments.tournament((ANNA, BERT, IS), {1: "3w1", 2: ".", 3: "1b0"})
HEAD = tournaments.tournament((ANNA, BERT, IS), {1: "2w1", 2: "1b0", 3: "."})
"""The tournament has heard of Cramer, and its game is still a question."""


def test_who_is_known_only_as_he_is_now_is_no_second_player() -> None:
    aligned = align(BASE, HEAD, THEIRS)
    assert aligned.ids == {1: 1, 2: 2, 3: 3}
    assert [one.id for one in aligned.base.entrants] == [1, 2, 3]
    assert merge(BASE, HEAD, THEIRS, ASKING).tournament.entrants == HEAD.entrants


def test_whom_the_tournament_has_under_neither_name_gets_a_number_of_his_own() -> None:
    dora = Entrant(3, "Dorn", "Dora", dsb_id="10000400")
    head = replace(HEAD, entrants=(ANNA, BERT, dora))
    aligned = align(BASE, head, THEIRS)
    assert aligned.ids == {1: 1, 2: 2, 3: 4}
    assert [one.id for one in aligned.base.entrants] == [1, 2, 4]


def test_a_team_that_is_known_only_as_it_is_now_is_no_second_team() -> None:
    was, now = Team(1, "Bonn", (1, 2)), Team(1, "Beuel", (1, 2))
    base, theirs = (replace(BASE, teams=(team,)) for team in (was, now))
    head = replace(BASE, teams=(Team(4, "Beuel", (3,)),))
    aligned = align(base, head, theirs)
    assert [team.number for team in (*aligned.base.teams, *aligned.theirs.teams)] == [
        4, 4,
    ]  # fmt: skip
