"""What portals have: read back after a report, looked up before the first one."""

from __future__ import annotations

import json
import logging
import uuid
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from pipeline_world import DWZ, SWISS, World, corrected, make_world

from syncd.demo.reading_api import ReadingApi
from syncd.errors import UnreachableError
from syncd.formats.dwzxml.loose_report import read_report
from syncd.pipeline.deciding.adopt import adopt
from syncd.pipeline.deciding.people import approve
from syncd.pipeline.jobs import JOBS
from syncd.pipeline.outcome.readback import read_back_due
from syncd.settings_portals import LookupSettings, PortalSettings
from syncd.store import decisions, outbox, readmodels
from syncd.store.readback import load_sent
from syncd.submit.ways import open_lookup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.elements import Payload
    from syncd.store.engine import Store

OTHER = "019f75bb-20f8-7bd8-8c1f-80cc107e0047"


@pytest.fixture
def api() -> Iterator[ReadingApi]:
    with ReadingApi() as running:
        yield running


@pytest.fixture
def world(store: Store, api: ReadingApi) -> World:
    made = make_world(store, readable(api))
    made.open_lookup = open_lookup
    return made


def readable(api: ReadingApi, name: str = "dwz") -> PortalSettings:
    lookup = LookupSettings(url=api.address)
    return DWZ.model_copy(update={"name": name, "lookup": lookup})


def sent(world: World) -> Payload:
    """Return what the portal got last."""
    return read_report(world.portal.received[-1].data).payload


def data_of(world: World, submission_id: int) -> bytes:
    with world.store.read() as session:
        return load_sent(session, submission_id).data


def read(world: World, **duration: float) -> int:
    world.wait(**duration)
    return read_back_due(world.context(), world.clock)


def note(world: World) -> str:
    return world.submissions()[-1].note.en


# --- after a report ---


def test_a_report_is_accepted_then_rated(world: World, api: ReadingApi) -> None:
    world.drop(SWISS)
    assert world.reports() == [("first", "accepted")]
    assert read(world) == 1
    assert world.reports() == [("first", "accepted")]
    assert "does not show" in note(world)

    ours = world.submissions()[0].tournament_uuid
    api.put(ours, sent(world), state="NOT_RATED")
    assert read(world, hours=2) == 1
    assert world.reports() == [("first", "accepted")]
    assert "not rated it yet" in note(world)

    api.put(ours, sent(world))
    assert read(world, hours=2) == 1
    assert world.reports() == [("first", "rated")]
    assert "rated it as it was sent" in note(world)
    assert world.events().count("report.read") == 3
    assert len(world.portal.received) == 1


def test_what_differs_is_told_to_people_and_to_nobody_else(
    world: World, api: ReadingApi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    world.drop(SWISS)
    ours = world.submissions()[0].tournament_uuid
    api.put(ours, sent(world))
    game = api.matches[ours][0]
    game["result"] = "BLACK_WINS" if game["result"] != "BLACK_WINS" else "WHITE_WINS"
    read(world)
    assert world.reports() == [("first", "differs")]
    name = game["whitePlayer"]["lastname"]
    assert name in note(world)
    assert "(1)" in note(world)
    with world.store.read() as session:
        told = repr(readmodels.list_history(session, 1))
    assert name not in told
    assert name not in caplog.text

    api.put(ours, sent(world))  # the rating officer has corrected it
    assert read(world, days=1) == 0
    assert read(world, days=7) == 1
    assert world.reports() == [("first", "rated")]


def test_it_is_found_under_the_portals_own_uuid_too(
    world: World, api: ReadingApi
) -> None:
    world.drop(SWISS)
    api.put(OTHER, sent(world))
    read(world)
    assert world.reports() == [("first", "rated")]


@pytest.mark.parametrize(
    ("wait", "count"), [({"minutes": 59}, 0), ({"minutes": 61}, 1), ({"days": 500}, 1)]
)
def test_an_unrated_report_is_read_hourly_for_ever(
    world: World, wait: dict[str, float], count: int
) -> None:
    world.drop(SWISS)
    assert read(world) == 1
    assert read(world, **wait) == count


@pytest.mark.parametrize(
    ("wait", "count"), [({"days": 6}, 0), ({"days": 8}, 1), ({"days": 500}, 0)]
)
def test_a_rated_report_is_read_weekly_for_a_year(
    world: World, api: ReadingApi, wait: dict[str, float], count: int
) -> None:
    world.drop(SWISS)
    api.put(world.submissions()[0].tournament_uuid, sent(world))
    assert read(world) == 1
    assert read(world, **wait) == count


def test_only_the_newest_report_is_read(world: World, api: ReadingApi) -> None:
    world.drop(SWISS)
    read(world)
    world.drop(corrected())
    assert world.reports() == [("first", "accepted"), ("correction", "accepted")]
    api.put(world.submissions()[0].tournament_uuid, sent(world))
    assert read(world, hours=2) == 1
    assert world.reports() == [("first", "accepted"), ("correction", "rated")]


def test_a_portal_in_trouble_keeps_no_other_from_being_asked(
    world: World, api: ReadingApi
) -> None:
    with ReadingApi() as broken:
        world.use_portals(readable(broken, "upload"), readable(api))
        world.drop(SWISS)
        api.put(world.submissions()[0].tournament_uuid, sent(world))
        broken.failing = 503
        with pytest.raises(UnreachableError, match="503"):
            read(world)
    assert sorted(item.state for item in world.submissions()) == ["accepted", "rated"]


def test_a_schedule_can_do_it(world: World) -> None:
    world.drop(SWISS)
    progress: list[int] = []
    said = JOBS["readback"](world.context(), world.clock, progress.append)
    assert said.en == "Reports read back: 1."
    assert progress == [1]


def test_without_a_reading_interface_nothing_is_asked(
    world: World, api: ReadingApi
) -> None:
    world.use_portals(DWZ)
    world.drop(SWISS)
    assert read(world) == 0
    assert api.asked == []


# --- before the first report ---


@pytest.fixture
def by_hand(world: World, api: ReadingApi) -> Payload:
    """Somebody has uploaded the tournament by hand, under a name of his own."""
    world.use_portals(DWZ)
    world.configure(mode="draft")
    world.drop(SWISS)
    data = data_of(world, world.submissions()[0].id)
    payload = read_report(data).payload
    api.put(OTHER, payload)
    api.tournaments[OTHER]["label"] = payload.tournament.label.upper()
    world.use_portals(readable(api))
    return payload


def test_what_is_there_already_is_not_sent_but_asked_about(
    world: World, by_hand: Payload
) -> None:
    assert by_hand.games
    approve(world.context(), 1, world.now)
    world.settle()
    assert world.portal.received == []
    waiting = world.stored_why()
    assert (waiting.code, waiting.needs_person) == ("already_there", True)
    assert OTHER in waiting.text.en
    assert "syncd adopt X.xml" in waiting.text.de
    assert world.why() == "already_there"
    assert world.reports() == [("first", "superseded")]


def test_a_draft_is_looked_up_before_anybody_approves_it(
    world: World, by_hand: Payload
) -> None:
    assert by_hand.games
    assert read(world) == 1
    world.settle()
    assert world.why() == "already_there"
    assert read(world, days=2) == 0, "the draft was withdrawn"


def test_another_tournament_is_approved_once(
    world: World, by_hand: Payload, api: ReadingApi
) -> None:
    assert by_hand.games
    read(world)
    world.settle()
    said = approve(world.context(), 1, world.now)
    assert said[0].en == "What the portal has is another tournament."
    world.settle()
    assert [item[1] for item in world.reports()][-1] == "accepted"
    assert len(world.portal.received) == 1

    api.put(OTHER.replace("0", "1"), by_hand)
    world.configure(corrections="auto", mode="auto")
    world.drop(corrected())
    assert world.why() == "", "a correction is not looked up"
    assert len(world.portal.received) == 2


def test_something_new_there_is_asked_about_again(
    world: World, by_hand: Payload, api: ReadingApi
) -> None:
    read(world)
    world.settle()
    with world.store.read() as session:
        found = decisions.load_decisions(session, 1)[decisions.ALREADY_THERE]
    assert [one["uuid"] for one in json.loads(found)["found"]] == [OTHER]
    new = OTHER.replace("0", "1")
    api.put(new, by_hand)
    approve(world.context(), 1, world.now)
    world.settle()
    assert world.portal.received == []
    assert new in world.stored_why().text.en
    assert OTHER not in world.stored_why().text.en
    approve(world.context(), 1, world.now)
    world.settle()
    assert len(world.portal.received) == 1


def test_adopting_answers_the_question(world: World, by_hand: Payload) -> None:
    assert by_hand.games
    data = data_of(world, world.submissions()[0].id)
    approve(world.context(), 1, world.now)
    world.settle()
    mine = world.submissions()[0]
    data = data.replace(mine.tournament_uuid.encode(), OTHER.encode())
    data = data.replace(mine.file_uuid.encode(), str(uuid.uuid4()).encode())
    adopt(world.context(), data, "dwz", None, world.now)
    world.settle()
    assert world.why() == ""
    assert world.reports()[-1] == ("adopted", "accepted")
    assert world.submissions()[-1].tournament_uuid == OTHER
    assert world.portal.received == []
    assert read(world) == 1
    assert world.reports()[-1] == ("adopted", "rated")


def test_our_own_tournament_is_no_question(
    world: World, by_hand: Payload, api: ReadingApi
) -> None:
    del api.tournaments[OTHER]
    api.put(world.submissions()[0].tournament_uuid, by_hand)
    approve(world.context(), 1, world.now)
    world.settle()
    assert world.reports() == [("first", "accepted")]


@pytest.mark.parametrize("change", ["days", "persons", "label"])
def test_what_does_not_look_like_it_is_no_question(
    world: World, by_hand: Payload, api: ReadingApi, change: str
) -> None:
    assert by_hand.games
    if change == "days":
        api.tournaments[OTHER]["startdate"] = "2020-01-01"
    elif change == "label":
        api.tournaments[OTHER]["label"] = "Anders"
    else:
        for player in api.players[OTHER]:
            player["lastname"] = "X" + player["lastname"]
            player.pop("nuLigaPersonId", None)
    approve(world.context(), 1, world.now)
    world.settle()
    assert world.reports() == [("first", "accepted")]


def test_with_the_organisers_code_any_name_is_found(
    world: World, by_hand: Payload, api: ReadingApi
) -> None:
    assert by_hand.games
    world.configure(organiser_vkz="40000")
    api.tournaments[OTHER]["label"] = "-"
    approve(world.context(), 1, world.now)
    world.settle()
    assert world.why() == "already_there"


def test_while_the_portal_cannot_be_searched_the_report_waits(
    world: World, by_hand: Payload, api: ReadingApi
) -> None:
    assert by_hand.games
    del api.tournaments[OTHER]
    api.failing = 503
    approve(world.context(), 1, world.now)
    world.settle()
    (waiting,) = world.submissions()
    assert (waiting.state, waiting.sends) == (outbox.QUEUED, 0)
    assert "searched" in waiting.note.en
    assert world.settle() == 0, "not again at once"

    api.failing = 0
    world.wait(seconds=301)
    world.settle()
    assert world.reports() == [("first", "accepted")]


def test_a_report_that_may_be_there_is_not_looked_up(
    world: World, api: ReadingApi
) -> None:
    world.portal.script.append(pipeline_world.no_answer())
    world.drop(SWISS)
    assert world.reports() == [("first", "unknown")]
    api.put(OTHER, sent(world))
    world.wait(hours=2)
    world.settle()
    assert world.reports() == [("first", "accepted")]
