"""The policy of reports: what a source, a single tournament or everybody may set.

`[rating]` holds the general values; `[[sources]]` override them for one installation,
`[[tournaments]]` for single tournaments. None means: not set here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from syncd.settings_values import Name, RatingMode, Seconds, Section

Window = Annotated[
    str, Field(pattern=r"^$|^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$")
]
"""Local time in which reports leave by themselves, `01:00-05:00`; empty = always."""


class PolicySettings(Section):
    """Every value of the policy, none of them set.

    Attributes:
        rating: off, draft (a person approves each report) or auto.
        corrections: draft or auto, for corrections after acceptance.
        first_contact_hold_days: hold tournaments that ended longer before we came.
        quiet_individual_s: seconds without change before an individual event is due.
        quiet_team_s: likewise for team events.
        window: local time in which reports leave by themselves.
        deadline_warn_days: days after the end when a missing report is urgent.
        deadline_stop_days: days after the end when nothing leaves by itself any more.
        unplayed: forfeits and byes: omit all or list all.
        sender: who sends, in the report's header.
        location: place, where the export names none.
        age_class: age class in the report, for instance U16.
        url: address of the tournament's page, in the report.
        notes: remark in the report.
        hybrid: whether it was played online under supervision (type with "-H").
        label: name in the report; may hold {name}, {league}, {season}, {group}.
        league: league's name for `label`.
        season: season for `label`, for instance 2026/27.
        group: group's name for `label`.
        organiser_vkz: code of the organiser, for portals that ask for it.
        owner: source whose word counts for results.
        submitter: name of the installation of syncd that submits; empty = this one.
        portals: names of the portals that get it; empty list = none, None = all.
    """

    rating: RatingMode | None = None
    corrections: Literal["draft", "auto"] | None = None
    first_contact_hold_days: int | None = Field(default=None, ge=0)
    quiet_individual_s: Seconds | None = None
    quiet_team_s: Seconds | None = None
    window: Window | None = None
    deadline_warn_days: int | None = Field(default=None, ge=1)
    deadline_stop_days: int | None = Field(default=None, ge=1)
    unplayed: Literal["omit", "list"] | None = None
    sender: str | None = Field(default=None, max_length=200)
    location: str | None = Field(default=None, max_length=200)
    age_class: str | None = Field(default=None, max_length=20)
    url: str | None = Field(default=None, max_length=500)
    notes: str | None = Field(default=None, max_length=1000)
    hybrid: bool | None = None
    label: str | None = Field(default=None, max_length=200)
    league: str | None = Field(default=None, max_length=200)
    season: str | None = Field(default=None, max_length=50)
    group: str | None = Field(default=None, max_length=100)
    organiser_vkz: str | None = Field(default=None, pattern=r"^[0-9A-Z]{3,5}$")
    owner: Name | None = None
    submitter: Name | None = None
    portals: tuple[Name, ...] | None = None


class TournamentSettings(PolicySettings):
    """The policy of single tournaments, chosen by source and name.

    Attributes:
        match: name of the tournament; `*` stands for any text, case does not matter.
        source: only tournaments of this source; empty = of all.
    """

    match: str = Field(min_length=1, max_length=200)
    source: str = ""
