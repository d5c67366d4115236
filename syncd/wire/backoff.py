"""How long to wait after a failed try: pure arithmetic, the caller rolls the dice.

The ceiling doubles with every failure up to a cap, and the wait is a random share of
it ("full jitter"), so that many things that failed together do not come back
together. A wait that the server asks for is never undercut, but nobody can park
anything for longer than a day.
"""

from __future__ import annotations

from typing import Final

LONGEST_RETRY_AFTER_S: Final = 86_400.0
"""One day: the most that a `Retry-After` can delay anything."""

# 2^64 seconds exceed every cap a person would write, and no float overflows on the way.
_MOST_DOUBLINGS: Final = 64


def next_delay_s(
    failures: int,
    *,
    base_s: float,
    cap_s: float,
    jitter: float,
    retry_after_s: float | None = None,
) -> float:
    """Return how many seconds to wait before the next try.

    Args:
        failures: failed tries in a row, from 0; 0 means no wait of our own.
        base_s: ceiling after the first failure, in seconds, from 0.
        cap_s: highest ceiling, in seconds, from 0.
        jitter: share of the ceiling that is waited, 0..1, drawn by the caller.
        retry_after_s: seconds the server asked for, None if it named none.

    Returns:
        Seconds, from 0 to the larger of `cap_s` and one day.

    Raises:
        ValueError: `jitter` is not between 0 and 1.
    """
    if not 0 <= jitter <= 1:
        message = f"jitter {jitter} is not between 0 and 1"
        raise ValueError(message)
    asked_s = min(retry_after_s or 0.0, LONGEST_RETRY_AFTER_S)
    return max(0.0, jitter * _ceiling_s(failures, base_s, cap_s), asked_s)


def _ceiling_s(failures: int, base_s: float, cap_s: float) -> float:
    """Return the longest wait after so many failures."""
    if failures < 1:
        return 0.0
    return min(cap_s, base_s * 2.0 ** min(failures - 1, _MOST_DOUBLINGS))
