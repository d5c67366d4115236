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
