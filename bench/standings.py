"""How long standings take, beside a floor and the reference implementation, in a table.

    python bench/standings.py [--repeat 7] [--no-peer]

The floor reads every game once into an array: one tuple per player and round. The
standings start from the same tournament in memory; one line is the usual list of a
Swiss, one is every tie-break of players. Each line is measured in the same run, in
turns; the fastest of several runs counts, as processor time, with the garbage collector
on.

The reference is the TieBreakServer (PyPI `gacrux`), installed into an environment
of its own. Both read the same file. Its time grows faster than the field, so it is
measured at 250 and 500 players, and for 5,000 its growth is carried on.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import subprocess
import sys
import tempfile
import venv
from dataclasses import replace
from math import log2
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from syncd.formats.trf import decode, from_tournament, to_tournament
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.standings.codes import Code, parse_codes
from syncd.standings.standings import Standings, contest_of, standings_on

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 11
PLAYERS = (2_500, 5_000, 9_999)
SMALL = (250, 500)
MANY = 5_000
USUAL = "PTS BH/C1 BH SB DE WIN PS"
EVERYTHING = (
    "PTS DE DE/P WIN WON BPG BWG PS PS/C1 PS/C2 REP STD KS KS/L+1 KS/L-1 TPN TPN/R "
    "BH BH/C1 BH/C2 BH/M1 BH/M2 BH/P BH/C1/P BH/C2/P BH/M1/P BH/M2/P AOB AOB/F "
    "FB FB/C1 FB/C2 FB/M1 FB/M2 FB/P FB/C1/P FB/C2/P FB/M1/P FB/M2/P "
    "SB SB/C1 SB/C2 SB/P SB/C1/P SB/C2/P ARO ARO/C1 ARO/C2 ARO/M1 ARO/M2 "
    "TPR PTP APRO APPO RTNG RTNG/R"
)
PEER = "gacrux==1.11.65"
PEER_PROGRAM = """
import sys, runpy
import gacrux.tiebreakchecker
from time import process_time
start = process_time()
sys.argv = ["tiebreakchecker", *sys.argv[1:]]
try:
    runpy.run_module("gacrux.tiebreakchecker", run_name="__main__")
except SystemExit:
    pass
print("took", process_time() - start)
"""
POINTS = {"1": 10, "=": 5, "+": 10, "U": 10, "H": 5}


def swiss(players: int, seed: int = 1) -> Tournament:
    """Return a Swiss in which equals meet; one cell in fifty is a bye or a forfeit."""
    draw = random.Random(seed)
    rows: dict[int, list[tuple[int, str, str]]] = {i: [] for i in range(1, players + 1)}
    scores = dict.fromkeys(rows, 0)
    for _ in range(ROUNDS):
        order = sorted(rows, key=lambda number: (-scores[number], draw.random()))
        for white, black in zip(order[::2], order[1::2], strict=False):
            pair(draw, rows, white, black)
        if players % 2:
            rows[order[-1]].append((0, "-", "U"))
        for number, row in rows.items():
            scores[number] += POINTS.get(row[-1][2], 0)
    cells = {
        number: Cells(*(tuple(column) for column in zip(*row, strict=True)))
        for number, row in rows.items()
    }
    cells = {
        number: replace(row, colours="".join(row.colours), results="".join(row.results))
        for number, row in cells.items()
    }
    return Tournament(
        "Standings",
        kind=Kind.SWISS,
        type_text="Individual: Swiss-System",
        start=dt.date(2026, 4, 1),
        rounds=ROUNDS,
        entrants=tuple(
            Entrant(
                number, "Player", forename=str(number), federation="GER",
                rating=draw.randint(1000, 2700), points_x10=scores[number], rank=1,
            )
            for number in rows
        ),
        pairings=Pairings(ROUNDS, cells),
    )  # fmt: skip


def pair(
    draw: random.Random,
    rows: dict[int, list[tuple[int, str, str]]],
    white: int,
    black: int,
) -> None:
    """Add one pairing, sometimes a forfeit or two byes instead."""
    chance = draw.random()
    if chance < 0.02:
        for number in (white, black):
            rows[number].append((0, "-", draw.choice("HZ")))
        return
    one, two = draw.choice(("10", "==", "01")) if chance > 0.04 else ("+", "-")
    rows[white].append((black, "w", one))
    rows[black].append((white, "b", two))


def floor(tournament: Tournament) -> list[tuple[int, int, str, str]]:
    """Return every game of every player, read once into an array."""
    games = []
    for number, row in tournament.pairings.rows.items():
        for opponent, colour, result in zip(
            row.opponents, row.colours, row.results, strict=True
        ):
            games.append((number, opponent, colour, result))
    return games


def fastest(repeat: int, *calls: Callable[[], object]) -> list[float]:
    """Return the least processor time of each call in seconds, taking turns."""
    best = [float("inf")] * len(calls)
    for _ in range(repeat):
        for index, call in enumerate(calls):
            start = process_time()
            call()
            best[index] = min(best[index], process_time() - start)
    return best


def codes(text: str) -> list[Code]:
    """Return a list of tie-breaks."""
    return [code for code in parse_codes(text) if isinstance(code, Code)]


def ours(repeat: int) -> None:
    """Print our figures."""
    usual, everything = codes(USUAL), codes(EVERYTHING)
    before: tuple[float, float] | None = None
    for players in PLAYERS:
        event = swiss(players)
        games, field, list_ = fastest(
            repeat,
            lambda event=event: floor(event),
            lambda event=event: contest_of(event),
            lambda event=event: standings_on(contest_of(event), usual),
        )
        line = f"{players} players, 11 rounds: floor {games * 1000:.1f} ms, "
        line += f"field {field * 1000:.1f} ms, {USUAL} {list_ * 1000:.1f} ms "
        line += f"= {list_ / games:.1f} x floor"
        if before:
            line += f"; for twice as many {list_ / before[1]:.2f} x, "
            line += f"the floor {games / before[0]:.2f} x"
        print(line)
        before = games, list_
    event = swiss(SMALL[1])
    some, every = fastest(
        repeat,
        lambda: standings_on(contest_of(event), usual),
        lambda: standings_on(contest_of(event), everything),
    )
    print(f"500 players: usual list {some * 1000:.1f} ms, all {len(everything)} codes")
    print(f"    {every * 1000:.0f} ms")


def theirs(folder: Path, repeat: int) -> None:
    """Print the figures of the reference, beside ours from the same file."""
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", PEER], check=True)
    took, own = {}, {}
    for players in (*SMALL, MANY):
        data = from_tournament(swiss(players), "trf26").data
        [own[players]] = fastest(repeat, lambda data=data: from_bytes(data))
        if players in SMALL:
            took[players] = peer_s(python, folder, data)
    small, large = SMALL
    growth = log2(took[large] / took[small])
    scaled = took[large] * (MANY / large) ** growth
    print(f"reading the file and making the list, {large} players: reference ", end="")
    print(f"{took[large]:.2f} s, ours {own[large]:.3f} s: ", end="")
    print(f"{took[large] / own[large]:.0f} x")
    print(f"{MANY} players, by its growth of n^{growth:.2f}: ", end="")
    print(f"reference {scaled:.0f} s, ours {own[MANY]:.2f} s: ", end="")
    print(f"{scaled / own[MANY]:.0f} x")


def from_bytes(data: bytes) -> Standings:
    """Return the standings of a file, as `syncd standings` does."""
    tournament = to_tournament(decode(data)).tournament
    return standings_on(contest_of(tournament), codes(USUAL))


def peer_s(python: Path, folder: Path, data: bytes) -> float:
    """Return what the reference needs, without starting Python and importing."""
    file = folder / "event.trf"
    file.write_bytes(data)
    command = [python, "-c", PEER_PROGRAM, "-b", "utf-8", "-i", file, "-s"]
    command += ["-o", folder / "out.json", "-t", *USUAL.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout.rsplit("took", 1)[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--no-peer", action="store_true")
    chosen = parser.parse_args()
    print(sys.version.split()[0])
    ours(chosen.repeat)
    if not chosen.no_peer:
        with tempfile.TemporaryDirectory() as folder:
            theirs(Path(folder), chosen.repeat)


if __name__ == "__main__":
    main()
