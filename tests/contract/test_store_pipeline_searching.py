"""Searching before a first report: one portal's trouble delays no other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pipeline_world
import pytest
import store_rows
from pipeline_world import DWZ, SWISS, UPLOAD, World, make_world
from sqlmodel import col, select, update

from syncd.bilingual import Text
from syncd.errors import UnreachableError
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.sending.submit import drain, submit_next
from syncd.pipeline.sweep import load_due
from syncd.settings_portals import LookupSettings, PortalSettings
from syncd.store import breakers, due, outbox
from syncd.store.tables import SubmissionRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Sequence

    from syncd.rating.atportal import AtPortal, PortalEntry
    from syncd.store.engine import Store

READABLE = DWZ.model_copy(update={"lookup": LookupSettings(url="https://nu.example")})
OTHERS = 20


@dataclass
class Reading:
    """A reading interface that hangs until its time is over, or finds nothing.

    Attributes:
        during: what happens elsewhere while it is searched.
    """

    during: Callable[[], None] = lambda: None
    hangs: bool = True
    searched: int = 0
    limits: list[float] = field(default_factory=list)
    name: str = "dwz"
    host: str = "nu.example (lookup)"

    def limit(self, seconds: float) -> None:
        self.limits.append(seconds)

    def find(self, uuid: str) -> PortalEntry | None:
        raise AssertionError(uuid)

    def read(self, entry: PortalEntry) -> AtPortal:
        raise AssertionError(entry)

    def search(
        self, first: dt.date, last: dt.date, *, label: str = "", vkz: str = ""
    ) -> Sequence[PortalEntry]:
        del first, last, label, vkz
        self.searched += 1
        self.during()
        if self.hangs:
            raise UnreachableError(Text("No answer.", "Keine Antwort."))
        return []


@pytest.fixture
def reading() -> Reading:
    return Reading()


@pytest.fixture
def world(store: Store, reading: Reading) -> World:
    """A world with a first report for two portals; only one has to be searched."""
    made = make_world(store, READABLE, UPLOAD)
    made.open_lookup = lambda _: reading
    made.process(made.receive(SWISS))
    assess(made.context(), 1, made.now)
    return made


def put(world: World, kind: str = outbox.FIRST) -> int:
    """Put one more report into the outbox of the portal that is searched."""
    number = store_rows.tournament(world.store, f"{kind} {world.files}")
    world.files += 1
    new = store_rows.report(number)
    return store_rows.submission(world.store, new, kind=kind, now=world.now)


def number_of(world: World, portal: str) -> int:
    return next(one.id for one in world.submissions() if one.portal == portal)


def states(world: World) -> dict[str, str]:
    return {one.portal: one.state for one in world.submissions()}


def row(world: World, number: int) -> SubmissionRow:
    with world.store.read() as session:
        found = select(SubmissionRow).where(SubmissionRow.id == number)
        return session.exec(found).one()


def drained(world: World) -> int:
    number = number_of(world, "dwz")
    return drain(world.context(), number, world.clock)


def test_while_it_is_searched_for_a_report_is_taken_and_uses_a_connection(
    world: World, reading: Reading
) -> None:
    more, seen = put(world), []

    def look_elsewhere() -> None:
        number = number_of(world, "dwz")
        other = world.context("d-1/host/2")
        with world.store.read() as session:
            live = due.count_live(session, "dwz", world.now)
        free = load_due(other, world.now).submissions
        again = submit_next(other, number, world.clock)
        second = submit_next(other, more, world.clock)
        upload = submit_next(other, number_of(world, "upload"), world.clock)
        seen.append((live, number in free, more in free, again, second, upload))

    reading.during = look_elsewhere
    drained(world)
    assert seen == [(1, False, False, None, None, "accepted")]
    assert reading.searched == 1


def test_a_hanging_reading_interface_costs_one_timeout_and_delays_nobody_else(
    world: World, reading: Reading
) -> None:
    others = [put(world) for _ in range(OTHERS)]
    correction = put(world, outbox.CORRECTION)
    drained(world)
    world.settle()
    assert reading.searched == 1
    assert reading.limits == [READABLE.longest_send_s]
    assert states(world) == {"dwz": "queued", "upload": "accepted"}
    assert row(world, correction).state == "accepted"
    for number in (number_of(world, "dwz"), *others):
        waiting = row(world, number)
        assert waiting.due_utc == world.now + pipeline_world.seconds(300)
        assert (waiting.sends, waiting.lease_until_utc) == (0, None)
        assert "No answer." in waiting.note_en
    reading.hangs = False
    world.wait(minutes=5)
    drained(world)
    assert states(world)["dwz"] == "accepted"


def test_the_reading_interface_has_a_breaker_of_its_own(
    world: World, reading: Reading
) -> None:
    for _ in range(breakers.OPENS_AFTER):
        drained(world)
        world.wait(minutes=5)
    with world.store.write() as session:
        assert set(breakers.load_tripped(session)) == {reading.host}
        until = breakers.load_tripped(session)[reading.host].open_until_utc
        session.exec(
            update(SubmissionRow)
            .where(col(SubmissionRow.portal) == "dwz")
            .values(due_utc=until - pipeline_world.seconds(10))
        )
    world.now = until - pipeline_world.seconds(5)
    assert drained(world) == 0
    assert reading.searched == breakers.OPENS_AFTER, "not even tried"
    assert row(world, number_of(world, "dwz")).due_utc == until
    reading.hangs, world.now = False, until
    assert drained(world) == 1
    with world.store.read() as session:
        assert breakers.load_tripped(session) == {}


def test_a_search_that_kills_workers_is_given_up(
    world: World, reading: Reading
) -> None:
    def die() -> None:
        raise KeyboardInterrupt

    reading.during = die
    for _ in range(world.settings.workers.max_crashes):
        with pytest.raises(KeyboardInterrupt):
            drained(world)
        world.wait(hours=1)
    drained(world)
    assert reading.searched == world.settings.workers.max_crashes
    assert states(world)["dwz"] == "dead"


def test_a_lease_lasts_as_long_as_the_longest_send() -> None:
    slow = PortalSettings(
        name="nu", kind="http", url="https://nu.example", timeout_s=300
    )
    assert slow.longest_send_s == 600
