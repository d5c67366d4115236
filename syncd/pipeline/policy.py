"""Which rules hold for a source: its own settings, else the general ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from syncd.settings import RatingMode, Settings


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules for the tournaments of one source.

    Attributes:
        rating: off, draft (a person approves) or auto.
        corrections: draft or auto, for corrections after acceptance.
        first_contact_hold_days: tournaments that ended longer before first contact
            are held; 0 = never.
        quiet_individual_s: seconds without change before an individual event is due.
        quiet_team_s: likewise for team events.
        timezone: local time of the source.
        window: local time in which reports leave, empty = always.
    """

    rating: RatingMode
    corrections: str
    first_contact_hold_days: int
    quiet_individual_s: float
    quiet_team_s: float
    timezone: ZoneInfo
    window: str = ""


def policy_of(settings: Settings, source: str) -> Policy:
    """Return the policy for a source; one that is no longer configured is off."""
    own, general = settings.source(source), settings.rating
    window = general.window if own is None or own.window is None else own.window
    if own is None:
        mode: RatingMode = "off"
        corrections, hold, zone = "draft", general.first_contact_hold_days, "UTC"
    else:
        mode = own.rating or general.mode
        corrections = own.corrections or general.corrections
        hold = (
            general.first_contact_hold_days
            if own.first_contact_hold_days is None
            else own.first_contact_hold_days
        )
        zone = own.timezone
    return Policy(
        rating=mode,
        corrections=corrections,
        first_contact_hold_days=hold,
        quiet_individual_s=general.quiet_individual_s,
        quiet_team_s=general.quiet_team_s,
        timezone=ZoneInfo(zone),
        window=window,
    )
