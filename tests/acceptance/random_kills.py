"""Kills at random moments and random failpoints, under load, with a portal that fails.

Exports and corrections keep arriving; every moment something gets SIGKILL: a process
that runs tasks, a worker with all below it, the daemon, the broker, everything at once,
or whatever comes first to a failpoint drawn by lot. In the end the portal must have the
newest report of each tournament, each report once and nothing else.

`python tests/acceptance/random_kills.py --kills 1000 --seed 7` prints the counts; what
was drawn is repeatable, the moments depend on the machine.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crash_matrix import BASES
from crash_scenes import report
from daemon_process import command_of
from generated_exports import GeneratedExport
from installation import CONFIG, embedded, federation
from ledger_checks import accepted_payloads, check_ledger, check_uuids, payload_of
from scene_list import SCENES

from syncd import failpoints
from syncd.demo.portal_sim import PortalSim
from syncd.store import inbox, outbox, readmodels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from installation import Installation
    from postgres_server import PostgresServer

    from syncd.demo.portal_ledger import Ledger

SEED: Final = 20261130
FAULTS: Final = "timeout-after%2:1,cut-after%3:2,503%3:3,cut-before%2:4,garbage%2:5"
KILLS_PER_TOURNAMENT: Final = 6
CORRECTED: Final = 0.35
"""Share of the steps with a file that correct an earlier tournament."""
MOST_CORRECTIONS: Final = 3
"""The third takes the first two back: the game has three outcomes."""

# An arrival that dies so often is set aside, which is right in life: the file is the
# common cause. Here the cause is the lot, and it strikes the same file many times.
UNLIMITED_CRASHES: Final = CONFIG.replace("max_crashes = 6", "max_crashes = 100000")

VICTIMS: Final = {
    "pool": 40, "failpoint": 34, "worker": 10, "daemon": 8, "broker": 4, "all": 4,
}  # fmt: skip
"""How often each is drawn, in per cent."""

REACHED_UNDER_LOAD: Final = tuple(
    place for place in failpoints.PLACES if place.partition(":")[0] in SCENES[report]
)
KILLED_WHILE_STARTING: Final = 0.2
"""Share of the kills that do not wait for the daemon to be up. If all of them did not,
a machine that starts a daemon more slowly than this kills it would get nothing done."""
FIRES_WITHIN_S: Final = 2.0


class Lot:
    """Draws who dies next, and kills."""

    def __init__(
        self,
        installation: Installation,
        seed: int | str,
        places: Sequence[str] = REACHED_UNDER_LOAD,
    ) -> None:
        self.installation = installation
        self.chance = random.Random(seed)
        self.places = places
        self.killed: Counter[str] = Counter()

    def strike(self) -> None:
        """Kill once; draw again where nobody was there to be killed."""
        while True:
            victim = self.chance.choices(list(VICTIMS), list(VICTIMS.values()))[0]
            if getattr(self, f"_kill_{victim}")():
                self.killed[victim] += 1
                return
            self.installation.supervise()
            time.sleep(0.05)

    def _kill_pool(self) -> bool:
        return _killed(self.chance, self._tasks())

    def _kill_worker(self) -> bool:
        return _killed(self.chance, self._workers())

    def _kill_daemon(self) -> bool:
        process = self.installation.daemon.process
        return process is not None and _killed(self.chance, [process.pid])

    def _kill_broker(self) -> bool:
        broker = self.installation.broker
        if broker is None:
            own = [
                pid
                for pid in self.installation.processes()
                if "valkey-server" in command_of(pid)
                and "tether" not in command_of(pid)
            ]
            return _killed(self.chance, own)
        broker.kill()
        broker.start()
        return True

    def _kill_all(self) -> bool:
        self.installation.kill_all()
        return True

    def _kill_failpoint(self) -> bool:
        """Let whoever comes first to a place die there; False if nobody comes soon."""
        self.installation.order_death(self.chance.choice(self.places))
        end_s = time.monotonic() + FIRES_WITHIN_S
        while not self.installation.has_died() and time.monotonic() < end_s:
            self.installation.supervise()
            time.sleep(0.02)
        has_died = self.installation.has_died()
        self.installation.take_back()
        return has_died

    def _workers(self) -> list[int]:
        """Return the main processes of the workers."""
        mains = self._all_workers()
        return [pid for pid in mains if _parent(pid) not in mains]

    def _tasks(self) -> list[int]:
        """Return the processes that run tasks: children of workers."""
        mains = self._all_workers()
        return [pid for pid in mains if _parent(pid) in mains]

    def _all_workers(self) -> set[int]:
        return {
            pid
            for pid in self.installation.processes()
            if "-m workers" in command_of(pid) and "tether" not in command_of(pid)
        }


def _killed(chance: random.Random, pids: Sequence[int]) -> bool:
    """Kill one of these processes; False if there is none."""
    with suppress(ProcessLookupError):
        if pids:
            os.kill(chance.choice(sorted(pids)), signal.SIGKILL)
            return True
    return False


def _parent(pid: int) -> int:
    with suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(stat[1])
    return 0


class Load:
    """Exports and corrections that arrive while things die."""

    def __init__(self, installation: Installation, tournaments: int, seed: int) -> None:
        self.installation = installation
        self.chance = random.Random(f"load {seed}")
        self.waiting = list(range(tournaments))
        self.versions: dict[int, int] = {}

    def arrive(self) -> None:
        """Drop the next export, or the correction of an earlier one."""
        correctable = [n for n, v in self.versions.items() if v < MOST_CORRECTIONS]
        if correctable and (not self.waiting or self.chance.random() < CORRECTED):
            number = self.chance.choice(correctable)
            self.versions[number] += 1
        elif self.waiting:
            number = self.waiting.pop(0)
            self.versions[number] = 0
        else:
            return
        export = GeneratedExport(number, self.versions[number])
        self.installation.daemon.drop(export.file_name, export.encode())

    def arrive_all(self) -> None:
        """Drop what has not arrived yet."""
        while self.waiting:
            self.arrive()


def play(
    base: str, kills: int, seed: int, folder: Path, server: PostgresServer | None
) -> str:
    """Kill so often while exports arrive, check everything, return the figures."""
    folder.mkdir()
    began_s = time.monotonic()
    with PortalSim(folder / "portal.db", faults=FAULTS, stall_s=1.5) as sim:
        made = (
            embedded(folder, sim.url, UNLIMITED_CRASHES)
            if server is None or base == "sqlite"
            else federation(folder, sim.url, server, UNLIMITED_CRASHES)
        )
        with made as installation:
            lot = Lot(installation, seed)
            load = Load(installation, max(1, kills // KILLS_PER_TOURNAMENT), seed)
            for number in range(kills):
                if number % (KILLS_PER_TOURNAMENT // 2) == 0:
                    load.arrive()
                lot.strike()
                time.sleep(lot.chance.uniform(0.05, 0.6))
                installation.supervise()
                if lot.chance.random() >= KILLED_WHILE_STARTING:
                    installation.wait(installation.is_up, "the start")
            load.arrive_all()
            installation.wait(
                lambda: _is_done(installation, sim.ledger, load), "the end", 240
            )
            installation.stop()
            _check(installation, sim.ledger, load)
        faults = Counter(request.fault or "none" for request in sim.ledger.requests())
        return (
            f"{base}: seed {seed}, {lot.killed.total()} kills {dict(lot.killed)}, "
            f"{len(load.versions)} tournaments, "
            f"{sum(load.versions.values())} corrections, "
            f"{len(sim.ledger.accepted())} accepted, "
            f"{len(sim.ledger.requests())} sends, answers {dict(faults)}, "
            f"{installation.restarts} restarts by the supervisor, "
            f"{time.monotonic() - began_s:.0f} s"
        )


def _is_done(installation: Installation, ledger: Ledger, load: Load) -> bool:
    """Return whether the newest version of each tournament is accepted, no less."""
    newest = {
        GeneratedExport(number).title: payload_of(GeneratedExport(number, version))
        for number, version in load.versions.items()
    }
    taken = accepted_payloads(ledger)
    if any(taken.get(title, [""])[-1] != sha256 for title, sha256 in newest.items()):
        return False
    with installation.store.read() as session:
        states = {line.state for line in readmodels.list_reports(session)}
        arrivals = readmodels.count_arrivals(session)
    settled = {*outbox.AT_PORTAL, outbox.SUPERSEDED}
    return states <= settled and inbox.RECEIVED not in arrivals


def _check(installation: Installation, ledger: Ledger, load: Load) -> None:
    """None lost, none doubled, none in the wrong order, always the same bytes."""
    check_ledger(ledger)
    check_uuids(ledger)
    taken = accepted_payloads(ledger)
    assert len(taken) == len(load.versions)
    for number, version in load.versions.items():
        sent = taken[GeneratedExport(number).title]
        versions = [payload_of(GeneratedExport(number, v)) for v in range(version + 1)]
        assert _is_subsequence(sent, versions), (number, sent, versions)
        assert all(before != after for before, after in pairwise(sent))
    with installation.store.read() as session:
        names = [item.name for item in readmodels.list_tournaments(session)]
        arrivals = readmodels.count_arrivals(session)
    assert len(names) == len(set(names)) == len(load.versions)
    assert inbox.QUARANTINED not in arrivals, arrivals
    files = len(load.versions) + sum(load.versions.values())
    assert sum(arrivals.values()) == files, (arrivals, files)


def _is_subsequence(part: Sequence[str], whole: Sequence[str]) -> bool:
    rest = iter(whole)
    return all(item in rest for item in part)


def main() -> None:
    """Kill on both bases, half of the times each; print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--base", choices=BASES, action="append")
    asked = parser.parse_args()
    sys.path.append(str(Path(__file__).parents[1]))
    from postgres_server import (  # noqa: PLC0415 - found only now
        end_in_order_when_told_to_stop,
        running_postgres,
    )

    end_in_order_when_told_to_stop()

    bases = asked.base or list(BASES)
    with tempfile.TemporaryDirectory() as folder, running_postgres() as server:
        for base in bases:
            place = Path(folder) / base
            kills = asked.kills // len(bases)
            print(play(base, kills, asked.seed, place, server), flush=True)


if __name__ == "__main__":
    main()
