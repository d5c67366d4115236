"""The cases that administrators know, one by one: base, ours, theirs, what follows."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
import tournaments

from syncd.errors import MassRemovalError
from syncd.model.tournament import Entrant, Team, Tournament
from syncd.sync.diff import changes_between
from syncd.sync.merge3 import Merged, merge
from syncd.sync.places import Part, Place, Score
from syncd.sync.policy import Choice, Group, Origin, Policy, Resolution, Voices
from syncd.sync.verdict import Reason

ASKING = Policy()
OWNED = Policy(owner="theirs")
BASE = tournaments.tournament()
ANNA, BERT, CARL, DORA = BASE.entrants
GAME = Place(Part.GAME, (1, 1, 2, 0))
ROWS = {1: "2w1 3b=", 2: "1b0 4w1", 3: "4w= 1w=", 4: "3b= 2b0"}


def with_rows(**rows: str) -> Tournament:
    """Return the tournament with other rows; `p1="2w0 3b="` is that of player 1."""
    given = {**ROWS, **{int(name[1:]): row for name, row in rows.items()}}
    return tournaments.tournament(rows=given)


def first_game(one: str, two: str) -> Tournament:
    """Return the tournament with another result of 1 against 2 in round 1."""
    return with_rows(p1=f"2w{one} 3b=", p2=f"1b{two} 4w1")


def with_anna(**changes: object) -> Tournament:
    anna = replace(ANNA, **changes)  # type: ignore[arg-type] # its attributes
    return replace(BASE, entrants=(anna, BERT, CARL, DORA))


def reasons(merged: Merged) -> set[Reason]:
    return {one.reason for one in merged.conflicts}


OPEN, WON, DRAWN, LOST = (first_game(one, two) for one, two in ("00", "10", "==", "01"))
FORFEITED = first_game("+", "-")


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected"),
    [
        pytest.param(OPEN, WON, OPEN, WON, id="an old export is silent"),
        pytest.param(WON, WON, DRAWN, DRAWN, id="a correction"),
        pytest.param(WON, DRAWN, WON, DRAWN, id="a correction here"),
        pytest.param(OPEN, OPEN, WON, WON, id="a new result"),
        pytest.param(OPEN, WON, WON, WON, id="entered on both sides"),
        pytest.param(FORFEITED, FORFEITED, WON, WON, id="it was played after all"),
        pytest.param(WON, WON, OPEN, WON, id="opened by anybody"),
    ],
)
def test_results_without_a_question(
    base: Tournament, ours: Tournament, theirs: Tournament, expected: Tournament
) -> None:
    merged = merge(base, ours, theirs, ASKING)
    assert merged.tournament == expected
    assert merged.conflicts == ()


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "policy", "reason"),
    [
        pytest.param(OPEN, WON, LOST, ASKING, Reason.RESULT, id="two results"),
        pytest.param(WON, WON, FORFEITED, ASKING, Reason.FORFEIT, id="now a forfeit"),
        pytest.param(WON, WON, FORFEITED, OWNED, Reason.FORFEIT, id="even the owner's"),
        pytest.param(OPEN, FORFEITED, WON, OWNED, Reason.FORFEIT, id="or played"),
        pytest.param(WON, WON, OPEN, OWNED, Reason.REOPENED, id="opened by the owner"),
    ],
)
def test_results_that_are_asked_about(
    base: Tournament,
    ours: Tournament,
    theirs: Tournament,
    policy: Policy,
    reason: Reason,
) -> None:
    merged = merge(base, ours, theirs, policy)
    assert merged.tournament == ours
    (conflict,) = merged.conflicts
    assert (conflict.place, conflict.reason) == (GAME, reason)
    assert "Ärmel, Anna" in conflict.text.en
    assert "Runde 1" in conflict.text.de


@pytest.mark.parametrize(("owner", "expected"), [("theirs", LOST), ("ours", WON)])
def test_of_two_results_the_owners_counts(owner: str, expected: Tournament) -> None:
    merged = merge(OPEN, WON, LOST, Policy(owner=owner))
    assert merged.tournament == expected
    assert merged.conflicts == ()


def test_who_said_what_stands_here_is_known_by_place() -> None:
    voices = Voices(Origin("club"), Origin("here"), {GAME: Origin("district")})
    merged = merge(OPEN, WON, LOST, Policy(owner="district"), voices=voices)
    assert merged.tournament == WON
    assert [one.reason for one in merged.kept] == [Reason.DECIDED]


def test_results_are_never_decided_by_time() -> None:
    with pytest.raises(ValueError, match="results"):
        Policy(choices={Group.RESULTS: Choice.NEWEST})


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (Choice.NEWEST, "Bonn"),
        (Choice.PRIORITY, "Aachen"),
        (Choice.OWNER, "Bonn"),
        (Choice.ASK, None),
    ],
)
def test_a_field_changed_on_both_sides(choice: Choice, expected: str | None) -> None:
    morning = dt.datetime(2026, 10, 1, 8, tzinfo=dt.UTC)
    voices = Voices(
        Origin("theirs", morning + dt.timedelta(hours=1)), Origin("ours", morning)
    )
    policy = Policy("theirs", {Group.TOURNAMENT: choice}, ("ours", "theirs"))
    ours, theirs = replace(BASE, city="Aachen"), replace(BASE, city="Bonn")
    merged = merge(BASE, ours, theirs, policy, voices=voices)
    assert merged.tournament.city == (expected or "Aachen")
    assert bool(merged.conflicts) == (expected is None)


def test_a_decision_survives_the_losing_value() -> None:
    decided = Resolution(_score("1", "0"), frozenset([_score("0", "1")]))
    voices = Voices(resolved={GAME: decided})
    for base in (OPEN, WON):
        merged = merge(base, WON, LOST, ASKING, voices=voices)
        assert merged.tournament == WON
        assert merged.conflicts == ()
        assert [one.reason for one in merged.kept] == [Reason.RESOLVED]
    assert merge(OPEN, WON, DRAWN, ASKING, voices=voices).conflicts


def _score(one: str, two: str) -> Score:
    return Score(1, 2, one, two)


@pytest.mark.parametrize("field", ["club", "fide_id", "birth_year", "dsb_id"])
def test_empty_never_overwrites_filled(field: str) -> None:
    theirs = with_anna(**{field: None if field in {"fide_id", "birth_year"} else ""})
    merged = merge(BASE, BASE, theirs, OWNED)
    assert merged.tournament == BASE
    assert {one.reason for one in merged.kept} == {Reason.EMPTY}


def test_what_a_program_has_computed_may_become_empty() -> None:
    theirs = with_anna(points_x10=None, rank=None)
    assert merge(BASE, BASE, theirs, ASKING).tournament == theirs


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ("Köln-Mülheim", "K?M?im", "Köln-Mülheim"),
        ("K?M?im", "Koeln-Muelheim", "Koeln-Muelheim"),
        ("Koeln-Muelheim", "Köln-Mülheim", "Köln-Mülheim"),
        ("Köln-Mülheim", "Koeln-Muelheim", "Köln-Mülheim"),
        ("SK KÖLN", "SK Köln", "SK Köln"),
    ],
)
def test_the_better_spelling_counts_without_a_change(
    ours: str, theirs: str, expected: str
) -> None:
    before, after = with_anna(club=ours), with_anna(club=theirs)
    merged = merge(before, before, after, ASKING)
    assert merged.tournament == with_anna(club=expected)
    assert merged.applied == ()
    assert merged.conflicts == ()


def test_the_same_name_may_be_spelled_differently_on_both_sides() -> None:
    base, ours, theirs = (with_anna(club=c) for c in ("", "Koeln 1920", "Köln 1920"))
    assert merge(base, ours, theirs, ASKING).tournament == theirs
    assert merge(base, theirs, ours, ASKING).tournament == theirs


@pytest.mark.parametrize(("ours", "theirs"), [("F", "U"), ("U", "F")])
def test_a_bye_may_be_written_in_two_ways(ours: str, theirs: str) -> None:
    """Nobody is told; U stays or comes."""
    rows = {1: "2w1 0-%s", 2: "1b0 4w1", 3: "4w= .", 4: "3b= 2b0"}
    one, two, expected = (
        tournaments.tournament(rows={**rows, 1: rows[1] % code})
        for code in (ours, theirs, "U")
    )
    merged = merge(one, one, two, ASKING)
    assert merged.tournament == expected
    assert merged.applied == ()


def test_a_match_is_moved_by_the_owner() -> None:
    days = BASE.round_dates
    ours = replace(BASE, round_dates=(days[0], dt.date(2026, 11, 1)))
    theirs = replace(BASE, round_dates=(days[0], dt.date(2026, 11, 8)))
    assert merge(BASE, ours, theirs, OWNED).tournament == theirs
    assert reasons(merge(BASE, ours, theirs, ASKING)) == {Reason.VALUE}
    assert merge(BASE, ours, BASE, OWNED).tournament == ours


def _of(entrants: tuple[Entrant, ...], **rows: str) -> Tournament:
    return tournaments.tournament(
        entrants, {int(name[1:]): row for name, row in rows.items()}
    )


EMIL = Entrant(5, "Ernst", "Emil", fide_id=5)
FRIDA = Entrant(5, "Falk", "Frida", fide_id=6)
FIVE = _of(
    (*BASE.entrants, EMIL), **{f"p{n}": row for n, row in ROWS.items()}, p5=". ."
)


def test_who_has_played_never_vanishes() -> None:
    theirs = _of((ANNA, BERT, CARL), p1="2w1 3b=", p2="1b0 .", p3=". 1w=")
    merged = merge(BASE, BASE, theirs, OWNED)
    assert merged.tournament.entrants == BASE.entrants
    assert merged.tournament.pairings == BASE.pairings
    assert Reason.PLAYED in {one.reason for one in merged.kept}


def test_who_has_not_played_may_withdraw() -> None:
    assert merge(FIVE, FIVE, BASE, ASKING).tournament == BASE


def test_who_was_changed_here_stays() -> None:
    ours = replace(FIVE, entrants=(*BASE.entrants, replace(EMIL, rating=1500)))
    assert merge(FIVE, ours, BASE, ASKING).tournament == ours


def test_who_was_removed_here_stays_so() -> None:
    theirs = replace(FIVE, entrants=(*BASE.entrants, replace(EMIL, rating=1500)))
    merged = merge(FIVE, BASE, theirs, ASKING)
    assert merged.tournament == BASE
    assert {one.reason for one in merged.kept} == {Reason.REMOVED}


def test_who_was_removed_here_comes_back_with_a_game() -> None:
    rows = {**ROWS, 1: "2w1 3b= 5w1", 5: ". . 1b0"}
    rows |= {n: f"{ROWS[n]} ." for n in (2, 3, 4)}
    theirs = _of(FIVE.entrants, **{f"p{n}": row for n, row in rows.items()})
    merged = merge(FIVE, BASE, theirs, ASKING)
    assert merged.tournament == theirs


def test_the_same_player_added_on_both_sides_becomes_one() -> None:
    rows = {f"p{n}": row for n, row in ROWS.items()}
    six = (*BASE.entrants, FRIDA, replace(EMIL, id=6))
    theirs = _of(six, **rows, p5=". .", p6=". .")
    merged = merge(BASE, FIVE, theirs, ASKING)
    names = [one.surname for one in merged.tournament.entrants]
    assert names[4:] == ["Ernst", "Falk"]
    assert merged.ids[6] == 5
    assert merged.ids[5] == 6
    again = merge(BASE, merged.tournament, theirs, ASKING)
    assert again.tournament == merged.tournament
    assert merge(theirs, merged.tournament, theirs, ASKING).applied == ()


def test_moved_start_numbers_change_no_game() -> None:
    """A late entrant comes first in their list; everybody else moves down."""
    late = replace(EMIL, id=1)
    moved = tuple(replace(one, id=one.id + 1) for one in BASE.entrants)
    rows = {1: ". .", 2: "3w1 4b=", 3: "2b0 5w1", 4: "5w= 2w=", 5: "4b= 3b0"}
    theirs = tournaments.tournament((late, *moved), rows)
    merged = merge(BASE, BASE, theirs, ASKING)
    assert merged.tournament == FIVE
    assert merged.ids == {1: 5, 2: 1, 3: 2, 4: 3, 5: 4}


def test_a_married_player_keeps_her_number() -> None:
    theirs = with_anna(surname="Bolte")
    assert merge(BASE, BASE, theirs, ASKING).tournament == theirs


def test_father_and_son_of_one_name_stay_two() -> None:
    father = Entrant(5, "Ernst", "Emil", birth_year=1960)
    son = Entrant(6, "Ernst", "Emil", birth_year=1990)
    rows = {f"p{n}": row for n, row in ROWS.items()}
    ours = _of((*BASE.entrants, father), **rows, p5=". .")
    theirs = _of((*BASE.entrants, replace(son, id=5)), **rows, p5=". .")
    merged = merge(BASE, ours, theirs, ASKING)
    assert merged.tournament.entrants[4:] == (father, son)


def test_an_emptied_file_stops() -> None:
    with pytest.raises(MassRemovalError):
        merge(BASE, BASE, tournaments.tournament((), {}), ASKING)


def test_how_much_may_be_lost_is_configured() -> None:
    theirs = _of((ANNA, BERT, CARL), p1="2w1 3b=", p2="1b0 .", p3=". 1w=")
    with pytest.raises(MassRemovalError):
        merge(BASE, BASE, theirs, Policy(most_lost_percent=10))


def test_a_pairing_changes_as_a_whole() -> None:
    """Nobody has played the second round yet."""
    open_rows = {1: "2w1 3b*", 2: "1b0 4w*", 3: "4w= 1w*", 4: "3b= 2b*"}
    other = {1: "2w1 4b*", 2: "1b0 3w*", 3: "4w= 2b*", 4: "3b= 1w*"}
    base, theirs = (tournaments.tournament(rows=r) for r in (open_rows, other))
    assert merge(base, base, theirs, ASKING).tournament == theirs
    played = tournaments.tournament(rows={**open_rows, 1: "2w1 3b1", 3: "4w= 1w0"})
    merged = merge(base, played, theirs, ASKING)
    assert merged.tournament == played


def test_two_new_pairings_of_one_player_are_asked_about() -> None:
    base = tournaments.tournament()
    ours = with_rows(p1="2w1 3b= 4w1", p2="1b0 4w1 .", p3="4w= 1w= .", p4="3b= 2b0 1b0")
    theirs = with_rows(
        p1="2w1 3b= 2b1", p2="1b0 4w1 1w0", p3="4w= 1w= .", p4="3b= 2b0 ."
    )
    merged = merge(base, ours, theirs, ASKING)
    assert merged.tournament == ours
    assert reasons(merged) == {Reason.PAIRING}


def teams(*given: Team) -> Tournament:
    return replace(BASE, is_team=True, teams=given)


KOELN, BONN = Team(1, "Köln I", (1, 3)), Team(2, "Bonn", (2, 4))
LEAGUE = teams(KOELN, BONN)


def test_a_withdrawn_team_that_has_played_stays() -> None:
    merged = merge(LEAGUE, LEAGUE, teams(KOELN), ASKING)
    assert merged.tournament == LEAGUE


def test_teams_are_found_under_other_numbers() -> None:
    theirs = teams(replace(BONN, number=1), replace(KOELN, number=2, strength=1700))
    expected = teams(replace(KOELN, strength=1700), BONN)
    assert merge(LEAGUE, LEAGUE, theirs, ASKING).tournament.teams == expected.teams


def test_a_renamed_team_is_found_by_its_players() -> None:
    theirs = teams(replace(KOELN, number=2, name="Deutz"), replace(BONN, number=1))
    merged = merge(LEAGUE, LEAGUE, theirs, ASKING)
    assert merged.tournament.teams == (replace(KOELN, name="Deutz"), BONN)


def test_spielfrei_is_no_club() -> None:
    base = teams(KOELN, Team(2, "spielfrei"))
    merged = merge(base, base, teams(KOELN, Team(2, "Bonn")), ASKING)
    names = {team.number: team.name for team in merged.tournament.teams}
    assert names == {1: "Köln I", 3: "Bonn"}


def test_a_verdict_at_the_green_table_changes_no_game() -> None:
    theirs = teams(replace(KOELN, game_points_x10=80), BONN)
    merged = merge(LEAGUE, LEAGUE, theirs, ASKING)
    assert merged.tournament == theirs
    assert {one.place.part for one in merged.applied} == {Part.TEAM}


def test_a_first_export_is_compared_with_what_is_here() -> None:
    empty = Tournament("")
    merged = merge(empty, BASE, with_anna(dwz=1900, twz=1900), ASKING)
    assert merged.tournament == with_anna(twz=1900)
    assert [one.place.field for one in merged.conflicts] == ["dwz"]


# --- whom a person has taken out ---

FEW = tournaments.tournament((ANNA, BERT, CARL), {1: "2w1 3b=", 2: "1b0 .", 3: ". 1w="})
TAKEN_OUT = Voices(
    resolved={
        change.place: Resolution(None, frozenset({change.new}))
        for change in changes_between(FEW, BASE)
    }
)
"""Dora came and has played, and a person has gone back to before."""


@pytest.mark.parametrize("base", [FEW, BASE], ids=["new there", "repeated"])
@pytest.mark.parametrize("club", ["", "Bonn"])
def test_who_was_taken_out_is_not_brought_back_by_repeating(
    base: Tournament, club: str
) -> None:
    dora = replace(DORA, club=club)
    theirs = replace(BASE, entrants=(ANNA, BERT, CARL, dora))
    merged = merge(base, FEW, theirs, ASKING, voices=TAKEN_OUT)
    assert (merged.tournament, merged.conflicts) == (FEW, ())


@pytest.mark.parametrize("base", [FEW, BASE], ids=["new there", "repeated"])
def test_who_was_taken_out_comes_back_with_a_new_result(base: Tournament) -> None:
    theirs = with_rows(p2="1b0 4w0", p4="3b= 2b1")
    merged = merge(base, FEW, theirs, ASKING, voices=TAKEN_OUT)
    assert merged.tournament.entrants == BASE.entrants
    assert merged.tournament.pairings.rows[4].results[1] == "1"
