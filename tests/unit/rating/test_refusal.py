"""Whom a portal's words mean."""

from __future__ import annotations

import datetime as dt

import pytest

from syncd.bilingual import Text
from syncd.formats.dwzxml.elements import (
    Header,
    Payload,
    Report,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.rating.refusal import MOST_PLACES, places_named, with_places

FILE = "f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01"
TOURNAMENT = "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02"
DAY = dt.date(2026, 9, 12)

PLAYERS = (
    ReportPlayer(4, "Groß", "Bernd", 1970, dsb_id="NU4000004", fide_id=99900004),
    ReportPlayer(7, "Klein", "Anna", 1990, dsb_id="NU4000007"),
    ReportPlayer(9, "Kurz", "Carl", 2001, dsb_id="NU4000007"),
)
REPORT = Report(
    Header(dt.datetime(2026, 9, 14, tzinfo=dt.UTC), "SK", "syncd", FILE),
    TOURNAMENT,
    Payload(
        ReportTournament("Open", "SW", "5400+30", 3, DAY, DAY, "Bonn"),
        PLAYERS,
        (ReportGame(1, 4, 7, "1", "0"), ReportGame(3, 9, None, "+", "-")),
    ),
)
BERND = "Player 4 (Groß, Bernd)"
ANNA = "Player 7 (Klein, Anna)"
CARL = "Player 9 (Kurz, Carl)"
FIRST = "Game round 1, players 4 – 7"
SECOND = "Game round 3, players 9 – –"


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("", []),
        ("No.", []),
        ("P17: /report/players/player[2]/dobYear is empty", [f"{ANNA}, dobYear"]),
        ("/d:DSB/d:players/d:player[2]/d:vkz", [f"{ANNA}, vkz"]),
        ("players/player[2]", [ANNA]),
        ("player[0], player[4], player[99999999]", []),
        ("games/game[2]/date", [f"{SECOND}, date"]),
        ("game[1] and game[2]", [FIRST, SECOND]),
        ("tournamentPlayerNumber 7 is unknown", [ANNA]),
        ("<tournamentPlayerNumberWhite>7", [ANNA]),
        ("tournamentPlayerNumberBlack = '7'", [ANNA]),
        ('playerNumber: 7, "playerNumber":4', [ANNA, BERND]),
        ("Player #7 has no club", [ANNA]),
        ("player no. 7", [ANNA]),
        ("Spieler 7 fehlt das Geburtsjahr", [ANNA]),
        ("Teilnehmernummer 7, Teilnehmer-Nr. 9", [ANNA, CARL]),
        ("Partie 2 ohne Datum", [SECOND]),
        ("game 2", [SECOND]),
        ("player 77", []),
        ("players 7.5", []),
        ("7", []),
        ("status 422 at 4 o'clock", []),
        ("NU4000004 is no member", [BERND]),
        ("fideId 99900004", [BERND]),
        ("NU4000007 is not unique", []),
        (f"fileUUID {FILE.upper()} was used before", ["this file as a whole"]),
        (f"tournamentUUID {TOURNAMENT} belongs to another", ["the tournament Open"]),
        ("00000000-0000-4000-8000-000000000000", []),
        ("player[2], Player 7, playerNumber 7", [ANNA]),
        ("game[1]: player 9 and player 4", [FIRST, CARL, BERND]),
    ],
)
def test_whom_the_portal_means(said: str, named: list[str]) -> None:
    assert [place.en for place in places_named(REPORT, said)] == named


def test_german_people_read_german() -> None:
    (player, game) = places_named(REPORT, "player[2] game[1]")
    assert player.de == "Teilnehmernummer 7 (Klein, Anna)"
    assert game.de == "Partie Runde 1, Teilnehmer 4 – 7"


def test_not_everything_is_listed() -> None:
    said = " ".join(f"player[{1 + n % 3}]/a{n}" for n in range(50))
    assert len(places_named(REPORT, said)) == MOST_PLACES


@pytest.mark.parametrize(
    "said",
    ["player" * 50_000, "player[" * 50_000, "1" * 300_000, "player " + " " * 300_000],
)
def test_endless_words_come_to_an_end(said: str) -> None:
    assert places_named(REPORT, said) == ()


def test_places_stand_behind_the_message() -> None:
    text = Text("No.", "Nein.")
    assert with_places(text, ()) == text
    both = (Text("a", "c"), Text("b", "d"))
    expected = Text("No. This concerns: a; b.", "Nein. Das betrifft: c; d.")
    assert with_places(text, both) == expected
