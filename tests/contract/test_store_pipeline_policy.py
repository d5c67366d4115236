"""What the rules of a tournament do to its reports, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
import json
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from pydantic import ValidationError

from syncd.errors import (
    ConfigError,
    NotFoundError,
    StaleRevisionError,
)
from syncd.formats.dwzxml.decode import decode_report
from syncd.pipeline.deciding import people
from syncd.pipeline.judging.assess import assess, explain, load_case
from syncd.pipeline.rules.following import follow_configuration
from syncd.pipeline.rules.overrule import overrule
from syncd.pipeline.sending.submit import submit_next
from syncd.rating.confirmed import Confirmed
from syncd.settings import TournamentSettings
from syncd.store import outbox, readmodels

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.formats.dwzxml.elements import Report
    from syncd.store.engine import Store

SWISS = pipeline_world.SWISS
CORRECTED = pipeline_world.corrected()
DWZ, UPLOAD = pipeline_world.DWZ, pipeline_world.UPLOAD
FIRST, CORRECTION = outbox.FIRST, outbox.CORRECTION
END = dt.date(2026, 7, 31)
NAME = "Beschleunigtes Open*"


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, DWZ)


def sections(world: World, *given: dict[str, object]) -> None:
    """Configure sections `[[tournaments]]`."""
    made = tuple(TournamentSettings.model_validate(one) for one in given)
    world.settings = world.settings.model_copy(update={"tournaments": made})


def say(world: World, *unset: str, **values: str) -> list[str]:
    """Set and take back rules of tournament 1."""
    said = overrule(world.context(), 1, values, unset, "kim", world.now)
    world.settle()
    return [text.en for text in said]


def sent(world: World, number: int = -1) -> Report:
    return decode_report(world.portal.received[number].data)


def look(world: World) -> None:
    assess(world.context(), 1, world.now)
    world.settle()


# --- what a report says ---


def test_everything_a_section_says_stands_in_the_report(world: World) -> None:
    sections(
        world,
        {
            "match": NAME, "sender": "Bezirk Nord", "location": "Kiel",
            "age_class": "U18", "url": "https://example.org/o", "notes": "Gruppe 1",
            "hybrid": True, "label": "{name} {season} {group}", "season": "2026",
            "group": "Nord",
        },
    )  # fmt: skip
    world.drop(SWISS)

    report = sent(world)
    told = report.payload.tournament
    assert report.header
    assert report.header.sender == "Bezirk Nord"
    assert (told.location, told.age_class, told.url, told.notes, told.type) == (
        "Kiel", "U18", "https://example.org/o", "Gruppe 1", "SW-H",
    )  # fmt: skip
    assert told.label == "Beschleunigtes Open 2 Gruppen 2026 Nord"


def test_what_a_person_has_confirmed_goes_before_the_policy(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    people.confirm(
        world.context(), 1, Confirmed(label="Open Halle", location="Halle"),
        world.now,
    )  # fmt: skip
    say(world, label="Another", location="Kiel", rating="auto")
    told = sent(world).payload.tournament
    assert (told.label, told.location) == ("Open Halle", "Halle")


def test_the_usual_place_leaves_that_of_the_export(world: World) -> None:
    world.configure(location="Bezirk Nord")
    world.drop(SWISS)
    assert sent(world).payload.tournament.location == "Halle (Saale)"


def test_no_rule_opens_the_gate_of_the_time_control(world: World) -> None:
    sections(world, {"match": "*", "age_class": "U10"})
    world.drop(pipeline_world.export("E15_clm.trf"))
    say(world, age_class="U8", deadline_stop_days="9999")
    assert world.why() == "not_dwz"
    with pytest.raises(NotFoundError):
        people.approve(world.context(), 1, world.now)
    with pytest.raises(NotFoundError):
        people.confirm(world.context(), 1, Confirmed(), world.now)
    assert world.reports() == []


def test_a_label_that_no_rule_allows_is_refused(world: World) -> None:
    with pytest.raises(ValidationError, match="invisible sign"):
        sections(world, {"match": "*", "label": "{name} \u0007"})


def test_a_portal_may_quote_what_names_no_person(world: World) -> None:
    world.configure(sender="Bezirk", organiser_vkz="C0101")
    world.drop(SWISS)
    (package,) = world.portal.received
    assert dict(package.fields) == {
        "label": "Beschleunigtes Open 2 Gruppen", "end": END.isoformat(),
        "players": "16", "games": "52", "organiser_vkz": "C0101", "sender": "Bezirk",
    }  # fmt: skip


# --- who gets it, and who sends it ---


def test_a_tournament_may_go_to_one_of_two_portals(world: World) -> None:
    world.use_portals(DWZ, UPLOAD)
    sections(world, {"match": "*", "portals": ["upload"]})
    world.drop(SWISS)
    assert [item.portal for item in world.submissions()] == ["upload"]
    assert world.why() == ""


def test_a_draft_for_a_portal_that_is_not_to_get_it_is_withdrawn(world: World) -> None:
    world.configure(mode="draft")
    world.use_portals(DWZ, UPLOAD)
    world.drop(SWISS)
    say(world, portals="dwz")
    assert [(item.portal, item.state) for item in world.submissions()] == [
        ("dwz", "drafted"), ("upload", "superseded"),
    ]  # fmt: skip

    say(world, portals="none")
    assert {item.state for item in world.submissions()} == {"superseded"}
    assert (world.why(), world.stored_why().code) == ("no_portal", "no_portal")


def test_what_another_installation_submits_never_leaves(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    assert world.reports() == [(FIRST, "drafted")]
    sections(world, {"match": "*", "submitter": "verband", "owner": "north"})
    world.configure(mode="auto")
    look(world)

    assert world.reports() == [(FIRST, "superseded")]
    waiting = explain(world.context(), 1, world.now)
    assert (waiting.code, waiting.needs_person) == ("not_ours", False)
    assert "“verband”" in waiting.text.en
    assert "north" in waiting.text.de
    with pytest.raises(NotFoundError):
        people.approve(world.context(), 1, world.now)
    assert world.portal.received == []


def test_a_report_that_waits_for_its_next_try_stays_when_another_submits(
    world: World,
) -> None:
    world.portal.script = [pipeline_world.unreachable()]
    world.drop(SWISS)
    assert world.reports() == [(FIRST, "queued")]
    world.configure(submitter="verband")
    world.wait(hours=3)
    assert submit_next(world.context(), 1, world.clock) is None
    world.settle()

    assert world.reports() == [(FIRST, "superseded")]
    assert len(world.portal.received) == 1


def test_a_report_for_a_portal_that_others_serve_does_not_leave(world: World) -> None:
    """One submitter per portal: each installation names only its own portals."""
    world.portal.script = [pipeline_world.unreachable()]
    world.drop(SWISS)
    sections(world, {"match": "*", "portals": ("upload",)})
    world.wait(hours=3)
    assert submit_next(world.context(), 1, world.clock) is None
    world.settle()
    assert world.reports() == [(FIRST, "superseded")]
    assert len(world.portal.received) == 1


def test_one_that_may_have_arrived_is_brought_to_its_end(world: World) -> None:
    world.portal.script = [pipeline_world.no_answer()]
    world.drop(SWISS)
    world.configure(submitter="verband")
    world.wait(hours=3)
    world.settle()
    assert world.reports() == [(FIRST, "accepted")]


# --- a changed configuration, and a person's word ---


def test_a_changed_default_corrects_nothing(world: World) -> None:
    world.drop(SWISS)
    changes: list[dict[str, object]] = [
        {"label": "{name} neu"}, {"unplayed": "list"}, {"sender": "Bezirk"},
        {"season": "2027"},
    ]  # fmt: skip
    for change in changes:
        world.configure(**change)
        assert follow_configuration(world.context(), world.now)
        look(world)
        assert (world.reports(), world.why()) == ([(FIRST, "accepted")], "")


def test_a_correction_keeps_the_rules_of_the_first_report(world: World) -> None:
    world.configure(label="{name} alt")
    world.drop(SWISS)
    world.configure(label="{name} neu", unplayed="list")
    world.drop(CORRECTED)

    first, second = (sent(world, at).payload for at in (0, 1))
    assert first.tournament == second.tournament
    assert len(first.games) == len(second.games)
    assert pipeline_world.policy(world).origins["label"].place == "report"


def test_a_persons_rule_corrects_and_taking_it_back_too(world: World) -> None:
    world.configure(corrections="draft")
    world.drop(SWISS)
    world.configure(label="{name} neu")
    assert say(world, label="Open Halle") == ["label = Open Halle"]
    assert world.reports() == [(FIRST, "accepted"), (CORRECTION, "drafted")]

    people.approve(world.context(), 1, world.now)
    world.settle()
    assert sent(world).payload.tournament.label == "Open Halle"
    say(world, "label", corrections="auto")
    assert len(world.reports()) == 3
    assert sent(world, 0).payload == sent(world).payload


def test_a_rule_that_is_not_rated_corrects_nothing(world: World) -> None:
    world.drop(SWISS)
    for key, value in (
        ("sender", "Bezirk"), ("window", "01:00-05:00"), ("organiser_vkz", "C0101"),
    ):  # fmt: skip
        say(world, **{key: value})
    assert world.reports() == [(FIRST, "accepted")]


def test_a_draft_is_made_anew_with_another_sender(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    say(world, sender="Bezirk")
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "drafted")]
    people.approve(world.context(), 1, world.now)
    world.settle()
    header = sent(world).header
    assert header
    assert header.sender == "Bezirk"


@pytest.mark.parametrize("state", ["waiting", "approved", "queued", "held"])
def test_whatever_has_not_left_names_the_new_sender(world: World, state: str) -> None:
    world.configure(mode="auto" if state == "waiting" else "draft")
    if state != "queued":
        world.configure(window="01:00-05:00")
    world.process(world.receive(SWISS))
    assess(world.context(), 1, world.now)
    if state in {"approved", "queued"}:
        people.approve(world.context(), 1, world.now)
    if state == "held":
        people.hold(world.context(), 1, "", world.now)
    assert world.reports() == [(FIRST, state)]

    overrule(world.context(), 1, {"sender": "Bezirk"}, (), "kim", world.now)
    if state == "held":
        people.release(world.context(), 1, world.now)
    anew = "waiting" if state == "waiting" else "drafted"
    assert world.reports() == [(FIRST, "superseded"), (FIRST, anew)]


def test_a_new_sender_and_what_follows_are_one_commit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    before = world.head().number
    monkeypatch.setattr(outbox, "move_submission", pipeline_world.stale)
    with pytest.raises(StaleRevisionError):
        overrule(world.context(), 1, {"sender": "Bezirk"}, (), "kim", world.now)
    assert world.head().number == before
    assert pipeline_world.policy(world).sender != "Bezirk"


def test_who_said_it_and_when_is_kept(world: World) -> None:
    world.drop(SWISS)
    say(world, label="Open Halle", quiet_individual_s="5", hybrid="true")
    found = pipeline_world.policy(world)
    assert (found.label, found.quiet_individual_s, found.hybrid) == (
        "Open Halle", 5, True,
    )  # fmt: skip
    origin = found.origins["label"]
    assert (origin.place, origin.by, origin.at_utc) == ("command", "kim", world.now)
    with world.store.read() as session:
        lines = readmodels.list_history(session, 1)
    changes = [change for line in lines for change in line.changes]
    assert any("label = Open Halle" in change["new"] for change in changes)


def test_taking_back_what_was_never_said_changes_nothing(world: World) -> None:
    world.drop(SWISS)
    number = world.head().number
    assert say(world, "label") == []
    assert world.head().number == number


def test_a_rule_that_cannot_be_is_refused(world: World) -> None:
    world.drop(SWISS)
    for key, value, words in (
        ("labell", "x", "Did you mean label?"),
        ("rating", "sometimes", '"off", "draft", "auto"'),
        ("window", "1-5", "01:00-05:00"),
        ("portals", "dwz,elsewhere", 'no portal "elsewhere"'),
        ("organiser_vkz", "x", "VKZ"),
        ("label", "{year}", "{season}"),
        ("hybrid", "perhaps", "true nor false"),
        ("deadline_stop_days", "0", "at least 1"),
    ):
        with pytest.raises(ConfigError) as caught:
            say(world, **{key: value})
        (problem,) = caught.value.problems
        assert words in problem.en
        assert problem.de
    with pytest.raises(ConfigError) as caught:
        say(world, "labell", rating="sometimes")
    assert len(caught.value.problems) == 2
    assert world.head().number == 1


def test_a_changed_configuration_reaches_what_waits(world: World) -> None:
    world.configure(mode="off")
    follow_configuration(world.context(), world.now)
    world.drop(SWISS)
    assert world.stored_why().code == "rating.off"
    assert not follow_configuration(world.context(), world.now)
    assert world.settle() == 0

    world.configure(mode="auto")
    assert follow_configuration(world.context(), world.now)
    world.settle()
    assert world.reports() == [(FIRST, "accepted")]


def test_every_stored_rule_is_plain_json(world: World) -> None:
    world.drop(SWISS)
    say(world, portals="dwz", quiet_team_s="1.5")
    stored = load_case(world.context(), 1).decisions["policy"]
    values = {key: one["value"] for key, one in json.loads(stored).items()}
    assert values == {"portals": ["dwz"], "quiet_team_s": 1.5}
