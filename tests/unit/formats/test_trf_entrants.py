from __future__ import annotations

import datetime as dt

import pytest
from trf_lines import codes, player, read

from syncd.model.tournament import Entrant


def only(line: str) -> Entrant:
    (entrant,) = read(line).tournament.entrants
    return entrant


def test_all_fields_of_a_player() -> None:
    line = (
        "001    3 wWIM Gross, Kaethe Maria               1987 GER   140600012 "
        "1999/12/31  1.5    6"
    )
    assert only(line) == Entrant(
        id=3,
        surname="Gross",
        forename="Kaethe Maria",
        sex="w",
        title="WIM",
        rating=1987,
        federation="GER",
        fide_id=140600012,
        birth_year=1999,
        birth_date=dt.date(1999, 12, 31),
        points_x10=15,
        rank=6,
    )


def test_a_line_with_nothing_but_a_number() -> None:
    assert Entrant(8, "") == only("001    8")


@pytest.mark.parametrize(
    ("name", "surname", "forename"),
    [
        ("Weiss", "Weiss", ""),
        ("Müller , Jörg", "Müller", "Jörg"),
        ("Dr. Groß,Eva,MdB", "Dr. Groß", "Eva,MdB"),
        ("?ukaszewski,B?a?ej", "?ukaszewski", "B?a?ej"),
    ],
)
def test_names_are_split_at_the_first_comma(
    name: str, surname: str, forename: str
) -> None:
    entrant = only(player(1, name=name))
    assert (surname, forename) == (entrant.surname, entrant.forename)


@pytest.mark.parametrize(
    ("written", "title"),
    [(" GM", "GM"), ("GM ", "GM"), ("  g", "GM"), (" wf", "WFM"), ("wcm", "WCM"),
     (" 1N", ""), ("   ", "")],
)  # fmt: skip
def test_titles(written: str, title: str) -> None:
    line = player(1)
    assert title == only(f"{line[:10]}{written}{line[13:]}").title


@pytest.mark.parametrize(
    ("written", "sex"), [("m", "m"), ("M", "m"), ("w", "w"), ("f", "w"), ("u", "")]
)
def test_sexes(written: str, sex: str) -> None:
    line = player(1)
    assert sex == only(f"{line[:9]}{written}{line[10:]}").sex


@pytest.mark.parametrize("rating", ["", "0", "0000"])
def test_no_rating(rating: str) -> None:
    assert only(player(1, rating=rating)).rating is None


@pytest.mark.parametrize(
    ("birth", "year"), [("1999/  /  ", 1999), ("0000/  /  ", None), ("", None)]
)
def test_a_year_of_birth(birth: str, year: int | None) -> None:
    entrant = only(player(1, birth=birth))
    assert (year, None) == (entrant.birth_year, entrant.birth_date)


def test_unreadable_fields_are_warnings_with_their_place() -> None:
    reading = read(player(1, birth="1999/02/30", points="1.55"))
    assert [
        ("trf.birth_date", 70, "1999/02/30"),
        ("trf.points_field", 81, "1.55"),
    ] == [(one.code, one.column, one.value) for one in reading.findings]
    assert 1999 == reading.tournament.entrants[0].birth_year
    assert ["warning"] * 2 == [str(one.severity) for one in reading.findings]
    assert [] == codes(read(player(1, birth="1999/00/00", points="")))


@pytest.mark.parametrize(
    ("at", "text", "code", "column", "part"),
    [
        (9, "f", "trf.sex_form", 10, "f as w"),
        (9, "M", "trf.sex_form", 10, "m or w"),
        (9, "u", "trf.sex_form", 10, "anything else as unknown"),
        (10, "GM ", "trf.title_form", 11, "on the right"),
        (10, "  g", "trf.title_form", 11, "(g, gm, GM)"),
        (10, " 1N", "trf.title_form", 11, "national classes"),
        (48, "0000", "trf.rating_form", 49, "as no rating"),
        (53, "C.C", "trf.federation_form", 54, "three capital letters"),
        (69, "31.12.1999", "trf.birth_form", 70, "1999/12/31"),
        (69, "1999.12.31", "trf.birth_form", 70, "1999/12/31"),
        (69, "070651    ", "trf.birth_form", 70, "be 1951/06/07"),
        (80, " 2,5", "trf.points_form", 81, "comma"),
        (80, " 2,5", "trf.points_form", 81, "be 2.5 ("),
        (80, "   2", "trf.points_form", 81, "whole points"),
        (80, "   2", "trf.points_form", 81, "be 2.0 ("),
        (80, "   2", "trf.points_form", 81, "Line 3 has"),
    ],
)
def test_a_habit_of_a_program_is_one_note_for_the_file(
    at: int, text: str, code: str, column: int, part: str
) -> None:
    line = player(1)
    odd = f"{line[:at]}{text}{line[at + len(text) :]}"
    finding = next(
        one
        for one in read(line, odd.replace("   1", "   2", 1)).findings
        if one.code == code
    )
    assert ("info", 3, column, text.strip()) == (
        finding.severity,
        finding.line,
        finding.column,
        finding.value,
    )
    assert part in finding.text.en
    assert f"„{text.strip()}“ in den Spalten {column}" in finding.text.de


@pytest.mark.parametrize(
    ("at", "text", "code", "column"),
    [
        (48, "19x7", "trf.rating_field", 49),
        (48, "1 87", "trf.rating_field", 49),
        (57, "   12a45678", "trf.fide_id_field", 58),
        (85, " 1st", "trf.rank_field", 86),
    ],
)
def test_what_is_no_number_is_a_warning_and_left_out(
    at: int, text: str, code: str, column: int
) -> None:
    line = player(1)
    (finding,) = read(f"{line[:at]}{text}{line[at + len(text) :]}").findings
    assert (code, "warning", 2, column, text.strip()) == (
        finding.code,
        finding.severity,
        finding.line,
        finding.column,
        finding.value,
    )


def test_habits_in_a_line_that_has_moved_are_found_where_they_stand() -> None:
    line = player(1)
    moved = f"{line[:9]}f{line[10:14]}{'Muñoz,Ana':31}{line[47:80]} 2,5{line[84:]}"
    noted = {one.code: one.column for one in read(moved).findings}
    assert 10 == noted["trf.sex_form"]
    assert 79 == noted["trf.points_form"]
