"""How long reading a TRF file takes, beside a floor and other libraries, in one table.

    python bench/decode.py [--repeat 7] [--no-peers]

The floor is what no reader of fixed columns in Python can save: decode the bytes, split
the lines, slice every field and every cell into tuples. Nothing is converted, checked
or kept in objects. Each line of the table reads the same bytes in the same run, in
turns; the fastest of several runs counts, with the garbage collector on, as users have
it. Shown is processor time: what else the machine does counts as little as it can.

The peers are installed into a virtual environment of their own; one that cannot be
installed or cannot read the file is named with the reason.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import venv
from itertools import starmap
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from syncd.formats.trf import decode, to_tournament
from syncd.formats.trf.tables.fide_records import PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROUNDS = 11
PLAYERS = (5_000, 9_999)  # the largest start number has four digits
PEERS = ("caissify-pairings", "trf", "pairing-core")
PEER_CALLS = {
    "caissify-pairings": "from caissify_pairings.trf import parse_trf as read",
    "trf": "from trf import loads as read",
    "pairing-core": "from pairing_core.adapters.trf import parse_trf as read",
}
PEER_PROGRAM = """
import sys
from time import process_time
{call}
best = None
for _ in range(int(sys.argv[2])):
    start = process_time()
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        read(file.read())
    took = process_time() - start
    best = took if best is None else min(best, took)
print(best)
"""
TITLES = ("", "", "", "", "FM", "IM", "GM", "CM")  # three letters stop `trf`
BEGINNINGS = ("Sch", "M", "Wag", "B", "Kr", "H", "Fr", "St", "Br", "L", "G", "R", "W")
MIDDLES = ("ei", "ü", "oll", "ah", "äf", "aum", "unk", "ert", "ick", "o", "ieg", "enz")
ENDINGS = (
    "er",
    "mann",
    "berg",
    "feld",
    "ner",
    "ke",
    "bach",
    "hardt",
    "ler",
    "au",
    "low",
)
FORENAMES = ("Anna", "Bernd", "Clara", "Dieter", "Eva", "Friedrich", "Käthe")

PLACES = [field.slice for field in PLAYER.fields]
CELL_PLACES = [
    PLAYER.field(field.name, index).slice
    for index in range(ROUNDS)
    for field in PLAYER.repeat
]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args()
    files = {players: made_file(players, ROUNDS, seed=1) for players in PLAYERS}
    table: dict[str, list[float] | str] = {**own_times(files, options.repeat)}
    if not options.no_peers:
        table |= peers(files, options.repeat)
    show(table)


def read(data: bytes) -> object:
    return to_tournament(decode(data))


def floor(data: bytes) -> list[tuple[object, ...]]:
    """Slice every field and every cell of every line, and nothing else."""
    lines = data.decode().split("\n")
    return [
        (
            tuple([line[place] for place in PLACES]),
            tuple([line[place] for place in CELL_PLACES]),
        )
        if line.startswith("001")
        else (line[:3], line[4:])
        for line in lines
    ]


def own_times(files: dict[int, bytes], repeat: int) -> dict[str, list[float]]:
    """Return the fastest time in seconds per row and file."""
    runs = {
        name: [[timed(function, data)] for data in files.values()]
        for name, function in OWN.items()
    }
    for _ in range(repeat - 1):
        for name, function in OWN.items():
            for seconds, data in zip(runs[name], files.values(), strict=True):
                seconds.append(timed(function, data))
    return {name: list(map(min, seconds)) for name, seconds in runs.items()}


def timed(function: Callable[[bytes], object], data: bytes) -> float:
    start = process_time()
    kept = function(data)
    took = process_time() - start
    del kept
    return took


OWN: dict[str, Callable[[bytes], object]] = {
    "floor": floor,
    "syncd: decode": decode,
    "syncd: decode + to_tournament": read,
}


def made_file(players: int, rounds: int, seed: int) -> bytes:
    """Return a Swiss without contradictions: random pairings, points that add up."""
    chance = random.Random(seed)
    cells: list[list[str]] = [[] for _ in range(players)]
    points_x10 = [0] * players
    for _ in range(rounds):
        order = list(range(players))
        chance.shuffle(order)
        if players % 2:
            odd = order.pop()
            cells[odd].append("0000 - U")
            points_x10[odd] += 10
        for white, black in zip(order[::2], order[1::2], strict=True):
            won = chance.choice([0, 5, 5, 10])
            for own, other, colour, got in (
                (white, black, "w", won), (black, white, "b", 10 - won),
            ):  # fmt: skip
                cells[own].append(f"{other + 1:4} {colour} {'0=1'[got // 5]}")
                points_x10[own] += got
    rows = enumerate(zip(cells, points_x10, strict=True), start=1)
    lines = [
        "012 Open", "022 Köln", "032 GER", "042 2026/09/05", "052 2026/09/15",
        f"062 {players}", "092 Individual Swiss Dutch", f"142 {rounds}",
        *starmap(lambda number, row: player_line(number, *row, chance), rows), "",
    ]  # fmt: skip
    return "\n".join(lines).encode()


def player_line(
    number: int, cells: Sequence[str], points_x10: int, chance: random.Random
) -> str:
    surname = "".join(map(chance.choice, (BEGINNINGS, MIDDLES, ENDINGS)))
    name = f"{surname},{chance.choice(FORENAMES)}"
    birth = f"{chance.randint(1935, 2018)}/{chance.randint(1, 12):02}/"
    birth += f"{chance.randint(1, 28):02}"
    fide_id = chance.randint(4_600_000, 34_699_999)
    head = (
        f"001 {number:4} {chance.choice('mmmw')}{chance.choice(TITLES):>3} {name:33} "
        f"{chance.randint(1000, 2700):4} GER {fide_id:11} {birth:10} "
        f"{points_x10 / 10:4.1f} {number:4}"
    )
    return head + "".join(f"  {cell}" for cell in cells)


def peers(files: dict[int, bytes], repeat: int) -> dict[str, list[float] | str]:
    """Return the times of the peers, or why there are none."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        found: dict[str, list[float] | str] = {}
        for peer in PEERS:
            done = run(python, "-m", "pip", "-q", "install", "--no-deps", peer)
            if done.returncode:
                found[peer] = "cannot be installed"
                continue
            found[peer] = peer_times(peer, python, files, repeat)
        return found


def peer_times(
    peer: str, python: str, files: dict[int, bytes], repeat: int
) -> list[float] | str:
    program = PEER_PROGRAM.format(call=PEER_CALLS[peer])
    seconds = []
    for players, data in files.items():
        with tempfile.NamedTemporaryFile(suffix=".trf") as file:
            file.write(data)
            file.flush()
            done = run(python, "-c", program, file.name, str(repeat))
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["?"])[-1][:60]
            return f"fails on {players}: {reason}"
        seconds.append(float(done.stdout))
    return seconds


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def show(table: dict[str, list[float] | str]) -> None:
    """Print milliseconds, multiples of the floor, and growth from file to file."""
    base = table["floor"]
    few, many = PLAYERS
    print(f"{sys.version.split()[0]}, {ROUNDS} rounds; milliseconds (× floor)")
    print(f"{'':32}{few:>16}{many:>16}{'growth':>9}")
    for name, row in table.items():
        if isinstance(row, str) or isinstance(base, str):
            print(f"{name:32}{row}")
            continue
        shown = [
            f"{1000 * took:.1f} ({took / least:.1f})"
            for took, least in zip(row, base, strict=True)
        ]
        print(f"{name:32}{shown[0]:>16}{shown[1]:>16}{row[1] / row[0]:>8.2f}×")


if __name__ == "__main__":
    main()
