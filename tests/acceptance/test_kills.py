"""SIGKILL at random moments: every tournament is accepted exactly once.

Every other time the workers, their pool and the broker get SIGKILL in the same moment;
else the daemon alone, and the kernel ends the rest. The portal fails at random too. CI
runs a sample; `pytest -m full` runs the whole numbers.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from daemon_process import DaemonProcess, wait_until
from generated_exports import GeneratedExport
from ledger_checks import accepted_payloads, check_ledger, check_uuids, payload_of

from syncd.demo.portal_sim import PortalSim
from syncd.pipeline.provenance.replay import replay
from syncd.settings import load_settings
from syncd.store import outbox, readmodels

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from syncd.demo.portal_ledger import Ledger

FAULTS = "timeout-after%2:1,cut-after%3:2,503%3:3,cut-before%2:4,garbage%2:5"
SEED = 20261129


class Killer:
    """Drops exports while the daemon runs, and kills it at random moments."""

    def __init__(self, daemon: DaemonProcess, seed: int) -> None:
        self.daemon = daemon
        self.chance = random.Random(seed)

    def drop_and_kill(self, exports: Sequence[GeneratedExport], kills: int) -> None:
        """Drop all exports over the time of all kills; end with a running daemon."""
        done = threading.Event()
        dropper = threading.Thread(target=self._drop, args=(exports, kills, done))
        dropper.start()
        for number in range(kills):
            time.sleep(self.chance.uniform(0.2, 3.5))
            self.daemon.kill(workers_too=number % 2 == 0)
            self.daemon.start()
        dropper.join()
        assert done.is_set()

    def _drop(
        self, exports: Sequence[GeneratedExport], kills: int, done: threading.Event
    ) -> None:
        pause_s = kills * 2.0 / len(exports)
        for export in exports:
            self.daemon.drop(export.file_name, export.encode())
            time.sleep(pause_s)
        done.set()


def everything_sent(daemon: DaemonProcess) -> Callable[[], bool]:
    def reached() -> bool:
        store = daemon.store()
        try:
            with store.read() as session:
                lines = readmodels.list_reports(session)
                return bool(lines) and all(
                    line.state == outbox.ACCEPTED for line in lines
                )
        finally:
            store.close()

    return reached


def check_replay(daemon: DaemonProcess) -> None:
    """Whatever died, every revision follows from the files that came in."""
    store, config = daemon.store(), load_settings(daemon.config)
    try:
        with store.read() as session:
            numbers = [line.id for line in readmodels.list_tournaments(session)]
        found = list(replay(store, config, numbers))
    finally:
        store.close()
    assert sum(one.revisions for one in found) >= len(numbers) > 0
    assert [one for one in found if one.difference] == []


@pytest.mark.parametrize(
    ("tournaments", "kills", "corrections", "correction_kills"),
    [
        (40, 5, 10, 2),
        pytest.param(200, 20, 50, 10, marks=pytest.mark.full),
    ],
)
def test_each_report_is_accepted_once_whatever_dies(
    tmp_path: Path,
    tournaments: int,
    kills: int,
    corrections: int,
    correction_kills: int,
) -> None:
    first = [GeneratedExport(number) for number in range(tournaments)]
    second = [GeneratedExport(number, version=1) for number in range(corrections)]
    with PortalSim(tmp_path / "portal.db", faults=FAULTS, stall_s=3) as portal:
        daemon = DaemonProcess(tmp_path / "run", portal.url)
        daemon.start()
        killer = Killer(daemon, SEED)

        killer.drop_and_kill(first, kills)
        wait_until(lambda: len(portal.ledger.accepted()) >= tournaments, daemon)
        wait_until(everything_sent(daemon), daemon)
        check_ledger(portal.ledger)
        expected = {export.title: [payload_of(export)] for export in first}
        assert expected == accepted_payloads(portal.ledger)

        killer.drop_and_kill(second, correction_kills)
        total = tournaments + corrections
        wait_until(lambda: len(portal.ledger.accepted()) >= total, daemon)
        wait_until(everything_sent(daemon), daemon)
        assert daemon.stop() == 0

        check_ledger(portal.ledger)
        payloads = accepted_payloads(portal.ledger)
        last = {export.title: payload_of(export) for export in (*first, *second)}
        assert last == {label: hashes[-1] for label, hashes in payloads.items()}
        assert all(a != b for hashes in payloads.values() for a, b in pairwise(hashes))
        assert total == len(portal.ledger.accepted())
        check_uuids(portal.ledger)
        check_replay(daemon)
        print(_figures(portal.ledger, daemon))


@pytest.mark.parametrize(
    ("tournaments", "broker_kills"),
    [(15, 1), pytest.param(60, 2, marks=pytest.mark.full)],
)
def test_losing_the_broker_loses_nothing(
    tmp_path: Path, tournaments: int, broker_kills: int
) -> None:
    exports = [GeneratedExport(number) for number in range(tournaments)]
    with PortalSim(tmp_path / "portal.db", faults=FAULTS, stall_s=3) as portal:
        daemon = DaemonProcess(tmp_path / "run", portal.url)
        daemon.start()
        wait_until(lambda: bool(daemon.health()), daemon)
        share = tournaments // (broker_kills + 1)
        for index, export in enumerate(exports, start=1):
            daemon.drop(export.file_name, export.encode())
            time.sleep(0.15)
            if index % share == 0 and index // share <= broker_kills:
                wait_until(daemon.kill_broker, daemon)
        wait_until(lambda: len(portal.ledger.accepted()) >= tournaments, daemon)
        wait_until(everything_sent(daemon), daemon)
        assert daemon.stop() == 0
        check_ledger(portal.ledger)
        expected = {export.title: [payload_of(export)] for export in exports}
        assert expected == accepted_payloads(portal.ledger)


def test_killing_what_runs_the_tasks_loses_nothing(tmp_path: Path) -> None:
    exports = [GeneratedExport(number) for number in range(20)]
    with PortalSim(tmp_path / "portal.db", faults=FAULTS, stall_s=3) as portal:
        daemon = DaemonProcess(tmp_path / "run", portal.url, lease_s=3)
        daemon.start()
        wait_until(lambda: bool(daemon.health()), daemon)
        for index, export in enumerate(exports):
            daemon.drop(export.file_name, export.encode())
            time.sleep(0.15)
            if index % 5 == 2:
                wait_until(daemon.kill_pool_child, daemon)
        wait_until(lambda: len(portal.ledger.accepted()) >= len(exports), daemon)
        wait_until(everything_sent(daemon), daemon)
        assert daemon.stop() == 0
        check_ledger(portal.ledger)
        expected = {export.title: [payload_of(export)] for export in exports}
        assert expected == accepted_payloads(portal.ledger)


def _figures(ledger: Ledger, daemon: DaemonProcess) -> str:
    faults = Counter(request.fault for request in ledger.requests())
    return (
        f"seed {SEED}: {daemon.kills} kills, {len(ledger.requests())} sends, "
        f"{len(ledger.accepted())} accepted, faults {dict(faults)}"
    )
