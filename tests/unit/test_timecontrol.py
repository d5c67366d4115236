from __future__ import annotations

import pytest

from syncd.model.timecontrol import (
    Period,
    TimeControl,
    decode_time_control,
    encode_time_control,
    is_rated,
)


def same(*periods: Period) -> TimeControl:
    return TimeControl(periods, periods)


NOTATIONS = [
    (same(Period(7200)), "7200"),
    (same(Period(5400, 30)), "5400+30"),
    (same(Period(0, 2)), "0+2"),
    (same(Period(7200, moves=40), Period(1800)), "40/7200:1800"),
    (same(Period(6000, 30, 40), Period(900, 30)), "40/6000+30:900+30"),
    (
        same(Period(7200, moves=40), Period(3600, moves=20), Period(1800)),
        "40/7200:20/3600:1800",
    ),
    (TimeControl((Period(300),), (Period(240),)), "W300-B240"),
    (
        TimeControl((Period(5400, moves=40), Period(900)), (Period(3600, 10),)),
        "W40/5400:900-B3600+10",
    ),
]


@pytest.mark.parametrize(("control", "text"), NOTATIONS)
def test_decode(control: TimeControl, text: str) -> None:
    assert decode_time_control(text) == control


@pytest.mark.parametrize(("control", "text"), NOTATIONS)
def test_encode(control: TimeControl, text: str) -> None:
    assert encode_time_control(control) == text


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        (" 5400+30 ", "5400+30"),
        ("05400+030", "5400+30"),
        ("5400+0", "5400"),
        ("W300-B300", "300"),
    ],
)
def test_other_spellings(written: str, canonical: str) -> None:
    control = decode_time_control(written)
    assert control is not None
    assert encode_time_control(control) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "", "90 min + 30 s", "90+30'", "5400 +30", "40/", "5400+", ":900", "5400:",
        "W300", "W300-B", "B300-W240", "300-240", "-5400", "٥٤٠٠", "40/5400/30",
        "W-B", "/5400", "9" * 5000,
    ],
)  # fmt: skip
def test_prose_is_no_notation(text: str) -> None:
    assert decode_time_control(text) is None


@pytest.mark.parametrize(
    ("text", "age_class", "rated", "minutes"),
    [
        ("5400", "", True, 90),
        ("5399", "", False, 89),
        ("5400+30", "", True, 120),
        ("3600+30", "", True, 90),
        ("3600+29", "", False, 89),
        ("3000+60", "", False, 80),
        ("1800+90", "", False, 60),
        ("40/5400+30:900+30", "", True, 135),
        ("40/6000+30:20/3000+30:900+30", "", True, 180),
        ("36/5400:1800", "", True, 120),
        ("40/3600:1800", "", True, 90),
        ("60/3600:1800", "", False, 60),
        ("80/3600:1800", "", False, 60),
        ("40/5400", "", True, 90),
        ("30/1800:30/1800:1800", "", False, 60),
        ("3600:1800", "", False, 60),
        ("600+5", "", False, 15),
        ("300+2", "", False, 7),
        ("W5400-B3600", "", False, 60),
        ("W5400-B5400+30", "", True, 90),
        ("3600", "U12", True, 60),
        ("3599", "U12", False, 59),
        ("1800+30", "u 10 weiblich", True, 60),
        ("3600", "U14", False, 60),
        ("3600", "U120", False, 60),
        ("3600", "AK U12", True, 60),
        ("3600", "U8/U10/U12", True, 60),
        ("3600", "U12/U14", False, 60),
        ("3600", "U10-14", False, 60),
        ("3600", "U2000", False, 60),
        ("3600", "Gau 12", False, 60),
        ("40/1800+30:1200+40", "U12", True, 80),
        ("40/1800:20/900:3600", "U12", False, 45),
        ("W3600-B3000+30", "U12", True, 60),
        ("W3600-B1700+30", "U12", False, 58),
        ("3600", "Senioren", False, 60),
    ],
)
def test_ninety_minutes_for_sixty_moves(
    text: str, age_class: str, minutes: int, *, rated: bool
) -> None:
    control = decode_time_control(text)
    assert control is not None
    verdict = is_rated(control, age_class)
    assert (rated, minutes) == (verdict.rated, verdict.seconds // 60)
