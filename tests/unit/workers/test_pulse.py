"""When a worker counts as deaf."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from workers import pulse
from workers.pulse import CALLS, Pulse

if TYPE_CHECKING:
    from collections.abc import Sequence

WELL, CALLED, AWAY = (True, True), (False, True), (False, False)


def after(rounds: Sequence[tuple[bool, bool]]) -> Pulse:
    made = Pulse()
    for is_well, called in rounds:
        made.beat(is_well=is_well, called=called)
    return made


@pytest.mark.parametrize(
    ("rounds", "is_fresh", "is_deaf"),
    [
        ([], True, False),
        ([CALLED], True, False),
        ([WELL] * 9, True, False),
        ([CALLED, CALLED], False, False),
        ([CALLED] * CALLS, False, False),
        ([CALLED] * (CALLS + 1), False, True),
        ([CALLED] * CALLS + [WELL], True, False),
        # A broker that is away or hangs is not the worker's fault.
        ([AWAY] * 99, True, False),
        ([CALLED] * CALLS + [AWAY], True, False),
    ],
)
def test_calls_that_arrived_must_be_answered(
    rounds: Sequence[tuple[bool, bool]],
    *,
    is_fresh: bool,
    is_deaf: bool,
) -> None:
    made = after(rounds)
    assert (made.is_fresh, made.is_deaf) == (is_fresh, is_deaf)


def test_an_answer_of_the_pool_reaches_the_worker_once() -> None:
    child = os.fork()
    if child == 0:
        pulse.answer()
        os._exit(0)
    os.waitpid(child, 0)
    assert pulse.take_answer()
    assert not pulse.take_answer()
