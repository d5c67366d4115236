"""How fast lists are imported and looked up, and how much memory that takes.

    python bench/lists.py [members] [fide players]

Seconds are those of the processor, so that other programs do not count. Everything is
invented; the store is SQLite in a temporary folder. Peak memory is that
of the process so far, so the first row includes the program itself.
"""

from __future__ import annotations

import datetime as dt
import resource
import sys
import tempfile
import time
from pathlib import Path

from syncd.daemon.outside import open_context
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Tournament
from syncd.pipeline.lists.completing import completer
from syncd.pipeline.lists.listfile import Origin, Wish
from syncd.pipeline.lists.listimport import import_file
from syncd.rating.confirmed import Confirmed
from syncd.settings import Settings
from syncd.store.engine import Store
from syncd.store.schema import upgrade
from syncd.wake import NullWake

HEAD = (
    'ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Spielberechtigung,'
    'Geburtsjahr,"Letzte Auswertung",DWZ,Index,FIDE-Elozahl,FIDE-Titel,FIDE-ID,'
    "FIDE-Land\r\n"
)
ENTRANTS = 1000


def write_members(path: Path, count: int) -> None:
    with path.open("w", encoding="cp1252", newline="") as file:
        file.write(HEAD)
        for i in range(count):
            file.write(
                f'NU{4000000 + i},{10000 + i // 40},{i % 40 + 1:04},A,"Müller{i},'
                f'Jörg {i % 300}",M,D,{1930 + i % 85},202630,{1000 + i % 1400},'
                f"{i % 90},{1400 + i % 900},,{4600000 + i},GER\r\n"
            )


def write_players(path: Path, count: int) -> None:
    with path.open("w", encoding="ascii") as file:
        file.write("<playerslist>\n")
        for i in range(count):
            file.write(
                f"<player><fideid>{4600000 + i}</fideid><name>Mueller{i}, Joerg"
                f"</name><country>GER</country><sex>M</sex><title></title><w_title>"
                f"</w_title><o_title></o_title><foa_title></foa_title><rating>"
                f"{1400 + i % 900}</rating><games>0</games><k>20</k><rapid_rating>0"
                "</rapid_rating><rapid_games>0</rapid_games><rapid_k>20</rapid_k>"
                "<blitz_rating>0</blitz_rating><blitz_games>0</blitz_games><blitz_k>20"
                f"</blitz_k><birthday>{1930 + i % 85}</birthday><flag></flag>"
                "</player>\n"
            )
        file.write("</playerslist>\n")


def now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def measured(what: str, size_bytes: int, rows: int, seconds: float) -> None:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{what:28} {rows:>9} {size_bytes / 1e6:>8.1f} {seconds:>8.2f} "
        f"{rows / seconds:>10.0f} {peak:>8.0f}"
    )


def entrants() -> Tournament:
    people = tuple(
        Entrant(i + 1, f"Mueller{i * 97}", f"Joerg {i * 97 % 300}",
                birth_year=1930 + i * 97 % 85)
        for i in range(ENTRANTS)
    )  # fmt: skip
    rows = {one.id: Cells((), "", "") for one in people}
    return Tournament("Open", entrants=people, pairings=Pairings(0, rows))


def main() -> None:
    sizes = [int(item) for item in sys.argv[1:]]
    members, players = (*sizes, *(100_000, 200_000)[len(sizes) :])
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/syncd.db")
        upgrade(store)
        context = open_context(store, Settings(), wake=NullWake(), owner="bench")
        head = ("what", "rows", "MB", "cpu s", "rows/s", "peak MB")
        print("{:28} {:>9} {:>8} {:>8} {:>10} {:>8}".format(*head))
        for name, write, count in (
            ("spieler.csv", write_members, members),
            ("players_list_xml", write_players, players),
        ):
            path = Path(folder) / name
            write(path, count)
            start = time.process_time()
            with path.open("rb") as stream:
                import_file(context, stream, Origin(name), Wish(month="2026-11"), now)
            seconds = time.process_time() - start
            measured(f"import {name}", path.stat().st_size, count, seconds)
        start = time.process_time()
        done = completer(store)(entrants(), Confirmed())
        seconds = time.process_time() - start
        found = sum(bool(one.dsb_id) for one in done.tournament.entrants)
        measured("complete players", 0, found, seconds)
        size = Path(folder, "syncd.db").stat().st_size
        print(f"store: {size / 1e6:.0f} MB")
        store.close()


if __name__ == "__main__":
    main()
