from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from syncd import settings as settings_module
from syncd.errors import ConfigError
from syncd.settings import (
    PortalSettings,
    Settings,
    SourceSettings,
    load_settings,
    write_template,
)
from syncd.settings_pull import PullSettings
from syncd.settings_shown import shown_settings
from syncd.settings_web import WebSettings

if TYPE_CHECKING:
    from collections.abc import Callable

CONFIG = Path(__file__).parents[2] / "config"

FAULTY = """
langauge = "de"
language = "fr"
[store]
ulr = "sqlite:///x"
[rating]
mode = "always"
quiet_team_s = -1
[[sources]]
name = "a/b"
timezone = "Europe/Bonn"
[[sources]]
name = "north"
folder = "x"
[[sources]]
name = "north"
folder = "y"
[[portals]]
name = "p"
kind = "http"
url = "portal.example.org"
[[portals]]
name = "q"
kind = "directory"
"""


@pytest.fixture(autouse=True)
def _clean_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start in an empty folder, without any setting in the environment."""
    for name in os.environ:
        if name.startswith(("SYNCD_", "STATE_DIRECTORY")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings_module, "SYSTEM_FILE", tmp_path / "etc" / "syncd.toml")


@pytest.fixture
def toml(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        file = tmp_path / "syncd.toml"
        file.write_text(text, encoding="utf-8")
        return file

    return write


def places_of(error: ConfigError) -> list[str]:
    return [problem.en.partition(": ")[0] for problem in error.problems]


# --- faults ---


def test_every_problem_is_reported_at_once(toml: Callable[[str], Path]) -> None:
    with pytest.raises(ConfigError, match="has problems: 10") as caught:
        load_settings(toml(FAULTY))

    assert sorted(places_of(caught.value)) == [
        "[[portals]] number 1, url",
        "[[portals]] number 2",
        "[[sources]] number 1, name",
        "[[sources]] number 1, pull",
        "[[sources]] number 1, timezone",
        "[rating] mode",
        "[rating] quiet_team_s",
        "[store] ulr",
        "langauge",
        "language",
    ]


@pytest.mark.parametrize("section", ["sources", "portals"])
def test_a_name_is_used_once(toml: Callable[[str], Path], section: str) -> None:
    one = f'[[{section}]]\nname = "north"\nfolder = "x"\n'
    kind = 'kind = "directory"\n' if section == "portals" else ""
    with pytest.raises(ConfigError) as caught:
        load_settings(toml(2 * (one + kind)))

    assert places_of(caught.value) == [f"[[{section}]]"]
    assert "the name north is used more than once" in caught.value.problems[0].en


def test_a_problem_names_the_file_and_stands_in_both_languages(
    toml: Callable[[str], Path],
) -> None:
    file = toml('language = "fr"')
    with pytest.raises(ConfigError) as caught:
        load_settings(file)

    assert str(file) in caught.value.text.en
    assert str(file) in caught.value.text.de
    assert caught.value.problems[0].de.startswith("language: ")


@pytest.mark.parametrize("data", [b"[[sources]\n", b"sender = '\xe4'"])
def test_a_file_that_is_not_toml_is_a_configuration_fault(
    tmp_path: Path, data: bytes
) -> None:
    file = tmp_path / "syncd.toml"
    file.write_bytes(data)
    with pytest.raises(ConfigError, match=r"syncd\.toml cannot be read as TOML"):
        load_settings(file)


def test_a_file_that_cannot_be_read_is_a_configuration_fault(
    toml: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    file = toml("")
    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(ConfigError, match="Permission denied"):
        load_settings(file)


def test_a_section_cannot_be_changed_afterwards() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().rating.mode = "auto"


# --- sources and portals ---


def test_a_source_is_found_by_its_name() -> None:
    north = SourceSettings(name="north", folder=Path("x"))
    settings = Settings(sources=(north,))

    assert settings.source("north") == north
    assert settings.source("south") is None


def test_an_own_store_address_wins() -> None:
    settings = Settings.model_validate({"store": {"url": "postgresql://h/db"}})
    assert settings.store_url == "postgresql://h/db"


def test_portals_need_a_target() -> None:
    with pytest.raises(ValueError, match="needs a line: url"):
        PortalSettings(name="p", kind="http")
    with pytest.raises(ValueError, match="needs a line: folder"):
        PortalSettings(name="p", kind="directory")


# --- showing them ---


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("", ""),
        ("sqlite:////var/lib/syncd.db", "sqlite:////var/lib/syncd.db"),
        ("postgresql://syncd@h:5432/db", "postgresql://syncd@h:5432/db"),
        ("postgresql://syncd:geheim@h/db", "postgresql://syncd:***@h/db"),
        ("postgresql://u:ge[heim@h:5432/db", "postgresql://u:***@h:5432/db"),
        ("postgresql://u:ge/he@im@h/db", "postgresql://u:***@h/db"),
        ("postgresql://u@h/db?password=geheim&a=b", "postgresql://u@h/db?password=***&a=***"),
        ("redis://:geheim@h:6379/0", "redis://:***@h:6379/0"),
        ("redis+socket:///run/s?virtual_host=0", "redis+socket:///run/s?virtual_host=0"),
    ],
)  # fmt: skip
def test_passwords_in_addresses_are_blotted_out(url: str, shown: str) -> None:
    section = "broker" if url.startswith("redis") else "store"
    settings = Settings.model_validate({section: {"url": url}})

    assert shown_settings(settings)[section]["url"] == shown


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://h.example/a?token=geheim", "https://h.example/a?token=***"),
        ("https://h.example/a?id=1&key=geheim#x", "https://h.example/a?id=***&key=***#***"),
        ("https://h.example/a?geheim", "https://h.example/a?***"),
        ("https://geheim@h.example/a", "https://***@h.example/a"),
        ("https://h.example/a?u={file_uuid}", "https://h.example/a?u={file_uuid}"),
    ],
)  # fmt: skip
def test_tokens_in_addresses_are_blotted_out(url: str, shown: str) -> None:
    portal = PortalSettings.model_validate(
        {"name": "p", "kind": "http", "url": url, "lookup": {"url": url}}
    )
    settings = Settings.model_validate({"portals": [portal], "lists": {"urls": [url]}})
    found = shown_settings(settings)

    assert found["portals"][0]["url"] == shown
    assert found["portals"][0]["lookup"]["url"] == shown
    assert found["lists"]["urls"] == [shown]


@pytest.mark.parametrize(
    ("section", "value"),
    [
        *(("store", url) for url in (
            "nix", "sqlite://", "sqlite:///", "mysql://u@h/db", "postgresql://u@h:x/db",
            "postgresql://h:99999/db", "postgresql://[/db", "sqlite:///a\x00b",
        )),
        *(("broker", url) for url in (
            "nix://", "redis:", "redis://h:99999/0", "amqp://h", "filesystem://x",
        )),
    ],
)  # fmt: skip
def test_addresses_that_cannot_work_are_refused(section: str, value: str) -> None:
    with pytest.raises(ValueError, match="must look like"):
        Settings.model_validate({section: {"url": value}})


@pytest.mark.parametrize("pattern", ["*", "**", "*.*", "*/*", "?*"])
def test_nobody_ignores_every_file(pattern: str) -> None:
    with pytest.raises(ValueError, match="fits every file"):
        SourceSettings(name="a", folder=Path("x"), ignore=("*.bak", pattern))


@pytest.mark.parametrize("url", ["https://[x/", "ftp://x", "nix", "https://h:99999/"])
@pytest.mark.parametrize("name", ["url", "lookup", "token_url"])
def test_web_addresses_that_cannot_work_are_refused(url: str, name: str) -> None:
    values: dict[str, object] = {"name": "p", "kind": "http", "url": "https://h/"}
    wrong: dict[str, dict[str, object]] = {
        "url": {"url": url},
        "lookup": {"lookup": {"url": url}},
        "token_url": {"auth": {"token_url": url}},
    }
    with pytest.raises(ValueError, match="must look like"):
        PortalSettings.model_validate(values | wrong[name])


def test_secrets_of_portals_are_blotted_out() -> None:
    portal = PortalSettings(
        name="dwz",
        kind="http",
        url="https://verein:geheim@portal.example.org/reports",
        headers={"Authorization": "Bearer geheim", "X-Key": "geheim"},
    )
    shown = shown_settings(Settings(portals=(portal,)))

    assert "geheim" not in str(shown)
    assert shown["portals"][0]["url"] == "https://verein:***@portal.example.org/reports"
    assert shown["portals"][0]["headers"] == {"Authorization": "***", "X-Key": "***"}


def test_paths_are_shown_as_text() -> None:
    settings = Settings(sources=(SourceSettings(name="a", folder=Path("/in")),))
    assert shown_settings(settings)["sources"][0]["folder"] == "/in"


# --- templates ---


@pytest.mark.parametrize("name", ["syncd", "federation"])
def test_the_shipped_configuration_has_no_problem(name: str) -> None:
    assert load_settings(CONFIG / f"{name}.toml").sources


def test_the_default_configuration_says_what_the_defaults_are(
    toml: Callable[[str], Path],
) -> None:
    """Each commented line of the template is in force without being there."""
    text = (CONFIG / "syncd.toml").read_text(encoding="utf-8")
    loose = {"polling", "ignore", "rating", "corrections", "first_contact_hold_days"}
    examples = {"P13", "F08", "portals", "submit_threads"}
    examples_begin = ("# [sources.pull]", "# [[tournaments]]", "# [[portals]]")
    lines, optional = [], False
    for line in text.splitlines():
        optional = optional or line.startswith(examples_begin)
        optional = optional and not line.startswith("[retry]")
        name = line.removeprefix("# ").partition(" = ")[0]
        is_loose = name in loose and "[[sources]]" in lines and "[retry]" not in lines
        if " = " in line and not optional and not is_loose and name not in examples:
            lines.append(line.removeprefix("# "))
        elif line.startswith("["):
            lines.append(line)
    given = load_settings(toml("\n".join(lines)))
    default = Settings(
        sources=(SourceSettings(name="bezirk", folder=given.sources[0].folder),),
        state_directory=given.state_directory,
    )

    assert given.model_dump() == default.model_dump()


@pytest.mark.parametrize("name", ["syncd", "federation"])
def test_a_template_is_written_as_it_is_shipped(tmp_path: Path, name: str) -> None:
    target = tmp_path / "new.toml"
    write_template(target, name)
    assert target.read_bytes() == (CONFIG / f"{name}.toml").read_bytes()


def test_a_template_never_overwrites_a_file(toml: Callable[[str], Path]) -> None:
    target = toml("# mine")
    with pytest.raises(ConfigError, match="File exists"):
        write_template(target, "syncd")
    assert target.read_text(encoding="utf-8") == "# mine"


def test_a_template_that_is_missing_leaves_no_empty_file(tmp_path: Path) -> None:
    target = tmp_path / "new.toml"
    with pytest.raises(ConfigError, match="No such file"):
        write_template(target, "unheard-of")
    assert not target.exists()


# --- recurring jobs ---

SAME = '[[schedules]]\njob = "lists"\ncron = "0 6 * * *"\nname = "a"'


def test_schedules_get_names_and_keep_their_own() -> None:
    daily = {"job": "lists", "cron": "30 5 * * *"}
    made = [daily, daily, daily | {"name": "evening"}, daily]
    settings = Settings.model_validate({"schedules": made})
    names = [item.name for item in settings.schedules]
    assert names == ["lists", "lists-2", "evening", "lists-4"]
    assert settings.schedule("evening") == settings.schedules[2]
    assert settings.schedule("morning") is None


@pytest.mark.parametrize(
    ("lines", "place", "words"),
    [
        ('cron = "99 5 * * *"', "[[schedules]] number 1, cron", '"99" is no minute'),
        ('cron = "0 0 31 2 *"', "[[schedules]] number 1, cron", "never comes"),
        ("cron = 5", "[[schedules]] number 1, cron", "5 is no text"),
        ("", "[[schedules]] number 1, cron", "missing"),
        ('cron = "0 5 * * *"\ntimezone = "Bonn"', "[[schedules]] number 1, timezone",
         "no known time zone"),
        ('cron = "0 5 * * *"\nmissed = "maybe"', "[[schedules]] number 1, missed",
         '"once", "skip", "all"'),
        ('cron = "0 5 * * *"\nname = "ä"', "[[schedules]] number 1, name",
         "no possible name"),
        ('cron = "0 5 * * *"\n[[schedules]]\njob = "tea"\ncron = "0 5 * * *"',
         "[[schedules]] number 2, job", '"tea" is not possible'),
        ('cron = "0 5 * * *"\nname = "a"\n' + SAME,
         "[[schedules]]", "a is used more than once"),
    ],
)  # fmt: skip
def test_a_faulty_schedule_is_named(
    toml: Callable[[str], Path], lines: str, place: str, words: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load_settings(toml(f'[[schedules]]\njob = "lists"\n{lines}\n'))
    assert places_of(caught.value) == [place]
    assert words in caught.value.problems[0].en


def test_the_example_of_the_template_is_right(toml: Callable[[str], Path]) -> None:
    template = (CONFIG / "syncd.toml").read_text(encoding="utf-8")
    example = template[template.index("# [[schedules]]") :].partition("\n\n")[0]
    lines = [line.removeprefix("# ") for line in example.splitlines()]
    made, *_ = load_settings(toml("\n".join(lines))).schedules
    assert (made.job, made.cron, made.missed) == ("lists", "30 5 * * *", "once")


def test_the_interface_of_the_template_says_what_the_defaults_are(
    toml: Callable[[str], Path],
) -> None:
    template = (CONFIG / "syncd.toml").read_text(encoding="utf-8")
    example = template[template.index("# [web]") :].partition("\n\n")[0]
    lines = [line.removeprefix("# ") for line in example.splitlines()]
    named = {line.partition(" = ")[0] for line in lines[1:]}
    assert named == set(WebSettings.model_fields)
    kept = [line for line in lines if not line.startswith(("cert_file", "key_file"))]
    assert load_settings(toml("\n".join(kept))).web == WebSettings()


def test_the_download_of_the_template_says_what_the_defaults_are(
    toml: Callable[[str], Path],
) -> None:
    template = (CONFIG / "syncd.toml").read_text(encoding="utf-8")
    example = template[template.index("# [sources.pull]") :].partition("\n\n")[0]
    lines = [line.removeprefix("# ") for line in example.splitlines()]
    file = toml("\n".join(['[[sources]]\nname = "bezirk"', *lines]))
    (source,) = load_settings(file).sources
    assert source.pull is not None
    own = {"url", "auth", "ca_file"}
    default = PullSettings.model_validate({"url": source.pull.url})
    assert source.pull.model_dump(exclude=own) == default.model_dump(exclude=own)
    assert {*PullSettings.model_fields} - {"client_cert", "client_key"} == {
        line.partition(" = ")[0] for line in lines[1:]
    }
