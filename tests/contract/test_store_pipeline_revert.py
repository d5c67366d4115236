"""Going back to an earlier revision: what follows, and what stays undone.

Which database it is does not matter here, so only the quicker one is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import shared_world
from replayed import check_replay
from shared_world import DRAWN, LOST, OPEN, WON, drop, head, questions, result, take

from syncd.errors import StaleRevisionError
from syncd.formats.dwzxml.decode import decode_report
from syncd.pipeline.deciding import people, recording
from syncd.pipeline.provenance.revert import revert
from syncd.store import conflicts, inbox, outbox

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline_world import World

    from syncd.store.engine import Store

pytestmark = pytest.mark.parametrize("store", ["sqlite"], indirect=True)


@pytest.fixture
def world(store: Store) -> Iterator[World]:
    """Give two sources of one tournament; whatever happens can be rebuilt."""
    world = shared_world.make_shared(store)
    yield world
    check_replay(world)


def back(world: World, number: int) -> None:
    revert(world.context(), 1, number, world.now)
    world.wait(seconds=1)


def moved(data: bytes, city: bytes = b"Neu") -> bytes:
    return data.replace(b"022 ", b"022 " + city)


def test_a_report_that_is_undone_is_followed_by_a_correction_that_waits(
    world: World,
) -> None:
    world.configure(corrections="draft")
    drop(world, DRAWN, "north")
    drop(world, WON, "north")
    people.approve(world.context(), 1, world.now)
    world.settle()
    back(world, 1)
    world.settle()
    assert world.reports() == [
        (outbox.FIRST, outbox.ACCEPTED),
        (outbox.CORRECTION, outbox.ACCEPTED),
        (outbox.CORRECTION, outbox.DRAFTED),
    ]
    assert world.why() == "report.drafted"

    people.approve(world.context(), 1, world.now)
    world.settle()
    sent = [decode_report(one.data).payload for one in world.portal.received]
    assert len(sent) == 3
    assert sent[2].games == sent[0].games != sent[1].games


def test_what_a_source_repeats_does_not_come_back(world: World) -> None:
    for data in (DRAWN, WON):
        take(world, data, "north")
    back(world, 1)
    assert result(world) == "=="
    assert take(world, WON, "north") == inbox.UNCHANGED
    assert take(world, moved(WON), "north") == inbox.DONE
    assert (result(world), head(world).city[:3]) == ("==", "Neu")
    assert take(world, moved(DRAWN), "north") == inbox.UNCHANGED


def test_what_another_source_says_late_does_not_come_back(world: World) -> None:
    for data, source in [(OPEN, "north"), (OPEN, "south"), (WON, "north")]:
        take(world, data, source)
    back(world, 1)
    assert take(world, WON, "south") == inbox.UNCHANGED
    assert result(world) == "  "
    assert questions(world) == []


def test_a_third_value_is_asked_about(world: World) -> None:
    for data in (DRAWN, WON):
        take(world, data, "north")
    back(world, 1)
    take(world, LOST, "north")
    (asked,) = questions(world)
    assert (result(world), asked.state) == ("==", conflicts.OPEN)


def test_questions_follow_what_is_said_again(world: World) -> None:
    """North says 1-0 and south 0-1, then both are undone."""
    for data, source in [(OPEN, "north"), (OPEN, "south"), (WON, "north")]:
        take(world, data, source)
    take(world, LOST, "south")
    (before,) = questions(world)
    back(world, 1)
    (asked,) = questions(world)
    assert asked.state == conflicts.OPEN
    assert (asked.ours, asked.theirs) != (before.ours, before.theirs)
    assert asked.theirs == before.theirs


def test_going_back_can_be_gone_back_on(world: World) -> None:
    for data in (DRAWN, WON):
        take(world, data, "north")
    back(world, 1)
    back(world, 2)
    assert (result(world), world.head().number) == ("10", 4)


def test_who_was_slower_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for data in (DRAWN, WON):
        take(world, data, "north")
    real = recording.decide

    def late(*args: object, **more: object) -> None:
        take(world, LOST, "north")
        real(*args, **more)  # type: ignore[arg-type] # as they came

    monkeypatch.setattr("syncd.pipeline.provenance.revert.decide", late)
    with pytest.raises(StaleRevisionError):
        back(world, 1)
    assert result(world) == "01"
