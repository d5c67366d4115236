"""The section `[web]` and sources that are handed in by HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from syncd.cli.config_warnings import config_warnings
from syncd.errors import ConfigError
from syncd.settings import Settings, load_settings
from syncd.settings_problems import describe
from syncd.settings_web import WebSettings
from syncd.wire.serving import check_serving

if TYPE_CHECKING:
    from pathlib import Path

PUSHED = {"sources": [{"name": "north", "push": True}]}


def test_there_is_no_interface_unless_it_is_asked_for() -> None:
    assert Settings().web is None
    assert Settings.model_validate({"web": {}}).web == WebSettings()


@pytest.mark.parametrize(
    ("listen", "host", "port", "is_loopback"),
    [
        ("127.0.0.1:8047", "127.0.0.1", 8047, True),
        ("localhost:1", "localhost", 1, True),
        ("[::1]:65535", "::1", 65535, True),
        ("10.0.0.7:80", "10.0.0.7", 80, False),
        ("[::]:80", "::", 80, False),
        ("clm.example.org:80", "clm.example.org", 80, False),
    ],
)
def test_where_it_listens(
    listen: str, host: str, port: int, *, is_loopback: bool
) -> None:
    web = WebSettings(listen=listen, allow_http=True)
    assert web.endpoint == (host, port)
    assert web.endpoint.is_loopback is is_loopback
    assert web.url == f"http://{listen}"


@pytest.mark.parametrize(
    ("web", "words"),
    [
        ({"listen": "8047"}, "write address and port"),
        ({"listen": "127.0.0.1"}, "write address and port"),
        ({"listen": "127.0.0.1:0"}, "write address and port"),
        ({"listen": "127.0.0.1:65536"}, "write address and port"),
        ({"listen": "http://127.0.0.1:80"}, "write address and port"),
        ({"listen": "::1:80"}, "write address and port"),
        ({"listen": "0.0.0.0:8047"}, "without encryption"),
        ({"cert_file": "c.pem"}, "cert_file needs key_file"),
        ({"key_file": "c.pem"}, "key_file needs cert_file"),
        ({"max_files": 0}, "too little"),
        ({"listn": "x"}, "Did you mean listen?"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(web: object, words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate({"web": web})
    (text,) = describe(caught.value, Settings)
    assert words in text.en
    assert text.en != text.de


def test_encrypted_it_may_be_reached_from_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "syncd.toml"
    file.write_text(
        '[web]\nlisten = "0.0.0.0:443"\ncert_file = "c.pem"\nkey_file = "k.pem"\n',
        encoding="utf-8",
    )
    settings = load_settings(file)
    assert settings.web is not None
    assert settings.web.url == "https://0.0.0.0:443"
    assert settings.web.cert_file == tmp_path / "c.pem"
    with pytest.raises(ConfigError, match="cannot be used"):
        check_serving(settings)


def test_a_certificate_is_checked_before_it_is_needed() -> None:
    check_serving(Settings())
    check_serving(Settings.model_validate({"web": {}}))


def test_a_source_may_only_be_handed_in() -> None:
    settings = Settings.model_validate({**PUSHED, "web": {}})
    assert settings.sources[0].push
    with pytest.raises(ValidationError, match="push = true"):
        Settings.model_validate({"sources": [{"name": "north"}]})


def test_nobody_can_hand_in_where_nothing_listens() -> None:
    said = [text.en for text in config_warnings(Settings.model_validate(PUSHED))]
    assert any("Add a section [web]" in text for text in said)
    named = {"rating": {"installation": "nord"}}
    with_web = Settings.model_validate({**PUSHED, **named, "web": {}})
    assert not any("[web]" in text.en for text in config_warnings(with_web))
