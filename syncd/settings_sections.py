"""The sections of the settings: their values, ranges and defaults.

Every value is checked by itself here; what several sections have to do with each other
and where the values come from is the business of `syncd.settings`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import (
    AfterValidator,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from syncd import settings_problems as problems
from syncd import settings_pull_problems as wrong_pull
from syncd import settings_value_problems as wrong
from syncd.addresses import is_broker, is_database, is_web_address
from syncd.errors import ConfigError
from syncd.formats.dwzxml.catalogue import CATALOGUE
from syncd.recurrence import Rule, parse_rule
from syncd.settings_policy import (
    InstallationName,
    Label,
    Place,
    PolicySettings,
    Season,
    Sender,
    Vkz,
    Window,
)
from syncd.settings_pull import PullSettings
from syncd.settings_values import (
    Beat,
    Count,
    Days,
    Name,
    PathName,
    Pause,
    RatingMode,
    Seconds,
    Section,
    TimeZoneName,
    WholeDays,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


def _database(address: str) -> str:
    """Return the address if it is empty or one of a database that we know."""
    if address and not is_database(address):
        raise problems.SettingError(wrong.store_address())
    return address


def _broker(address: str) -> str:
    """Return the address if it is empty or one of a broker that we know."""
    if address and not is_broker(address):
        raise problems.SettingError(wrong.broker_address())
    return address


class StoreSettings(Section):
    """Where the truth is kept; an empty URL means SQLite in the state folder."""

    url: Annotated[str, AfterValidator(_database)] = ""


class BrokerSettings(Section):
    """The wake-up call; an empty URL means an embedded server."""

    url: Annotated[str, AfterValidator(_broker)] = ""


class WorkerSettings(Section):
    """Celery workers.

    Attributes:
        processes: workers for reading and merging that `syncd run` starts, besides one
            for sending; 0: they all run elsewhere.
        concurrency: files and tournaments that each of them works on at once.
        submit_threads: sends at the same time; None = what the portals allow.
        lease_s: seconds one step may take before another worker may take it over.
        silent_s: a worker that answers no call for so long is started anew.
        max_crashes: a file that kills the worker so often is set aside.
    """

    processes: int = Field(default=1, ge=0, le=64)
    concurrency: int = Field(default=2, ge=1, le=64)
    submit_threads: int | None = Field(default=None, ge=1, le=256)
    lease_s: Beat = 120.0
    silent_s: Beat = 60.0
    max_crashes: Count = 3


class DaemonSettings(Section):
    """How often the daemon looks for due work that no message announced."""

    sweep_s: Beat = 2.0
    republish_s: Beat = 15.0


class RatingSettings(Section):
    """When and how reports are made: the values that hold where nothing else is said.

    `syncd.settings_policy` explains them; sources and tournaments may override all.
    What can only be true of one league or tournament (url, notes, age class, league,
    group, hybrid, owner) has no general value.

    Attributes:
        installation: how this syncd is called where a `submitter` is named.
    """

    mode: RatingMode = "draft"
    corrections: Literal["draft", "auto"] = "draft"
    first_contact_hold_days: Days = 42
    quiet_individual_s: Seconds = 2 * 86400.0
    quiet_team_s: Seconds = 7 * 86400.0
    window: Window = ""
    deadline_warn_days: WholeDays = 42
    deadline_stop_days: WholeDays = 365
    unplayed: Literal["omit", "list"] = "omit"
    sender: Sender = ""
    location: Place = ""
    label: Label = ""
    season: Season = ""
    organiser_vkz: Vkz = ""
    submitter: InstallationName = ""
    portals: tuple[Name, ...] | None = None
    installation: Name = "syncd"

    @property
    def has_own_name(self) -> bool:
        """Whether this syncd is called otherwise than any other one by itself."""
        return self.installation != type(self)().installation


def _adjustable(code: str) -> str:
    """Return the id of a rule whose warnings may be weighed anew."""
    entry = CATALOGUE.get(code)
    if entry is None:
        raise problems.SettingError(wrong.unknown_rule(code))
    if not entry.is_adjustable:
        raise problems.SettingError(wrong.fixed_rule(code))
    return code


RuleId = Annotated[str, AfterValidator(_adjustable)]
RuleWeight = Literal["off", "info", "warning", "error"]


class RetrySettings(Section):
    """Waiting between sends: doubling from base to cap, with full jitter."""

    base_s: Pause = 30.0
    cap_s: Pause = 3600.0


def _web_address(address: str) -> str:
    """Return the address if a list could be downloaded from it."""
    if not is_web_address(address):
        raise problems.SettingError(wrong.list_address())
    return address


class ListSettings(Section):
    """Where the lists of members and of FIDE players come from."""

    urls: tuple[Annotated[str, AfterValidator(_web_address)], ...] = ()
    max_age_days: WholeDays = 35


class RetentionSettings(Section):
    """How many days is kept what nothing needs any more; 0 = for ever.

    The job `tidy` deletes. What guarantees and open questions need stays whatever is
    said here: the newest file of each form, what waits, and every report.

    Attributes:
        raw_days: stored files that a newer one has replaced. Without them a tournament
            cannot be rebuilt from its files.
        findings_days: what was noticed in those files; it can name people.
        attempts_days: what servers have said to sends that are over.
    """

    raw_days: Days = 0
    findings_days: Days = 0
    attempts_days: Days = 0


class LimitsSettings(Section):
    """How large an export may be before it is refused unread."""

    size_bytes: Count = 20 * 1024 * 1024
    lines: Count = 100_000
    line_chars: Count = 100_000


def _known_cron(cron: str) -> str:
    """Return the expression if it can be read and names a day that comes."""
    try:
        parse_rule(cron, "UTC")
    except ConfigError as exc:
        raise problems.SettingError(exc.text) from exc
    return cron


class ScheduleSettings(Section):
    """A recurring job.

    Attributes:
        job: what is done; `lists` imports the lists of `[lists] urls`, `readback` asks
            portals what became of reports, `pull` downloads exports, `tidy` deletes
            what `[retention]` keeps no longer.
        cron: minute, hour, day, month, weekday in the local time of `timezone`.
        missed: what happens to runs that were missed while nothing ran.
        name: how the state names it; else the job, from the second on with a number.
        source: only the exports of this source; empty = of all that no other schedule
            names.
    """

    job: Literal["lists", "readback", "pull", "tidy"]
    cron: Annotated[str, AfterValidator(_known_cron)]
    timezone: TimeZoneName = "Europe/Berlin"
    missed: Literal["once", "skip", "all"] = "once"
    name: Name = ""
    source: Name | Literal[""] = ""

    @model_validator(mode="after")
    def _is_consistent(self) -> ScheduleSettings:
        if self.source and self.job != "pull":
            raise problems.SettingError(wrong_pull.source_of_pull_only())
        return self

    def rule(self) -> Rule:
        """Return when it is due."""
        return parse_rule(self.cron, self.timezone)

    def described(self) -> str:
        """Return all that decides when it is due, in one line; another one is new."""
        return f"{self.job} {' '.join(self.cron.split())} {self.timezone}"


def named_schedules(
    schedules: Iterable[ScheduleSettings],
) -> tuple[ScheduleSettings, ...]:
    """Return the schedules, each with a name: `lists`, `lists-2`, or its own."""
    named, count = [], Counter[str]()
    for item in schedules:
        count[item.job] += 1
        number = f"-{count[item.job]}" if count[item.job] > 1 else ""
        name = item.name or f"{item.job}{number}"
        named.append(item.model_copy(update={"name": name}))
    return tuple(named)


def _telling(pattern: str) -> str:
    """Return the pattern if it does not fit every name."""
    if pattern.strip() and not pattern.strip("*?/. "):
        raise problems.SettingError(wrong.fits_all(pattern))
    return pattern


class SourceSettings(PolicySettings):
    """One installation's export folder or address, and its policy where it differs.

    Attributes:
        folder: where its exports arrive, None if there is no folder.
        push: whether a token may hand them in by HTTP (`[web]`).
        pull: where they are downloaded from, None if nowhere.
        keep_contact_data: whether the stored files keep e-mail addresses and phone
            numbers; the model, reports and messages never do.
    """

    name: Name
    folder: PathName | None = None
    push: bool = False
    pull: PullSettings | None = Field(default=None, validate_default=True)
    after: Literal["leave", "move", "delete"] = "leave"
    stable_s: Annotated[Seconds, Field(le=86_400)] = 5.0
    rescan_s: Beat = 60.0
    polling: bool | None = None
    ignore: tuple[Annotated[str, AfterValidator(_telling)], ...] = ()
    timezone: TimeZoneName = "Europe/Berlin"
    max_size_bytes: Count = 20 * 1024 * 1024
    keep_contact_data: bool = False

    @field_validator("pull")
    @classmethod
    def _has_place(
        cls, pull: PullSettings | None, info: ValidationInfo
    ) -> PullSettings | None:
        """Refuse a source without any place; a folder that is wrong is not missing."""
        is_pushed = info.data.get("push", True)
        if not (pull or is_pushed) and info.data.get("folder", "wrong") is None:
            is_mixed_up = info.data.get("url") is not None
            raise problems.SettingError(
                wrong_pull.only_page() if is_mixed_up else wrong_pull.no_place()
            )
        return pull
