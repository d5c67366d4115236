from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from syncd.pipeline.rules.policy import IN_PAYLOAD, KEYS, Origin, Policy, policy_of
from syncd.settings import (
    RatingSettings,
    Settings,
    SourceSettings,
    TournamentSettings,
)
from syncd.store import decisions

NAME = "Bezirksliga Nord 2026/27"
AT = dt.datetime(2026, 11, 1, 12, 0, tzinfo=dt.UTC)
GENERAL = RatingSettings(
    mode="auto", corrections="auto", first_contact_hold_days=30,
    quiet_individual_s=10, quiet_team_s=20,
)  # fmt: skip


def settings(
    *sections: dict[str, object],
    general: RatingSettings = GENERAL,
    **own: object,
) -> Settings:
    values = {"name": "north", "folder": Path("/in"), **own}
    return Settings(
        sources=(SourceSettings.model_validate(values),),
        tournaments=tuple(TournamentSettings.model_validate(one) for one in sections),
        rating=general,
    )


def policy(**own: object) -> Policy:
    return policy_of(settings(general=GENERAL, **own), "north")


def commanded(**values: object) -> dict[str, str]:
    stored = {
        key: {"value": value, "by": "kim", "at": AT.isoformat()}
        for key, value in values.items()
    }
    return {decisions.POLICY: json.dumps(stored)}


def test_a_source_follows_the_general_rules() -> None:
    assert policy() == Policy(
        rating="auto", corrections="auto", first_contact_hold_days=30,
        quiet_individual_s=10, quiet_team_s=20, timezone=ZoneInfo("Europe/Berlin"),
    )  # fmt: skip


def test_a_source_may_have_rules_of_its_own() -> None:
    own = policy(
        rating="draft", corrections="draft", first_contact_hold_days=0,
        timezone="Europe/Lisbon", quiet_team_s=5, window="01:00-05:00",
    )  # fmt: skip
    assert (own.rating, own.corrections) == ("draft", "draft")
    assert (own.first_contact_hold_days, own.quiet_team_s) == (0, 5)
    assert own.window == "01:00-05:00"
    assert own.timezone == ZoneInfo("Europe/Lisbon")


@pytest.mark.parametrize("said", [{}, {"rating": "auto", "corrections": "auto"}])
def test_a_source_that_is_gone_reports_nothing(said: dict[str, str]) -> None:
    gone = policy_of(Settings(rating=GENERAL), "north", NAME, commanded(**said))
    assert (gone.rating, gone.corrections) == ("off", "draft")
    assert gone.timezone == ZoneInfo("UTC")
    assert gone.origins["rating"] == Origin("gone")


def test_every_value_has_a_value_and_an_origin() -> None:
    own = policy()
    assert set(own.origins) == set(KEYS)
    assert all(hasattr(own, key) for key in KEYS)
    assert own.origins["unplayed"] == Origin("default")
    assert own.origins["rating"] == Origin("rating")


@pytest.mark.parametrize(
    ("sections", "command", "expected", "origin"),
    [
        ([], {}, "general", Origin("rating")),
        ([{"match": "other"}], {}, "general", Origin("rating")),
        (
            [{"match": "bezirksliga*", "sender": "section"}],
            {},
            "section",
            Origin("tournament", "bezirksliga*"),
        ),
        (
            [{"match": "*", "sender": "first"}, {"match": "*2026*", "sender": "last"}],
            {},
            "last",
            Origin("tournament", "*2026*"),
        ),
        (
            [{"match": "*", "sender": "all"}, {"match": "*2026*", "url": "https://x"}],
            {},
            "all",
            Origin("tournament", "*"),
        ),
        (
            [{"match": "*", "source": "south", "sender": "south"}],
            {},
            "general",
            Origin("rating"),
        ),
        (
            [{"match": "*", "source": "north", "sender": "north"}],
            {"sender": "person"},
            "person",
            Origin("command", "", "kim", AT),
        ),
        ([], {"sender": ""}, "", Origin("command", "", "kim", AT)),
    ],
)
def test_the_nearest_word_counts(
    sections: list[dict[str, object]],
    command: dict[str, object],
    expected: str,
    origin: Origin,
) -> None:
    general = RatingSettings(sender="general")
    south = SourceSettings(name="south", folder=Path("/south"))
    known = settings(general=general)
    known = Settings(
        sources=(*known.sources, south), rating=general,
        tournaments=tuple(TournamentSettings.model_validate(one) for one in sections),
    )  # fmt: skip
    found = policy_of(known, "north", NAME, commanded(**command))
    assert (found.sender, found.origins["sender"]) == (expected, origin)


def test_a_source_goes_before_the_general_rules_and_after_its_tournaments() -> None:
    known = settings({"match": NAME, "season": "2027"}, sender="source", season="2026")
    found = policy_of(known, "north", NAME)
    assert (found.sender, found.season) == ("source", "2027")
    assert found.origins["sender"] == Origin("source", "north")


@pytest.mark.parametrize(
    ("submitter", "is_ours"), [("", True), ("here", True), ("elsewhere", False)]
)
def test_one_installation_submits(submitter: str, *, is_ours: bool) -> None:
    general = RatingSettings(installation="here")
    known = settings({"match": "*", "submitter": submitter}, general=general)
    assert policy_of(known, "north", NAME).is_ours is is_ours


@pytest.mark.parametrize(
    ("portals", "wanted"), [(None, True), ([], False), (["upload"], False)]
)
def test_a_tournament_may_go_to_some_portals(
    portals: list[str] | None, *, wanted: bool
) -> None:
    command = {} if portals is None else {"portals": portals}
    found = policy_of(settings(), "north", NAME, commanded(**command))
    assert found.wants("dwz") is wanted


# --- what a report was made with ---


def test_what_a_report_was_made_with_stays_in_force() -> None:
    before = policy_of(settings(label="Old", location="Halle"), "north", NAME)
    stored = {decisions.MADE_WITH: before.to_remember}
    now = settings(label="New", location="Kiel", unplayed="list", sender="S")

    kept = policy_of(now, "north", NAME, stored, may_have_left=True)
    assert {key: getattr(kept, key) for key in IN_PAYLOAD} == {
        key: getattr(before, key) for key in IN_PAYLOAD
    }
    assert kept.origins["label"] == Origin("report")
    assert kept.sender == "S"
    assert kept.to_remember == ""

    said = policy_of(
        now, "north", NAME, stored | commanded(label="Mine"), may_have_left=True
    )
    assert (said.label, said.location) == ("Mine", "Halle")
    assert said.to_remember == ""


def test_while_no_report_has_left_the_configuration_counts() -> None:
    before = policy_of(settings(label="Old"), "north", NAME)
    stored = {decisions.MADE_WITH: before.to_remember}
    found = policy_of(settings(label="New"), "north", NAME, stored)
    assert found.label == "New"
    assert json.loads(found.to_remember)["label"] == "New"


@pytest.mark.parametrize("may_have_left", [False, True])
def test_a_place_of_the_tournament_itself_is_told_from_the_usual_one(
    *, may_have_left: bool
) -> None:
    usual = settings(location="Bezirk")
    own = settings({"match": NAME, "location": "Saal"}, location="Bezirk")
    for known, is_stated in ((usual, False), (own, True)):
        first = policy_of(known, "north", NAME)
        stored = {decisions.MADE_WITH: first.to_remember}
        later = policy_of(known, "north", NAME, stored, may_have_left=may_have_left)
        assert (first.is_place_stated, later.is_place_stated) == (is_stated, is_stated)
    assert policy_of(usual, "north", NAME, commanded(location="Saal")).is_place_stated
