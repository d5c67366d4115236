"""Two daemons, each with the folder of its own CLM, pass on to each other and report.

People edit the same tournaments in both CLMs, mostly after an import of what their
syncd shows, sometimes on an old state; a person answers what the sources contradict
each other about. All the while both installations are killed at random. In the end
both stores must say the same, one of them has reported each tournament, the portal has
one report per finished state, and no more files move.

`python tests/acceptance/two_daemons.py --edits 500 --seed 7` prints the counts; what is
drawn is repeatable, the moments depend on the machine.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

import pytest
from daemon_process import START
from edited_tournaments import Clm, differences, is_complete
from installation import embedded
from ledger_checks import accepted_payloads, check_ledger, check_uuids
from linked_side import Side
from random_kills import KILLED_WHILE_STARTING, REACHED_UNDER_LOAD, Lot

from syncd.demo.portal_sim import PortalSim
from syncd.formats.snapshot import decode_snapshot
from syncd.sync.answers import OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.demo.portal_ledger import Ledger

SEED: Final = 20261130
FAULTS: Final = "timeout-after%2:1,503%3:2,cut-before%2:3"
NAMES: Final = ("nord", "sued")
OWNER: Final = "nord"
EDITS_PER_TOURNAMENT: Final = 10
STALE: Final = 0.2
"""Share of the edits that are made without importing first."""
ANSWERED: Final = 0.1
"""After so many of the edits the owner's side answers what is open."""
QUIET_S: Final = 3.0
"""Several sweeps: what does not move for so long does not move any more."""
END_S: Final = 600.0
ROUNDS_OF_ANSWERS: Final = 20

CONFIG: Final = (
    """
language = "en"
"""
    + START
    + """installation = "@name@"
[retry]
base_s = 0.1
cap_s = 0.5
[workers]
processes = {workers}
concurrency = 1
lease_s = {lease_s}
silent_s = 10
max_crashes = 100000
[daemon]
sweep_s = 0.3
republish_s = 1
[[sources]]
name = "clm"
folder = "inbox"
stable_s = 0.05
rescan_s = 0.5
[[sources]]
name = "peer"
folder = "@incoming@"
stable_s = 0.05
rescan_s = 0.5
[[sync.groups]]
sources = ["clm", "peer"]
owner = "@owner@"
[[peers]]
name = "other"
kind = "folder"
folder = "@outgoing@"
source = "peer"
[[peers]]
name = "back"
kind = "folder"
folder = "@back@"
source = "clm"
[[portals]]
name = "sim"
kind = "http"
url = "{portal_url}"
timeout_s = 1
"""
)

PLACES: Final = (
    *REACHED_UNDER_LOAD,
    *(
        f"{commit}:{when}"
        for commit in ("deliver.planned", "deliver.claimed", "deliver.finished")
        for when in ("before", "after")
    ),
    "deliver.before_send", "deliver.after_send",
    "directory.written", "directory.renamed",
)  # fmt: skip


@dataclass
class Pair:
    """Both installations with the people who work there, and their portal."""

    sides: dict[str, Side]
    ledger: Ledger
    chance: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    began: int = 0

    def edit(self, tournaments: int) -> None:
        """Let somebody on one side enter a tournament, or change one."""
        side = self.sides[self.chance.choice(NAMES)]
        heads = side.heads()
        if self.began < tournaments and (not heads or self.chance.random() < 0.2):
            side.drop(side.clm.enter(self.began))
            self.began += 1
            return None
        names = sorted({*heads, *side.clm.held})
        if not names:
            return self.edit(tournaments)
        name = self.chance.choice(names)
        is_stale = name in side.clm.held and self.chance.random() < STALE
        if name in heads and not is_stale:
            side.take(heads[name])
        side.drop(side.clm.edit(name, self.chance))
        self.counts["edits on an old state" if is_stale else "edits"] += 1
        return None

    def supervise(self) -> None:
        for side in self.sides.values():
            side.installation.supervise()

    def strike(self) -> None:
        """Kill something of one installation."""
        side = self.sides[self.chance.choice(NAMES)]
        side.lot.strike()
        if self.chance.random() >= KILLED_WHILE_STARTING:
            side.installation.wait(side.installation.is_up, "the start")

    def answer(self, *, everywhere: bool) -> int:
        """Answer questions where the owner is; elsewhere his word counts."""
        owners = self.sides[OWNER].answer(lambda _: self.chance.choice((OURS, THEIRS)))
        self.counts["answers"] += owners
        if not everywhere:
            return owners
        others = sum(
            side.answer(lambda one: THEIRS if one.source == "peer" else OURS)
            for name, side in self.sides.items()
            if name != OWNER
        )
        self.counts["answers elsewhere"] += others
        return owners + others

    def rest(self) -> None:
        """Wait until nothing is to be done and nothing moves for several sweeps."""
        end_s = time.monotonic() + END_S
        before, since_s = self._moved(), time.monotonic()
        while time.monotonic() - since_s < QUIET_S:
            assert time.monotonic() < end_s, f"no end\n{self._state()}\n{self.logs()}"
            self.supervise()
            time.sleep(0.2)
            now = self._moved()
            if now != before or any(side.has_work() for side in self.sides.values()):
                before, since_s = now, time.monotonic()

    def finish(self) -> None:
        """Let the last results be entered and the last questions be answered."""
        for _ in range(ROUNDS_OF_ANSWERS):
            self.rest()
            completed = self._complete()
            if completed:
                self.rest()
            answers = self.answer(everywhere=True)
            confirmed = sum(side.confirm() for side in self.sides.values())
            linked = sum(side.link() for side in self.sides.values())
            self.counts.update(confirmed=confirmed, linked=linked)
            if not completed + answers + confirmed + linked:
                return
        pytest.fail(f"the questions come to no end\n{self._state()}")

    def _complete(self) -> int:
        """Enter what is open at the owner's side, also what an answer has emptied."""
        side, count = self.sides[OWNER], 0
        for head in side.heads().values():
            if not is_complete(decode_snapshot(head.snapshot)):
                side.take(head)
                export = side.clm.complete(head.name, self.chance)
                assert export is not None
                side.drop(export)
                count += 1
        return count

    def logs(self) -> str:
        return "\n".join(side.installation.logs() for side in self.sides.values())

    def _moved(self) -> list[tuple[object, ...]]:
        return [side.moved() for side in self.sides.values()]

    def _state(self) -> str:
        found = [
            (
                name,
                side.has_work(),
                side.moved(),
                [one.text.en for one in side.questions()],
            )
            for name, side in self.sides.items()
        ]
        return "\n".join(map(str, found))


def _local_time() -> dt.datetime:
    """Return what a clock on the wall shows where the CLMs are."""
    return dt.datetime.now(ZoneInfo("Europe/Berlin")).replace(tzinfo=None)


@contextmanager
def running_pair(folder: Path, seed: int, url: str, ledger: Ledger) -> Iterator[Pair]:
    """Hand out both installations running, and leave no process behind."""
    folders = {name: folder / f"to-{name}" for name in NAMES}
    backs = {name: folder / f"back-{name}" for name in NAMES}
    for one in (*folders.values(), *backs.values()):
        one.mkdir()
    with ExitStack() as stack:
        sides = {}
        for name, other in zip(NAMES, reversed(NAMES), strict=True):
            config = CONFIG
            for mark, value in {
                "name": name,
                "incoming": str(folders[name]),
                "outgoing": str(folders[other]),
                "back": str(backs[name]),
                "owner": "clm" if name == OWNER else "peer",
            }.items():
                config = config.replace(f"@{mark}@", value)
            made = stack.enter_context(embedded(folder / name, url, config))
            lot = Lot(made, f"{name} {seed}", PLACES)
            sides[name] = Side(made, Clm(_local_time), lot, folders[name])
        yield Pair(sides, ledger, random.Random(seed))


def play(edits: int, kills: int, seed: int, folder: Path) -> str:
    """Edit and kill so often, check everything, return the figures."""
    began_s = time.monotonic()
    with (
        PortalSim(folder / "portal.db", faults=FAULTS, stall_s=1.5) as sim,
        running_pair(folder, seed, sim.url, sim.ledger) as pair,
    ):
        tournaments = max(1, edits // EDITS_PER_TOURNAMENT)
        for number in range(edits):
            pair.edit(tournaments)
            if (number + 1) * kills // edits > number * kills // edits:
                pair.strike()
            time.sleep(pair.chance.uniform(0.05, 1.0))
            pair.supervise()
            if pair.chance.random() < ANSWERED:
                pair.answer(everywhere=False)
        pair.finish()
        for side in pair.sides.values():
            side.installation.stop()
        return f"seed {seed}: {figures(pair)}, {time.monotonic() - began_s:.0f} s"


def figures(pair: Pair) -> str:
    """Check both stores and the portal; return what happened, in numbers.

    Raises:
        AssertionError: the stores differ, or the portal has something else.
    """
    nord, sued = (pair.sides[name] for name in NAMES)
    heads = [side.heads() for side in (nord, sued)]
    assert heads[0].keys() == heads[1].keys()
    assert len(heads[0]) == pair.began
    for name, one in heads[0].items():
        two = heads[1][name]
        found = differences(
            decode_snapshot(one.snapshot), decode_snapshot(two.snapshot)
        )
        assert not found, (name, found)
        assert one.uuid == two.uuid, name
    check_ledger(pair.ledger)
    check_uuids(pair.ledger)
    taken = accepted_payloads(pair.ledger)
    left = heads[0].keys() - taken.keys()
    assert not left, [side.waits(left) for side in pair.sides.values()]
    assert taken.keys() == heads[0].keys()
    for name, payloads in taken.items():
        check_reports(pair, name, payloads)
    kills = sum((side.lot.killed for side in (nord, sued)), Counter[str]())
    files = {name: side.count_files() for name, side in pair.sides.items()}
    return (
        f"{dict(pair.counts)}, {pair.began} tournaments, {kills.total()} kills "
        f"{dict(kills)}, {len(pair.ledger.accepted())} reports accepted in "
        f"{len(pair.ledger.requests())} sends, files passed on {files}"
    )


def check_reports(pair: Pair, name: str, payloads: list[str]) -> None:
    """Check that one side has reported each finished state once, the newest last."""
    reporters = [side for side in pair.sides.values() if side.has_reported(name)]
    assert len(reporters) == 1, name
    (side,) = reporters
    states = side.payloads(name)
    assert payloads[-1] == states[-1], name
    assert all(before != after for before, after in pairwise(payloads)), name
    assert set(payloads) <= set(states), name


def main() -> None:
    """Play once; print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=500)
    parser.add_argument("--kills", type=int, help="as many as edits unless given")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--keep", type=Path, help="a folder for all that is stored")
    asked = parser.parse_args()
    kills = asked.edits if asked.kills is None else asked.kills
    with ExitStack() as stack:
        made = tempfile.TemporaryDirectory
        folder = asked.keep or Path(stack.enter_context(made()))
        folder.mkdir(exist_ok=True)
        print(play(asked.edits, kills, asked.seed, folder), flush=True)


if __name__ == "__main__":
    main()
