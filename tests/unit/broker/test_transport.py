from __future__ import annotations

import pytest

from syncd.broker import EmbeddedBroker, choose_broker
from syncd.broker import transport_options as options
from syncd.broker.choice import wheel_binary


def test_the_folder_travels_in_the_url() -> None:
    assert options("filesystem:///run/user/1000/syncd-%C3%A4%20b") == {
        "data_folder_in": "/run/user/1000/syncd-ä b/messages",
        "data_folder_out": "/run/user/1000/syncd-ä b/messages",
        "control_folder": "/run/user/1000/syncd-ä b/control",
        "polling_interval": 0.05,
    }


@pytest.mark.parametrize(
    "url", ["redis://host:6379/0", "redis+socket:///run/b.sock?virtual_host=0"]
)
def test_a_server_needs_no_options(url: str) -> None:
    assert options(url) == {}


def test_a_configured_url_wins_and_its_password_is_not_told() -> None:
    url = "rediss://:secret@redis.example.org:6379/3"
    choice = choose_broker(url)
    assert choice.kind == "configured"
    assert choice.url == url
    assert "secret" not in choice.why.en + choice.why.de


def test_a_configured_broker_is_others_business() -> None:
    url = "redis://host/0"
    broker = EmbeddedBroker(choose_broker(url))
    assert [url, url] == [broker.start(), broker.restart()]
    assert broker.is_alive()
    broker.stop()
    assert broker.is_alive()


@pytest.mark.parametrize(
    ("system", "machine"), [("Windows", "AMD64"), ("Linux", "riscv64")]
)
def test_the_wheel_has_no_server_for_other_machines(
    monkeypatch: pytest.MonkeyPatch, system: str, machine: str
) -> None:
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert wheel_binary() is None


def test_without_the_wheel_there_is_no_server_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def find_nothing(_name: str) -> None:
        return None

    monkeypatch.setattr("importlib.util.find_spec", find_nothing)
    assert wheel_binary() is None
