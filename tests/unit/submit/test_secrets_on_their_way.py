"""Where secrets may travel at all."""

from __future__ import annotations

import pytest

from syncd.addresses import may_carry_secrets
from syncd.errors import ConfigError
from syncd.settings_portals import AuthSettings, LookupSettings, PortalSettings
from syncd.submit.ways import check_ways, open_lookup, open_portal


def settings(url: str) -> AuthSettings:
    return AuthSettings(
        kind="oauth2",
        token_url=url,
        client_id="verein",
        client_secret="geheim",  # noqa: S106 - invented
    )


@pytest.mark.parametrize(
    ("address", "is_safe"),
    [
        ("https://portal.example/token", True),
        ("http://portal.example/token", False),
        ("http://127.0.0.1:8000/token", True),
        ("http://127.9.9.9/token", True),
        ("http://[::1]/token", True),
        ("http://localhost/token", True),
        ("http://localhost.example/token", False),
        ("http://127.0.0.1.example/token", False),
        ("ftp://127.0.0.1/token", False),
        ("http://[oops", False),
    ],
)
def test_secrets_travel_encrypted_or_not_at_all(address: str, is_safe: bool) -> None:  # noqa: FBT001 - a table
    assert may_carry_secrets(address) is is_safe


def test_a_secret_in_the_open_is_refused() -> None:
    auth = settings("http://portal.example/token")
    tokens_open = PortalSettings(
        name="nu", kind="http", url="https://portal.example/reports", auth=auth
    )
    with pytest.raises(ConfigError, match="https://"):
        open_portal(tokens_open)
    lookup = LookupSettings(
        url="http://portal.example/rs", auth=settings("https://portal.example/token")
    )
    reading_open = tokens_open.model_copy(
        update={"auth": AuthSettings(), "lookup": lookup}
    )
    open_portal(reading_open)
    with pytest.raises(ConfigError, match="https://"):
        check_ways(reading_open)


@pytest.mark.parametrize(
    "lookup",
    [
        {"url": "https://portal.example/rs", "auth": {"kind": "bearer", "token": "é"}},
        {
            "url": "https://portal.example/rs",
            "auth": {"kind": "header", "header": "X Key", "token": "secret"},
        },
    ],
)  # fmt: skip
def test_a_way_to_read_that_no_request_can_take_is_refused_when_it_is_opened(
    lookup: dict[str, object],
) -> None:
    settings = PortalSettings(
        name="nu", kind="http", url="https://portal.example/reports",
        lookup=LookupSettings.model_validate(lookup),
    )  # fmt: skip
    with pytest.raises(ConfigError) as refused:
        open_lookup(settings)
    assert "secret" not in refused.value.text.en
    assert "é" not in refused.value.text.en
