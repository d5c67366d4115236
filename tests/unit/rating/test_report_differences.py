"""What two reports of one tournament say differently."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from syncd.bilingual import Text
from syncd.formats.dwzxml.elements import (
    Payload,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.rating.difference import NOTHING, SHOWN, Sides, sentences, told
from syncd.rating.reportdiff import diff_reports

DAY = dt.date(2026, 3, 1)
SIDES = Sides(Text("ours", "unserem"), Text("theirs", "dem anderen"))
TOURNAMENT = ReportTournament(
    "Open", "SW", "40/5400+30", 3, DAY, DAY + dt.timedelta(2), "Kiel"
)
WOLF = ReportPlayer(1, "Wolf", "Eva", 1990, dsb_id="10", vkz="A0101", member_number=7)
KLEIN = ReportPlayer(2, "Klein", "Jan", 1980, fide_id=4600001)
LANG = ReportPlayer(3, "Lang", "Ida", 2001)
GAMES = (
    ReportGame(1, 1, 2, "1", "0", DAY),
    ReportGame(2, 3, 1, "0.5", "0.5", DAY),
    ReportGame(3, 2, 3, "+", "-", DAY),
)
OURS = Payload(TOURNAMENT, (WOLF, KLEIN, LANG), GAMES)


def shuffled() -> Payload:
    """Return the same report with other numbers and another order."""
    new = {1: 3, 2: 1, 3: 2}
    players = tuple(replace(one, number=new[one.number]) for one in OURS.players)
    games = tuple(
        replace(game, white=new[game.white or 0], black=new[game.black or 0])
        for game in reversed(GAMES)
    )
    return Payload(TOURNAMENT, players[::-1], games)


def with_game(number: int, **changes: object) -> Payload:
    """Return our report with one game changed."""
    games = list(GAMES)
    games[number] = replace(games[number], **changes)  # type: ignore[arg-type]
    return replace(OURS, games=tuple(games))


def with_player(number: int, **changes: object) -> Payload:
    """Return our report with one player changed."""
    players = list(OURS.players)
    players[number] = replace(players[number], **changes)  # type: ignore[arg-type]
    return replace(OURS, players=tuple(players))


@pytest.mark.parametrize("theirs", [OURS, shuffled()])
def test_numbers_and_order_are_no_difference(theirs: Payload) -> None:
    assert diff_reports(OURS, theirs) == ()
    assert diff_reports(theirs, OURS) == ()


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        (with_game(0, white_points="0", black_points="1"),
         "round 1, Wolf, Eva – Klein, Jan, result: 1 : 0 in ours, 0 : 1 in theirs."),
        (with_game(1, black_points="0"),
         "round 2, Lang, Ida – Wolf, Eva, result: ½ : ½ in ours, ½ : 0 in theirs."),
        (with_game(0, white=2, black=1, white_points="0", black_points="1"),
         ("round 1, Wolf, Eva – Klein, Jan, White: Wolf, Eva in ours, Klein, Jan in "
         "theirs.")),
        (with_game(0, date=None),
         ("round 1, Wolf, Eva – Klein, Jan, day: 2026-03-01 in ours, nothing in "
         "theirs.")),
        (with_game(0, round=2),
         ("round 1, Wolf, Eva – Klein, Jan, number of the round: 1 in ours, 2 in "
         "theirs.")),
        (replace(OURS, games=GAMES[1:]),
         "Game, round 1, Wolf, Eva – Klein, Jan (1 : 0): only in ours."),
        (with_game(1, white=None, white_points="-", black_points="+"),
         ("Game, round 2, Lang, Ida – Wolf, Eva (½ : ½): only in ours.\n"
         "Game, round 2, – – Wolf, Eva (- : +): only in theirs.")),
        (with_player(1, surname="Kleyn"),
         "Klein, Jan, surname: Klein in ours, Kleyn in theirs."),
        (with_player(0, dsb_id=""),
         "Wolf, Eva, DSB id: 10 in ours, nothing in theirs."),
        (replace(OURS, tournament=replace(TOURNAMENT, end=dt.date(2026, 3, 4))),
         "last day: 2026-03-03 in ours, 2026-03-04 in theirs."),
        (replace(OURS, players=(*OURS.players, ReportPlayer(9, "Neu", "Max", 1999))),
         "Player Neu, Max (1999): only in theirs."),
    ],
)  # fmt: skip
def test_one_change_is_told_in_plain_words(theirs: Payload, said: str) -> None:
    assert told(diff_reports(OURS, theirs), SIDES).en == said


@pytest.mark.parametrize(
    ("text", "differences"),
    [("90 min für die Partie plus 30 sec / Zug ab dem 1. Zug", 0), ("90 min", 1)],
)
def test_a_time_control_in_words_is_read(text: str, differences: int) -> None:
    ours = replace(OURS, tournament=replace(TOURNAMENT, timecontrol="5400+30"))
    theirs = replace(OURS, tournament=replace(TOURNAMENT, timecontrol=text))
    assert len(diff_reports(ours, theirs)) == differences


def test_german_words_and_days() -> None:
    found = diff_reports(OURS, with_game(0, date=dt.date(2026, 3, 2)))
    assert told(found, SIDES).de == (
        "Runde 1, Wolf, Eva – Klein, Jan, Tag: 1.3.2026 in unserem, 2.3.2026 in dem "
        "anderen."
    )


def test_somebody_else_is_no_change_of_a_person() -> None:
    """Two persons of one name are told apart by year of birth, and so are games."""
    other = replace(LANG, forename="Ida", dob_year=1955)
    found = diff_reports(OURS, replace(OURS, players=(WOLF, KLEIN, other)))
    assert [(item.part, item.is_rated) for item in found] == [
        ("player", True), ("player", True),
        ("game", True), ("game", True), ("game", False), ("game", False),
    ]  # fmt: skip


def test_each_of_several_games_of_a_pair_has_its_own_counterpart() -> None:
    again = GAMES[0], replace(GAMES[0], white_points="0", black_points="1")
    ours = replace(OURS, games=(*again, *GAMES[1:]))
    theirs = replace(OURS, games=(again[1], GAMES[0], *GAMES[1:]))
    assert diff_reports(ours, theirs) == ()
    assert len(diff_reports(ours, replace(OURS, games=GAMES))) == 1


def test_results_come_before_other_facts() -> None:
    theirs = replace(
        with_game(2, white_points="1", black_points="0"),
        tournament=replace(TOURNAMENT, label="Cup", end=DAY),
    )
    found = sentences(diff_reports(OURS, theirs), SIDES)
    assert [line.en.split(":")[0] for line in found] == [
        "round 3, Klein, Jan – Lang, Ida, result", "last day", "name",
    ]  # fmt: skip


def test_what_is_rated_comes_first_and_the_rest_is_counted() -> None:
    pairs = [(f"A{number}", f"B{number}") for number in range(SHOWN + 5)]
    one = tuple(ReportPlayer(i, a, "X", 1990) for i, (a, _) in enumerate(pairs, 1))
    two = tuple(replace(player, club="Other") for player in one)
    theirs = Payload(replace(TOURNAMENT, end=DAY), two, ())
    found = diff_reports(Payload(TOURNAMENT, one, ()), theirs)
    lines = told(found, SIDES).de.splitlines()
    assert lines[0].startswith("letzter Tag")
    assert len(lines) == SHOWN + 1
    assert lines[-1] == "… und 6 weitere"
    assert len(sentences(found, SIDES)) == SHOWN + 6


def test_a_game_of_an_unlisted_player_stops_nobody() -> None:
    theirs = with_game(0, black=77)
    assert [item.theirs == NOTHING for item in diff_reports(OURS, theirs)] == [
        False, True,
    ]  # fmt: skip


def test_what_was_not_played_and_only_one_lists_is_told_apart() -> None:
    """Whether a report lists it is a policy, and no other result."""
    (listed,) = diff_reports(OURS, replace(OURS, games=GAMES[:2]))
    (lost,) = diff_reports(OURS, replace(OURS, games=GAMES[1:]))
    other = diff_reports(OURS, with_game(2, white_points="-", black_points="+"))
    assert listed.is_listing
    assert not lost.is_listing
    assert not any(item.is_listing for item in other)
