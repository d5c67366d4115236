"""The crash matrix: every failpoint on both bases, the process alone and all with it.

`python tests/acceptance/crash_matrix.py` prints the table of all combinations;
`--only WORD` takes the places that contain a word, `--base sqlite|postgresql` one base,
`--sample N --seed S` some rows.
`pytest -m crash` runs the same as a test, CI a seeded sample.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from installation import embedded, federation
from ledger_checks import accepted_payloads, check_ledger, check_uuids, payload_of
from scene_list import SQLITE_ONLY, TOGETHER, scene_of
from stage import Stage
from surroundings import surroundings

from syncd import failpoints
from syncd.demo.portal_sim import PortalSim
from syncd.store import inbox, outbox, readmodels

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from installation import Installation
    from postgres_server import PostgresServer
    from surroundings import Surroundings

    from syncd.demo.portal_ledger import Ledger

BASES = {
    "sqlite": "SQLite, embedded broker",
    "postgresql": "PostgreSQL, Valkey, two workers",
}


class Combination(NamedTuple):
    """One row of the matrix."""

    base: str
    place: str
    kills_all: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one combination.

    Attributes:
        sends: requests that the portal got from the scene's tournament.
        accepted: reports that it took of it.
        seconds: how long the scene played.
        problem: what was wrong, empty if nothing.
    """

    combination: Combination
    sends: int
    accepted: int
    seconds: float
    problem: str = ""

    def line(self) -> str:
        base, place, kills_all = self.combination
        who = "all" if kills_all else "one"
        first = self.problem.splitlines()[0] if self.problem else "ok"
        return (
            f"{base:<11}{place:<28}{who:<5}{self.accepted:>8}{self.sends:>7}"
            f"{self.seconds:>7.1f}  {first}"
        )


HEAD = f"{'base':<11}{'place':<28}{'dies':<5}{'accepted':>8}{'sends':>7}{'s':>7}"


def combinations(bases: Iterable[str] = BASES) -> list[Combination]:
    """Return the whole matrix, base by base."""
    return [
        Combination(base, place, kills_all)
        for base in bases
        for place in (*failpoints.PLACES, *TOGETHER)
        if scene_of(place)
        and (base == "sqlite" or place.partition(":")[0] not in SQLITE_ONLY)
        for kills_all in (False, True)
    ]


def sample(rows: Sequence[Combination], number: int, seed: int) -> list[Combination]:
    """Return some rows in the order of the matrix; the same seed draws the same."""
    drawn = set(random.Random(seed).sample(rows, min(number, len(rows))))
    return [row for row in rows if row in drawn]


def play(
    wanted: Sequence[Combination], folder: Path, server: PostgresServer | None
) -> list[Result]:
    """Play the scenes of some combinations, on one installation per base."""
    results = []
    for base in BASES:
        chosen = [item for item in wanted if item.base == base]
        if chosen:
            results += _play_on(base, chosen, folder / base, server)
    return results


def _play_on(
    base: str,
    chosen: Sequence[Combination],
    folder: Path,
    server: PostgresServer | None,
) -> list[Result]:
    folder.mkdir()
    with ExitStack() as stack:
        sim = stack.enter_context(PortalSim(folder / "portal.db"))
        around = stack.enter_context(surroundings(sim.url))
        if server is None or base == "sqlite":
            made = embedded(folder, sim.url, around.config)
        else:
            made = federation(folder, sim.url, server, around.config)
        installation = stack.enter_context(made)
        results = [
            _play_one(item, installation, sim.ledger, around, number)
            for number, item in enumerate(chosen, start=1)
        ]
        check_ledger(sim.ledger)
        check_uuids(sim.ledger)
        _check_store(installation)
        return results


def _play_one(
    item: Combination,
    installation: Installation,
    ledger: Ledger,
    around: Surroundings,
    number: int,
) -> Result:
    """Play one scene; what goes wrong in it is a result, the others go on."""
    scene = scene_of(item.place)
    assert scene is not None
    stage = Stage(installation, ledger, item.place, item.kills_all, number, around)
    began_s, problem = time.monotonic(), ""
    try:
        scene(stage)
        assert installation.has_died(), "nobody died there"
        _check_scene(stage)
    except AssertionError as exc:
        problem = str(exc) or repr(exc)
        installation.restart()  # so that the next scene does not suffer from this one
    installation.take_back()
    own = {line.file_uuid for line in stage.lines()}
    sends = ledger.sends_by_file_uuid()
    result = Result(
        item,
        sum(sends[uuid].total for uuid in own if uuid in sends),
        sum(entry.file_uuid in own for entry in ledger.accepted()),
        time.monotonic() - began_s,
        problem,
    )
    print(result.line(), flush=True)
    return result


def _check_scene(stage: Stage) -> None:
    """The tournament is there once, and its reports were accepted once each."""
    title = stage.export().title
    taken = accepted_payloads(stage.ledger).get(title, [])
    assert taken == [payload_of(export) for export in stage.accepted]
    with stage.installation.store.read() as session:
        names = [item.name for item in readmodels.list_tournaments(session)]
    assert names.count(title) <= 1
    sends = stage.ledger.sends_by_file_uuid()
    for line in stage.lines():
        arrived = sends.get(line.file_uuid)
        assert arrived is None or arrived.has_identical_bytes
        assert arrived is None or arrived.total <= line.sends, "a send without attempt"


def _check_store(installation: Installation) -> None:
    """Nothing is left to do."""
    with installation.store.read() as session:
        assert inbox.RECEIVED not in readmodels.count_arrivals(session)
        states = {line.state for line in readmodels.list_reports(session)}
    assert states <= {*outbox.AT_PORTAL, outbox.SUPERSEDED}, states


def main() -> None:
    """Print the table of all combinations; exit code 1 if one is not ok."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", help="part of a place's name")
    parser.add_argument("--sample", type=int, help="so many rows, drawn by the seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--base", choices=BASES, action="append")
    asked = parser.parse_args()
    sys.path.append(str(Path(__file__).parents[1]))
    from postgres_server import (  # noqa: PLC0415 - found only now
        end_in_order_when_told_to_stop,
        running_postgres,
    )

    end_in_order_when_told_to_stop()

    wanted = [
        item
        for item in combinations(asked.base or BASES)
        if any(word in item.place for word in asked.only or [""])
    ]
    if asked.sample is not None:
        wanted = sample(wanted, asked.sample, asked.seed)
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory() as folder, running_postgres() as server:
        results = play(wanted, Path(folder), server)
    print(summary(results))
    for result in results:
        if result.problem:
            print(f"\n{result.line()}\n{result.problem}")
    sys.exit(any(result.problem for result in results))


def summary(results: Sequence[Result]) -> str:
    """Return the figures of a run in one line."""
    return (
        f"{len(results)} combinations, {sum(r.accepted for r in results)} accepted, "
        f"{sum(r.sends for r in results)} sends, "
        f"{sum(bool(r.problem) for r in results)} not ok, "
        f"{sum(r.seconds for r in results):.0f} s"
    )


if __name__ == "__main__":
    main()
