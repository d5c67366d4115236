from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo

from syncd.pipeline.policy import Policy, policy_of
from syncd.settings import RatingSettings, Settings, SourceSettings

GENERAL = RatingSettings(
    mode="auto", corrections="auto", first_contact_hold_days=30,
    quiet_individual_s=10, quiet_team_s=20,
)  # fmt: skip


def policy(**own: object) -> Policy:
    values = {"name": "north", "folder": Path("/in"), **own}
    source = SourceSettings.model_validate(values)
    return policy_of(Settings(sources=(source,), rating=GENERAL), "north")


def test_a_source_follows_the_general_rules() -> None:
    assert policy() == Policy(
        rating="auto", corrections="auto", first_contact_hold_days=30,
        quiet_individual_s=10, quiet_team_s=20, timezone=ZoneInfo("Europe/Berlin"),
    )  # fmt: skip


def test_a_source_may_have_rules_of_its_own() -> None:
    own = policy(
        rating="draft", corrections="draft", first_contact_hold_days=0,
        timezone="Europe/Lisbon",
    )  # fmt: skip
    assert (own.rating, own.corrections) == ("draft", "draft")
    assert own.first_contact_hold_days == 0
    assert own.timezone == ZoneInfo("Europe/Lisbon")


def test_a_source_that_is_gone_reports_nothing() -> None:
    gone = policy_of(Settings(rating=GENERAL), "north")
    assert (gone.rating, gone.corrections) == ("off", "draft")
    assert gone.timezone == ZoneInfo("UTC")
