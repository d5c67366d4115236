from __future__ import annotations

import pytest

from syncd.formats.dwzxml.timecontrol import (
    Period,
    parse_timecontrol,
    thinking_time_s,
)

READ = [
    ("7200", ((Period(None, 7200, 0),),)),
    ("5400+30", ((Period(None, 5400, 30),),)),
    ("40/7200:3600", ((Period(40, 7200, 0), Period(None, 3600, 0)),)),
    ("40/6000+30:900+30", ((Period(40, 6000, 30), Period(None, 900, 30)),)),
    ("W300-B240", ((Period(None, 300, 0),), (Period(None, 240, 0),))),
    ("W40/300:60-B240+2", (
        (Period(40, 300, 0), Period(None, 60, 0)), (Period(None, 240, 2),))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "periods"), READ)
def test_notation(text: str, periods: tuple[tuple[Period, ...], ...]) -> None:
    assert parse_timecontrol(text) == periods


@pytest.mark.parametrize(
    "text",
    [
        "",
        "90 min",
        "90'+30''",
        "5400 + 30",
        "5400+",
        "/5400",
        "W300",
        "W300-B",
        "W-B",
        "5400:",
        ":5400",
        "B240-W300",
        "٥٤٠٠",
        "5400+30\n",
        "9" * 5000,
    ],
)
def test_prose(text: str) -> None:
    assert parse_timecontrol(text) is None
    assert thinking_time_s(text) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("5400", 5400),
        ("5400+30", 7200),
        ("5400+60", 7200),
        ("W300-B240", 240),
        ("40/7200:3600", 10800),
        ("40/6000+30:900+30", 8700),
        ("40/6000:20/3000:900", 9000),
        ("40/6000:10/3000:900", 9900),
        ("60/3600:9999", 3600),
        ("90/3600+10:9999", 4200),
    ],
)
def test_thinking_time(text: str, seconds: int) -> None:
    assert thinking_time_s(text) == seconds
