"""Under which name and count an installation says something."""

from __future__ import annotations

import datetime as dt

import pytest

from syncd.sync.counting import Counting, Named, installation_of, suffixed

NOON = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)
NAMED = Counting("ost", (Named(NOON, "nord"), Named(NOON.replace(hour=14), "ost~7")))


def at(hour: int) -> dt.datetime:
    return NOON.replace(hour=hour, microsecond=5)


@pytest.mark.parametrize(
    ("counting", "hour", "dot", "called"),
    [
        (Counting("nord"), 13, ("nord", 3), {"nord"}),
        (NAMED, 11, ("nord", 3), {"nord"}),
        (NAMED, 13, ("nord", 1795957200000005), {"nord"}),
        (NAMED, 15, ("ost~7", 1795964400000005), {"nord", "ost"}),
    ],
)
def test_who_says_what_follows_from_the_time(
    counting: Counting, hour: int, dot: tuple[str, int], called: set[str]
) -> None:
    """Before any name was noted, the first one held, and revisions were counted."""
    assert counting.dot(3, at(hour)) == dot
    assert counting.called(at(hour)) == called


def test_a_suffix_belongs_to_no_other_second() -> None:
    names = {suffixed("nord", NOON + dt.timedelta(seconds=n)) for n in range(3)}
    assert len(names) == 3
    assert set(map(installation_of, names)) == {"nord"}
