"""The settings of sources that are downloaded: what is possible, and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from syncd.cli.config_warnings import config_warnings
from syncd.settings import Settings, load_settings
from syncd.settings_problems import describe
from syncd.settings_shown import shown_settings

if TYPE_CHECKING:
    from pathlib import Path

URL = "https://clm.example.org/exports/"


def made(pull: object, **more: object) -> Settings:
    return Settings.model_validate(
        {"sources": [{"name": "north", "pull": pull}], **more}
    )


def problem(pull: object, **more: object) -> str:
    with pytest.raises(ValidationError) as caught:
        made(pull, **more)
    (text,) = describe(caught.value, Settings)
    assert text.en != text.de
    return text.en


@pytest.mark.parametrize("url", [URL, [URL], [URL, "https://b.example.org/x.trf"]])
def test_one_address_or_several(url: object) -> None:
    pull = made({"url": url}).sources[0].pull
    assert pull is not None
    assert pull.url == ((URL,) if url in (URL, [URL]) else tuple(url))  # type: ignore[arg-type]
    assert pull.kind == "auto"


@pytest.mark.parametrize(
    ("pull", "words"),
    [
        ({}, "url: this setting is missing"),
        ({"url": ""}, "the address must look like"),
        ({"url": []}, "there is no address"),
        ({"url": [URL, URL]}, "stands here twice"),
        ({"url": "ftp://a.example/x"}, "the address must look like"),
        ({"url": URL, "kind": "rss"}, 'Choose one of: "auto", "file"'),
        ({"url": URL, "kin": "feed"}, "Did you mean kind?"),
        ({"url": "http://a.example/x"}, "http:// is for this machine only"),
        ({"url": URL, "auth": {"kind": "oauth2", "token_url": URL, "client_id": "x",
                               "client_secret": "y"}}, "is for portals only"),
        ({"url": URL, "auth": {"kind": "basic", "user": "u"}}, "needs password"),
        ({"url": URL, "client_cert": "c.pem"}, "client_cert needs client_key"),
        ({"url": URL, "client_key": "c.pem"}, "client_key needs client_cert"),
        ({"url": "http://127.0.0.1/x", "ca_file": "c.pem"}, "ca_file works with"),
        ({"url": URL, "max_files": 0}, "too little"),
        ({"url": URL, "timeout_s": 1e9}, "too much"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_plain_words(pull: object, words: str) -> None:
    said = problem(pull)
    assert said.startswith("[[sources]] number 1, pull")
    assert words in said
    assert "example/x" not in said


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "[::1]"])
def test_this_machine_needs_no_encryption(host: str) -> None:
    assert made({"url": f"http://{host}/x"}).sources[0].pull


def test_a_net_of_ones_own_needs_no_encryption_either() -> None:
    assert made({"url": "http://10.0.0.7/x", "allow_http": True}).sources[0].pull


def test_a_login_in_the_open_is_warned_of() -> None:
    pull = {
        "url": "http://10.0.0.7/x", "allow_http": True,
        "auth": {"kind": "bearer", "token": "t"},
    }  # fmt: skip
    texts = [text.en for text in config_warnings(made(pull))]
    assert any("north: the login travels unencrypted" in text for text in texts)


def test_a_schedule_without_anything_to_download_is_doubted() -> None:
    item = {"job": "pull", "cron": "5 * * * *"}
    settings = Settings.model_validate(
        {"sources": [{"name": "north", "folder": "x"}], "schedules": [item]}
    )
    texts = [text.en for text in config_warnings(settings)]
    assert any("no source has an address" in text for text in texts)


def test_no_secret_is_shown() -> None:
    pull = {
        "url": ["https://u:pw@a.example/x?key=hidden", URL],
        "auth": {"kind": "bearer", "token": "hidden"},
    }
    shown = shown_settings(made(pull))["sources"][0]["pull"]
    assert "hidden" not in str(shown)
    assert "pw" not in str(shown["url"])
    assert shown["url"][1] == URL
    assert "hidden" not in repr(made(pull))


def test_certificates_count_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "syncd.toml"
    pull = f'pull = {{ url = "{URL}", ca_file = "c.pem" }}'
    file.write_text(f'[[sources]]\nname = "north"\n{pull}\n')
    (source,) = load_settings(file).sources
    assert source.folder is None
    assert source.pull is not None
    assert source.pull.ca_file == tmp_path / "c.pem"


def names(settings: Settings) -> dict[str, tuple[str, str]]:
    return {item.name: (item.source, item.cron) for item in settings.recurring}


def test_whoever_has_no_schedule_is_asked_every_hour() -> None:
    found = names(made({"url": URL}))
    assert list(found) == ["pull:north"]
    source, cron = found["pull:north"]
    assert source == "north"
    minute, rest = cron.split(" ", 1)
    assert 0 <= int(minute) < 60
    assert rest == "* * * *"
    assert found == names(made({"url": URL}))  # the same minute each time


def test_the_minutes_of_many_sources_differ() -> None:
    sources = [{"name": f"s{number}", "pull": {"url": URL}} for number in range(40)]
    settings = Settings.model_validate({"sources": sources})
    assert len({item.cron for item in settings.recurring}) > 15


def test_a_general_schedule_is_one_for_each_source_that_has_none_of_its_own() -> None:
    sources = [{"name": name, "pull": {"url": URL}} for name in ("a", "b", "c")]
    schedules = [
        {"job": "pull", "cron": "5 4 * * *"},
        {"job": "pull", "cron": "6 4 * * *", "source": "b"},
    ]
    settings = Settings.model_validate({"sources": sources, "schedules": schedules})
    assert names(settings) == {
        "pull:a": ("a", "5 4 * * *"),
        "pull:c": ("c", "5 4 * * *"),
        "pull-2": ("b", "6 4 * * *"),
    }
    assert settings.schedule("pull:c") is not None


def test_long_names_fit_the_store_and_stay_apart() -> None:
    sources = [{"name": "n" * 62 + end, "pull": {"url": URL}} for end in ("a", "b")]
    found = names(Settings.model_validate({"sources": sources}))
    assert len(found) == 2
    assert max(map(len, found)) == 64


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ({"job": "pull", "cron": "5 * * * *", "source": "south"},
         "number 1, source: there is no source “south”"),
        ({"job": "lists", "cron": "5 * * * *", "source": "north"},
         'source is for job = "pull" only'),
    ],
)  # fmt: skip
def test_a_schedule_names_a_source_that_is_downloaded(
    item: dict[str, str], words: str
) -> None:
    assert words in problem({"url": URL}, schedules=[item])


def test_no_download_keeps_a_report_waiting() -> None:
    portal = {"name": "p", "kind": "directory", "folder": "out", "connections": 4}
    sources = [{"name": name, "pull": {"url": URL}} for name in ("a", "b", "c")]
    settings = Settings.model_validate({"sources": sources, "portals": [portal]})
    assert settings.waiting_threads == 4 + 3
    assert settings.longest_pull_s == 120
