"""Clock jumps cost nothing: each report is accepted once, and without waiting for it.

At the moment of the jump one worker has died over a file, another over a send, and a
third report waits for its next try.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from pipeline_world import DWZ, SWISS, World, make_world, unreachable

from syncd.pipeline.turned_clock import (
    Clockwork,
    follow_clock,
    follow_clock_at_start,
)
from syncd.store import inbox, outbox, readmodels
from syncd.store.leases import claim_lease

if TYPE_CHECKING:
    from syncd.store.engine import Store

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)
BACK = [dt.timedelta(hours=-1), dt.timedelta(days=-400)]
AHEAD = dt.timedelta(days=10)
"""Less than the time after which a report in vain is given to a person."""
ENOUGH_S = 900.0
"""Longer than every lease and wait of these settings."""


@pytest.fixture
def world(store: Store) -> World:
    return make_world(store, DWZ)


@pytest.mark.parametrize(
    ("jump", "runs"),
    [(BACK[0], True), (BACK[1], True), (BACK[1], False), (AHEAD, True)],
)
def test_work_goes_on_after_a_jump(
    world: World,
    jump: dt.timedelta,
    runs: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    clockwork = Clockwork(world.now, 0.0)
    world.portal.script.append(unreachable())
    world.drop(SWISS)
    world.settle()
    died = world.receive(SWISS + b"\n")
    with world.store.write("test") as session:
        assert inbox.claim_arrival(session, died, "d-0/gone/1", world.now, 120)
        assert claim_lease(session, "sweep", "d-0/daemon", world.now, 10)

    world.now += jump
    if runs:
        follow_clock(world.store, clockwork, world.now, 0.0)
    else:
        follow_clock_at_start(world.store, world.now)
    world.wait(seconds=ENOUGH_S)
    world.settle()

    assert len(world.portal.received) == 2
    assert len({package.data for package in world.portal.received}) == 1
    with world.store.write("test") as session:
        states = {line.state for line in readmodels.list_reports(session)}
        assert states == {outbox.ACCEPTED}
        assert inbox.RECEIVED not in readmodels.count_arrivals(session)
        assert claim_lease(session, "sweep", "d-1/daemon", world.now, 10)


@pytest.mark.parametrize(
    ("wall_s", "elapsed_s", "by_s"),
    [
        (10.0, 10.0, 0.0),
        (9.0, 10.0, 0.0),  # a time service at work
        (-20.0, 10.0, 30.0),
        (-3590.0, 10.0, 3600.0),
        (7200.0, 10.0, 0.0),  # forwards, or the machine slept
    ],
)
def test_only_a_clock_that_is_set_back_counts(
    wall_s: float, elapsed_s: float, by_s: float
) -> None:
    clockwork = Clockwork(NOW, 100.0)
    by = clockwork.set_back(NOW + dt.timedelta(seconds=wall_s), 100.0 + elapsed_s)
    assert by == dt.timedelta(seconds=by_s)
    assert not clockwork.set_back(clockwork.wall, clockwork.elapsed_s)
