"""What the words of people and programs mean as a time control."""

from __future__ import annotations

import pytest

from syncd.formats.timecontrol import reading
from syncd.formats.timecontrol.clm_table import CODES, MISWRITTEN
from syncd.formats.timecontrol.notation import read_notation
from syncd.formats.timecontrol.text import read_code, read_text
from syncd.formats.timecontrol.words import LONGEST
from syncd.model.timecontrol import decode_time_control, encode_time_control


def code_of(found: reading.Reading) -> str:
    return encode_time_control(found.control) if found.control else ""


CLM_NAMES = [
    (1, "1 min für die Partie"),
    (2, "nur 2 sec pro Zug"),
    (3, "3 min plus 2 sec pro Zug"),
    (4, "5 min für die Partie"),
    (5, "5 min plus 2 sec pro Zug"),
    (7, "150 sec plus 10 sec pro Zug"),
    (8, "10 min plus 5 sec pro Zug"),
    (
        13,
        "25 min / 36 Züge + 5 min / Rest der Partie plus 10 sec / Zug ab dem 37. Zug  ",
    ),
    (16, "60 min für die Partie plus 30 sec / Zug ab dem 1. Zug"),
    (17, "90 min für die gesamte Partie"),
    (18, "90 min für die Partie plus 30 sec / Zug ab dem 1. Zug"),
    (20, "90 min / 40 Züge + 15 min / Rest der Partie plus 30 sec ab dem 1. Zug"),
    (21, "105 min plus 30 sec / Zug ab dem 1. Zug "),
    (
        22,
        "120 min / 40 Züge + 15 min / Rest der Partie plus 30 sec / Zug ab dem 41. Zug",
    ),
    (23, "90 min / 40 Züge + 30 min / Rest der Partie plus 30 sec ab dem 1. Zug"),
    (25, "120 min / 40 Züge + 30 min / Rest der Partie"),
    (
        26,
        (
            "100 min / 40 Züge + 50 min / 20 Züge + 15 min / Rest der Partie plus 30 "
            "sec / Zug ab dem 1. Zug"
        ),
    ),
    (28, "120 min / 40 Züge + 60 min / Rest der Partie "),
    (29, "120 min / 40 Züge + 60 min / 20 Züge + 30 min / Rest der Partie "),
    (30, "120 min / 40 Züge + 60 min / 20 Züge + 60 min / Rest der Partie "),
    (33, "90 min / 36 Züge + 30 min / Rest der Partie "),
]
"""Row of CLM's table and its name, as it stands in record 122."""


@pytest.mark.parametrize(("row", "name"), CLM_NAMES)
def test_the_names_of_clm_mean_what_its_table_says(row: int, name: str) -> None:
    found = read_text(name)
    assert (code_of(found), found.doubt, found.assumed) == (CODES[row], None, None)


def test_clms_table_is_whole_and_in_notation() -> None:
    assert list(CODES) == list(range(1, 34))
    assert all(map(decode_time_control, [*CODES.values(), *MISWRITTEN.values()]))
    assert all(CODES[row] != code for row, code in MISWRITTEN.items())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("90 min + 30 s/Zug", "5400+30"),
        ("90 Min/40 Züge + 30 Min + 30 Sek ab Zug 1", "40/5400+30:1800+30"),
        ("90 Minuten pro Spieler und Partie", "5400"),
        ("90 Minuten plus 30 Sekunden pro Zug von Beginn an", "5400+30"),
        ("90 Minuten Grundbedenkzeit + 30 Sekunden je ausgeführtem Zug", "5400+30"),
        ("90 Minuten ohne Inkrement", "5400"),
        ("90 min + 30 pro Zug", "5400+30"),
        ("10 min + 1 min pro Zug", "600+60"),
        ("2h/40, 1h Rest", "40/7200:3600"),
        ("2 Std. / 40 Züge, 1 Std. Rest", "40/7200:3600"),
        ("1,5 Stunden", "5400"),
        ("1½ h", "5400"),
        ("1h30 + 30s", "5400+30"),
        ("1h 45min", "6300"),
        ("Z?ge: 90 min / 40 Z?ge + 30 min / Rest", "40/5400:1800"),
        ("90 min / 40 Z&uuml;ge + 15 min / Rest", "40/5400:900"),
        (
            (
                "Bedenkzeit: 90 Min. für 40 Züge, dann 30 Min. bis Partieende, "
                "30 Sek. pro Zug ab Zug 1"
            ),
            "40/5400+30:1800+30",
        ),
        (
            (
                "90 Min. für die ersten 40 Züge, dann 15 Min. für den Rest der Partie "
                "mit 30 Sek. Inkrement ab dem ersten Zug"
            ),
            "40/5400+30:900+30",
        ),
        (
            "2 Stunden für 40 Züge, 1 Stunde für 20 Züge, danach 30 min Rest",
            "40/7200:20/3600:1800",
        ),
        (
            "90 min, nach dem 40. Zug 30 min, 30 sec pro Zug ab Zug 1",
            "40/5400+30:1800+30",
        ),
        (
            (
                "40 moves in 100 minutes, then 20 moves in 50 minutes, then 15 minutes "
                "for the rest with 30 seconds increment from move 1"
            ),
            "40/6000+30:20/3000+30:900+30",
        ),
        (
            (
                "90 min/40 moves + 30 min/end + 30 sec increment per move starting "
                "from move 1"
            ),
            "40/5400+30:1800+30",
        ),
        ("90 min + 30 min after move 40 + 30 s from move 1", "40/5400+30:1800+30"),
        ("30 min + 30 min after move 40", "40/1800:1800"),
        ("90 min + 30 s, pro Zug", "5400+30"),
        ("90 min + 30 s bis Partieende", "5400+30"),
        ("90 min/40 Züge, Rest 30 min", "40/5400:1800"),
        ("300", "300"),
        ("600+5", "600+5"),
        ("40/7200:3600", "40/7200:3600"),
        ("All moves in 90 minutes, plus 10 seconds per move", "5400+10"),
        ("120 minutes per player per game", "7200"),
        ("Standard: 90min+30sec/move", "5400+30"),
        ("90m+30s", "5400+30"),
        ("90'+30\"", "5400+30"),
        ("90'+30''", "5400+30"),
        ("90´ + 30´´", "5400+30"),
        ("G/90+30", "5400+30"),
        ("G/90;+30", "5400+30"),
        ("40/90, SD/30;+30", "40/5400+30:1800+30"),
        ("40/100+30 SD/50+30", "40/6000+30:3000+30"),
        ("5400+30", "5400+30"),
        ("40/5400+30:1800+30", "40/5400+30:1800+30"),
    ],
)
def test_understood(text: str, code: str) -> None:
    found = read_text(text)
    assert (code_of(found), found.doubt, found.assumed) == (code, None, None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("100'x40+15'+30\"", "40/6000+30:900+30"),
        (
            (
                "40 Züge in 90 Minuten, danach 30 Minuten für den Rest der Partie, 30 "
                "Sekunden Zuschlag pro Zug"
            ),
            "40/5400+30:1800+30",
        ),
    ],
)
def test_understood_with_an_assumption(text: str, code: str) -> None:
    found = read_text(text)
    assert (code_of(found), found.doubt) == (code, None)
    assert found.assumed == reading.FROM_MOVE_ONE


@pytest.mark.parametrize(
    ("text", "proposed", "doubt"),
    [
        ("5+3", "300+3", reading.UNIT),
        ("15+5", "900+5", reading.UNIT),
        ("Fischer 90+30", "5400+30", reading.UNIT),
        ("120", "7200", reading.UNIT),
        ("180", "10800", reading.UNIT),
        ("40/120, 60", "40/7200:3600", reading.UNIT),
        ("90/40+30", "40/5400:1800", reading.UNIT),
        ("90/40+30+30", "40/5400+30:1800+30", reading.UNIT),
        ("40/90", "5400", reading.NO_REST),
        ("0/90", "5400", reading.NO_REST),
        ("300/40", "2400", reading.NO_REST),
        ("1:30 + 10 from move 1", "5400+10", reading.UNIT),
        ("90 min + 30", "5400+30", reading.UNIT),
        ("2h 40, 1h Rest", "40/7200:3600", reading.NO_MOVES),
        ("2x 90 min", "5400", reading.TWICE),
        ("G/90;d5", "5400", reading.DELAY),
        ("90 min, 5 sec delay", "5400+5", reading.DELAY),
        ("40 Züge in 90 min", "5400", reading.NO_REST),
        (
            "100'x40mm + 50'x20mm + 30\" from move 1 ",
            "40/6000+30:3000+30",
            reading.NO_REST,
        ),
        ("90 min + 30 min", "", reading.NO_MOVES),
        ("40 Züge, 90 min", "5400", reading.NO_MOVES),
        ("90 min / 40 Züge / 20 Züge / 10 Züge", "5400", reading.NO_MOVES),
        ("90 min nach dem 40. Zug", "5400", reading.NO_MOVES),
        ("30 min Rest, 90 min / 40 Züge", "40/5400:1800", reading.ORDER),
        ("90 min ab Zug 1", "5400", reading.WHICH_INCREMENT),
        ("90 min, pro Zug", "5400", reading.WHICH_INCREMENT),
        ("90 min/40 Züge pro Zug", "", reading.NOTHING),
        (
            "90 min/40 Züge + 30 s + 30 min Rest",
            "40/5400+30:1800+30",
            reading.WHICH_INCREMENT,
        ),
        (
            "90 min/40 Züge + 30 min Rest + 30 s ab Zug 20",
            "40/5400:1800+30",
            reading.WHICH_INCREMENT,
        ),
        ("40 Züge 20 Züge 90 min", "5400", reading.NO_MOVES),
        ("90 min + Rest", "5400", reading.NO_REST),
        ("90 min + 30 s, ohne Inkrement", "5400+30", reading.WHICH_INCREMENT),
        ("90 min oder 60 s", "5400+60", reading.unknown_words("oder")),
        ("9 h", "", reading.TOO_LONG),
    ],
)
def test_asked(text: str, proposed: str, doubt: object) -> None:
    found = read_text(text)
    assert (code_of(found), found.doubt) == (proposed, doubt)
    assert not found.is_certain


@pytest.mark.parametrize(
    "text",
    [
        "", "-", "?", "nach Absprache", "moves/time, increment", "Fischer kurz",
        "Lightning:  min/ mv,  min/ mv,  min", "Weiß 5 min, Schwarz 4 min", "30 s",
        "75 min + 15 s/Zug (U12: 45 min)", "9" * LONGEST, "90 min " * LONGEST,
    ],
)  # fmt: skip
def test_refused(text: str) -> None:
    found = read_text(text)
    assert found.control is None
    assert found.doubt


@pytest.mark.parametrize(
    ("text", "proposed", "doubt"),
    [
        ("5400+30", "5400+30", None),
        ("40/7200:1800", "40/7200:1800", None),
        ("180+2", "180+2", None),
        ("0+2", "0+2", None),
        ("W5400-B3600", "W5400-B3600", None),
        ("90+30", "5400+30", reading.UNIT),
        ("60", "3600", reading.UNIT),
        ("40/90+30:30+30", "40/5400+30:1800+30", reading.UNIT),
        ("W90-B60", "W5400-B3600", reading.UNIT),
        ("40/6000", "6000", reading.NO_REST),
        ("40/6300+30", "6300+30", reading.NO_REST),
        ("40/6000:20/3000", "40/6000:3000", reading.NO_REST),
        ("900+30:40/5400+30", "40/5400+30:900+30", reading.ORDER),
        ("5400:1800", "", reading.NO_MOVES),
        ("W5400:1800-B5400", "", reading.NO_MOVES),
        ("90000", "", reading.TOO_LONG),
        ("5400+1800", "", reading.TOO_LONG),
    ],
)
def test_codes_that_cannot_be_meant(text: str, proposed: str, doubt: object) -> None:
    found = read_notation(text)
    assert (code_of(found), found.doubt) == (proposed, doubt)


@pytest.mark.parametrize(
    ("text", "proposed", "is_certain"),
    [
        ("180", "180", True),
        ("15+5", "900+5", False),
        ("90/40+30", "40/5400:1800", False),
        ("40/6000", "6000", False),
        ("90 min + 30 s", "5400+30", True),
        ("15 + 5", "900+5", False),
        ("siehe Ausschreibung", "", False),
    ],
)
def test_record_222_may_hold_anything(
    text: str, proposed: str, *, is_certain: bool
) -> None:
    found = read_code(text)
    assert (code_of(found), found.is_certain) == (proposed, is_certain)
