"""SQLite belongs to one host: a second one and a network share are refused."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from command_line import run_json, run_line

from syncd.daemon import once, one_host
from syncd.daemon.loop import run
from syncd.daemon.once import run_once
from syncd.daemon.one_host import (
    LEASE_S,
    Host,
    claim_host,
    has_remote_broker,
    refuse_share,
    release_host,
)
from syncd.errors import ConfigError
from syncd.intake import mounts
from syncd.settings import BrokerSettings, Settings, StoreSettings, load_settings
from syncd.store.engine import Store
from syncd.store.schema import upgrade

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from syncd.pipeline.context import Context

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)
NORTH = Host("north", "a" * 32, "1" * 32)
SOUTH = Host("south", "b" * 32, "2" * 32)


@pytest.fixture
def go_to(monkeypatch: pytest.MonkeyPatch) -> Callable[[Host], None]:
    """Pretend to be on a host."""

    def go(host: Host) -> None:
        monkeypatch.setattr(one_host, "this_host", lambda: host)

    go(NORTH)
    return go


@pytest.fixture
def sqlite(tmp_path: Path) -> Settings:
    settings = Settings(state_directory=tmp_path / "state")
    settings.state_directory.mkdir()
    store = Store(settings.store_url)
    upgrade(store)
    store.close()
    return settings


def later(seconds: float) -> dt.datetime:
    return NOW + dt.timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (NORTH, True),
        (Host("north", "a" * 32, "9" * 32), True),  # after a restart
        (Host("c0ffee", "", "1" * 32), True),  # a container: the same kernel
        (Host("south", "a" * 32, "9" * 32), False),  # a cloned machine
        (Host("north", "", ""), False),
        (SOUTH, False),
    ],
)
def test_a_machine_is_told_from_others(other: Host, *, is_same: bool) -> None:
    assert NORTH.is_same(other) is is_same


def test_without_any_id_no_two_are_the_same() -> None:
    assert not Host("a", "", "").is_same(Host("a", "", ""))


def test_a_second_host_is_refused_until_the_first_is_done(
    sqlite: Settings, go_to: Callable[[Host], None]
) -> None:
    store = Store(sqlite.store_url)
    for at_s in (0, 30):
        claim_host(store, later(at_s))
    go_to(SOUTH)
    with pytest.raises(ConfigError, match=r"another host, north|Another host, north"):
        claim_host(store, later(30 + LEASE_S))
    release_host(store, "d-1", later(31))  # it is not ours to give back
    with pytest.raises(ConfigError, match="PostgreSQL"):
        claim_host(store, later(32))
    go_to(NORTH)
    release_host(store, "d-1", later(33))
    go_to(SOUTH)
    claim_host(store, later(33))
    store.close()


def test_after_a_crash_the_right_runs_out(
    sqlite: Settings, go_to: Callable[[Host], None]
) -> None:
    store = Store(sqlite.store_url)
    claim_host(store, NOW)
    go_to(SOUTH)
    claim_host(store, later(LEASE_S + 1))
    store.close()


def test_postgresql_takes_any_number_of_hosts(
    migrated_postgres: str, go_to: Callable[[Host], None]
) -> None:
    store = Store(migrated_postgres)
    claim_host(store, NOW)
    go_to(SOUTH)
    claim_host(store, NOW)
    release_host(store, "d-1", NOW)
    store.close()


def test_daemon_and_pass_are_refused_on_a_second_host(
    sqlite: Settings, go_to: Callable[[Host], None]
) -> None:
    store = Store(sqlite.store_url)
    claim_host(store, dt.datetime.now(dt.UTC))
    store.close()
    go_to(SOUTH)
    with pytest.raises(ConfigError, match="PostgreSQL"):
        run_once(sqlite, lambda: dt.datetime.now(dt.UTC))
    with pytest.raises(ConfigError, match="PostgreSQL"):
        run(sqlite)


def test_a_pass_leaves_the_store_free(
    sqlite: Settings, go_to: Callable[[Host], None]
) -> None:
    run_once(sqlite, lambda: NOW)
    go_to(SOUTH)
    run_once(sqlite, lambda: NOW)


def test_a_pass_that_takes_long_keeps_its_right(
    sqlite: Settings, go_to: Callable[[Host], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = (later(100 * number) for number in range(1000))

    def work(
        context: Context, clock: Callable[[], dt.datetime], keep: Callable[[], None]
    ) -> int:
        for _ in range(20):
            keep()
        go_to(SOUTH)
        with pytest.raises(ConfigError, match="PostgreSQL"):
            claim_host(context.store, clock())
        go_to(NORTH)
        return 20

    monkeypatch.setattr(once, "work_off", work)
    assert run_once(sqlite, lambda: next(times)).steps == 20


def test_a_pass_that_fails_leaves_the_store_free(
    sqlite: Settings, go_to: Callable[[Host], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(once, "work_off", fail)
        with pytest.raises(RuntimeError):
            run_once(sqlite, lambda: NOW)
    go_to(SOUTH)
    run_once(sqlite, lambda: NOW)


def mount(folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = folder / "mountinfo"
    table.write_text(f"31 23 0:41 / {folder} rw - {kind} nas:/export rw\n")
    monkeypatch.setattr(mounts, "MOUNTINFO", table)


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "fuse.sshfs", "9p"])
def test_a_file_on_a_network_share_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    mount(tmp_path, kind, monkeypatch)
    settings = Settings(state_directory=tmp_path / "not" / "there" / "yet")
    for start in (refuse_share, run, lambda it: run_once(it, lambda: NOW)):
        with pytest.raises(ConfigError, match="PostgreSQL") as caught:
            start(settings)
        assert kind in caught.value.text.de
    assert not settings.state_directory.exists()


@pytest.mark.parametrize("kind", ["ext4", "overlay", "zfs", "fuse.fuse-overlayfs"])
def test_a_file_on_a_local_disk_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    mount(tmp_path, kind, monkeypatch)
    refuse_share(Settings(state_directory=tmp_path))


def test_with_postgresql_the_state_may_lie_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount(tmp_path, "nfs4", monkeypatch)
    url = "postgresql://syncd@db/syncd"
    refuse_share(Settings(state_directory=tmp_path, store=StoreSettings(url=url)))


def test_a_worker_is_refused_on_a_second_host(
    sqlite: Settings, go_to: Callable[[Host], None], tmp_path: Path
) -> None:
    go_to(SOUTH)
    store = Store(sqlite.store_url)
    claim_host(store, dt.datetime.now(dt.UTC))
    store.close()
    config = tmp_path / "syncd.toml"
    config.write_text(f'state_directory = "{sqlite.state_directory}"\n')
    assert load_settings(config).store_url == sqlite.store_url
    done = subprocess.run(
        [sys.executable, "-P", "-c",
         "from workers.__main__ import main; import sys; sys.argv = ['w']; main()"],
        env={"SYNCD_CONFIG": str(config), "PYTHONPATH": ":".join(sys.path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "Another host, south" in done.stderr
    assert "PostgreSQL" in done.stderr


@pytest.mark.parametrize(
    ("broker", "store", "is_remote"),
    [
        ("", "", False),
        ("redis://localhost:6379/0", "", False),
        ("redis://127.0.0.1/0", "", False),
        ("redis+socket:///run/valkey.sock", "", False),
        ("redis://user:secret@redis.example.org:6379/0", "", True),
        ("rediss://10.0.0.7/0", "sqlite:////srv/syncd.db", True),
        ("redis://redis:6379/0", "postgresql://syncd@db/syncd", False),
    ],
)
def test_a_broker_elsewhere_means_workers_elsewhere(
    broker: str, store: str, *, is_remote: bool
) -> None:
    settings = Settings(
        broker=BrokerSettings(url=broker), store=StoreSettings(url=store)
    )
    assert has_remote_broker(settings) is is_remote


def test_config_check_says_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "syncd.toml"
    config.write_text('[broker]\nurl = "redis://redis.example.org/0"\n')
    _, document = run_json(capsys, "-c", config, "config", "check")
    assert any("PostgreSQL" in warning for warning in document["warnings"])
    mount(tmp_path, "nfs4", monkeypatch)
    code, _, err = run_line(capsys, "-c", config, "config", "check")
    assert code == 2
    assert "network share (nfs4)" in err
