"""Files of other programs, right and wrong, to tournaments."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from dwzxml_samples import (
    FILE_UUID,
    SATURDAY,
    SUNDAY,
    TEXT,
    TOURNAMENT_UUID,
    line_of,
    swapped,
)

from syncd.errors import FormatError, UnknownFormatError
from syncd.formats.dwzxml.elements import NAMESPACE
from syncd.formats.dwzxml.tolerant import XmlReading, read_xml
from syncd.model.findings import Severity, has_errors
from syncd.model.pairings import Game
from syncd.model.tournament import Kind

CLM = Path(__file__).resolve().parents[2] / "data" / "clm"
SURNAME = "<surname>Fitz</surname>"
SYSTEM = ("<system>syncd 1</system>", "<system>CLM - chessleaguemanager.org</system>")


def codes(reading: XmlReading) -> list[str]:
    return [finding.code for finding in reading.findings]


def games(reading: XmlReading) -> list[tuple[int, int, int, str]]:
    return [
        (game.round, game.white, game.black, game.white_result + game.black_result)
        for game in reading.tournament.pairings.games()
    ]


def test_a_flawless_report() -> None:
    reading = read_xml(TEXT.encode())
    t = reading.tournament
    assert reading.findings == ()
    assert (reading.file_uuid, reading.tournament_uuid) == (FILE_UUID, TOURNAMENT_UUID)
    assert (reading.sender, reading.system) == ("SK Beispielstadt", "syncd 1")
    assert reading.created == dt.datetime(2026, 9, 14, 16, 5, tzinfo=dt.UTC)
    assert (t.name, t.kind, t.is_team) == (
        "Herbstopen Beispielstadt 2026 Gruppe A", Kind.SWISS, False,
    )  # fmt: skip
    assert (t.rounds, t.loops, t.start, t.end) == (3, 1, SATURDAY, SUNDAY)
    assert (t.time_control_code, t.time_control_text) == ("5400+30", "")
    assert t.round_dates == (SATURDAY, SATURDAY, SUNDAY)
    assert games(reading) == [
        (1, 1, 2, "10"), (1, 3, 4, "=="), (2, 4, 1, "+-"), (2, 2, 3, "01"),
        (3, 1, 3, "01"),
    ]  # fmt: skip
    assert t.pairings.rows[2].results == "00U"
    berta = t.entrants[0]
    assert (berta.id, berta.surname, berta.forename) == (1, "Ährenfeld", "Berta")
    assert (berta.dsb_id, berta.vkz, berta.member_number) == ("NU4000001", "Z9901", 12)
    assert (berta.birth_year, berta.birth_date) == (1990, dt.date(1990, 5, 17))
    assert (berta.fide_id, berta.elo, berta.sex) == (99900001, 1912, "w")


@pytest.mark.parametrize(
    ("old", "new", "code", "severity", "part"),
    [
        ("SV Musterdorf", "SV M & D", "xml.escape", "warning", "SV M & D"),
        ("SV Musterdorf", "SV <Muster>", "xml.escape", "warning", "SV <Muster>"),
        ("SV Musterdorf", "S&uuml;d & Co", "xml.escape", "warning", "Süd & Co"),
        ("2026-09-12</date>", "12.09.2026</date>", "xml.value", "info", ""),
        ("<pointWhite>0.5<", "<pointWhite>½<", "xml.value", "info", ""),
        ("<pointWhite>0.5<", "<pointWhite>0,5<", "xml.value", "info", ""),
        ("<pointWhite>1<", "<pointWhite>1.0<", "xml.value", "info", ""),
        ("<startDate>2026-09-12", "<startDate>12.9.2026", "xml.value", "info", ""),
        ("<fideRating>1912", "<fideRating>1912.0", "xml.value", "info", ""),
        ("<club>SV Musterdorf</club>", "<klub/>", "xml.unknown_element", "warning", ""),
        (f'xmlns="{NAMESPACE}"', "", "xml.namespace", "warning", ""),
        ("<forename>Berta</forename>", "", "xml.missing", "warning", ""),
        ("<forename>Berta</forename>", "<forename/>", "xml.missing", "warning", ""),
        ("<dobYear>1971</dobYear>", "", "xml.missing", "warning", ""),
        ("<dobYear>1971", "<dobYear>0000", None, "", ""),
        ("<rounds>3<", "<rounds>2<", "xml.rounds", "warning", ""),
        ("<tournamentType>SW", "<tournamentType>XX", "xml.kind", "warning", ""),
        ("<sex>m</sex>", "<sex>d</sex>", None, "", ""),
    ],
)  # fmt: skip
def test_what_is_repaired(
    old: str, new: str, code: str | None, severity: str, part: str
) -> None:
    reading = read_xml(swapped((old, new)))
    assert set(codes(reading)) == ({code} if code else set())
    assert len(list(reading.tournament.pairings.games())) == 5
    if code:
        assert reading.findings[0].severity.value == severity
        assert reading.findings[0].text.en != reading.findings[0].text.de
    if part:
        assert part in {entrant.club for entrant in reading.tournament.entrants}


def test_an_escaped_mark_is_told_with_its_place() -> None:
    reading = read_xml(swapped(("SV Musterdorf", "SV Muster & Dorf")))
    (finding,) = reading.findings
    line = line_of("SV Musterdorf")
    column = TEXT.splitlines()[line - 1].index("SV Musterdorf") + len("SV Muster ") + 1
    assert (finding.line, finding.column) == (line, column)


def test_german_creation_date() -> None:
    text = TEXT.replace("2026-09-14T18:05:00+02:00", "29.11.2026T21:05:58")
    reading = read_xml(text.encode())
    assert reading.created == dt.datetime(2026, 11, 29, 21, 5, 58, tzinfo=dt.UTC)
    assert codes(reading) == ["xml.value"]


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + TEXT.encode(),
        b"\r\n  " + TEXT.encode(),
        b"\xef\xbb\xbf\n" + TEXT.encode(),
        TEXT.encode("cp1252", "xmlcharrefreplace"),
        TEXT.replace("UTF-8", "ISO-8859-1", 1).encode("latin-1"),
        TEXT.replace("Ährenfeld", "Ähren\x02feld").encode(),
    ],
)
def test_encodings_and_blanks_before_the_declaration(data: bytes) -> None:
    reading = read_xml(data)
    names = [entrant.surname for entrant in reading.tournament.entrants]
    assert names[2] == "Özdemir"
    assert names[0].replace(" ", "") == "Ährenfeld"
    assert not has_errors(reading.findings)


def test_order_of_elements_does_not_matter() -> None:
    reading = read_xml(
        swapped(
            (SURNAME, ""),
            ("<forename>Georg</forename>", f"<forename>Georg</forename>{SURNAME}"),
        )
    )  # fmt: skip
    assert reading.tournament.entrants[3].surname == "Fitz"
    assert codes(reading) == ["xml.order"]


@pytest.mark.parametrize(
    ("points", "system", "letters", "noticed"),
    [
        (("-", "-"), SYSTEM, "**", ["xml.open_games"]),
        (("-", "-"), ("syncd 1", "other"), "--", []),
        (("", ""), SYSTEM, "**", []),
        (("0", "0"), SYSTEM, "00", ["xml.zero_zero"]),
    ],
)
def test_minus_on_both_sides_is_open_where_clm_wrote_it(
    points: tuple[str, str], system: tuple[str, str], letters: str, noticed: list[str]
) -> None:
    white, black = (f"<point{s}>" for s in ("White", "Black"))
    reading = read_xml(
        swapped(
            system, (f"{white}1<", f"{white}{points[0]}<"),
            (f"{black}0<", f"{black}{points[1]}<"),
        )
    )  # fmt: skip
    assert games(reading)[0] == (1, 1, 2, letters)
    assert codes(reading) == noticed
    zeros = ((1, 1, 2),) if letters == "00" else ()
    assert reading.tournament.played_zeros == zeros


def test_a_number_that_nobody_has_is_a_bye() -> None:
    number = "<tournamentPlayerNumberBlack>{}</tournamentPlayerNumberBlack>"
    reading = read_xml(swapped((number.format(2), number.format(5))))
    assert reading.tournament.pairings.rows[1].results[0] == "U"
    assert codes(reading) == ["xml.unknown_player"]


def twice(number: int, name: str = "Carlsohn") -> tuple[str, str]:
    """Return player 2 listed again under another number."""
    person = TEXT[TEXT.index("<player>\n", TEXT.index("Berta")) :]
    person = person[: person.index("</player>") + len("</player>")]
    again = person.replace(
        ">2</tournamentPlayerNumber>", f">{number}</tournamentPlayerNumber>"
    ).replace("Carlsohn", name)
    assert f">{number}<" in again
    return person, person + again


def test_a_person_in_two_rosters_is_one_and_plays_once() -> None:
    game = TEXT[TEXT.index("<game>") : TEXT.index("</game>") + len("</game>")]
    again = game.replace("Black>2<", "Black>7<")
    assert again != game
    reading = read_xml(swapped(twice(7), (game, game + again)))
    assert len(reading.tournament.entrants) == 4
    assert len(games(reading)) == 5
    assert codes(reading) == ["xml.person_twice", "xml.game_twice"]
    assert not has_errors(reading.findings)


@pytest.mark.parametrize(
    ("edit", "code", "count"),
    [
        (twice(7, "Karlson"), "xml.id_twice", 5),
        (twice(2, "Karlson"), "xml.number_twice", 5),
        (("<round>1</round>", "<round>x</round>"), "xml.lost_game", 4),
        (("<round>1</round>", "<round>1234</round>"), "xml.lost_game", 4),
    ],
)
def test_what_cannot_be_told_is_an_error(
    edit: tuple[str, str], code: str, count: int
) -> None:
    reading = read_xml(swapped(edit))
    errors = {f.code for f in reading.findings if f.severity is Severity.ERROR}
    assert code in errors
    assert len(games(reading)) <= count


def test_a_board_at_which_nobody_sat_is_left_out_without_a_question() -> None:
    game = TEXT[TEXT.index("<game>") : TEXT.index("</game>") + len("</game>")]
    empty = (
        "<game><round>1</round><noneWhitePlayer>true</noneWhitePlayer>"
        "<noneBlackPlayer>true</noneBlackPlayer><pointWhite>-</pointWhite>"
        "<pointBlack>-</pointBlack></game>"
    )
    reading = read_xml(swapped((game, game + empty)))
    assert reading.tournament == read_xml(TEXT.encode()).tournament
    (told,) = reading.findings
    assert (told.code, told.severity) == ("xml.empty_game", Severity.INFO)


def test_a_second_game_of_a_round_is_kept_beside() -> None:
    game = TEXT[TEXT.index("<game>") : TEXT.index("</game>") + len("</game>")]
    other = game.replace(">1</pointWhite>", ">0</pointWhite>").replace(
        ">0</pointBlack>", ">1</pointBlack>"
    )
    reading = read_xml(swapped((game, game + other)))
    assert reading.tournament.pairings.extra == (Game(1, 1, 2, "0", "1"),)


def test_the_days_of_the_last_loop_are_found_out() -> None:
    reading = read_xml((CLM / "E05_dsb25.xml").read_bytes())
    t = reading.tournament
    assert (t.rounds, t.loops, t.pairings.rounds) == (5, 2, 10)
    assert t.round_dates[:5] == (None,) * 5
    assert t.round_dates[5] == dt.date(2026, 4, 8)
    assert "xml.loop_days" in codes(reading)


def test_a_game_on_another_day_than_its_round() -> None:
    days = TEXT.replace("2026-09-12</date>", "2026-09-20</date>", 1)
    assert days != TEXT
    more = days.replace("<round>2</round>", "<round>1</round>")
    reading = read_xml(more.encode())
    (moved,) = reading.tournament.game_dates
    assert (moved.round, moved.white, moved.date) == (1, 1, dt.date(2026, 9, 20))


@pytest.mark.parametrize(
    ("name", "players", "count"),
    [
        ("E01", 9, 18), ("E02", 16, 55), ("E03", 23, 76), ("E05", 6, 30),
        ("E06", 7, 21), ("E07", 8, 7), ("E09", 7, 7), ("E10", 20, 39),
        ("E11", 8, 0), ("E13", 120, 531), ("E15", 10, 25), ("T01", 88, 414),
        ("T02", 54, 96), ("T03", 35, 34), ("T05", 42, 80),
    ],
)  # fmt: skip
def test_exports_of_clm(name: str, players: int, count: int) -> None:
    for path in CLM.glob(f"{name}_dsb25*.xml"):
        reading = read_xml(path.read_bytes())
        assert (len(reading.tournament.entrants), len(games(reading))) == (
            players, count,
        )  # fmt: skip
        assert not has_errors(reading.findings)
        assert reading.tournament.is_team == (name[0] == "T")
        assert reading.created is not None


BOMB = b"""<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "ha">]>
<DSB_DWZ_TournamentReport>&a;</DSB_DWZ_TournamentReport>"""


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"012 Open",
        BOMB,
        BOMB.replace(b"&a;", b"&a; & b"),
        b"<!doctype x><DSB_DWZ_TournamentReport> & ",
        b"<DSB_DWZ_TournamentReport>" + b"<game>" * 600,
        TEXT[: len(TEXT) // 2].encode(),
        b"<DSB_DWZ_TournamentReport>&#0;</DSB_DWZ_TournamentReport>",
        TEXT.encode() + b" " * 33_000_000,
    ],
)
def test_hostile_or_broken_files_are_refused(data: bytes) -> None:
    with pytest.raises(FormatError):
        read_xml(data)


def test_other_xml_is_named() -> None:
    with pytest.raises(UnknownFormatError, match="rss"):
        read_xml(b"<rss/>")


def test_too_many_rounds_for_so_many_players() -> None:
    player = "<player><tournamentPlayerNumber>{}</tournamentPlayerNumber></player>"
    people = "".join(player.format(number) for number in range(1, 1200))
    tournament = "<tournament><rounds>999</rounds></tournament>"
    root = "DSB_DWZ_TournamentReport"
    with pytest.raises(FormatError, match="1199 players and 999 rounds"):
        read_xml(f"<{root}>{tournament}{people}</{root}>".encode())


def test_contact_data_stays_outside_the_model_and_is_not_repeated() -> None:
    changed = swapped((SURNAME, "<surname>Fitz secret@example.org</surname>"))
    reading = read_xml(changed)
    assert "Fitz" in [entrant.surname for entrant in reading.tournament.entrants]
    assert "contact_data" in codes(reading)
    assert "secret" not in repr(reading)


@pytest.mark.parametrize("day", ["9999-12-31", "1899-12-31", "2201-01-01"])
def test_a_day_of_another_age_is_none(day: str) -> None:
    reading = read_xml(swapped(("2026-09-12</date>", f"{day}</date>")))
    assert reading.findings
    assert dt.date.fromisoformat(day) not in {
        *reading.tournament.round_dates,
        *(game.date for game in reading.tournament.game_dates),
    }
