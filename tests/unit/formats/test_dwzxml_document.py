from __future__ import annotations

import datetime as dt

import pytest
from lxml import etree

from syncd.formats.dwzxml.document import describe, read_document, section_of

PLAYER = (
    '<player xmlns="http://www.schachbund.de/XMLSchema">\n'
    "<surname> Fitz\n</surname><surname>Foe</surname><forename/>\n"
    "<dobYear> 1958 </dobYear><dobDate>1958-02-30</dobDate><vkz>2026-09-12</vkz>\n"
    '<club xmlns="urn:other">SK</club>\n'
    "</player>"
)


def test_values_of_a_section() -> None:
    section = section_of(etree.fromstring(PLAYER), "players/player[2]", 2)
    assert section.text("surname") == "Fitz"
    assert section.values["surname"] == " Fitz\n"
    assert [section.has(name) for name in ("forename", "club")] == [True, False]
    assert [section.text(name) for name in ("forename", "club")] == ["", ""]
    assert [section.number(name) for name in ("dobYear", "surname")] == [1958, None]
    assert section.place("surname") == "players/player[2]/surname"
    assert [section.place_line(name) for name in ("dobYear", "club")] == [4, 1]


@pytest.mark.parametrize(
    ("field", "day"),
    [("vkz", dt.date(2026, 9, 12)), ("dobDate", None), ("dobYear", None)],
)
def test_days_that_do_not_exist(field: str, day: dt.date | None) -> None:
    section = section_of(etree.fromstring(PLAYER), "", 1)
    assert section.date(field) == day


def test_refused_values_are_not_believed() -> None:
    refused = frozenset({"players/player[2]/dobYear"})
    section = section_of(etree.fromstring(PLAYER), "players/player[2]", 2, refused)
    assert section.number("dobYear") is None
    assert section.text("dobYear") == "1958"


def test_a_document_without_anything() -> None:
    document = read_document(etree.fromstring("<a version='1'/>"))
    assert document.header is None
    assert document.tournament.values == {}
    assert (document.players, document.games, document.version) == ((), (), "1")


def test_words_for_places() -> None:
    player = section_of(etree.fromstring(PLAYER), "players/player[2]", 2)
    assert describe(player) == ("Player ? (Fitz, )", "Teilnehmernummer ? (Fitz, )")
    game = section_of(etree.fromstring("<game/>"), "games/game[7]", 7)
    assert describe(game, "round") == (
        "Game 7 (round ?, ?–?), round",
        "Partie 7 (Runde ?, ?–?), round",
    )
    other = section_of(etree.fromstring("<team/>"), "team", 1)
    assert describe(other) == ("team", "team")
