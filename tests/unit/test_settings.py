from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from syncd import settings as settings_module
from syncd.errors import ConfigError
from syncd.settings import (
    Settings,
    broker_url_of_parent,
    child_environment,
    daemon_of_parent,
    environment_language,
    find_config,
    load_settings,
    runtime_directory,
)

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(autouse=True)
def _clean_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start in an empty folder, without any setting in the environment."""
    for name in os.environ:
        if name.startswith(("SYNCD_", "LC_", "LANG", "STATE_DIRECTORY")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings_module, "SYSTEM_FILE", tmp_path / "etc" / "syncd.toml")


@pytest.fixture
def toml(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str, path: str = "syncd.toml") -> Path:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    return write


def problems_of(file: Path | None = None) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load_settings(file)
    return [problem.en for problem in caught.value.problems]


# --- where the file is found ---


def test_no_file_means_defaults_and_nothing_leaves() -> None:
    settings = load_settings()

    assert settings.file is None
    assert settings.portals == ()
    assert settings.rating.mode == "draft"
    assert settings.rating.corrections == "draft"


def test_the_argument_comes_before_all_others(
    toml: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    toml("", "etc/syncd.toml")
    assert find_config(None) == toml("", "etc/syncd.toml")
    toml("")
    assert find_config(None) == Path("syncd.toml")
    monkeypatch.setenv("SYNCD_CONFIG", str(toml("", "env.toml")))
    assert find_config(None) == toml("", "env.toml")
    assert find_config(toml("", "arg.toml")) == toml("", "arg.toml")


def test_an_empty_variable_names_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNCD_CONFIG", "")
    assert find_config(None) is None


def test_a_named_file_must_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNCD_CONFIG", "nowhere.toml")
    with pytest.raises(ConfigError, match=r"nowhere\.toml does not exist"):
        load_settings()


# --- paths ---


def test_relative_paths_count_from_the_file(
    toml: Callable[..., Path], tmp_path: Path
) -> None:
    file = toml(
        """
        state_directory = "state"
        [[sources]]
        name = "a"
        folder = "inbox"
        [[portals]]
        name = "p"
        kind = "directory"
        folder = "out"
        [[portals]]
        name = "q"
        kind = "http"
        url = "https://portal.example.org/"
        ca_file = "ca.pem"
        """,
        "conf/my.toml",
    )
    settings = load_settings(file)

    conf = tmp_path / "conf"
    assert settings.file == file
    assert settings.state_directory == conf / "state"
    assert settings.store_url == f"sqlite:///{conf / 'state' / 'syncd.db'}"
    assert settings.sources[0].folder == conf / "inbox"
    assert settings.portals[0].folder == conf / "out"
    assert settings.portals[0].ca_file is None
    assert settings.portals[1].folder is None
    assert settings.portals[1].ca_file == conf / "ca.pem"


def test_absolute_paths_stay(toml: Callable[..., Path]) -> None:
    text = 'state_directory = "/x/y"\n[[sources]]\nname = "a"\nfolder = "/srv/in"'
    settings = load_settings(toml(text, "conf/my.toml"))

    assert settings.state_directory == Path("/x/y")
    assert settings.sources[0].folder == Path("/srv/in")


def test_without_a_file_paths_count_from_here(tmp_path: Path) -> None:
    assert load_settings().state_directory == tmp_path / "var"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("sqlite:///own.db", "sqlite:///{conf}/own.db"),
        ("sqlite:////data/own.db", "sqlite:////data/own.db"),
        ("postgresql://u@h/db", "postgresql://u@h/db"),
    ],
)
def test_a_relative_database_counts_from_the_file(
    toml: Callable[..., Path], tmp_path: Path, given: str, expected: str
) -> None:
    file = toml(f'[store]\nurl = "{given}"', "conf/my.toml")
    assert load_settings(file).store_url == expected.format(conf=tmp_path / "conf")


@pytest.mark.parametrize("given", ["/run/one", "/run/one:/run/two"])
def test_the_service_manager_names_the_state_directory(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", given)
    assert load_settings().state_directory == Path("/run/one")


def test_the_file_wins_over_the_service_manager(
    toml: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/run/one")
    assert load_settings(toml('state_directory = "/own"')).state_directory == Path(
        "/own"
    )


# --- the environment ---


def test_a_variable_overrides_one_value_of_a_section(
    toml: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    toml('[workers]\nprocesses = 3\nconcurrency = 5\n[store]\nurl = "sqlite:////a"')
    monkeypatch.setenv("SYNCD_STORE__URL", "postgresql://u:secret@h/db")
    monkeypatch.setenv("SYNCD_WORKERS__PROCESSES", "0")
    settings = load_settings()

    assert settings.store_url == "postgresql://u:secret@h/db"
    assert (settings.workers.processes, settings.workers.concurrency) == (0, 5)


def test_an_empty_variable_overrides_nothing(
    toml: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    toml('[store]\nurl = "sqlite:////a"')
    monkeypatch.setenv("SYNCD_STORE__URL", "")
    assert load_settings().store_url == "sqlite:////a"


def test_a_faulty_variable_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNCD_WORKERS__PROCESSES", "many")
    (problem,) = problems_of()
    assert problem.startswith('SYNCD_WORKERS__PROCESSES: "many" is no whole number.')


def test_what_a_daemon_tells_its_children_is_not_a_setting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SYNCD_BROKER", "redis+socket:///run/x.sock?virtual_host=0")
    monkeypatch.setenv("SYNCD_DAEMON", "d-0123456789ab")
    settings = load_settings()

    assert settings.broker.url == ""
    assert settings.daemon.sweep_s == 2.0
    assert broker_url_of_parent() == "redis+socket:///run/x.sock?virtual_host=0"
    assert daemon_of_parent() == "d-0123456789ab"


def test_without_a_parent_there_is_no_broker_and_any_worker() -> None:
    assert broker_url_of_parent() == ""
    assert daemon_of_parent() == "worker"


def test_a_child_gets_the_environment_and_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    environment = child_environment(SYNCD_BROKER="redis://h")
    assert (environment["TZ"], environment["SYNCD_BROKER"]) == ("UTC", "redis://h")


def test_the_runtime_directory_counts_only_if_it_exists(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for value, expected in ((str(tmp_path), tmp_path), ("/no/such", None), ("", None)):
        monkeypatch.setenv("XDG_RUNTIME_DIR", value)
        assert runtime_directory() == expected


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "DE_AT"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
    ],
)
def test_the_environment_names_the_language(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert environment_language() == expected
    assert Settings().say_in() == expected


def test_a_set_language_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert Settings(language="en").say_in() == "en"
