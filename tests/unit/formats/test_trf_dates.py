from __future__ import annotations

import datetime as dt

import pytest

from syncd.formats.trf.lines.dates import (
    Birth,
    parse_birth,
    parse_date,
    parse_planned_date,
)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2026/09/05", dt.date(2026, 9, 5)),
        ("2026-09-05", dt.date(2026, 9, 5)),
        ("05/09/2026", dt.date(2026, 9, 5)),
        ("05.09.2026", dt.date(2026, 9, 5)),
        ("28. 07. 2005", dt.date(2005, 7, 28)),
        ("26/09/05", dt.date(2026, 9, 5)),
        ("98.09.05", dt.date(1998, 9, 5)),
        ("11.25.02", dt.date(2011, 2, 25)),
        ("May 10, 2020", dt.date(2020, 5, 10)),
        ("September 5 2026", dt.date(2026, 9, 5)),
        ("", None),
        ("  /  /  ", None),
        ("//", None),
        ("0000/00/00", None),
    ],
)
def test_dates_in_all_ways_of_writing(text: str, date: dt.date | None) -> None:
    assert date == parse_date(text)


@pytest.mark.parametrize(
    "text", ["2026/02/30", "31.04.2026", "123/1/1", "soon", "Foo 10, 2020", "26/13/14"]
)
def test_what_is_no_date(text: str) -> None:
    with pytest.raises(ValueError, match=r"date|day|month"):
        parse_date(text)


def test_1970_is_unset_for_tournaments_only() -> None:
    assert parse_planned_date("1970/01/01") is None
    assert parse_planned_date("70/01/01") is None
    assert dt.date(1970, 1, 1) == parse_birth("1970/01/01").date


@pytest.mark.parametrize(
    ("text", "birth"),
    [
        ("1999/12/31", Birth(1999, dt.date(1999, 12, 31))),
        ("1969.01.07", Birth(1969, dt.date(1969, 1, 7))),
        ("1999/  /  ", Birth(1999)),
        ("1999/00/00", Birth(1999)),
        ("1999", Birth(1999)),
        ("0000/  /  ", Birth()),
        ("0000/05/05", Birth()),
        ("", Birth()),
        ("1999/02/30", Birth(1999, is_odd=True)),
        ("1999/00/05", Birth(1999, is_odd=True)),
        ("070651", Birth(1951, dt.date(1951, 6, 7))),
        ("13.05.2004", Birth(2004, dt.date(2004, 5, 13))),
        ("13-5-2004", Birth(2004, dt.date(2004, 5, 13))),
        ("040513", Birth(is_odd=True)),  # 4 May 2013 or 13 May 2004
        ("991231", Birth(1999, dt.date(1999, 12, 31))),
        ("040504", Birth(2004, dt.date(2004, 5, 4))),
        ("010203", Birth(is_odd=True)),  # 1 Feb 2003 or 3 Feb 2001
        ("999999", Birth(is_odd=True)),
        ("soon", Birth(is_odd=True)),
    ],
)
def test_birth_dates(text: str, birth: Birth) -> None:
    assert birth == parse_birth(text)


@pytest.mark.parametrize("text", ["9999/12/31", "1899/12/31", "31.12.2201"])
def test_a_day_of_another_age_is_no_date(text: str) -> None:
    with pytest.raises(ValueError, match="not a day"):
        parse_date(text)
