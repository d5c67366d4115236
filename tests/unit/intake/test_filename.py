from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from syncd.intake.filename import (
    NameStamp,
    decode_name,
    display_name,
    order_stamp_utc,
)

BERLIN = ZoneInfo("Europe/Berlin")
STAMP = dt.datetime(2026, 2, 1, 10, 11, 12)

NAMES = [
    ("Liga_A__01-02-2026__10-11-12.trf", "Liga_A"),
    ("Liga_A__01-02-2026__10-11-12.xml", "Liga_A"),
    ("Liga_A__01-02-2026__10-11-12.TXT", "Liga_A"),
    ("Liga_A__1-2-2026__10-11-12.trf", "Liga_A"),
    ("A__B__01-02-2026__10-11-12.trf", "A__B"),
    ("A___01-02-2026__10-11-12.trf", "A_"),
    ("A__03-03-2025__09-09-09__01-02-2026__10-11-12.trf", "A__03-03-2025__09-09-09"),
    ("__01-02-2026__10-11-12.trf", ""),
    ("A__01-02-2026__10-11-12 (1).trf", "A"),
    ("A__01-02-2026__10-11-12(12).trf", "A"),
    ("A__01-02-2026__10-11-12 - Kopie.trf", "A"),
    ("A__01-02-2026__10-11-12 - Kopie (2).trf", "A"),
    ("A__01-02-2026__10-11-12 copy 3.trf", "A"),
    ("A__01-02-2026__10-11-12.trf (1)", "A"),
    ("A__01-02-2026__10-11-12.trf.txt", "A"),
    ("A__01-02-2026__10-11-12.trf.1", "A"),
    ("A%20B__01-02-2026__10-11-12%20%281%29.trf", "A B"),
    ("M%C3%BCnchen__01-02-2026__10-11-12.trf", "München"),
    ("zwei\nzeilen__01-02-2026__10-11-12.trf", "zwei\nzeilen"),
    ("latin-\udcfc__01-02-2026__10-11-12.trf", "latin-\udcfc"),
]

UNSTAMPED = [
    "Liga_A.trf",
    "Liga_A__01-02-2026.trf",
    "Liga_A_01-02-2026_10-11-12.trf",
    "Liga_A__2026-02-01__10-11-12.trf",
    "Liga_A__01-02-2026__10-11-12.pdf",
    "Liga_A__01-02-2026__10-11-12",
    "Liga_A__31-02-2026__10-11-12.trf",
    "Liga_A__00-02-2026__10-11-12.trf",
    "Liga_A__01-13-2026__10-11-12.trf",
    "Liga_A__01-02-2026__24-11-12.trf",
    "Liga_A__01-02-2026__10-60-12.trf",
    "Liga_A__01-02-0001__10-11-12.trf",
    "Liga_A__01-02-2026__10-11-12x.trf",
    "Liga_A__٠١-02-2026__10-11-12.trf",
    "",
]


@pytest.mark.parametrize(("name", "title"), NAMES)
def test_reads_title_and_stamp(name: str, title: str) -> None:
    assert NameStamp(title, STAMP) == decode_name(name)


@pytest.mark.parametrize("name", UNSTAMPED)
def test_any_other_name_has_no_stamp(name: str) -> None:
    assert decode_name(name) is None


@pytest.mark.parametrize(
    ("stamp", "expected"),
    [
        ("01-02-2026__10-11-12", dt.datetime(2026, 2, 1, 9, 11, 12, tzinfo=dt.UTC)),
        ("01-07-2026__10-11-12", dt.datetime(2026, 7, 1, 8, 11, 12, tzinfo=dt.UTC)),
        # 25 October 2026, 02:30 exists twice; the first, in summer time, is meant.
        ("25-10-2026__02-30-00", dt.datetime(2026, 10, 25, 0, 30, tzinfo=dt.UTC)),
        ("25-10-2026__03-30-00", dt.datetime(2026, 10, 25, 2, 30, tzinfo=dt.UTC)),
        # 29 March 2026, 02:30 does not exist; the clock already stood at 03:30.
        ("29-03-2026__02-30-00", dt.datetime(2026, 3, 29, 1, 30, tzinfo=dt.UTC)),
    ],
)
def test_the_stamp_is_local_time_of_the_site(stamp: str, expected: dt.datetime) -> None:
    assert expected == order_stamp_utc(f"A__{stamp}.trf", 0, BERLIN)


def test_without_a_stamp_the_modification_time_counts() -> None:
    expected = dt.datetime(2026, 2, 1, 9, 11, 12, 345678, tzinfo=dt.UTC)
    mtime_ns = 1_769_937_072_345_678_999
    assert expected == order_stamp_utc("Liga_A.trf", mtime_ns, BERLIN)


def test_the_rating_and_the_detailed_form_of_one_export_are_equally_old() -> None:
    name = "Liga_A__01-02-2026__10-11-12"
    one = order_stamp_utc(f"{name}.xml", 1, BERLIN)
    assert one == order_stamp_utc(f"{name}.trf", 2, BERLIN)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Liga Süd.trf", "Liga Süd.trf"),
        ("zwei\nzeilen\t.trf", r"zwei\nzeilen\t.trf"),
        ("latin-\udcfc.trf", r"latin-\xfc.trf"),
        ("rechts\u202enach.trf", r"rechts\u202enach.trf"),
    ],
)
def test_a_name_can_always_be_shown(name: str, shown: str) -> None:
    assert shown == display_name(name)
    assert shown.encode().decode() == shown
