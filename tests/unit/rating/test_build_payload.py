from __future__ import annotations

import datetime as dt
from dataclasses import replace

import crosstables
import pytest

from syncd.formats.dwzxml.elements import Payload, ReportGame
from syncd.model.findings import Severity, has_errors
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.rating import wording
from syncd.rating.confirmed import Confirmed
from syncd.rating.report import Built, ReportOptions, build_payload

OPEN = crosstables.drawn_up(crosstables.OPEN_16)
SMALL = crosstables.drawn_up("""
 9 | 4b0 4w=
 4 | 9w1 9b=
 7 |  Z   Z
""")
LOST_LOOP = crosstables.drawn_up(crosstables.LOST_LOOP_6, Kind.ROUND_ROBIN)
FIRST = crosstables.FIRST_DAY
SECOND = FIRST + dt.timedelta(days=1)


def built(
    t: Tournament,
    confirmed: Confirmed | None = None,
    options: ReportOptions | None = None,
) -> Built:
    return build_payload(t, confirmed or Confirmed(), options or ReportOptions())


def payload(
    t: Tournament,
    confirmed: Confirmed | None = None,
    options: ReportOptions | None = None,
) -> Payload:
    found = built(t, confirmed, options).payload
    assert found is not None
    return found


def noted(result: Built) -> list[tuple[str, Severity]]:
    return [(finding.code, finding.severity) for finding in result.findings]


def test_players_are_numbered_from_one_by_start_number() -> None:
    numbers = [(player.number, player.surname) for player in payload(SMALL).players]
    assert numbers == [(1, "Player4"), (2, "Player9")]


def test_games_carry_those_numbers_and_the_day_of_their_round() -> None:
    assert payload(SMALL).games == (
        ReportGame(1, 1, 2, "1", "0", FIRST),
        ReportGame(2, 2, 1, "0.5", "0.5", SECOND),
    )


def test_players_without_a_listed_game_are_counted() -> None:
    result = built(SMALL)
    assert noted(result) == [("P03", Severity.INFO)]
    assert result.findings[0].text.en.endswith("left out (1).")
    assert result.findings[0].text.de.endswith("entfallen (1).")


def test_games_come_by_round_then_by_lowest_number() -> None:
    games = payload(OPEN, options=ReportOptions(unplayed="list")).games
    keys = [(g.round, min(n for n in (g.white, g.black) if n)) for g in games]
    assert keys == sorted(keys)
    assert len(keys) == len(set(keys)) == 56


@pytest.mark.parametrize(("unplayed", "count"), [("omit", 52), ("list", 56)])
def test_unplayed_games_are_treated_all_alike(unplayed: str, count: int) -> None:
    options = ReportOptions(unplayed="list" if unplayed == "list" else "omit")
    games = payload(OPEN, options=options).games
    marks = [game for game in games if {game.white_points, game.black_points} & {*"+-"}]
    assert (len(games), bool(marks)) == (count, unplayed == "list")


def test_rounds_are_those_with_a_listed_game() -> None:
    t = crosstables.drawn_up("1 | 2w1 2b+ U\n2 | 1b0 1w- Z")
    assert payload(t).tournament.rounds == 1
    listed = payload(t, options=ReportOptions(unplayed="list"))
    assert listed.tournament.rounds == 3


def test_real_odd_results_stay() -> None:
    t = crosstables.with_results(SMALL, 2, {9: "=", 4: "0"})
    assert payload(t).games[1] == ReportGame(2, 2, 1, "0.5", "0", SECOND)


def test_a_confirmed_zero_zero_is_a_game() -> None:
    t = crosstables.with_results(SMALL, 2, {9: "0", 4: "0"})
    confirmed = Confirmed(zero_zero=frozenset({(2, 9, 4)}))
    assert payload(t, confirmed).games[1] == ReportGame(2, 2, 1, "0", "0", SECOND)


def test_an_open_game_is_an_error_and_not_in_the_payload() -> None:
    t = crosstables.with_results(SMALL, 2, {9: "0", 4: "0"})
    result = built(t)
    assert ("report.open_game", Severity.ERROR) in noted(result)
    assert result.payload is not None
    assert [game.round for game in result.payload.games] == [1]


@pytest.mark.parametrize(
    ("t", "rule"),
    [
        (crosstables.with_results(OPEN, 7, {1: "1", 7: "1"}), "G22"),
        (crosstables.drawn_up(crosstables.FREE_7), "report.one_sided"),
        (crosstables.drawn_up(crosstables.NOT_STARTED), "G01"),
        (crosstables.drawn_up("1 | 2w+\n2 | 1b-"), "G01"),
        (LOST_LOOP, "report.lost_games"),
        (replace(OPEN, kind=Kind.UNKNOWN), "T02"),
        (replace(OPEN, round_dates=()), "T06"),
        (replace(OPEN, time_control_code=""), "T18"),
    ],
)
def test_no_payload_without_an_error(t: Tournament, rule: str) -> None:
    result = built(t)
    assert result.payload is None
    assert (rule, Severity.ERROR) in noted(result)


def test_a_person_may_say_that_no_games_were_lost() -> None:
    confirmed = Confirmed(accepted=frozenset({"lost_games"}))
    assert len(payload(LOST_LOOP, confirmed).games) == 15


def test_a_missing_birth_year_is_an_error_in_a_payload_that_can_be_shown() -> None:
    t = crosstables.with_entrant(SMALL, replace(SMALL.entrant(4), birth_year=None))
    result = built(t)
    assert result.payload is not None
    assert has_errors(result.findings)


def test_no_data_errors_in_a_good_file() -> None:
    assert not has_errors(built(OPEN).findings)


def test_entries_for_nobody_are_left_out_and_named() -> None:
    t = crosstables.drawn_up("1 | 2w1 3w1\n2 | 1b0  Z\n3 |  Z  1b0")
    t = crosstables.with_entrant(t, Entrant(id=3, surname="Freilos"))
    result = built(t, options=ReportOptions(unplayed="list"))
    assert ("P04", Severity.INFO) in noted(result)
    assert result.payload is not None
    assert len(result.payload.players) == 2
    assert result.payload.games[1] == ReportGame(2, 1, None, "+", "-")


def test_an_elo_is_a_hint_and_said_so_once() -> None:
    entrants = tuple(replace(e, fide_id=e.id, rating=2000) for e in OPEN.entrants)
    result = built(replace(OPEN, entrants=entrants))
    hints = [finding for finding in result.findings if finding.code == "P35"]
    assert len(hints) == 1
    assert "07/2026" in hints[0].text.en
    assert "07/2026" in hints[0].text.de
    assert result.payload is not None
    assert {player.fide_rating for player in result.payload.players} == {2000}


def test_a_tournament_rating_is_never_sent_as_elo() -> None:
    entrants = tuple(
        replace(e, fide_id=e.id, rating=2000, twz=2000) for e in OPEN.entrants
    )
    result = built(replace(OPEN, entrants=entrants))
    assert "P35" not in {finding.code for finding in result.findings}
    assert result.payload is not None
    assert {player.fide_rating for player in result.payload.players} == {None}


def test_the_elo_hint_without_an_end() -> None:
    entrants = tuple(replace(e, fide_id=e.id, rating=2000) for e in OPEN.entrants)
    result = built(replace(OPEN, entrants=entrants, round_dates=()))
    (hint,) = (finding for finding in result.findings if finding.code == "P35")
    assert "month of the last game." in hint.text.en


def test_other_days_than_the_rounds_leave_the_games_without_date() -> None:
    confirmed = Confirmed(start=FIRST, end=crosstables.AFTERWARDS)
    result = built(SMALL, confirmed)
    (said,) = (finding for finding in result.findings if finding.code == "G03")
    assert said.severity is Severity.WARNING
    for day in (FIRST, confirmed.end):
        assert day is not None
        assert wording.day(day).en in said.text.en
        assert wording.day(day).de in said.text.de
    assert result.payload is not None
    assert {game.date for game in result.payload.games} == {None}
    assert result.payload.tournament.end == crosstables.AFTERWARDS


def test_the_order_of_a_file_changes_nothing() -> None:
    turned = replace(SMALL, entrants=SMALL.entrants[::-1])
    assert payload(turned) == payload(SMALL)


def test_games_against_a_computer_are_not_rated() -> None:
    """Three players of a round robin, one of them a computer."""
    t = crosstables.drawn_up(
        """
        1 | 2w1 3w0  Z
        2 | 1b0  Z  3w1
        3 |  Z  1b1 2b0
        """
    )
    mark = "###COMPUTER###"
    entrants = [
        replace(each, surname=mark, forename=mark) if each.id == 3 else each
        for each in t.entrants
    ]
    t = replace(t, entrants=tuple(entrants))
    omitted = built(t)
    assert omitted.payload is not None
    assert [game.round for game in omitted.payload.games] == [1]
    assert [player.surname for player in omitted.payload.players] == [
        "Player1", "Player2",
    ]  # fmt: skip
    assert ("G26", Severity.INFO) in noted(omitted)
    listed = payload(t, options=ReportOptions(unplayed="list"))
    assert [(game.white_points, game.black_points) for game in listed.games] == [
        ("1", "0"), ("-", "-"), ("-", "-"),
    ]  # fmt: skip
    assert (listed.players[2].forename, listed.players[2].dob_year) == (mark, 1900)
