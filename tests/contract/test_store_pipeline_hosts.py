"""Portals in trouble beside others that work, on SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pipeline_world
import pytest
import store_rows

from syncd.bilingual import Text
from syncd.errors import PendingError, StoreError, UnreachableError
from syncd.pipeline.deciding import approval, people
from syncd.pipeline.judging.assess import explain
from syncd.pipeline.judging.hosts import load_troubles
from syncd.pipeline.judging.situation import local_time
from syncd.pipeline.rules.mended import follow_portals
from syncd.pipeline.sending import way
from syncd.pipeline.sending.submit import drain, submit_next
from syncd.pipeline.sweep import load_due
from syncd.store import outbox, readmodels
from syncd.store.breakers import OPENS_AFTER

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.errors import RemoteError
    from syncd.store.engine import Store
    from syncd.submit.portal import Package, Receipt

DWZ, UPLOAD = pipeline_world.DWZ, pipeline_world.UPLOAD
unreachable = pipeline_world.unreachable


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, DWZ, UPLOAD)


def put(world: World, count: int, portal: str = "dwz") -> list[int]:
    """Put reports of as many tournaments into the outbox of a portal."""
    numbers = [
        store_rows.tournament(world.store, f"{portal} {n}") for n in range(count)
    ]
    return [
        store_rows.submission(
            world.store, store_rows.report(number), portal=portal, now=world.now
        )
        for number in numbers
    ]


def drained(world: World, submission_id: int, owner: str = "d-1/host/1") -> int:
    return drain(world.context(owner), submission_id, world.clock)


def due(world: World) -> tuple[int, ...]:
    return load_due(world.context(), world.now).submissions


def states(world: World) -> list[str]:
    with world.store.read() as session:
        return [line.state for line in readmodels.list_reports(session)]


def busy(retry_after_s: float) -> RemoteError:
    text = Text("Too many requests.", "Zu viele Anfragen.")
    return UnreachableError(text, status=429, retry_after_s=retry_after_s)


# --- one message per connection ---


def test_who_sends_one_goes_on_with_all_that_is_due(world: World) -> None:
    ids = put(world, 7)
    assert drained(world, ids[3]) == 7
    assert states(world) == ["accepted"] * 7
    sent = [item.file_uuid for item in world.portal.received]
    assert len(set(sent)) == 7


def test_the_reports_of_other_portals_are_left_to_others(world: World) -> None:
    first, *_ = put(world, 2)
    put(world, 2, "upload")
    assert drained(world, first) == 2
    assert states(world) == ["accepted"] * 2 + ["queued"] * 2


def test_a_failed_report_is_not_tried_again_in_the_same_turn(world: World) -> None:
    world.settings = world.settings.model_copy(
        update={
            "retry": world.settings.retry.model_copy(
                update={"base_s": 1e-9, "cap_s": 1e-9}
            )
        }
    )
    ids = put(world, 2)
    world.portal.script = [unreachable()] * 9
    assert drained(world, ids[0]) == 2


def test_each_portal_has_its_turn(world: World) -> None:
    ids = put(world, 5)

    class Slow(pipeline_world.ScriptedPortal):
        def send(self, package: Package) -> Receipt:
            world.wait(seconds=2)
            return super().send(package)

    world.portals["dwz"] = Slow("dwz")
    assert drained(world, ids[0]) == 3
    (again,) = world.wake.submissions
    assert drained(world, again) == 2


def test_who_is_told_to_stop_leaves_the_rest(world: World) -> None:
    ids = put(world, 3)
    sent = world.portal.received
    done = drain(world.context(), ids[0], world.clock, lambda: bool(sent))
    assert done == 1
    assert states(world) == ["accepted", "queued", "queued"]


def test_a_clock_put_back_ends_the_turn(world: World) -> None:
    ids = put(world, 3)

    class Timeless(pipeline_world.ScriptedPortal):
        def send(self, package: Package) -> Receipt:
            world.wait(days=-1)
            return super().send(package)

    world.portals["dwz"] = Timeless("dwz")
    assert drained(world, ids[0]) == 1


def test_the_sweep_names_one_report_per_free_connection(world: World) -> None:
    wide = UPLOAD.model_copy(update={"connections": 3})
    world.use_portals(DWZ, wide)
    one = put(world, 5)
    other = put(world, 5, "upload")
    assert due(world) == (one[0], *other[:3])


@pytest.mark.parametrize("connections", [1, 2])
def test_no_more_sends_run_at_once_than_the_portal_has_connections(
    world: World, connections: int
) -> None:
    world.use_portals(DWZ.model_copy(update={"connections": connections}))
    ids = put(world, 4)
    seen: list[int] = []

    class Nested(pipeline_world.ScriptedPortal):
        running = 0

        def send(self, package: Package) -> Receipt:
            self.running += 1
            seen.append(self.running)
            for number in ids:
                submit_next(world.context("d-1/host/2"), number, world.clock)
            assert len(due(world)) <= connections - self.running
            self.running -= 1
            return super().send(package)

    world.portals["dwz"] = Nested("dwz")
    assert drained(world, ids[0]) >= 1
    assert states(world) == ["accepted"] * 4
    assert max(seen) == connections


# --- one portal's trouble is not another's ---


def test_a_stalling_portal_does_not_delay_a_healthy_one(world: World) -> None:
    slow = put(world, 3)
    put(world, 20, "upload")
    reached, go_on = threading.Event(), threading.Event()

    class Stalling(pipeline_world.ScriptedPortal):
        def send(self, package: Package) -> Receipt:
            reached.set()
            assert go_on.wait(30)
            return super().send(package)

    world.portals["dwz"] = Stalling("dwz")
    worker = threading.Thread(target=drained, args=(world, slow[0], "d-1/host/2"))
    worker.start()
    try:
        assert reached.wait(30)
        (healthy,) = due(world)
        assert drained(world, healthy) == 20
        assert states(world) == ["sending", "queued", "queued"] + ["accepted"] * 20
    finally:
        go_on.set()
        worker.join()
    assert states(world) == ["accepted"] * 23


def test_after_some_failures_nobody_sends_there(world: World) -> None:
    ids = put(world, 20)
    put(world, 2, "upload")
    world.portal.script = [unreachable()] * 99
    world.settle()

    assert len(world.portal.received) == OPENS_AFTER
    assert states(world) == ["queued"] * 20 + ["accepted"] * 2
    assert due(world) == ()
    assert submit_next(world.context(), ids[9], world.clock) is None
    assert len(world.portal.received) == OPENS_AFTER


def test_one_probe_goes_and_all_follow_when_it_comes_through(world: World) -> None:
    ids = put(world, 20)
    world.portal.script = [unreachable()] * (OPENS_AFTER + 1)
    world.settle()
    world.wait(seconds=30)

    assert due(world) == (ids[OPENS_AFTER],)
    assert drained(world, ids[OPENS_AFTER]) == 1
    assert due(world) == ()
    world.wait(seconds=60)
    (probe,) = due(world)
    assert drained(world, probe) == 20
    assert states(world) == ["accepted"] * 20


def test_a_refusal_proves_that_the_host_works(world: World) -> None:
    ids = put(world, 5)
    world.portal.script = [unreachable()] * OPENS_AFTER
    world.portal.script += [pipeline_world.rejected()]
    world.settle()
    world.wait(seconds=30)
    drained(world, ids[OPENS_AFTER])
    assert sorted(states(world)) == ["accepted"] * 4 + ["rejected"]


def test_a_host_that_asks_for_time_is_left_alone_for_it(world: World) -> None:
    put(world, 5)
    world.portal.script = [busy(900)]
    world.settle()
    assert len(world.portal.received) == 1
    world.wait(seconds=899)
    assert due(world) == ()
    world.wait(seconds=1)
    world.settle()
    assert states(world) == ["accepted"] * 5


def test_portals_of_one_host_rest_together(world: World) -> None:
    for name in ("dwz", "upload"):
        portal = pipeline_world.ScriptedPortal(name, host="same.example")
        world.portals[name] = portal
    put(world, 2)
    put(world, 2, "upload")
    world.portals["dwz"].script = [busy(900)]
    world.settle()
    assert states(world) == ["queued"] * 4


def test_a_report_in_work_at_the_portal_is_no_trouble(world: World) -> None:
    put(world, OPENS_AFTER + 2)
    text = Text("In work.", "In Arbeit.")
    world.portal.script = [PendingError(text, status=202)] * (OPENS_AFTER + 2)
    world.settle()
    assert states(world) == ["unknown"] * (OPENS_AFTER + 2)
    world.wait(seconds=300)
    world.settle()
    assert states(world) == ["accepted"] * (OPENS_AFTER + 2)


def test_a_storm_of_reports_costs_one_probe_at_a_time(world: World) -> None:
    put(world, 60)
    world.portal.script = [unreachable()] * 999
    for _ in range(60):
        world.settle()
        world.wait(seconds=10)
    assert len(world.portal.received) < 20
    world.portal.script = []
    world.wait(hours=1)
    world.settle()
    assert states(world) == ["accepted"] * 60


def test_why_names_the_host_and_all_that_waits_for_it(world: World) -> None:
    world.use_portals(DWZ)
    world.portal.script = [busy(900)]
    world.drop(pipeline_world.SWISS)
    put(world, 4)
    waiting = explain(world.context(), 1, world.now)
    assert waiting.code == "report.queued"
    assert waiting.text.en.startswith(
        "The portal dwz (dwz) has not worked since 29.11."
    )
    assert "; 5 reports wait for it; next try 29.11.2026 13:15." in waiting.text.en


def test_a_portal_that_is_gone_is_put_off_as_a_whole(world: World) -> None:
    ids = put(world, 5)
    world.use_portals(UPLOAD)
    assert due(world) == tuple(ids[:1])
    assert drained(world, ids[0]) == 0
    assert due(world) == ()
    world.wait(seconds=way.UNUSABLE_PORTAL_WAIT_S)
    assert due(world) == tuple(ids[:1])
    assert states(world) == [outbox.QUEUED] * 5


def test_a_wrong_login_stops_its_portal_and_no_other_at_this_host(
    world: World,
) -> None:
    for name in ("dwz", "upload"):
        world.portals[name] = pipeline_world.ScriptedPortal(name, host="one:443")
    text = Text("Wrong password.", "Falsches Passwort.")
    world.portal.script = [
        UnreachableError(text, status=401, is_access=True) for _ in range(OPENS_AFTER)
    ]
    for number in put(world, 5):
        drained(world, number)
    assert len(world.portal.received) == OPENS_AFTER
    (other, *_) = put(world, 2, "upload")
    assert drained(world, other) == 2
    troubles = load_troubles(world.context())
    assert [(name, one.host) for name, one in troubles.items()] == [
        ("dwz", "one:443 (dwz)")
    ]

    world.wait(hours=3)
    drained(world, 1)
    assert states(world) == ["accepted"] * 7


# --- after somebody has mended something ---


def in_trouble(world: World) -> None:
    """Have one report wait behind a breaker for hours."""
    world.use_portals(DWZ)
    follow_portals(world.context(), world.now)
    world.portal.script = [busy(36_000)]
    world.drop(pipeline_world.SWISS)
    assert states(world) == [outbox.QUEUED]
    assert due(world) == ()


def test_a_changed_section_is_tried_at_once(world: World) -> None:
    in_trouble(world)
    assert follow_portals(world.context(), world.now) == []
    assert due(world) == ()
    world.use_portals(DWZ.model_copy(update={"connections": 2}))
    assert follow_portals(world.context(), world.now) == ["dwz"]
    world.settle()
    assert states(world) == ["accepted"]


def test_other_portals_stay_as_they_are_when_one_is_changed(world: World) -> None:
    in_trouble(world)
    world.use_portals(DWZ, UPLOAD)
    assert follow_portals(world.context(), world.now) == ["upload"]
    assert due(world) == ()


def test_whoever_approves_has_the_host_tried_once(world: World) -> None:
    in_trouble(world)
    world.portal.script = [unreachable()]
    people.approve(world.context(), 1, world.now)
    world.settle()
    assert len(world.portal.received) == 2
    assert due(world) == ()
    people.approve(world.context(), 1, world.now)
    world.settle()
    assert states(world) == ["accepted"]


def test_a_refusal_to_resubmit_knows_the_time_and_the_trouble(world: World) -> None:
    source = pipeline_world.SOURCE.model_copy(update={"timezone": "Asia/Tokyo"})
    world.settings = world.settings.model_copy(update={"sources": (source,)})
    in_trouble(world)
    with pytest.raises(StoreError) as refused:
        approval.resubmit(world.context(), 1, "", world.now)
    (trouble,) = load_troubles(world.context()).values()
    zone = ZoneInfo("Asia/Tokyo")
    assert local_time(trouble.next_utc, zone) in refused.value.text.en
    assert "has not worked since" in refused.value.text.en


def test_a_report_to_a_portal_that_is_gone_is_not_said_to_go_there(
    world: World,
) -> None:
    for name in ("dwz", "upload"):
        world.portals[name] = pipeline_world.ScriptedPortal(
            name, [pipeline_world.no_answer()]
        )
    world.drop(pipeline_world.SWISS)
    assert states(world) == [outbox.UNKNOWN] * 2
    world.use_portals(UPLOAD)
    said = approval.resubmit(world.context(), 1, "", world.now)
    assert ["upload" in said[0].en, "dwz" in said[1].en] == [True, True]
    assert "[[portals]]" in said[1].de

    world.settle()
    with pytest.raises(StoreError, match=r"Nothing goes to dwz"):
        approval.resubmit(world.context(), 1, "", world.now)


def test_a_portal_that_never_comes_back_gets_no_second_thread(world: World) -> None:
    portal = Hanging("dwz")
    world.portals["dwz"] = portal
    first, second = put(world, 2)
    thread = threading.Thread(target=drained, args=(world, first))
    thread.start()
    assert portal.begun.wait(30)
    world.wait(hours=3)  # its lease has ended
    assert submit_next(world.context("d-2"), second, world.clock) is None
    assert len(portal.received) == 0
    (other,) = put(world, 1, "upload")
    assert submit_next(world.context("d-2"), other, world.clock) == "accepted"
    portal.may_end.set()
    thread.join(30)


class Hanging(pipeline_world.ScriptedPortal):
    """A portal that does not come back before it may."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.begun, self.may_end = threading.Event(), threading.Event()

    def send(self, package: Package) -> Receipt:
        self.begun.set()
        self.may_end.wait(30)
        return super().send(package)
