"""The policy of reports: what a source, a single tournament or everybody may set.

`[rating]` holds the general values; `[[sources]]` override them for one installation,
`[[tournaments]]` for single tournaments. None means: not set here.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from syncd import settings_problems as problems
from syncd import settings_value_problems as wrong
from syncd.addresses import is_web_address
from syncd.bilingual import Text
from syncd.formats.contact import holds_contact
from syncd.formats.hidden_signs import hidden_sign
from syncd.rating.label import PLACES, unknown_places
from syncd.settings_values import Days, Name, RatingMode, Seconds, Section, WholeDays

_WINDOW: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d")
_VKZ: Final = re.compile(r"[0-9A-Z]{3,5}")


def _window(value: str) -> str:
    """Return the window if it is one, or empty."""
    if value and not _WINDOW.fullmatch(value):
        raise problems.SettingError(
            Text(
                f'"{value}" is no time of day from-to. Write for instance '
                '"01:00-05:00", or "" for always.',
                f'"{value}" ist keine Uhrzeit von-bis. Zum Beispiel "01:00-05:00", '
                'oder "" für immer.',
            )
        )
    return value


def _vkz(value: str) -> str:
    """Return the organiser's code if it can be one, or empty."""
    if value and not _VKZ.fullmatch(value):
        raise problems.SettingError(
            Text(
                f'"{value}" is no code of an organiser (VKZ): 3 to 5 digits and '
                "capital letters.",
                f'"{value}" ist keine VKZ eines Veranstalters: 3 bis 5 Ziffern und '
                "Großbuchstaben.",
            )
        )
    return value


def _label(value: str) -> str:
    """Return the label if everything in braces is known."""
    unknown = unknown_places(value)
    if unknown:
        known = ", ".join(f"{{{place}}}" for place in PLACES)
        raise problems.SettingError(
            Text(
                f"{unknown[0]} cannot stand in a label. Possible are: {known}",
                f"{unknown[0]} kann nicht im Namen stehen. Möglich sind: {known}",
            )
        )
    return value


def _plain(value: str) -> str:
    """Return the text if it holds no sign that a report cannot show."""
    sign = hidden_sign(value, allowed="\n")
    if sign:
        raise problems.SettingError(wrong.has_hidden_sign(sign))
    return value


def _plain_line(value: str) -> str:
    """Return the text if it is one line that a report can show."""
    sign = hidden_sign(value)
    if sign:
        raise problems.SettingError(wrong.has_hidden_sign(sign))
    return value


def _without_contact(value: str) -> str:
    """Return the text if it holds no contact data, which must never leave."""
    if holds_contact(value):
        raise problems.SettingError(wrong.has_contact())
    return value


def _page(url: str) -> str:
    """Return the address of a page if it is empty or one."""
    if url and not is_web_address(url):
        raise problems.SettingError(wrong.no_page())
    return url


Line = Annotated[str, AfterValidator(_plain_line), AfterValidator(_without_contact)]
"""One line of a report."""
Window = Annotated[str, AfterValidator(_window)]
"""Local time in which reports leave by themselves, `01:00-05:00`; empty = always."""
Vkz = Annotated[str, AfterValidator(_vkz)]
"""Code of an organiser, empty if there is none."""
Label = Annotated[Line, Field(max_length=200), AfterValidator(_label)]
"""Name in the report; places in braces are filled in."""
Season = Annotated[Line, Field(max_length=50)]
Place = Annotated[Line, Field(max_length=200)]
Sender = Annotated[str, Field(max_length=200), AfterValidator(_plain_line)]
Notes = Annotated[
    str,
    Field(max_length=1000),
    AfterValidator(_plain),
    AfterValidator(_without_contact),
]
InstallationName = Annotated[
    str, Field(pattern=r"^$|^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$")
]
"""Name of an installation, empty = this one."""


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
        location: place in the report. From `[rating]` or a source only where the
            export names none; from a tournament's own section or command always.
        age_class: age class in the report, for instance U16.
        url: address of the tournament's page, in the report.
        notes: remark in the report.
        hybrid: whether it was played online under supervision (type with "-H").
        label: name in the report; may hold {name}, {league}, {season}, {group}. Empty:
            composed of league, season and group where league or group is set.
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
    first_contact_hold_days: Days | None = None
    quiet_individual_s: Seconds | None = None
    quiet_team_s: Seconds | None = None
    window: Window | None = None
    deadline_warn_days: WholeDays | None = None
    deadline_stop_days: WholeDays | None = None
    unplayed: Literal["omit", "list"] | None = None
    sender: Sender | None = None
    location: Place | None = None
    age_class: Annotated[Line, Field(max_length=20)] | None = None
    url: Annotated[str, Field(max_length=500), AfterValidator(_page)] | None = None
    notes: Notes | None = None
    hybrid: bool | None = None
    label: Label | None = None
    league: Annotated[Line, Field(max_length=200)] | None = None
    season: Season | None = None
    group: Annotated[Line, Field(max_length=100)] | None = None
    organiser_vkz: Vkz | None = None
    owner: InstallationName | None = None
    submitter: InstallationName | None = None
    portals: tuple[Name, ...] | None = None


class TournamentSettings(PolicySettings):
    """The policy of single tournaments, chosen by source and name.

    Every section that fits counts, in the order of the file: of two that set the same
    value, the later one does.

    Attributes:
        match: name of the tournament; `*` stands for any text, case does not matter.
        source: only tournaments of this source; empty = of all.
    """

    match: str = Field(min_length=1, max_length=200)
    source: str = ""
