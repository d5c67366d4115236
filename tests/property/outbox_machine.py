"""A portal that remembers, and a machine that does to syncd whatever may happen.

The machine runs the real use cases on a real SQLite store. The portal is a model: it
knows what it has stored, so that in the end both sides can be compared.
"""

from __future__ import annotations

import datetime as dt
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import pipeline_world
import store_rows
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from sqlalchemy import event
from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.errors import (
    BadReceiptError,
    OutcomeUnknownError,
    PendingError,
    RejectedError,
    SyncdError,
    UnreachableError,
)
from syncd.pipeline.deciding import approval, people
from syncd.pipeline.judging.assess import assess, explain
from syncd.pipeline.sending.submit import drain, submit_next
from syncd.pipeline.sending.verdict import ACCEPTED
from syncd.pipeline.sweep import load_due, work_off
from syncd.store import outbox, sending
from syncd.store.engine import Store
from syncd.store.leases import free_after_crash
from syncd.store.schema import upgrade
from syncd.store.tables import (
    AttemptRow,
    EventRow,
    ReceiptRow,
    ReportRow,
    SubmissionRow,
    TournamentRow,
)
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from pipeline_world import World

    from syncd.pipeline.context import Context
    from syncd.settings import PortalSettings
    from syncd.store.sending import Sending
    from syncd.submit.portal import Package, Portal

A: Final = pipeline_world.SWISS
B: Final = pipeline_world.corrected()
C: Final = A.replace(b"11 w 0    15 b =", b"11 w 0    15 b 0").replace(
    b"1953/  /    2.5   13", b"1953/  /    2.0   13"
).replace(b"1959/  /    1.5   15", b"1959/  /    2.0   15").replace(
    b"13 w 0     5 w =", b"13 w 0     5 w 1"
)  # fmt: skip
VERSIONS: Final = {"A": A, "B": B, "C": C}
MOODS: Final = (
    "accept", "accept", "accept", "reject", "refuse connection", "lose it",
    "store it and say nothing", "think about it", "ask for time", "fail",
    "show a login page", "kill the sender before", "kill the sender after",
)  # fmt: skip
JUMPS_S: Final = (1, 40, 200, 1000, 5000, 86_400, 16 * 86_400, -3600, -5 * 86_400)
SAID: Final = Text("Said.", "Gesagt.")
CALM: Final = 15
"""Steps between two exports."""
MOST_ROUNDS: Final = 40
"""Of three hours each: longer than every wait that an end can find."""
OTHER_EVENTS: Final = {"adopted", "already_there"}


class WorkerDied(BaseException):
    """Stands for SIGKILL: nothing in the program catches it."""


@dataclass
class MemoryPortal:
    """A portal with a mood, and a memory of what it has.

    Attributes:
        stored: what it has accepted, by fileUUID.
        pending: what it has taken but not decided.
        seen: every fileUUID that ever came, with the bytes of the first send.
        tournaments: every tournamentUUID that ever came.
    """

    name: str = "dwz"
    can_ask: bool = False
    mood: str = "accept"
    stored: dict[str, bytes] = field(default_factory=dict)
    pending: dict[str, bytes] = field(default_factory=dict)
    seen: dict[str, bytes] = field(default_factory=dict)
    tournaments: set[str] = field(default_factory=set)

    @property
    def host(self) -> str:
        """One host for one portal."""
        return "dwz.example"

    def ask(self, package: Package) -> Receipt | None:
        """Say what became of a report."""
        self._stumble(package)
        uuid = package.file_uuid
        if uuid in self.pending:
            return self._decide(package)
        return Receipt(already_there=True) if uuid in self.stored else None

    def send(self, package: Package) -> Receipt:
        """Take a report as the mood is."""
        self._stumble(package)
        uuid = package.file_uuid
        assert self.seen.setdefault(uuid, package.data) == package.data
        self.tournaments.add(package.tournament_uuid)
        if self.mood == "lose it":
            raise OutcomeUnknownError(SAID, may_have_arrived=True)
        if uuid in self.stored:
            return self._answer(already_there=True)
        if self.mood == "think about it" or uuid in self.pending:
            self.pending[uuid] = package.data
            return self._decide(package)
        if self.mood == "reject":
            raise RejectedError(SAID, status=422)
        self.stored[uuid] = package.data
        return self._answer(already_there=False)

    def _decide(self, package: Package) -> Receipt:
        """Make up one's mind about a report that was taken."""
        uuid = package.file_uuid
        if self.mood == "think about it":
            raise PendingError(SAID, status=202, may_have_arrived=True)
        data = self.pending.pop(uuid)
        if self.mood == "reject":
            raise RejectedError(SAID, status=422)
        self.stored[uuid] = data
        return self._answer(already_there=True)

    def _answer(self, *, already_there: bool) -> Receipt:
        if self.mood == "store it and say nothing":
            raise OutcomeUnknownError(SAID, may_have_arrived=True)
        if self.mood == "show a login page":
            raise BadReceiptError(SAID, status=200, may_have_arrived=True)
        if self.mood == "kill the sender after":
            raise WorkerDied
        return Receipt(already_there=already_there)

    def _stumble(self, package: Package) -> None:
        """Fail before the report is looked at."""
        del package
        if self.mood == "kill the sender before":
            raise WorkerDied
        if self.mood == "refuse connection":
            raise UnreachableError(SAID)
        if self.mood == "ask for time":
            raise UnreachableError(SAID, status=429, retry_after_s=600)
        if self.mood == "fail":
            raise UnreachableError(SAID, status=500, may_have_arrived=True)


class OutboxMachine(RuleBasedStateMachine):
    """Everything that can happen to one tournament and its reports, in any order."""

    template: ClassVar[Path]
    steps: ClassVar[int] = 0
    """Rules carried out by all machines of this process."""
    ends: ClassVar[dict[str, int]] = {}
    """State -> how many reports ended there before the end was tidied up."""
    visits: ClassVar[dict[str, int]] = {}
    """State -> how often a report of any machine came into it."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="machine-"))
        shutil.copyfile(self.template, self.folder / "syncd.db")
        self.store = Store(f"sqlite:///{self.folder / 'syncd.db'}")
        event.listen(self.store.engine, "connect", _do_not_wait_for_the_disk)
        self.portal = MemoryPortal()
        self.world: World = pipeline_world.make_world(self.store)
        self.latest = self.world.now
        self.slow: list[Sending] = []
        self.accepted: set[str] = set()
        self.is_ending = False
        self.since_drop = 0

    @initialize(
        mode=st.sampled_from(["auto", "auto", "draft"]),
        corrections=st.sampled_from(["auto", "auto", "draft"]),
        window=st.sampled_from(["", "", "", "01:00-05:00", "22:00-02:00"]),
        can_ask=st.booleans(),
        key_ttl_s=st.sampled_from([None, 7200.0]),
        connections=st.integers(1, 2),
    )
    def configure(
        self,
        *,
        mode: str,
        corrections: str,
        window: str,
        can_ask: bool,
        key_ttl_s: float | None,
        connections: int,
    ) -> None:
        self.portal.can_ask = can_ask
        settings = pipeline_world.DWZ.model_copy(
            update={"key_ttl_s": key_ttl_s, "connections": connections}
        )
        self.world.use_portals(settings)
        self.world.configure(
            mode=mode, corrections=corrections, window=window,
            deadline_warn_days=9999, deadline_stop_days=9999,
        )  # fmt: skip
        self.drop("A")

    def context(self) -> Context:
        """Return the context of a worker that knows the portal."""
        return pipeline_world.replaced(self.world.context(), open_portal=self._open)

    def _open(self, _: PortalSettings) -> Portal:
        return self.portal

    # --- what may happen ---

    @precondition(lambda self: self.since_drop >= CALM)
    @rule(version=st.sampled_from(sorted(VERSIONS)))
    def drop(self, version: str) -> None:
        """An export arrives; not so often that no report ever comes to its end."""
        self._count()
        self.since_drop = 0
        self.world.wait(seconds=1)
        self.world.process(self.world.receive(VERSIONS[version]))

    @rule(mood=st.sampled_from(MOODS))
    def change_mood(self, mood: str) -> None:
        self._count()
        self.portal.mood = mood

    @rule(seconds=st.sampled_from(JUMPS_S))
    def turn_clock(self, seconds: int) -> None:
        self._count()
        self.world.wait(seconds=seconds)
        self.latest = max(self.latest, self.world.now)

    @rule()
    def look_at_tournament(self) -> None:
        self._attempt(lambda: assess(self.context(), 1, self.world.now))

    @rule()
    def send_what_is_due(self) -> None:
        due = load_due(self.context(), self.world.now).submissions
        if due:
            self._attempt(lambda: drain(self.context(), due[0], self.world.clock))

    @rule(mood=st.sampled_from(MOODS), hours=st.sampled_from([0, 1, 3, 30]))
    def come_back_later(self, mood: str, hours: int) -> None:
        """Time passes, the portal feels otherwise, and everything due is done."""
        self.change_mood(mood)
        self.world.wait(hours=hours)
        self.latest = max(self.latest, self.world.now)
        self.look_at_tournament()
        self.send_what_is_due()

    @precondition(lambda self: self.since_drop >= CALM)
    @rule(version=st.sampled_from(sorted(VERSIONS)), mood=st.sampled_from(MOODS))
    def let_go(self, version: str, mood: str) -> None:
        """An export arrives and a person lets its report go at once."""
        self.drop(version)
        self.change_mood(mood)
        self.approve()
        self.send_what_is_due()

    @rule(mood=st.sampled_from(MOODS), minutes=st.sampled_from([1, 20, 200]))
    def lose_patience(self, mood: str, minutes: int) -> None:
        """A person lets go whatever waits, and everything due is done."""
        self.world.wait(seconds=60 * minutes)
        self.latest = max(self.latest, self.world.now)
        self.change_mood(mood)
        self.release()
        self.approve()
        self.work_off()

    @rule(choice=st.integers(0, 9))
    def send_one(self, choice: int) -> None:
        """A message announces a report that may not be due at all."""
        if numbers := self._numbers():
            number = numbers[choice % len(numbers)]
            self._attempt(lambda: submit_next(self.context(), number, self.world.clock))

    @rule()
    def work_off(self) -> None:
        self._attempt(lambda: work_off(self.context(), self.world.clock))

    @rule()
    def begin_slowly(self) -> None:
        """A worker sends, and its answer takes longer than its lease."""
        self._count()
        due = load_due(self.context(), self.world.now).submissions
        if not due:
            return
        with self.store.write() as session:
            found = store_rows.claim_in(session, due[0], "d-1/host/2", self.world.now)
        if found is not None and found.kind == sending.SEND:
            uuid = found.submission.file_uuid
            self.portal.seen.setdefault(uuid, found.data)
            assert self.portal.seen[uuid] == found.data
            self.portal.stored[uuid] = found.data
            self.portal.pending.pop(uuid, None)
            self.slow.append(found)

    @precondition(lambda self: self.slow)
    @rule()
    def end_slowly(self) -> None:
        self._count()
        found, now = self.slow.pop(0), self.world.now
        with self.store.write() as session:
            state = store_rows.finish_in(session, found, ACCEPTED, now)
            receipt = sending.PortalReceipt(now, already_there=False, status=200)
            sending.save_receipts(session, {found.submission.id: receipt})
        assert state in outbox.AT_PORTAL

    @rule(dead_id=st.sampled_from(["d-1", "o-1"]))
    def restart(self, dead_id: str) -> None:
        """The daemon was killed and starts again."""
        self._count()
        with self.store.write() as session:
            free_after_crash(session, dead_id)

    @rule()
    def approve(self) -> None:
        self._attempt(lambda: people.approve(self.context(), 1, self.world.now, "Ada"))

    @rule()
    def hold(self) -> None:
        self._attempt(lambda: people.hold(self.context(), 1, "Why.", self.world.now))

    @rule()
    def release(self) -> None:
        self._attempt(lambda: people.release(self.context(), 1, self.world.now))

    @rule()
    def resubmit(self) -> None:
        now = self.world.now
        self._attempt(lambda: approval.resubmit(self.context(), 1, "Ada", now))

    # --- what must always hold ---

    @invariant()
    def every_change_is_in_the_table(self) -> None:
        """The journal alone tells every state, step by step."""
        steps: dict[int, list[str]] = {}
        with self.store.read() as session:
            events = session.exec(
                select(EventRow)
                .where(col(EventRow.kind).startswith("report."))
                .order_by(col(EventRow.id))
            ).all()
            rows = session.exec(select(SubmissionRow)).all()
        for one in events:
            state = one.kind.removeprefix("report.")
            if state not in OTHER_EVENTS:
                steps.setdefault(one.submission_id or 0, []).append(state)
        for row in rows:
            path = steps[row.id or 0]
            assert path[-1] == row.state
            for before, after in pairwise(path):
                assert after in outbox.TRANSITIONS[before], path

    @invariant()
    def a_revision_is_accepted_at_most_once(self) -> None:
        with self.store.read() as session:
            rows = session.exec(select(SubmissionRow)).all()
            reports = session.exec(select(ReportRow)).all()
            uuids = session.exec(select(TournamentRow.uuid)).all()
        there = [row.revision for row in rows if row.state in outbox.AT_PORTAL]
        assert len(there) == len(set(there))
        assert len({row.file_uuid for row in reports}) == len(reports)
        assert self.portal.tournaments <= set(uuids)
        assert len(uuids) <= 1

    @invariant()
    def no_acceptance_is_lost_or_invented(self) -> None:
        with self.store.read() as session:
            rows = session.exec(
                select(SubmissionRow, ReportRow.file_uuid).join(
                    ReportRow, col(ReportRow.id) == col(SubmissionRow.report_id)
                )
            ).all()
            receipts = set(session.exec(select(ReceiptRow.submission_id)).all())
        accepted = {uuid for row, uuid in rows if row.state in outbox.AT_PORTAL}
        assert self.accepted <= accepted
        assert accepted <= set(self.portal.stored)
        assert receipts == {row.id for row, _ in rows if row.state in outbox.AT_PORTAL}
        self.accepted = accepted
        for row, uuid in rows:
            if uuid in self.portal.stored:
                assert row.state not in {outbox.DRAFTED, outbox.WAITING, outbox.HELD}

    @invariant()
    def every_send_was_noted_before(self) -> None:
        with self.store.read() as session:
            attempts = session.exec(select(AttemptRow)).all()
            rows = session.exec(select(SubmissionRow)).all()
        for row in rows:
            numbers = [one.number for one in attempts if one.submission_id == row.id]
            assert sorted(numbers) == list(range(1, row.sends + 1))
            assert row.requests <= row.sends

    # --- the end ---

    def teardown(self) -> None:
        try:
            if self.world.files:  # else its configuration failed
                self._come_to_an_end()
        finally:
            self.store.close()
            shutil.rmtree(self.folder)

    def _come_to_an_end(self) -> None:
        """Let the portal work and people answer: then both sides know the same."""
        self.is_ending = True
        for submission in self.world.submissions():
            ends = OutboxMachine.ends
            ends[submission.state] = ends.get(submission.state, 0) + 1
        with self.store.read() as session:
            kinds = session.exec(select(EventRow.kind)).all()
        for kind in (one for one in kinds if one.startswith("report.")):
            state = kind.removeprefix("report.")
            OutboxMachine.visits[state] = OutboxMachine.visits.get(state, 0) + 1
        self.portal.mood = "accept"
        self.world.now = self.latest + dt.timedelta(hours=1)
        self.release()
        for _ in range(MOST_ROUNDS):
            self.work_off()
            self.resubmit()
            self.approve()
            self.work_off()
            if self._has_ended():
                break
            self.world.wait(hours=3)
        self.no_acceptance_is_lost_or_invented()
        newest = self.world.submissions()[-1:]
        accepted = [
            item for item in self.world.submissions() if item.state in outbox.AT_PORTAL
        ]
        assert {item.file_uuid for item in accepted} == set(self.portal.stored)
        waiting = explain(self.context(), 1, self.world.now)
        assert waiting.code == "", (waiting, self.world.reports())
        assert not newest or newest[0].state in {*outbox.AT_PORTAL, outbox.SUPERSEDED}

    def _has_ended(self) -> bool:
        """Return whether nothing is on its way, for a person, or due."""
        states = {item.state for item in self.world.submissions()}
        is_open = states & {*outbox.SENDABLE, *outbox.STAGED, outbox.DRAFTED}
        return not is_open and not load_due(self.context(), self.world.now)

    def _numbers(self) -> list[int]:
        return [item.id for item in self.world.submissions()]

    def _attempt(self, act: Callable[[], object]) -> None:
        """Do something that may be refused, or kill its worker."""
        self._count()
        with suppress(SyncdError, WorkerDied):
            act()

    def _count(self) -> None:
        self.since_drop += 1
        OutboxMachine.steps += not self.is_ending


def _do_not_wait_for_the_disk(connection: sqlite3.Connection, _: object) -> None:
    """Nobody cuts the power of a test."""
    connection.execute("PRAGMA synchronous=OFF")


def make_template(folder: Path) -> Path:
    """Return an empty store with the newest schema, to be copied by every machine."""
    file = folder / "template.db"
    store = Store(f"sqlite:///{file}")
    upgrade(store)
    store.close()
    return file
