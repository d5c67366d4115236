"""Frozen settings: one TOML file, checked at once, with all problems reported.

Search order: the argument (`--config`), `$SYNCD_CONFIG`, `./syncd.toml`,
`/etc/syncd/syncd.toml`, built-in defaults. Relative paths count from the file's
folder. `SYNCD_STORE__URL`-like environment variables override single values, so that
secrets need not stand in the file. The sections of the file are in
`syncd.settings_sections`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from pydantic import (
    Field,
    PrivateAttr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from syncd import settings_problems as problems
from syncd import settings_value_problems as wrong
from syncd.bilingual import Language, Text
from syncd.errors import ConfigError
from syncd.model.findings import Severity
from syncd.settings_environment import (
    accepted_of_parent,
    broker_url_of_parent,
    child_environment,
    daemon_of_parent,
    environment_language,
    failpoint_order,
    file_of_parent,
    folder_of_service,
    runtime_directory,
    variables,
)
from syncd.settings_file import parse, read_text, too_deep, write_template
from syncd.settings_peers import PeerSettings
from syncd.settings_places import anchored, misplaced
from syncd.settings_policy import TournamentSettings
from syncd.settings_portals import PortalSettings
from syncd.settings_recurring import all_schedules
from syncd.settings_references import (
    faults_of_peers,
    unknown_names,
    unknown_pulls,
    unknown_shared,
)
from syncd.settings_sections import (
    BrokerSettings,
    DaemonSettings,
    LimitsSettings,
    ListSettings,
    RatingSettings,
    RetentionSettings,
    RetrySettings,
    RuleId,
    RuleWeight,
    ScheduleSettings,
    SourceSettings,
    StoreSettings,
    WorkerSettings,
    named_schedules,
)
from syncd.settings_sync import SyncSettings
from syncd.settings_values import PathName, RatingMode
from syncd.settings_web import WebSettings

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

__all__ = [
    "SYSTEM_FILE", "BrokerSettings", "DaemonSettings", "LimitsSettings", "ListSettings",
    "PeerSettings", "PortalSettings", "RatingMode", "RatingSettings", "RetrySettings",
    "ScheduleSettings", "Settings", "SourceSettings", "StoreSettings", "SyncSettings",
    "TournamentSettings", "WorkerSettings", "broker_url_of_parent", "child_environment",
    "daemon_of_parent", "environment_language", "failpoint_order", "find_config",
    "load_settings", "places_of_config", "runtime_directory", "write_template",
]  # fmt: skip

SYSTEM_FILE = Path("/etc/syncd/syncd.toml")
FEWEST_SENDS: Final = 2
"""One slow portal must not keep all others waiting."""
Named = TypeVar("Named", SourceSettings, PortalSettings, PeerSettings, ScheduleSettings)


class _SingleValues(EnvSettingsSource):
    """Reads single values only: `SYNCD_BROKER__URL`, never a whole `SYNCD_BROKER`.

    That name, and `SYNCD_DAEMON`, is how a daemon speaks to its children.
    """

    def get_field_value(
        self, field: FieldInfo, field_name: str
    ) -> tuple[Any, str, bool]:
        """Return the value unless it stands for a whole section."""
        value, key, is_complex = super().get_field_value(field, field_name)
        return None if self.field_is_complex(field) else value, key, is_complex


class Settings(BaseSettings):
    """All settings of one daemon."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="forbid",
        env_prefix="SYNCD_",
        env_nested_delimiter="__",
        env_ignore_empty=True,
    )

    file: Path | None = Field(default=None, exclude=True)
    _text: str | None = PrivateAttr(default=None)
    language: Literal["auto", "en", "de"] = "auto"
    state_directory: PathName = Path("var")
    store: StoreSettings = StoreSettings()
    broker: BrokerSettings = BrokerSettings()
    workers: WorkerSettings = WorkerSettings()
    daemon: DaemonSettings = DaemonSettings()
    rating: RatingSettings = RatingSettings()
    rules: dict[RuleId, RuleWeight] = Field(default_factory=dict)
    limits: LimitsSettings = LimitsSettings()
    retry: RetrySettings = RetrySettings()
    retention: RetentionSettings = RetentionSettings()
    lists: ListSettings = ListSettings()
    sync: SyncSettings = SyncSettings()
    web: WebSettings | None = None
    sources: tuple[SourceSettings, ...] = ()
    tournaments: tuple[TournamentSettings, ...] = ()
    portals: tuple[PortalSettings, ...] = ()
    peers: tuple[PeerSettings, ...] = ()
    schedules: tuple[ScheduleSettings, ...] = ()

    @field_validator("schedules")
    @classmethod
    def _all_named(
        cls, sections: tuple[ScheduleSettings, ...]
    ) -> tuple[ScheduleSettings, ...]:
        return named_schedules(sections)

    @field_validator("sources", "portals", "peers", "schedules")
    @classmethod
    def _unique_names(cls, sections: tuple[Named, ...]) -> tuple[Named, ...]:
        names = [section.name for section in sections]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise problems.SettingError(wrong.used_twice(twice))
        return sections

    @model_validator(mode="after")
    def _known_names(self) -> Settings:
        portals = [portal.name for portal in self.portals]
        unknown = [
            *unknown_names(self.rating, self.sources, self.tournaments, portals),
            *unknown_pulls(self.schedules, self.sources),
            *unknown_shared(self.sync.groups, self.sources),
            *faults_of_peers(self.rating, self.sources, self.peers),
        ]
        if unknown:
            raise problems.SettingError(*unknown)
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Let the environment override the file."""
        del env_settings, dotenv_settings, file_secret_settings
        return _SingleValues(settings_cls), init_settings

    @property
    def text(self) -> str | None:
        """The configuration as it was read; None if these settings were not read."""
        return self._text

    @property
    def store_url(self) -> str:
        """SQLAlchemy URL of the store."""
        return self.store.url or f"sqlite:///{self.state_directory / 'syncd.db'}"

    @property
    def sqlite_file(self) -> Path | None:
        """The store's file; None for another database or one in memory."""
        scheme, _, path = self.store_url.partition(":///")
        is_file = scheme.startswith("sqlite") and path and path != ":memory:"
        return Path(path.partition("?")[0]) if is_file else None

    @property
    def submit_threads(self) -> int:
        """Sends at the same time: as set, else what all portals together allow."""
        allowed = sum(portal.connections for portal in self.portals)
        return self.workers.submit_threads or max(FEWEST_SENDS, allowed)

    @property
    def waiting_threads(self) -> int:
        """Threads of a worker that waits: for sends, one for each download and peer."""
        pulls = sum(bool(item.pull) for item in self.sources)
        return self.submit_threads + pulls + len(self.peers)

    @property
    def longest_send_s(self) -> float:
        """Seconds that sending one report may take at most; 0 without portals."""
        return max((portal.longest_send_s for portal in self.portals), default=0.0)

    @property
    def longest_pull_s(self) -> float:
        """Seconds that pulling one source may take at most; 0 without any."""
        pulls = [item.pull.timeout_s for item in self.sources if item.pull]
        return max(pulls, default=0.0)

    @property
    def send_lease_s(self) -> float:
        """Seconds for which a report is leased to be sent or searched for."""
        return self.workers.lease_s + self.longest_send_s

    @property
    def delivery_lease_s(self) -> float:
        """Seconds for which a tournament is leased to be passed on."""
        longest_s = max((peer.timeout_s for peer in self.peers), default=0.0)
        return self.workers.lease_s + longest_s

    @property
    def rule_weights(self) -> dict[str, Severity | None]:
        """What the warnings of a rule are here; None for a rule that is off."""
        return {
            code: None if weight == "off" else Severity(weight)
            for code, weight in self.rules.items()
        }

    @property
    def shadow_portals(self) -> frozenset[str]:
        """Names of the portals that only compare; nothing is ever sent to them."""
        return frozenset(item.name for item in self.portals if item.kind == "shadow")

    def source(self, name: str) -> SourceSettings | None:
        """Return the source of this name, None if it is no longer configured."""
        return next((item for item in self.sources if item.name == name), None)

    def peer(self, name: str) -> PeerSettings | None:
        """Return the peer of this name, None if it is no longer configured."""
        return next((item for item in self.peers if item.name == name), None)

    @property
    def watched(self) -> tuple[tuple[SourceSettings, Path], ...]:
        """The sources with a folder, and the folder."""
        return tuple((item, item.folder) for item in self.sources if item.folder)

    @property
    def recurring(self) -> tuple[ScheduleSettings, ...]:
        """Every recurring job, with the pulls of sources that no schedule names."""
        return all_schedules(self.schedules, self.sources)

    def schedule(self, name: str) -> ScheduleSettings | None:
        """Return the recurring job of this name, None if there is none any more."""
        return next((item for item in self.recurring if item.name == name), None)

    def say_in(self) -> Language:
        """Return the language for people: the setting, else the environment's."""
        return environment_language() if self.language == "auto" else self.language


def places_of_config() -> tuple[Path, ...]:
    """Return where a configuration file is looked for if none is named."""
    return Path("syncd.toml"), SYSTEM_FILE


def find_config(argument: Path | None) -> Path | None:
    """Return the configuration file that counts, None for built-in defaults.

    Raises:
        ConfigError: a file was named that does not exist.
    """
    named = argument or file_of_parent()
    if named is None:
        return next((path for path in places_of_config() if path.is_file()), None)
    if not named.is_file():
        raise ConfigError(
            Text(
                f"The configuration file {named} does not exist.",
                f"Die Konfigurationsdatei {named} gibt es nicht.",
            )
        )
    return named


def load_settings(argument: Path | None = None) -> Settings:
    """Read, check and return the settings.

    A child of a daemon gets the text that its parent has accepted: the file itself may
    be half edited by now.

    Args:
        argument: the file named on the command line, if any.

    Raises:
        ConfigError: with every problem of the file in `problems`.
    """
    accepted = None if argument else accepted_of_parent()
    file = file_of_parent() if accepted else find_config(argument)
    read = accepted or file
    text = read_text(read) if read else ""
    settings = _checked(text, file)
    base = (file.parent if file else Path()).resolve()
    found = anchored(settings, base, _state_directory(settings), file)
    faults = misplaced(found)
    if faults:
        raise _config_error(file, faults)
    found._text = text  # noqa: SLF001 - ours
    return found


def _state_directory(settings: Settings) -> Path:
    """Return the state directory: the file's, else that of the service manager."""
    if "state_directory" in settings.model_fields_set:
        return settings.state_directory
    return folder_of_service() or settings.state_directory


def _checked(text: str, file: Path | None) -> Settings:
    """Return the settings in a text, paths as they stand there."""
    values = parse(text, file)
    own = sorted(name for name in values if name.startswith("_"))
    if own:  # the checker would take them for orders to itself
        raise ConfigError(*_no_such(own))
    try:
        return Settings(**values)
    except ValidationError as exc:
        found = problems.describe(exc, Settings, variables())
        raise _config_error(file, found) from exc
    except RecursionError as exc:
        raise too_deep(file) from exc


def _no_such(names: list[str]) -> tuple[Text, list[Text]]:
    listed = ", ".join(names)
    text = Text(
        f"{listed}: there is no such setting.",
        f"{listed}: diese Einstellung gibt es nicht.",
    )
    return text, [text]


def _config_error(file: Path | None, found: list[Text]) -> ConfigError:
    where = Text(str(file), str(file)) if file else Text("environment", "Umgebung")
    return ConfigError(
        Text(
            f"The configuration ({where.en}) has problems: {len(found)}.",
            f"Die Konfiguration ({where.de}) hat Fehler: {len(found)}.",
        ),
        found,
    )
