from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syncd.wire.backoff import LONGEST_RETRY_AFTER_S, next_delay_s


@pytest.mark.parametrize(
    ("failures", "expected"),
    [(0, 0), (1, 10), (2, 20), (3, 40), (4, 80), (5, 100), (6, 100), (10_000, 100)],
)
def test_the_ceiling_doubles_up_to_the_cap(failures: int, expected: float) -> None:
    assert expected == next_delay_s(failures, base_s=10, cap_s=100, jitter=1)


@pytest.mark.parametrize(("jitter", "expected"), [(0, 0), (0.25, 10), (1, 40)])
def test_the_wait_is_a_share_of_the_ceiling(jitter: float, expected: float) -> None:
    assert expected == next_delay_s(3, base_s=10, cap_s=100, jitter=jitter)


@pytest.mark.parametrize(
    ("retry_after_s", "expected"),
    [
        (None, 20),
        (0.0, 20),
        (-5.0, 20),
        (7.0, 20),
        (120.0, 120),
        (86_400.0, 86_400),
        (86_401.0, 86_400),
        (math.inf, 86_400),
    ],
)
def test_retry_after_is_a_lower_bound_of_at_most_a_day(
    retry_after_s: float | None, expected: float
) -> None:
    delay_s = next_delay_s(
        2, base_s=10, cap_s=100, jitter=1, retry_after_s=retry_after_s
    )
    assert expected == delay_s


def test_retry_after_counts_before_any_failure() -> None:
    delay_s = next_delay_s(0, base_s=10, cap_s=100, jitter=1, retry_after_s=3.0)
    assert delay_s == 3.0


@pytest.mark.parametrize("jitter", [-0.01, 1.01, math.nan])
def test_a_share_outside_0_to_1_is_a_fault_of_the_caller(jitter: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        next_delay_s(1, base_s=10, cap_s=100, jitter=jitter)


seconds = st.floats(min_value=0, max_value=1e6)


@given(
    failures=st.integers(min_value=-1, max_value=10_000),
    base_s=seconds,
    cap_s=seconds,
    jitter=st.floats(min_value=0, max_value=1),
    retry_after_s=st.none() | st.floats(allow_nan=False),
)
def test_the_wait_is_always_a_sane_number(
    failures: int,
    base_s: float,
    cap_s: float,
    jitter: float,
    retry_after_s: float | None,
) -> None:
    delay_s = next_delay_s(
        failures,
        base_s=base_s,
        cap_s=cap_s,
        jitter=jitter,
        retry_after_s=retry_after_s,
    )
    assert 0 <= delay_s <= max(cap_s, LONGEST_RETRY_AFTER_S)


@given(failures=st.integers(min_value=0, max_value=10_000))
def test_more_failures_never_shorten_the_ceiling(failures: int) -> None:
    shorter = next_delay_s(failures, base_s=3, cap_s=7_200, jitter=1)
    longer = next_delay_s(failures + 1, base_s=3, cap_s=7_200, jitter=1)
    assert shorter <= longer
