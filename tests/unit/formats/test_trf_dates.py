from __future__ import annotations

import datetime as dt

import pytest
from trf_lines import codes, player, read

from syncd.formats.trf.lines.dates import Birth, parse_birth
from syncd.formats.trf.lines.planned_dates import Dated, meanings, orders

PAD = " " * 88


def parse_date(text: str) -> dt.date | None:
    """Return the day of a text that stands alone."""
    found = meanings(text)
    order = orders(Dated(found, None, []))
    return found.day(order.get(found.shape, "")) if found else None


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2026/09/05", dt.date(2026, 9, 5)),
        ("2026-09-05", dt.date(2026, 9, 5)),
        ("05/09/2026", dt.date(2026, 9, 5)),
        ("05.09.2026", dt.date(2026, 9, 5)),
        ("28. 07. 2005", dt.date(2005, 7, 28)),
        ("26/09/05", None),  # or 26 September 2005
        ("01-09-26", None),
        ("13/09/98", dt.date(1998, 9, 13)),
        ("01.09.26", dt.date(2026, 9, 1)),
        ("26.09.01", dt.date(2001, 9, 26)),  # dots: the day in front
        ("09/25/26", dt.date(2026, 9, 25)),
        ("1. September 2026", dt.date(2026, 9, 1)),
        ("1 Sept. 2026", dt.date(2026, 9, 1)),
        ("3. März 2026", dt.date(2026, 3, 3)),
        ("3. Maerz 2026", dt.date(2026, 3, 3)),
        ("31. Dez. 2026", dt.date(2026, 12, 31)),
        ("6. Jänner 2026", dt.date(2026, 1, 6)),
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
    "text",
    [
        "2026/02/30",
        "31.04.2026",
        "123/1/1",
        "soon",
        "Foo 10, 2020",
        "26/13/14",
        "26/02/30",
        "31. Juni 2026",
    ],
)
def test_what_is_no_date(text: str) -> None:
    with pytest.raises(ValueError, match=r"date|day|month"):
        parse_date(text)


def test_1970_is_unset_for_tournaments_only() -> None:
    reading = read("042 1970/01/01", "052 1970-01-01", player(1))
    assert (None, None) == (reading.tournament.start, reading.tournament.end)
    assert [] == codes(reading)
    assert dt.date(1970, 1, 1) == parse_birth("1970/01/01").date


@pytest.mark.parametrize(
    ("lines", "start", "end", "rounds"),
    [
        # days in front, in all records
        (["042 01.09.26", "052 02.09.26", f"132{PAD}01.09.26"], "2026-09-01",
         "2026-09-02", ["2026-09-01"]),
        # 042 and 052 tell each other
        (["042 01/09/26", "052 13/09/26"], "2026-09-01", "2026-09-13", []),
        (["042 26/09/01", "052 26/09/13"], "2026-09-01", "2026-09-13", []),
        (["042 26.09.01", "052 26.09.13"], "2026-09-01", "2026-09-13", []),
        (["042 20-09-26", "052 18-04-27"], "2026-09-20", "2027-04-18", []),
        # 052 has a whole year
        (["042 01/09/26", "052 2026/09/13"], "2026-09-01", "2026-09-13", []),
        (["042 26-09-01", "052 13.09.2026"], "2026-09-01", "2026-09-13", []),
        # the rounds tell: they follow each other, and FIDE's form of 132 is known
        (["042 26/09/01", f"132{PAD}26/09/01"], "2026-09-01", None, ["2026-09-01"]),
        ([f"132{PAD}05/09/26  12/09/26"], None, None, ["2005-09-26", "2012-09-26"]),
        ([f"132{PAD}26/09/05  26/09/12"], None, None, ["2026-09-05", "2026-09-12"]),
        (["042 01.09.26", f"132{PAD}26/09/01"], "2026-09-01", None, ["2026-09-01"]),
    ],
)  # fmt: skip
def test_all_dates_of_a_file_are_written_in_one_order(
    lines: list[str], start: str | None, end: str | None, rounds: list[str]
) -> None:
    tournament = read(*lines, f"142 {max(1, len(rounds))}", player(1)).tournament
    assert (start, end) == tuple(
        each and str(each) for each in (tournament.start, tournament.end)
    )
    assert rounds == [str(day) for day in tournament.round_dates]


def test_a_date_in_fides_form_but_in_another_order_is_told() -> None:
    reading = read(
        "042 2026/09/01", "052 2026/09/30", "142 2", f"132{PAD}05/09/26  12/09/26",
        player(1),
    )  # fmt: skip
    (finding,) = reading.findings
    assert ("trf.date_form", "info", 5, 92) == (
        finding.code,
        finding.severity,
        finding.line,
        finding.column,
    )
    assert "'05/09/26' was read as 2026-09-05" in finding.text.en
    assert "26/09/05" in finding.text.de


@pytest.mark.parametrize("text", ["26/09/01", "01/09/26", "01-09-26"])
def test_a_date_that_may_be_two_days_is_left_open(text: str) -> None:
    reading = read(f"042 {text}", player(1))
    assert reading.tournament.start is None
    (finding,) = reading.findings
    assert ("trf.date_open", "warning", 2, 5, text) == (
        finding.code,
        finding.severity,
        finding.line,
        finding.column,
        finding.value,
    )
    assert "2001/09/26 or 2026/09/01" in finding.text.en
    assert "2001/09/26 oder 2026/09/01" in finding.text.de


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
    with pytest.raises(ValueError, match="not a date"):
        parse_date(text)
