"""The sections of the settings: their values, ranges and defaults.

Every value is checked by itself here; what several sections have to do with each other
and where the values come from is the business of `syncd.settings`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from syncd import settings_problems as problems
from syncd.formats.dwzxml.catalogue import CATALOGUE

RatingMode = Literal["off", "draft", "auto"]


def _known_timezone(name: str) -> str:
    """Return the name if the time zone database knows it."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as exc:
        raise problems.SettingError(problems.unknown_timezone(name)) from exc
    return name


TimeZoneName = Annotated[str, AfterValidator(_known_timezone)]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$")]
Seconds = Annotated[float, Field(ge=0)]


class Section(BaseModel):
    """Base of all sections: frozen, unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class StoreSettings(Section):
    """Where the truth is kept; an empty URL means SQLite in the state folder."""

    url: str = ""


class BrokerSettings(Section):
    """The wake-up call; an empty URL means an embedded server."""

    url: str = ""


class WorkerSettings(Section):
    """Celery workers started by `syncd run` (0 processes: they run elsewhere)."""

    processes: int = Field(default=1, ge=0, le=64)
    concurrency: int = Field(default=2, ge=1, le=64)
    lease_s: float = Field(default=120.0, gt=0)
    max_crashes: int = Field(default=3, ge=1)


class DaemonSettings(Section):
    """How often the daemon looks for due work that no message announced."""

    sweep_s: float = Field(default=2.0, gt=0)
    republish_s: float = Field(default=15.0, gt=0)


class RatingSettings(Section):
    """When and how reports are made; a source may override the first three."""

    mode: RatingMode = "draft"
    corrections: Literal["draft", "auto"] = "draft"
    first_contact_hold_days: int = Field(default=42, ge=0)
    quiet_individual_s: Seconds = 2 * 86400.0
    quiet_team_s: Seconds = 7 * 86400.0
    unplayed: Literal["omit", "list"] = "omit"
    sender: str = Field(default="", max_length=200)
    location: str = Field(default="", max_length=200)


def _adjustable(code: str) -> str:
    """Return the id of a rule whose warnings may be weighed anew."""
    entry = CATALOGUE.get(code)
    if entry is None:
        raise problems.SettingError(problems.unknown_rule(code))
    if not entry.is_adjustable:
        raise problems.SettingError(problems.fixed_rule(code))
    return code


RuleId = Annotated[str, AfterValidator(_adjustable)]
RuleWeight = Literal["off", "info", "warning", "error"]


class RetrySettings(Section):
    """Waiting between sends: doubling from base to cap, with full jitter."""

    base_s: float = Field(default=30.0, gt=0)
    cap_s: float = Field(default=3600.0, gt=0)


def _web_address(address: str) -> str:
    """Return the address if a list could be downloaded from it."""
    if not re.match(r"https?://[^/\s]+", address):
        raise problems.SettingError(problems.list_address())
    return address


class ListSettings(Section):
    """Where the lists of members and of FIDE players come from."""

    urls: tuple[Annotated[str, AfterValidator(_web_address)], ...] = ()
    max_age_days: int = Field(default=35, ge=1)


class LimitsSettings(Section):
    """How large an export may be before it is refused unread."""

    size_bytes: int = Field(default=20 * 1024 * 1024, gt=0)
    lines: int = Field(default=100_000, gt=0)
    line_chars: int = Field(default=100_000, gt=0)


class SourceSettings(Section):
    """One installation's export folder."""

    name: Name
    folder: Path
    after: Literal["leave", "move", "delete"] = "leave"
    stable_s: Seconds = 5.0
    rescan_s: float = Field(default=60.0, gt=0)
    polling: bool | None = None
    ignore: tuple[str, ...] = ()
    timezone: TimeZoneName = "Europe/Berlin"
    max_size_bytes: int = Field(default=20 * 1024 * 1024, gt=0)
    rating: RatingMode | None = None
    corrections: Literal["draft", "auto"] | None = None
    first_contact_hold_days: int | None = Field(default=None, ge=0)


class PortalSettings(Section):
    """One way to hand in reports."""

    name: Name
    kind: Literal["http", "directory"]
    url: str = ""
    folder: Path | None = None
    timeout_s: float = Field(default=30.0, gt=0)
    idempotency_header: str = "Idempotency-Key"
    quoted_key: bool = False
    headers: dict[str, str] = Field(default_factory=dict)
    ca_file: Path | None = None

    @model_validator(mode="after")
    def _has_target(self) -> PortalSettings:
        if self.kind == "http" and not self.url.startswith(("http://", "https://")):
            raise problems.SettingError(
                problems.target_needed("http", 'url = "https://…"')
            )
        if self.kind == "directory" and self.folder is None:
            raise problems.SettingError(
                problems.target_needed("directory", 'folder = "…"')
            )
        return self
