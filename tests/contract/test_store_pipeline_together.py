"""Several reports that are claimed at once, to leave one by one."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pipeline_world
import pytest
import store_rows
from pipeline_world import DWZ, SWISS, rejected, unreachable
from sqlmodel import col, select, update

from syncd.bilingual import Text
from syncd.errors import StoreError
from syncd.pipeline.deciding import people
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.sending import claiming, ending, ours, sentwords, submit
from syncd.pipeline.sending.submit import drain, submit_next
from syncd.pipeline.sweep import load_due
from syncd.settings_policy import TournamentSettings
from syncd.settings_portals import LookupSettings
from syncd.store import (
    breakers,
    claims,
    due,
    outbox,
    papers,
    readmodels,
    sending,
)
from syncd.store.tables import AttemptRow, SubmissionRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator

    from pipeline_world import World

    from syncd.store.claims import Candidate
    from syncd.store.engine import Session, Store
    from syncd.store.sending import Ending, Sending
    from syncd.submit.portal import Package, Receipt


@dataclass
class KeptPortal(pipeline_world.ScriptedPortal):
    """A portal to which a connection is kept.

    Attributes:
        before: called before each answer, with the report.
    """

    before: list[Callable[[Package], None]] = field(default_factory=list)

    @contextmanager
    def connected(self) -> Iterator[None]:
        yield

    def send(self, package: Package) -> Receipt:
        for call in self.before:
            call(package)
        return super().send(package)


GONE = [outbox.ACCEPTED]


class Killed(BaseException):
    """The worker dies: nothing of ours is called any more."""


@pytest.fixture
def world(store: Store) -> World:
    made = pipeline_world.make_world(store, DWZ)
    made.portals["dwz"] = KeptPortal("dwz")
    return made


@pytest.fixture
def portal(world: World) -> KeptPortal:
    found = world.portals["dwz"]
    assert isinstance(found, KeptPortal)
    return found


def put(world: World, count: int) -> list[int]:
    """Put reports of as many tournaments into the outbox."""
    numbers = [store_rows.tournament(world.store, f"open {n}") for n in range(count)]
    return [
        store_rows.submission(world.store, store_rows.report(number), now=world.now)
        for number in numbers
    ]


def drained(world: World, first: int, owner: str = "d-1/host/1") -> int:
    return drain(world.context(owner), first, world.clock)


def states(world: World) -> list[str]:
    with world.store.read() as session:
        return [line.state for line in readmodels.list_reports(session)]


def column(world: World, name: str) -> list[object]:
    """Return a column of the outbox."""
    with world.store.read() as session:
        wanted = select(getattr(SubmissionRow, name)).order_by(col(SubmissionRow.id))
        return list(session.exec(wanted).all())


def endings(world: World) -> list[str]:
    """Return how the attempts ended, in the order in which they were begun."""
    with world.store.read() as session:
        rows = select(AttemptRow.outcome).order_by(col(AttemptRow.id))
        return list(session.exec(rows).all())


def watch(world: World, portal: KeptPortal) -> list[int]:
    """Return the list that will say how many were held at each send."""
    held: list[int] = []
    portal.before.append(lambda _: held.append(states(world).count(outbox.SENDING)))
    return held


def test_more_and_more_go_together_while_all_goes_well(
    world: World, portal: KeptPortal
) -> None:
    ids = put(world, 9)
    held = watch(world, portal)
    assert drained(world, ids[0]) == 9
    assert states(world) == [outbox.ACCEPTED] * 9
    assert held == [1, 2, 2, 4, 4, 4, 4, 2, 2]
    assert len({item.file_uuid for item in portal.received}) == 9
    assert sorted(world.wake.tournaments) == sorted(set(world.wake.tournaments))
    assert len(world.wake.tournaments) == 9
    with world.store.read() as session:
        assert all(line.receipt for line in readmodels.list_reports(session))


def test_a_portal_that_is_no_connection_gets_them_one_by_one(world: World) -> None:
    ids = put(world, 4)
    world.portals["dwz"] = pipeline_world.ScriptedPortal("dwz")
    drained(world, ids[0])
    assert set(endings(world)) == {"accepted"}
    with world.store.read() as session:
        moments = session.exec(select(AttemptRow.started_utc)).all()
    assert len(moments) == 4


def test_a_portal_that_is_searched_first_gets_them_one_by_one(
    world: World, portal: KeptPortal
) -> None:
    lookup = LookupSettings(url="https://nu.example")
    world.use_portals(DWZ.model_copy(update={"lookup": lookup}))
    held = watch(world, portal)
    drained(world, put(world, 4)[0])
    assert held == [1, 1, 1, 1]


# --- trouble in the middle ---


def test_what_has_not_left_is_given_back_when_the_portal_fails(
    world: World, portal: KeptPortal
) -> None:
    ids = put(world, 7)

    def fail_fifth(_: Package) -> None:
        if len(portal.received) == 4:
            portal.script = [unreachable()]

    portal.before.append(fail_fifth)
    drained(world, ids[0])
    assert endings(world)[3:] == ["accepted", "later", *["unsent"] * 2, *GONE * 2]
    assert states(world) == [*GONE * 4, outbox.QUEUED, *GONE * 2]
    assert column(world, "requests") == [1] * 4 + [0] + [1] * 2
    assert column(world, "crashes") == [0] * 7
    with world.store.read() as session:
        assert not breakers.load_tripped(session)


def test_a_refusal_is_no_reason_to_stop(world: World, portal: KeptPortal) -> None:
    ids = put(world, 7)
    held = watch(world, portal)

    def refuse_fifth(_: Package) -> None:
        if len(portal.received) == 4:
            portal.script = [rejected()]

    portal.before.append(refuse_fifth)
    assert drained(world, ids[0]) == 7
    assert held == [1, 2, 2, 4, 4, 4, 4]
    assert sorted(states(world)) == [outbox.ACCEPTED] * 6 + [outbox.REJECTED]


def test_three_failures_in_a_row_shut_the_portal_with_nothing_held(
    world: World, portal: KeptPortal
) -> None:
    ids = put(world, 20)
    portal.script = [unreachable()] * 99
    drained(world, ids[0])
    assert len(portal.received) == breakers.OPENS_AFTER
    assert states(world) == [outbox.QUEUED] * 20
    assert load_due(world.context(), world.now).submissions == ()


def test_a_fault_of_the_program_concerns_one_report_only(
    world: World, portal: KeptPortal
) -> None:
    ids = put(world, 7)

    def break_fifth(_: Package) -> None:
        if len(portal.received) == 4:
            portal.before.clear()
            raise LookupError

    portal.before.append(break_fifth)
    drained(world, ids[0])
    assert states(world)[:4] == [outbox.ACCEPTED] * 4
    assert column(world, "crashes") == [0] * 4 + [1] + [0] * 2
    assert states(world)[4] == outbox.UNKNOWN
    drained(world, ids[5])
    assert states(world)[5:] == [outbox.ACCEPTED] * 2


def test_a_fault_in_judging_one_report_stops_no_other(
    world: World, portal: KeptPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = put(world, 7)
    usual = ours.why_it_stays

    def faulty(settings: object, candidate: Candidate, values: object) -> object:
        if candidate.number == ids[5]:
            raise LookupError
        return usual(settings, candidate, values)  # type: ignore[arg-type]

    monkeypatch.setattr(claiming, "why_it_stays", faulty)
    drained(world, ids[0])
    assert len(portal.received) == 6
    assert column(world, "crashes") == [0] * 5 + [1, 0]
    assert states(world)[5] == outbox.QUEUED


def test_who_is_told_to_stop_gives_the_rest_back(
    world: World, portal: KeptPortal
) -> None:
    ids = put(world, 7)
    drain(world.context(), ids[0], world.clock, lambda: len(portal.received) == 5)
    assert states(world) == [outbox.ACCEPTED] * 5 + [outbox.QUEUED] * 2
    assert load_due(world.context(), world.now).submissions == (ids[5],)
    assert drained(world, ids[5]) == 2


def test_a_portal_that_becomes_slow_keeps_nothing_waiting(
    world: World, portal: KeptPortal
) -> None:
    ids = put(world, 7)
    held = watch(world, portal)

    def dawdle(_: Package) -> None:
        if len(portal.received) >= 3:
            world.wait(seconds=2)

    portal.before.append(dawdle)
    drained(world, ids[0])
    assert held[3:6] == [4, 1, 1]


# --- who may go along ---


def test_what_must_stay_is_put_off_and_the_others_leave(
    world: World, portal: KeptPortal
) -> None:
    ids = put(world, 7)
    section = TournamentSettings(match="Open 4", submitter="verband")
    world.settings = world.settings.model_copy(update={"tournaments": (section,)})
    drained(world, ids[0])
    assert len(portal.received) == 6
    assert states(world)[4] == outbox.QUEUED
    assert load_due(world.context(), world.now).submissions == ()


def test_of_one_tournament_only_one_report_goes_along(
    world: World, portal: KeptPortal
) -> None:
    ids = put(world, 3)
    tournament = world.submissions()[0].tournament_id
    more = [
        store_rows.submission(
            world.store,
            store_rows.report(tournament, revision=number),
            now=world.now,
        )
        for number in (2, 3, 4, 5)
    ]
    held = watch(world, portal)
    drained(world, ids[0])
    assert max(held) == 2
    assert len(portal.received) == len(ids) + len(more)


def test_what_has_cost_a_worker_goes_alone(world: World, portal: KeptPortal) -> None:
    ids = put(world, 7)
    with world.store.write() as session:
        session.exec(
            update(SubmissionRow)
            .where(col(SubmissionRow.id) == ids[4])
            .values(crashes=1)
        )
    held: dict[str, int] = {}
    portal.before.append(
        lambda package: held.update(
            {package.file_uuid: states(world).count(outbox.SENDING)}
        )
    )
    drained(world, ids[0])
    assert held[world.submissions(ids[4])[0].file_uuid] == 1
    assert max(held.values()) > 1
    assert states(world) == [outbox.ACCEPTED] * 7


def test_reports_that_are_held_together_take_one_connection(
    world: World, portal: KeptPortal
) -> None:
    world.use_portals(DWZ.model_copy(update={"connections": 2}))
    ids = put(world, 9)
    other: list[str | None] = []

    def meanwhile(_: Package) -> None:
        if states(world).count(outbox.SENDING) > 1 and not other:
            with world.store.read() as session:
                assert due.count_live(session, "dwz", world.now) == 1
            other.append("")
            free = load_due(world.context(), world.now).submissions[0]
            other[0] = submit_next(world.context("d-1/host/2"), free, world.clock)

    portal.before.append(meanwhile)
    drained(world, ids[0])
    assert other == [outbox.ACCEPTED]
    assert len({item.file_uuid for item in portal.received}) == 9


# --- a worker that dies ---


def test_after_the_death_of_a_worker_all_it_held_leaves_with_the_same_bytes(
    world: World, portal: KeptPortal
) -> None:
    ids = put(world, 7)

    def die(_: Package) -> None:
        if len(portal.received) == 5:
            portal.before.clear()
            raise Killed

    portal.before.append(die)
    with pytest.raises(Killed):
        drained(world, ids[0])
    assert states(world) == [outbox.ACCEPTED] * 3 + [outbox.SENDING] * 4
    assert load_due(world.context(), world.now).submissions == ()
    world.wait(seconds=world.settings.send_lease_s + 1)
    for _ in range(4):
        world.settle()
    assert states(world) == [outbox.ACCEPTED] * 7
    bytes_of: dict[str, set[bytes]] = {}
    for item in portal.received:
        bytes_of.setdefault(item.file_uuid, set()).add(item.data)
    assert [len(found) for found in bytes_of.values()] == [1] * 7


def test_a_report_that_kills_its_workers_takes_no_other_down(
    world: World, portal: KeptPortal
) -> None:
    ids = put(world, 7)
    deadly = world.submissions(ids[4])[0].file_uuid

    def die(package: Package) -> None:
        if package.file_uuid == deadly:
            raise Killed

    portal.before.append(die)
    for _ in range(3 * world.settings.workers.max_crashes):
        for number in load_due(world.context(), world.now).submissions:
            try:
                drained(world, number)
            except Killed:
                continue
        world.wait(seconds=world.settings.send_lease_s + 1)
    assert (
        states(world) == [outbox.ACCEPTED] * 4 + [outbox.DEAD] + [outbox.ACCEPTED] * 2
    )


# --- what happens to a tournament while its report waits for its turn ---


def real_tournament(world: World) -> int:
    """Have a finished tournament whose report is ready; return its row."""
    world.process(world.receive(SWISS))
    number = max(item.id for item in world.tournaments())
    assess(world.context(), number, world.now)
    assert world.reports(number) == [("first", outbox.QUEUED)]
    return number


@pytest.mark.parametrize("what", ["hold", "newer"])
def test_what_was_given_back_obeys_what_was_decided_meanwhile(
    world: World, portal: KeptPortal, what: str
) -> None:
    ids = put(world, 6)
    number = real_tournament(world)
    (report,) = world.submissions(number)

    def meanwhile(_: Package) -> None:
        if len(portal.received) != 3:
            return
        portal.before.clear()
        assert world.submissions(number)[0].state == outbox.SENDING
        if what == "hold":
            people.hold(world.context(), number, "wrong results", world.now)
        else:
            world.process(world.receive(pipeline_world.corrected()))
        portal.script = [unreachable()]

    portal.before.append(meanwhile)
    drained(world, ids[0])
    assert report.file_uuid not in {item.file_uuid for item in portal.received}
    assert number in world.wake.tournaments
    assess(world.context(), number, world.now)
    state = {"hold": outbox.HELD, "newer": outbox.SUPERSEDED}[what]
    assert world.submissions(number)[0].state == state


def test_what_was_given_back_is_as_it_was_before(
    world: World, portal: KeptPortal
) -> None:
    ids = put(world, 7)
    with world.store.write() as session:
        session.exec(update(SubmissionRow).values(note_en="Before.", note_de="Vorher."))
    before = [column(world, name) for name in ("due_utc", "note_en", "queued_utc")]
    drain(world.context(), ids[0], world.clock, lambda: len(portal.received) == 4)
    after = [column(world, name) for name in ("due_utc", "note_en", "queued_utc")]
    assert states(world)[4:] == [outbox.QUEUED] * 3
    assert [each[4:] for each in after] == [each[4:] for each in before]
    with world.store.read() as session:
        (paper,) = papers.load_papers(session, world.submissions(7)[0].tournament_id)
    assert paper.sent_utc is None


@pytest.mark.parametrize("values", [{"failures": 3}, {"may_have_arrived": True}])
def test_what_has_had_trouble_goes_alone(
    world: World, portal: KeptPortal, values: dict[str, int]
) -> None:
    ids = put(world, 7)
    with world.store.write() as session:
        one = update(SubmissionRow).where(col(SubmissionRow.id) == ids[4])
        session.exec(one.values(**values))
    held: dict[str, int] = {}
    portal.before.append(
        lambda package: held.update(
            {package.file_uuid: states(world).count(outbox.SENDING)}
        )
    )
    drained(world, ids[0])
    assert held[world.submissions(ids[4])[0].file_uuid] == 1


def alone(world: World, portal: KeptPortal) -> bool:
    held = watch(world, portal)
    drained(world, put(world, 4)[0])
    return held == [1, 1, 1, 1]


def test_nothing_goes_along_where_one_death_gives_a_report_up(
    world: World, portal: KeptPortal
) -> None:
    workers = world.settings.workers.model_copy(update={"max_crashes": 1})
    world.settings = world.settings.model_copy(update={"workers": workers})
    assert alone(world, portal)


@pytest.mark.parametrize("can_ask", [False, True])
def test_nothing_goes_along_where_the_portal_forgets(
    world: World, portal: KeptPortal, *, can_ask: bool
) -> None:
    world.use_portals(DWZ.model_copy(update={"key_ttl_s": 60.0}))
    portal.can_ask = can_ask
    assert alone(world, portal) is not can_ask


# --- a store that fails ---


def test_a_store_that_fails_for_a_broken_report_stops_no_other(
    world: World, portal: KeptPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = put(world, 7)

    def faulty(_: object, candidate: Candidate, __: object) -> None:
        if candidate.number == ids[3]:
            raise LookupError

    def failing(*_: object) -> None:
        raise StoreError(Text("Locked.", "Gesperrt."))

    monkeypatch.setattr(claiming, "why_it_stays", faulty)
    monkeypatch.setattr(submit, "put_off_broken", failing)
    with pytest.raises(StoreError):
        drained(world, ids[0])
    assert states(world).count(outbox.SENDING) == 0
    assert column(world, "requests").count(1) == len(portal.received) == 6


@pytest.mark.usefixtures("portal")
def test_an_ending_that_cannot_be_stored_costs_no_other_its_receipt(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = put(world, 7)
    usual, bad = sentwords.sent_text, world.submissions(ids[4])[0].id

    def faulty(held: Sending, end: Ending) -> Text:
        if held.submission.id == bad:
            raise LookupError
        return usual(held, end)

    monkeypatch.setattr(ending, "sent_text", faulty)
    with pytest.raises(LookupError):
        drained(world, ids[0])
    assert states(world) == [*GONE * 4, outbox.SENDING, *GONE * 2]


def test_who_was_only_late_takes_back_what_never_left(world: World) -> None:
    ids = put(world, 2)
    held = {}
    for owner in ("a", "b"):
        with world.store.write() as session:
            found = claims.lock_candidates(session, ids)
            terms = claims.Terms(owner, 60)
            held[owner] = claims.claim(session, found, world.now, terms)
        world.wait(seconds=100)
    assert column(world, "requests") == column(world, "crashes") == [1, 1]
    for _ in range(2):  # a commit of unknown outcome is made twice
        with world.store.write() as session:
            sending.give_back(session, held["a"], world.now)
        assert column(world, "requests") == column(world, "crashes") == [0, 0]
    assert states(world) == [outbox.SENDING] * 2
    assert endings(world) == ["unsent", "unsent", "", ""]


def test_endings_lock_the_host_before_the_portal(
    world: World, portal: KeptPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A claim locks in this order; the other way round they could deadlock."""
    locked: list[str] = []
    usual = breakers.lock_breaker

    def noted(session: Session, key: str, now: dt.datetime) -> breakers.Breaker:
        locked.append(key)
        return usual(session, key, now)

    ids = put(world, 3)
    monkeypatch.setattr(breakers, "lock_breaker", noted)
    portal.before.append(lambda _: locked.clear())
    drained(world, ids[0])
    assert locked[:2] == ["dwz", breakers.key_of_portal("dwz", "dwz")]
