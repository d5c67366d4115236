from __future__ import annotations

from dataclasses import replace

import pytest
from small_events import tournament

from syncd.model.pairing_rules import Adjustment, AnnouncedBye, PairingRules
from syncd.model.tournament import Kind
from syncd.standings.attendance import (
    extra_points,
    has_extra_points,
    rounds_present,
    withdrawn,
)
from syncd.standings.options import Options
from syncd.standings.standings import contest_of


def test_rounds_present_are_those_somebody_came_for() -> None:
    event = tournament(
        "2w1 2b+ U F H Z", "1b0 1w- 3w= 3w= 3w= 3w=", "Z Z 2b= 2b= 2b= 2b="
    )
    assert rounds_present(contest_of(event).primary) == [3, 5, 4]


def test_extra_points() -> None:
    rules = PairingRules(
        adjustments=(
            Adjustment("", 5, round=1, ids=(1,)),
            Adjustment("", -10, round=2, ids=(1,)),
            Adjustment("", 20, round=999, ids=(2,)),
        )
    )
    field = contest_of(tournament("2w1 U", "1b0 U", rules=rules)).primary
    assert extra_points(field) == [-5, 20]
    assert has_extra_points(field)
    assert not has_extra_points(contest_of(tournament("2w1", "1b0")).primary)


@pytest.mark.parametrize(
    ("line", "rounds", "since"),
    [
        ("3w0 Z Z", 3, 2),
        ("3w0 3w- Z", 3, 2),
        ("Z Z Z", 3, 1),
        ("3w0 3w0 Z", 3, None),  # the last round sat out
        ("Z Z 3w0", 3, None),
        ("3w0 H Z", 3, None),
        ("3w0 Z Z", 4, None),  # one more round, of which nothing is known
        ("3w0 Z Z Z", 4, 2),  # absent in the round to come, too
        ("3w0 3w0 3w0 Z", 4, None),
        ("3w0 3w0 3w0 Z Z", 5, 4),  # played, and will not come again
    ],
)
def test_who_has_withdrawn(line: str, rounds: int, since: int | None) -> None:
    event = tournament(line, "U U U", "1b1 1b1 1b1", rounds=rounds)
    # whatever happened in round 3, it is the last that counts
    marks = withdrawn(event, contest_of(event, Options(after_round=3)))
    assert (marks[0].since if 0 in marks else None) == since


def test_absences_that_were_announced() -> None:
    event = tournament("2w1 Z", "1b0 U", "U U", rounds=4)
    byes = (AnnouncedBye("Z", 3, (1,)), AnnouncedBye("Z", 4, (1,)))
    event = replace(event, rules=PairingRules(byes=byes))
    marks = withdrawn(event, contest_of(event))
    assert [(index, mark.since) for index, mark in marks.items()] == [(0, 2)]
    assert marks[0].text == ("withdrawn after round 1", "nach Runde 1 zurückgetreten")


def test_who_never_came() -> None:
    event = tournament("Z Z", "3w1 3b1", "2b0 2w0")
    marks = withdrawn(event, contest_of(event))
    assert marks[0].text.en == "withdrawn before round 1"


def test_who_left_a_round_robin_early() -> None:
    event = tournament(
        "2w1 3w1 4w+", "1b0 4w1 3b0", "4b+ 1b0 2w1", "3w- 2b0 1b-",
        kind=Kind.ROUND_ROBIN,
    )  # fmt: skip
    marks = withdrawn(event, contest_of(event, Options(removes_early_leavers=True)))
    assert [(index, mark.since) for index, mark in marks.items()] == [(3, 3)]
    assert "do not count" in marks[3].text.en


def test_teams_have_no_rows_of_players() -> None:
    event = tournament("2w1 Z Z", "1b0 U U")
    contest = contest_of(event)
    assert 0 in withdrawn(replace(event, is_team=True), contest)


def test_who_is_knocked_out_has_not_withdrawn() -> None:
    lines = "2w1 3b1 4w1", "1b0 Z Z", "4w1 1w0 Z", "3b0 Z 1b0"
    knockout = tournament(*lines, kind=Kind.KNOCKOUT)
    assert withdrawn(knockout, contest_of(knockout)) == {}
    swiss = tournament(*lines)
    assert list(withdrawn(swiss, contest_of(swiss))) == [1]
