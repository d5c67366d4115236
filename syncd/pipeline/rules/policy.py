"""Which rules hold for a tournament, and where each of them comes from.

A command for the tournament goes before `[[tournaments]]`, that before `[[sources]]`,
that before `[rating]`. What a report was made with stays in force for its tournament
once the report may have left: a setting changed for everybody must not correct what
portals have already. Only a command still changes it.
"""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from syncd.bilingual import Text
from syncd.pipeline.rules.namepattern import fits
from syncd.rating.label import LabelParts
from syncd.settings_policy import PolicySettings
from syncd.store import decisions as kinds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.rating.reportgames import Unplayed
    from syncd.settings import RatingMode, Settings

KEYS: Final = tuple(PolicySettings.model_fields)
"""Every value of the policy, in the order in which people see them."""
IN_PAYLOAD: Final = (
    "location", "age_class", "url", "notes", "hybrid", "label", "league", "season",
    "group", "unplayed",
)  # fmt: skip
"""Values that a report is made with: a change of them changes what is rated."""

PLACES: Final = {
    "default": Text("default", "Vorgabe"),
    "rating": Text("[rating]", "[rating]"),
    "source": Text("[[sources]]", "[[sources]]"),
    "tournament": Text("[[tournaments]]", "[[tournaments]]"),
    "told": Text("as another syncd says", "wie ein anderes syncd sagt"),
    "report": Text("as reported before", "wie schon berichtet"),
    "command": Text("command", "Befehl"),
    "gone": Text("source not configured", "Quelle nicht eingerichtet"),
}
"""Where a value can come from, for people."""

IS_PLACE_STATED: Final = "is_place_stated"
"""Name of the remembered value that tells whether `location` goes before the export."""
_NOT_SET: Final[Mapping[str, Any]] = {"hybrid": False, "portals": None}


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value comes from.

    Attributes:
        place: `default`, `told` (in a file of another syncd), `rating`, `source`,
            `tournament`, `report` (an earlier report was made with it), `command`, or
            `gone` (the source is not configured).
        name: of the source or the other syncd, pattern of the tournament section.
        by: who gave the command, empty if unknown.
        at_utc: when.
    """

    place: str
    name: str = ""
    by: str = ""
    at_utc: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules for one tournament; `syncd.settings_policy` explains the values.

    Attributes:
        timezone: local time of the source.
        installation: what this syncd is called.
        location: place in the report, if `is_place_stated`; else only where the export
            names none.
        is_place_stated: whether the place was said of this very tournament.
        stranger: which file named a submitter that the configuration knows nowhere:
            its number and its source; None if it is known, or no file named it.
        origins: name of a value -> where it comes from.
        to_remember: JSON of what the next report is made with, empty if that is stored.
    """

    rating: RatingMode
    corrections: str
    first_contact_hold_days: int
    quiet_individual_s: float
    quiet_team_s: float
    timezone: ZoneInfo
    window: str = ""
    deadline_warn_days: int = 42
    deadline_stop_days: int = 365
    unplayed: Unplayed = "omit"
    sender: str = ""
    location: str = ""
    age_class: str = ""
    url: str = ""
    notes: str = ""
    hybrid: bool = False
    label: str = ""
    league: str = ""
    season: str = ""
    group: str = ""
    organiser_vkz: str = ""
    owner: str = ""
    submitter: str = ""
    portals: tuple[str, ...] | None = None
    installation: str = "syncd"
    is_place_stated: bool = False
    stranger: tuple[int, str] | None = None
    origins: Mapping[str, Origin] = field(default_factory=dict, compare=False)
    to_remember: str = field(default="", compare=False)

    @property
    def is_ours(self) -> bool:
        """Whether this installation submits the tournament."""
        return self.submitter in {"", self.installation}

    @property
    def label_parts(self) -> LabelParts:
        """What the label is made of."""
        return LabelParts(self.label, self.league, self.season, self.group)

    def wants(self, portal: str) -> bool:
        """Return whether this portal gets the tournament's reports."""
        return self.portals is None or portal in self.portals


@dataclass(frozen=True, slots=True)
class _Layer:
    """Values that one place sets."""

    values: Mapping[str, Any]
    origins: Mapping[str, Origin]


def policy_of(
    settings: Settings,
    source: str,
    name: str = "",
    decisions: Mapping[str, str] | None = None,
    *,
    may_have_left: bool = False,
    derived: str = "",
) -> Policy:
    """Return the policy of a tournament; a source no longer configured is off.

    Args:
        settings: the settings in force.
        source: name of the tournament's source.
        name: the tournament's name in its newest export.
        decisions: newest value per kind of decision.
        may_have_left: whether a portal may have a report of it.
        derived: what that report was made with, as far as its bytes tell; JSON. It
            counts where nothing was remembered.
    """
    decisions = decisions or {}
    default, stated = _general(settings)
    sections = _sections(settings, source, name)
    configured = _merged([default, *_told(decisions), stated, *sections])
    stored = decisions.get(kinds.MADE_WITH, "")
    made_with = _made_with(configured)
    known = stored or derived
    if may_have_left and known:
        made_with |= json.loads(known)
        configured = _merged([configured, _remembered(made_with, configured)])
    layers = [configured, _commanded(decisions)]
    own = settings.source(source)
    if own is None:
        layers.append(_layer({"rating": "off", "corrections": "draft"}, Origin("gone")))
    found = _merged(layers)
    remembered = json.dumps(made_with, sort_keys=True, ensure_ascii=False)
    return Policy(
        **found.values,
        timezone=ZoneInfo(own.timezone if own else "UTC"),
        installation=settings.rating.installation,
        is_place_stated=found.origins["location"].place == "command"
        or made_with[IS_PLACE_STATED],
        stranger=_stranger(settings, found, decisions),
        origins=found.origins,
        to_remember="" if remembered == stored else remembered,
    )


def commands(decisions: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return what was commanded: key -> `value`, `by` (who), `at` (ISO, UTC)."""
    stored: dict[str, dict[str, Any]] = json.loads(decisions.get(kinds.POLICY) or "{}")
    return stored


def _made_with(configured: _Layer) -> dict[str, Any]:
    """Return what a report is made with, commands for its tournament aside."""
    is_stated = configured.origins["location"].place == "tournament"
    values = {key: configured.values[key] for key in IN_PAYLOAD}
    return values | {IS_PLACE_STATED: is_stated}


def _general(settings: Settings) -> list[_Layer]:
    """Return what holds where nothing is said, and what `[rating]` says."""
    rating = settings.rating
    named = {"rating": "mode"}
    values = {
        key: getattr(rating, named.get(key, key), _NOT_SET.get(key, "")) for key in KEYS
    }
    stated = {
        key: value
        for key, value in values.items()
        if named.get(key, key) in rating.model_fields_set
    }
    return [_layer(values, Origin("default")), _layer(stated, Origin("rating"))]


def _told(decisions: Mapping[str, str]) -> list[_Layer]:
    """Return what another syncd has said in a file: who reports the tournament."""
    text = decisions.get(kinds.TOLD)
    if not text:
        return []
    said = json.loads(text)
    origin = Origin("told", said["from"])
    return [_layer({"submitter": said["submitter"]}, origin)]


def _stranger(
    settings: Settings, found: _Layer, decisions: Mapping[str, str]
) -> tuple[int, str] | None:
    """Return which file named a submitter that no section names, None if none did."""
    if found.origins["submitter"].place != "told":
        return None
    said = json.loads(decisions[kinds.TOLD])
    named = {one.name for one in settings.peers}
    named |= {one.name for one in settings.sources}
    if "arrival" not in said or said["submitter"] in {*named, ""}:
        return None
    return said["arrival"], said["source"]


def _sections(settings: Settings, source: str, name: str) -> list[_Layer]:
    """Return what the source's section and those that fit the tournament say."""
    own = settings.source(source)
    layers = [_layer(_stated(own), Origin("source", source))] if own else []
    fitting = [
        _layer(_stated(section), Origin("tournament", section.match))
        for section in settings.tournaments
        if section.source in {"", source} and fits(section.match, name)
    ]
    return [*layers, *fitting]


def _stated(section: PolicySettings) -> dict[str, Any]:
    values = {key: getattr(section, key) for key in KEYS}
    return {key: value for key, value in values.items() if value is not None}


def _remembered(made_with: Mapping[str, Any], configured: _Layer) -> _Layer:
    """Return what a report was made with and is configured otherwise now."""
    values = {
        key: made_with[key]
        for key in IN_PAYLOAD
        if made_with[key] != configured.values[key]
    }
    return _layer(values, Origin("report"))


def _commanded(decisions: Mapping[str, str]) -> _Layer:
    given = commands(decisions)
    section = PolicySettings.model_validate(
        {key: one["value"] for key, one in given.items()}
    )
    origins = {
        key: Origin("command", "", one["by"], dt.datetime.fromisoformat(one["at"]))
        for key, one in given.items()
    }
    return _Layer(_stated(section), origins)


def _layer(values: Mapping[str, Any], origin: Origin) -> _Layer:
    return _Layer(values, dict.fromkeys(values, origin))


def _merged(layers: list[_Layer]) -> _Layer:
    """Return all values; of two for the same thing the later one."""
    values: dict[str, Any] = {}
    origins: dict[str, Origin] = {}
    for layer in layers:
        values |= layer.values
        origins |= layer.origins
    return _Layer(values, origins)
