from __future__ import annotations

import datetime as dt
from pathlib import Path, PurePosixPath
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from syncd.intake.filename import (
    NameStamp,
    decode_name,
    display_name,
    order_stamp_utc,
)
from syncd.intake.ignore import IgnoreList
from syncd.intake.mounts import filesystem_type
from syncd.intake.stability import FileState, StabilityTracker

BERLIN = ZoneInfo("Europe/Berlin")
A = Path("/in/a.trf")

# What a Linux file name can be, as Python sees it: no zero byte, no slash.
file_names = st.binary(min_size=1, max_size=60).map(
    lambda raw: (
        raw.replace(b"\0", b"_").replace(b"/", b"_").decode("utf-8", "surrogateescape")
    )
)
# CLM replaces the percent sign, so a title never holds a URL escape.
titles = file_names.map(lambda name: name.replace("%", "_"))
stamps = st.datetimes(dt.datetime(1970, 1, 1), dt.datetime(2099, 12, 31)).map(
    lambda stamp: stamp.replace(microsecond=0)
)
states = st.builds(FileState, st.integers(0, 2), st.integers(0, 1), st.integers(0, 1))


@given(titles, stamps, st.sampled_from(["trf", "xml", "txt"]))
def test_every_name_that_clm_writes_is_read(
    title: str, stamp: dt.datetime, ending: str
) -> None:
    name = f"{title}__{stamp:%d-%m-%Y__%H-%M-%S}.{ending}"
    assert NameStamp(title, stamp) == decode_name(name)


@given(file_names, st.integers(-(2**62), 2**63 - 1))
def test_every_name_has_an_order(name: str, mtime_ns: int) -> None:
    assert order_stamp_utc(name, mtime_ns, BERLIN).tzinfo is dt.UTC


@given(file_names)
def test_every_name_can_be_shown_and_judged(name: str) -> None:
    shown = display_name(name)
    assert shown.isprintable()
    assert shown.encode("utf-8")
    IgnoreList(extra=("*.pdf", "x/*")).file_reason(PurePosixPath(name))


@given(st.text(max_size=200))
def test_any_mount_table_is_read(table: str) -> None:
    filesystem_type(table, PurePosixPath("/srv/clm"))


@given(
    st.lists(st.tuples(st.integers(1, 9), st.none() | states), max_size=40),
    st.integers(0, 12),
)
def test_a_file_is_stable_exactly_if_its_state_has_lasted(
    steps: list[tuple[int, FileState | None]], stable_s: int
) -> None:
    tracker = StabilityTracker(stable_s, empty_s=20)
    now_s, since_s, before = 0, 0, None
    for later_s, state in steps:
        now_s += later_s
        lasted = state is not None and state == before
        if not lasted:
            since_s, before = now_s, state
        quiet_s = 20 if state is not None and state.size_bytes == 0 else stable_s
        expected = lasted and now_s - since_s >= quiet_s
        assert expected == tracker.observe(A, state, now_s)
        assert (state is not None) == bool(tracker.pending())
