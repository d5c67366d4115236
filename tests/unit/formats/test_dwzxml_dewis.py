"""The older DeWIS form, built by its description: no file of it is at hand."""

from __future__ import annotations

import datetime as dt

import pytest

from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.registry import detect
from syncd.model.tournament import Kind

PLAYER = """<player>
<noPlayer>{0}</noPlayer>
<id>1000{0}</id>
<surname>{1}</surname>
<forename>{2}</forename>
<dob>{3}</dob>
<vkz>G0222</vkz>
<club>Naumburger SV</club>
<noMember>12{0}</noMember>
<idFide>460{0}</idFide>
<rating>200{0}</rating>
</player>
"""
PEOPLE = "".join(
    PLAYER.format(number, *person)
    for number, person in enumerate(
        [
            ("Kaiser", "Tom", "1975"),
            ("Müller", "Lea", "1988-02-03"),
            ("Berger", "Ole", "2001-05-01"),
        ],
        start=1,
    )
)
NOTES = "Erstellt mit CLM - ChessLeagueManager.org"


def dewis(*games: tuple[int, object, object, str], notes: str = NOTES) -> str:
    """Return a file with these games: round, White, Black, result."""
    listed = "".join(
        f"<game>\n<round>{turn}</round>\n<noWhite>{white}</noWhite>\n"
        f"<noBlack>{black}</noBlack>\n<result>{result}</result>\n</game>\n"
        for turn, white, black, result in games
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<dewis xmlns:dwz="https://dwz.svw.info/services/files/xml/tournamentImport.xsd">
<tournamentSection>
<tournament>
<label>Kln-Mlheim Open</label>
<type>SW</type>
<rounds>3</rounds>
<endDate>2026-09-13</endDate>
<notes>{notes}</notes>
</tournament>
<appointments>
<round>1</round><matchday>2026-09-11</matchday><matchtime>18:00</matchtime>
</appointments>
<appointments><round>2</round><matchday>2026-09-12</matchday></appointments>
</tournamentSection>
<playerSection>
<players>
{PEOPLE}</players>
</playerSection>
<games>
{listed}</games>
</dewis>
"""


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_file_in_the_older_form(encoding: str) -> None:
    data = dewis((1, 1, 2, "1:0"), (2, 3, 1, "½:½"), (1, 3, "", "+:-")).encode(encoding)
    assert detect(data) == "dewis"
    t = read_xml(data).tournament
    assert (t.name, t.kind, t.rounds) == ("Kln-Mlheim Open", Kind.SWISS, 3)
    assert (t.start, t.end) == (dt.date(2026, 9, 11), dt.date(2026, 9, 13))
    assert t.round_dates[:2] == (dt.date(2026, 9, 11), dt.date(2026, 9, 12))
    kaiser, mueller, berger = t.entrants
    assert (kaiser.dsb_id, kaiser.birth_year, kaiser.birth_date) == (
        "10001",
        1975,
        None,
    )
    assert (mueller.surname, mueller.birth_date) == ("Müller", dt.date(1988, 2, 3))
    assert (berger.birth_year, berger.member_number, berger.elo) == (2001, 123, 2003)
    assert (berger.fide_id, berger.vkz) == (4603, "G0222")
    assert t.pairings.rows[1].results == "1= "
    assert t.pairings.rows[1].opponents == (2, 3, 0)
    assert t.pairings.rows[3].results == "U= "


@pytest.mark.parametrize(
    ("result", "letters", "noticed"),
    [
        ("1:0", "10", []),
        ("0:1", "01", []),
        ("0:0", "00", ["xml.zero_zero"]),
        ("½:½", "==", []),
        (":", "==", []),
        ("½:0", "0=", ["xml.half_point"]),
        (":0", "0=", ["xml.half_point"]),
        ("0:", "=0", ["xml.half_point"]),
        ("+:-", "+-", []),
        ("-:+", "-+", []),
        ("-:-", "**", ["xml.open_games"]),
        ("", "**", []),
        ("?:?", "**", ["xml.unreadable_value"] * 2),
    ],
)
def test_results_of_clm(result: str, letters: str, noticed: list[str]) -> None:
    reading = read_xml(dewis((1, 1, 2, result)).encode())
    (game,) = reading.tournament.pairings.games()
    assert game.white_result + game.black_result == letters
    assert [finding.code for finding in reading.findings] == noticed


def test_half_points_of_other_programs_are_taken_as_written() -> None:
    reading = read_xml(dewis((1, 1, 2, "½:0"), notes="Swiss-Chess").encode())
    (game,) = reading.tournament.pairings.games()
    assert (game.white_result, game.black_result) == ("=", "0")
    assert [finding.code for finding in reading.findings] == ["xml.half_point"]


def test_team_events_are_recognised() -> None:
    teams = "<teamSection><teams><team><noTeam>1</noTeam></team></teams></teamSection>"
    text = dewis((1, 1, 2, "1:0")).replace("</dewis>", f"{teams}</dewis>")
    assert read_xml(text.encode()).tournament.is_team
