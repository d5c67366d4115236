"""Reports whose rules change while they wait: what must not leave does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pipeline_world
import pytest
from pipeline_world import (
    DWZ,
    SWISS,
    UPLOAD,
    corrected,
    make_world,
    no_answer,
    rejected,
    unreachable,
)

from syncd.pipeline.deciding import approval
from syncd.pipeline.sending.submit import submit_next
from syncd.store import decisions, outbox
from syncd.store.decisions import save_decision

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

FIRST, CORRECTION = outbox.FIRST, outbox.CORRECTION
COMMANDS = {
    "rating off": '{"rating": {"value": "off", "by": "", "at": ""}}',
    "another portal": '{"portals": {"value": ["upload"], "by": "", "at": ""}}',
    "to be approved": '{"rating": {"value": "draft", "by": "", "at": ""}}',
}


@pytest.fixture
def world(store: Store) -> World:
    """A world in which one portal cannot be reached for now."""
    made = make_world(store, DWZ)
    made.portal.script = [unreachable()]
    made.drop(SWISS)
    assert made.reports() == [(FIRST, "queued")]
    made.wait(hours=3)
    return made


def send(world: World, number: int = 1) -> str | None:
    return submit_next(world.context(), number, world.clock)


def settle(world: World) -> None:
    """Withdraw, and make anew a second later."""
    for _ in range(2):
        world.settle()
        world.wait(seconds=2)


@pytest.mark.parametrize(
    ("mode", "follows"),
    [
        ("off", [(FIRST, "superseded")]),
        ("draft", [(FIRST, "superseded"), (FIRST, "drafted")]),
    ],
)
def test_the_sender_asks_the_configuration_first(
    world: World, mode: str, follows: list[tuple[str, str]]
) -> None:
    world.configure(mode=mode)
    assert send(world) is None
    settle(world)
    assert world.reports() == follows
    assert len(world.portal.received) == 1


@pytest.mark.parametrize("what", COMMANDS)
def test_a_command_counts_before_its_tournament_was_looked_at(
    world: World, what: str
) -> None:
    with world.store.write() as session:
        save_decision(session, 1, decisions.POLICY, COMMANDS[what], world.now)
    assert send(world) is None
    assert len(world.portal.received) == 1


def test_a_correction_that_is_to_be_approved_now_stays(store: Store) -> None:
    world = make_world(store, DWZ)
    world.drop(SWISS)
    world.portal.script = [unreachable()]
    world.drop(corrected())
    world.configure(corrections="draft")
    world.wait(hours=3)
    assert send(world, 2) is None
    settle(world)
    assert world.reports()[1:] == [(CORRECTION, "superseded"), (CORRECTION, "drafted")]
    assert len(world.portal.received) == 2


def test_what_a_person_has_approved_needs_no_other_word(world: World) -> None:
    approval.approve_ready(world.context(), 1, "Ada", world.now)
    world.configure(mode="draft")
    assert send(world) == "accepted"


def test_a_shadow_only_compares_and_asks_nobody(store: Store) -> None:
    world = make_world(store, UPLOAD.model_copy(update={"kind": "shadow"}))
    world.portals["upload"] = portal = pipeline_world.ScriptedPortal("upload")
    portal.script = [unreachable()]
    world.configure(mode="draft")
    world.drop(SWISS)
    world.wait(hours=3)
    world.settle()
    assert world.reports() == [(FIRST, "accepted")]


@pytest.mark.parametrize("end", ["dead", "rejected"])
def test_what_follows_a_report_that_may_be_there_is_a_correction(
    store: Store, end: str
) -> None:
    world = make_world(store, DWZ.model_copy(update={"dead_after_s": 3600.0}))
    world.configure(corrections="draft")
    second = no_answer() if end == "dead" else rejected()
    world.portal.script = [no_answer(), second]
    world.drop(SWISS)
    world.wait(hours=3)
    world.settle()
    assert world.reports() == [(FIRST, end)]

    world.drop(corrected())
    assert world.reports()[1:] == [(CORRECTION, "drafted")]


def test_what_a_portal_refuses_after_work_is_not_there(store: Store) -> None:
    world = make_world(store, DWZ)
    world.configure(corrections="draft")
    world.portals["dwz"] = portal = pipeline_world.ScriptedPortal("dwz", can_ask=True)
    portal.script, portal.answers = [no_answer()], [rejected()]
    world.drop(SWISS)
    world.wait(hours=3)
    world.settle()
    assert world.reports() == [(FIRST, "rejected")]

    world.drop(corrected())
    assert world.reports()[1:] == [(FIRST, "accepted")]
