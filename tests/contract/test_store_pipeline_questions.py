"""Rarer questions to people, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.errors import InconsistentError, StaleRevisionError
from syncd.formats.dwzxml.encode import encode_report
from syncd.pipeline.deciding import people
from syncd.pipeline.deciding.adopt import adopt
from syncd.pipeline.judging.assess import load_case
from syncd.pipeline.judging.readiness import decided, judge
from syncd.rating.confirmed import Confirmed
from syncd.rating.reportfile import to_report
from syncd.store import decisions, inbox, outbox

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

export = pipeline_world.export
SWISS, CORRECTED = pipeline_world.SWISS, pipeline_world.corrected()
THEIRS, FILE = str(uuid.UUID(int=1, version=4)), str(uuid.UUID(int=2, version=4))
FIRST = outbox.FIRST


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, pipeline_world.DWZ)


def confirm(world: World, given: Confirmed | None = None) -> list[str]:
    said = people.confirm(world.context(), 1, given or Confirmed(), world.now)
    world.settle()
    return [text.en for text in said]


def report_with(world: World, given: Confirmed) -> bytes:
    """Return what somebody who knew these facts has sent by hand."""
    case = load_case(world.context(), 1)
    known = replace(
        case, decisions={decisions.CONFIRMED: people._confirmed(given, ()).value}
    )
    payload = judge(known, world.now).payload
    assert payload is not None
    return encode_report(
        to_report(
            payload, tournament_uuid=THEIRS, file_uuid=FILE, sender="", now=world.now
        )
    )


# --- rules that forbid a report ---


def test_a_player_without_year_of_birth_is_named(world: World) -> None:
    world.drop(export("E01_clm.trf"))
    while world.why() in {"zero_zero", "double_forfeit"}:
        confirm(world)
    waiting = world.stored_why()

    assert (waiting.code, waiting.needs_person) == ("rule.P09", True)
    assert world.reports() == []


# --- team events ---


def test_a_league_ends_in_a_drafted_report_after_its_questions(world: World) -> None:
    world.configure(mode="draft")
    world.drop(export("T05_clm_textfix.trf"))
    asked = []
    while world.why() in {"missing_results", "missing_matches"}:
        asked.append(world.why())
        confirm(world)
    assert asked == ["missing_results", "missing_matches"]
    assert world.why() == "time_control"
    confirm(
        world,
        Confirmed(
            time_control="5400+30",
            location="Magdeburg",
            start=dt.date(2026, 10, 11),
            end=dt.date(2026, 11, 22),
        ),
    )
    assert world.reports() == [(FIRST, outbox.DRAFTED)]


def test_a_team_swiss_is_reported_once_it_is_over(world: World) -> None:
    world.drop(export("T02_clm.trf"))
    assert world.why() == "not_over"
    world.wait(days=40)
    world.settle()
    assert world.reports() == [(FIRST, outbox.ACCEPTED)]


# --- double forfeits of a knockout ---


def test_a_double_forfeit_of_a_knockout_is_confirmed(world: World) -> None:
    cup = export("E07_clm.trf")
    for old, new in ((b"6 w +", b"6 w -"), (b"1957/  /    2.0", b"1957/  /    1.0")):
        assert cup.count(old) == 1
        cup = cup.replace(old, new)
    world.drop(cup)
    assert world.why() == "double_forfeit"

    assert confirm(world) == ["Round 1, Ludwig - Horn: was not played."]
    assert world.reports() == [(FIRST, "accepted")]


# --- drafts ---


def test_a_draft_that_changes_under_the_hand_is_shown_again(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    world.wait(seconds=1)
    world.process(world.receive(CORRECTED))
    with pytest.raises(StaleRevisionError, match="has changed since you saw it"):
        people.approve(world.context(), 1, world.now)

    world.settle()
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "drafted")]
    people.approve(world.context(), 1, world.now)
    world.settle()
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "accepted")]


def test_approving_answers_both_questions_of_an_old_tournament(world: World) -> None:
    world.configure(first_contact_hold_days=42, quiet_individual_s=100)
    world.drop(SWISS)
    said = people.approve(world.context(), 1, world.now)
    world.settle()
    assert {text.en for text in said} >= {
        "The quiet period is over.",
        "Released although it ended before first contact.",
    }
    assert world.reports() == [(FIRST, "accepted")]


# --- removals ---


def test_a_large_removal_can_be_confirmed(world: World) -> None:
    world.drop(SWISS)
    few = b"".join(
        line
        for line in SWISS.splitlines(keepends=True)
        if not (line.startswith(b"001 ") and int(line[4:8]) > 7)
    )
    assert world.drop(few) == inbox.WAITING
    assert confirm(world)
    assert world.head().number > 1


# --- adopting where the export lacks facts ---


def test_facts_that_only_the_sent_report_has_are_taken_from_it(world: World) -> None:
    world.drop(export("E06_clm.trf"))
    facts = Confirmed(time_control="7200+30", location="Aepfelhausen")
    by_hand = report_with(world, facts)
    said = adopt(world.context(), by_hand, "dwz", "1", world.now)
    world.settle()

    assert "nothing more is to be sent" in said.en
    taken = decided(load_case(world.context(), 1).decisions)
    assert (taken.time_control, taken.location) == ("7200+30", "Aepfelhausen")
    assert world.reports() == [("adopted", "accepted")]
    assert world.why() == ""


def test_the_report_of_another_tournament_is_not_adopted(world: World) -> None:
    world.drop(SWISS)
    by_hand = report_with(world, Confirmed())
    world.drop(export("E03_clm.trf"))
    with pytest.raises(InconsistentError, match="it is another one"):
        adopt(world.context(), by_hand, "dwz", "2", world.now)
    assert world.head(2).uuid != THEIRS
