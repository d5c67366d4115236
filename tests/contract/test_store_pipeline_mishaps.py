"""Reports on which the program itself breaks, and rows that come to no end."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from pipeline_world import DWZ, SWISS, World, export, make_world
from sqlmodel import col, select, update

from syncd.bilingual import Text
from syncd.errors import FormatError
from syncd.pipeline import sweep
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.sending import claiming
from syncd.pipeline.sending.submit import submit_next
from syncd.pipeline.sweep import load_due, work_off
from syncd.settings_policy import TournamentSettings
from syncd.settings_portals import LookupSettings, PortalSettings
from syncd.store import outbox, readmodels
from syncd.store.leases import CRASHED
from syncd.store.tables import SubmissionRow, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.store.claims import Claimable
    from syncd.store.engine import Store
    from syncd.submit.portal import Package, Receipt

OTHER = export("E07_clm.trf")
READABLE = DWZ.model_copy(update={"lookup": LookupSettings(url="https://nu.example")})
LETTERS = "é secret"


@pytest.fixture
def world(store: Store) -> World:
    """A world in which two reports are ready to be sent, the first one for tests."""
    made = make_world(store, DWZ)
    for number, data in enumerate((SWISS, OTHER), start=1):
        made.process(made.receive(data))
        assess(made.context(), number, made.now)
    assert [made.reports(number) for number in (1, 2)] == [[("first", "queued")]] * 2
    return made


def send(world: World) -> str | None:
    return submit_next(world.context(), 1, world.clock)


def report(world: World) -> outbox.Submission:
    return world.submissions()[0]


def break_on_first(
    monkeypatch: pytest.MonkeyPatch, name: str, error: Exception
) -> None:
    """Let a step before the claim raise for the first report."""
    usual: Callable[..., object] = getattr(claiming, name)

    def faulty(first: object, report: int | Claimable, *rest: object) -> object:
        if (report if isinstance(report, int) else report.number) == 1:
            raise error
        return usual(first, report, *rest)

    monkeypatch.setattr(claiming, name, faulty)


@pytest.mark.parametrize(
    ("step", "portal"),
    [("must_stay", READABLE), ("look_first", READABLE), ("why_it_stays", DWZ)],
)
def test_a_report_that_breaks_the_program_stops_no_other(
    world: World,
    step: str,
    portal: PortalSettings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    world.use_portals(portal)
    break_on_first(
        monkeypatch, step, UnicodeEncodeError("ascii", LETTERS, 0, 1, LETTERS)
    )
    work_off(world.context(), world.clock)
    assert (world.reports(1), world.reports(2)) == (
        [("first", "queued")],
        [("first", "accepted")],
    )
    assert "UnicodeEncodeError" in report(world).note.en
    assert LETTERS not in report(world).note.en
    assert not load_due(world.context(), world.now)
    assert [line.levelno for line in caplog.records].count(logging.ERROR) == 1

    for _ in range(world.settings.workers.max_crashes - 1):
        world.wait(minutes=5)
        work_off(world.context(), world.clock)
    assert world.reports(1) == [("first", "dead")]
    assert world.tournaments()[0].needs_person
    assert world.events().count("send.broken") == 3
    assert len(world.portal.received) == 1


def test_a_portal_that_breaks_the_program_is_left_alone_for_a_while(
    world: World,
) -> None:
    def broken(_: object) -> pipeline_world.ScriptedPortal:
        raise LookupError(LETTERS)

    context = pipeline_world.replaced(world.context(), open_portal=broken)
    assert submit_next(context, 1, world.clock) is None
    assert not load_due(context, world.now)
    assert LETTERS not in report(world).note.en
    world.wait(minutes=5)
    assert send(world) == "accepted"


class Faulty(pipeline_world.ScriptedPortal):
    """A portal whose adapter has a fault."""

    def send(self, package: Package) -> Receipt:
        super().send(package)
        raise FormatError(report_text())

    def ask(self, package: Package) -> Receipt | None:
        super().ask(package)
        raise KeyError(LETTERS)


def report_text() -> Text:
    return Text("Klein is no name.", "Klein ist kein Name.")


def test_a_send_that_breaks_the_program_counts_as_a_crash_at_once(
    world: World,
) -> None:
    world.portals["dwz"] = Faulty("dwz")
    assert send(world) == "unknown"
    assert (report(world).state, report(world).may_have_arrived) == ("unknown", True)
    assert "FormatError" in report(world).note.en
    assert "Klein" not in report(world).note.en
    assert send(world) is None  # not before five minutes are over
    for _ in range(world.settings.workers.max_crashes - 1):
        world.wait(minutes=5)
        send(world)
    assert report(world).state == "dead"
    with world.store.read() as session:
        lines = readmodels.list_attempts(session, 1)
        row = session.exec(select(SubmissionRow).where(SubmissionRow.id == 1)).one()
    assert [line.outcome for line in lines] == ["unknown"] * 3
    assert row.requests == 3


def test_a_question_that_breaks_the_program_is_put_off_too(world: World) -> None:
    world.portals["dwz"] = portal = Faulty("dwz", can_ask=True)
    send(world)
    world.wait(minutes=5)
    send(world)
    assert len(portal.asked) == 1
    assert "KeyError" in report(world).note.en
    world.portals["dwz"] = pipeline_world.ScriptedPortal("dwz", can_ask=True)
    world.wait(minutes=5)
    assert send(world) == "accepted"


# --- rows that come to no end ---


def test_a_foreign_report_of_a_tournament_set_aside_lets_the_run_end(
    world: World,
) -> None:
    with world.store.write() as session:
        session.exec(
            update(TournamentRow)
            .where(col(TournamentRow.id) == 1)
            .values(wait_code=CRASHED, tries=3)
        )
    section = TournamentSettings(match="*", submitter="verband")
    world.settings = world.settings.model_copy(update={"tournaments": (section,)})
    work_off(world.context(), world.clock)
    assert not load_due(world.context(), world.now)
    assert world.portal.received == []


def test_a_row_that_is_due_again_and_again_is_left_to_the_next_run(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sweep, "drain", lambda *_: 0)
    assert work_off(world.context(), world.clock) == sweep.MOST_TIMES
    assert "row comes to no end" in caplog.text
