"""The simulator as a process: hard kills, signals, readers alongside."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from portal_samples import accepted_document, report, uuid

import syncd
from syncd.demo.portal_ledger import Ledger, Sends

if TYPE_CHECKING:
    from collections.abc import Iterator

REPO = Path(syncd.__file__).parents[1]

RUN = (
    "import sys; from pathlib import Path;"
    "from syncd.demo.portal_sim import run_portal_sim;"
    "run_portal_sim(0, Path(sys.argv[1]), sys.argv[2], stall_s=0.1,"
    " validate=lambda data: ())"
)


@contextmanager
def running(
    db: Path, faults: str = "none"
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the simulator in a process of its own; give the process and its URL."""
    command = [sys.executable, "-c", RUN, str(db), faults]
    with subprocess.Popen(
        command, cwd=REPO, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("portal simulator on http://127.0.0.1:")
            yield process, line.removeprefix("portal simulator on ").strip()
        finally:
            process.kill()


def send(url: str, number: int) -> httpx.Response:
    headers = {"Idempotency-Key": uuid(number)}
    return httpx.post(url, content=report(number), headers=headers, trust_env=False)


def test_the_ledger_survives_a_hard_kill(tmp_path: Path) -> None:
    db = tmp_path / "portal.db"
    with running(db, "cut-after@2") as (process, url):
        assert send(url, 1).status_code == 201
        with pytest.raises(httpx.TransportError):
            send(url, 2)
        process.kill()
        assert process.wait() == -signal.SIGKILL
    with running(db) as (_, url):
        assert send(url, 1).json()["status"] == "already there"
        assert send(url, 2).json() == accepted_document(2, "SIM-000002") | {
            "status": "already there"
        }
    with Ledger(db) as ledger:
        assert [sends.stored for sends in ledger.sends_by_file_uuid().values()] == [
            1,
            1,
        ]
        assert [request.id for request in ledger.requests()] == [1, 2, 3, 4]


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_order(tmp_path: Path, sign: signal.Signals) -> None:
    with running(tmp_path / "portal.db") as (process, url):
        assert send(url, 1).status_code == 201
        process.send_signal(sign)
        assert process.wait() == 0


def test_another_process_can_read_along(tmp_path: Path) -> None:
    db = tmp_path / "portal.db"
    with running(db) as (_, url):
        send(url, 1)
        with Ledger(db) as ledger:
            assert ledger.sends_by_file_uuid() == {
                uuid(1): Sends(1, 1, has_identical_bytes=True)
            }
