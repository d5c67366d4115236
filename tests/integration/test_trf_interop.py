"""Other programs read what we write, without complaint and with the same content.

Their packages are installed once per session into an environment of their own, since
they want versions that ours need not agree with.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from syncd.formats.trf import Form, decode, from_tournament, to_tournament
from syncd.model import results
from syncd.model.pairing_rules import AnnouncedBye, PairingRules, Prohibition
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Team, Tournament

HERE = Path(__file__).resolve()
CLM = HERE.parents[1] / "data" / "clm"
INDIVIDUAL = sorted(path.stem for path in CLM.glob("E*.trf"))
LEAGUES = ["T02_fide", "T03_fide_textfix"]
PACKAGES = ("trf==1.1.1", "py4swiss==0.3.1", "pairing-core==0.4.1", "gacrux==1.11.65")

LETTERS = "1=0+-HFUZ"
BACK = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}


@pytest.fixture(scope="session")
def interpreter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with the other programs' readers."""
    home = tmp_path_factory.mktemp("readers") / "venv"
    python = home / "bin" / "python"
    steps: list[list[str]] = [
        # Our pip installs, for a pip of its own would take longer than all the rest.
        [sys.executable, "-m", "venv", "--without-pip", str(home)],
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet",
         "--no-compile", *PACKAGES],
    ]  # fmt: skip
    for step in steps:
        done = subprocess.run(step, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(
                f"pip cannot install {', '.join(PACKAGES)}: {done.stderr[-200:]}"
            )
    return python


@cache
def case(name: str) -> Tournament:
    return to_tournament(decode((CLM / f"{name}.trf").read_bytes())).tournament


Row = list[tuple[int, str, str]]
"""Opponent, colour and result of each round."""

NAMES = ("Müller", "Çelik", "Łukasz", "Ñandú", "O'Neill", "Ærø")


def synthetic(count: int, rounds: int) -> Tournament:
    """A tournament with every result, byes and forfeits, accents, any size."""
    return Tournament(
        name="Äußerst künstliches Open", kind=Kind.SWISS, rounds=rounds,
        type_text="Individual Swiss", entrants=tuple(map(someone, range(1, count + 1))),
        pairings=pairings_of(made_up_rows(count, rounds), rounds),
        rules=PairingRules(
            initial_colour="w",
            prohibitions=(Prohibition((1, 2)),),
            byes=(AnnouncedBye("H", rounds + 1, (3, 4)),),
        ),
    )  # fmt: skip


def made_up_rows(count: int, rounds: int) -> dict[int, Row]:
    rows: dict[int, Row] = {number: [] for number in range(1, count + 1)}
    for round_ in range(rounds):
        order = [1 + (number * (2 * round_ + 1)) % count for number in range(count)]
        order = list(dict.fromkeys((*order, *rows)))
        for board in range(0, count - 1, 2):
            white, black = order[board], order[board + 1]
            letter = "1=0+-"[(board + round_) % 5]
            rows[white].append((black, "w", letter))
            rows[black].append((white, "b", BACK[letter]))
        if count % 2:
            rows[order[-1]].append((0, "-", "UHFZ"[round_ % 4]))
    return rows


def someone(number: int) -> Entrant:
    return Entrant(
        id=number,
        surname=f"{NAMES[number % len(NAMES)]}-{number}",
        forename="Zoë",
        sex="mw"[number % 2],
        title=("", "GM", "FM", "")[number % 4],
        rating=None if number % 7 == 0 else 2600 - number,
        federation="GER",
        fide_id=4600000 + number,
        birth_year=1980 + number % 30,
        rank=number,
    )


def pairings_of(rows: dict[int, Row], rounds: int) -> Pairings:
    cells = {
        number: Cells(
            tuple(entry[0] for entry in row),
            "".join(entry[1] for entry in row),
            "".join(entry[2] for entry in row),
        )
        for number, row in rows.items()
    }
    return Pairings(rounds, cells)


def league() -> Tournament:
    """Four teams of two, each against each."""
    tournament = replace(synthetic(8, 3), is_team=True, type_text="Team Round Robin")
    pairs = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    rows: dict[int, Row] = {n: [] for n in range(1, 9)}
    for matches in pairs:
        for home, guest in matches:
            for board in (0, 1):
                one, two = 2 * home - 1 + board, 2 * guest - 1 + board
                colours = "wb" if board == 0 else "bw"
                rows[one].append((two, colours[0], "1"))
                rows[two].append((one, colours[1], "0"))
    teams = tuple(
        Team(n, f"Team {n}", (2 * n - 1, 2 * n), f"T{n}", 2500) for n in range(1, 5)
    )
    return replace(
        tournament, pairings=pairings_of(rows, 3), teams=teams,
        rules=PairingRules(initial_colour="w", board_colours="WB"),
        kind=Kind.ROUND_ROBIN,
    )  # fmt: skip


def with_own_points(tournament: Tournament) -> Tournament:
    """Points as the cells give them: what CLM's files state follows other rules."""
    worth = results.STANDARD_POINTS_X10
    entrants = tuple(
        replace(
            each,
            points_x10=sum(
                map(worth.__getitem__, tournament.pairings.rows[each.id].results)
            ),
        )
        for each in tournament.entrants
    )
    return replace(tournament, entrants=entrants)


def with_short_titles(tournament: Tournament) -> Tournament:
    """`trf` wants column 11 blank, though FIDE gives a title three columns."""
    entrants = tuple(
        replace(each, title=each.title if len(each.title) < 3 else "")
        for each in tournament.entrants
    )
    return replace(tournament, entrants=entrants)


def for_py4swiss(tournament: Tournament) -> Tournament:
    """py4swiss wants ranks, one deputy at most, and round dates nine columns apart."""
    entrants = tuple(
        replace(each, rank=each.rank or number)
        for number, each in enumerate(tournament.entrants, start=1)
    )
    return replace(tournament, entrants=entrants, deputies=(), round_dates=())


def with_round_number(data: bytes, tournament: Tournament) -> bytes:
    """py4swiss wants to know how many rounds there will be, which TRF16 cannot say."""
    return data + f"XXR {tournament.rounds}\r\n".encode()


ADAPTED = {
    "trf": with_short_titles,
    "py4swiss": for_py4swiss,
    "pairing_core": lambda tournament: tournament,
    "gacrux": with_own_points,
}


def read_by(
    reader: str, python: Path, written: dict[str, bytes], folder: Path
) -> dict[str, Any]:
    """Return what another program makes of files."""
    for name, data in written.items():
        (folder / name).write_bytes(data)
    script = HERE.with_name("foreign_readers.py")
    files = [str(folder / name) for name in written]
    done = subprocess.run(
        [python, script, reader, *files], capture_output=True, text=True, check=True
    )
    return {Path(file).name: got for file, got in json.loads(done.stdout).items()}


SYNTHETIC = {"even": (120, 9), "odd": (21, 7), "small": (4, 3)}


def tournaments(reader: str) -> dict[str, Tournament]:
    adapt = ADAPTED[reader]
    found = {name: adapt(case(name)) for name in INDIVIDUAL}
    for name, size in SYNTHETIC.items():
        found[name] = adapt(with_own_points(synthetic(*size)))
    return found


def name_of(entrant: Entrant) -> str:
    forename = f",{entrant.forename}" if entrant.forename else ""
    return f"{entrant.surname}{forename}"[:33].strip()


def entries(tournament: Tournament, number: int) -> list[list[Any]]:
    row = tournament.pairings.rows[number]
    return [
        [opponent, letter]
        for opponent, letter in zip(row.opponents, row.results, strict=True)
    ]


def opponents(tournament: Tournament, number: int) -> list[list[int]]:
    """Return round and opponent of every pairing that one of both rows names."""
    rows = tournament.pairings.rows
    found = {
        (round_, other)
        for round_, other in enumerate(rows[number].opponents, start=1)
        if other
    }
    found |= {
        (round_, other)
        for other, row in rows.items()
        for round_, one in enumerate(row.opponents, start=1)
        if one == number
    }
    return [list(each) for each in sorted(found)]


@pytest.mark.parametrize(
    ("reader", "form"),
    [
        ("trf", Form.TRF16),
        ("pairing_core", Form.TRF16),
        ("pairing_core", Form.PAIRING),
        ("py4swiss", Form.PAIRING),
        ("py4swiss", Form.TRF16),
    ],
)
def test_players_points_and_results(
    reader: str, form: Form, interpreter: Path, tmp_path: Path
) -> None:
    wanted = tournaments(reader)
    written = {
        name: from_tournament(tournament, form, lossy=True).data
        for name, tournament in wanted.items()
    }
    if (reader, form) == ("py4swiss", Form.TRF16):
        written = {
            name: with_round_number(data, wanted[name])
            for name, data in written.items()
        }
    found = read_by(reader, interpreter, written, tmp_path)
    for name, tournament in wanted.items():
        complaint = found[name].get("complaint", "")
        if reader == "py4swiss" and "Consistency" in complaint:
            assert name in CONTRADICTORY, complaint
            continue
        assert not complaint, name
        again = to_tournament(decode(written[name])).tournament
        assert found[name]["name"] == tournament.name
        for entrant in again.entrants:
            got = found[name]["players"][str(entrant.id)]
            if reader != "pairing_core":  # it makes one word of a name
                assert got[0] == name_of(entrant)
            assert got[1] == entrant.points_x10
            told = [entry for entry in entries(again, entrant.id) if entry != [0, " "]]
            mine = [entry for entry in got[2] if entry not in ([0, " "], [0, ""])]
            assert mine == told, (name, entrant.id)


CONTRADICTORY = {
    name
    for name in INDIVIDUAL
    if name[:3] in {"E01", "E03", "E05", "E09", "E10", "E13", "E15"}
}
"""Their points or rows contradict each other as CLM wrote them; py4swiss says so."""


@pytest.mark.parametrize("form", [Form.TRF26, Form.PAIRING])
def test_a_reader_of_trf26(form: Form, interpreter: Path, tmp_path: Path) -> None:
    wanted = tournaments("gacrux") | {
        "league": with_own_points(league()),
        **{name: with_own_points(case(name)) for name in LEAGUES},
    }
    written = {
        name: from_tournament(tournament, form, lossy=True).data
        for name, tournament in wanted.items()
    }
    found = read_by("gacrux", interpreter, written, tmp_path)
    for name in wanted:
        assert "complaint" not in found[name], (name, found[name])
        again = to_tournament(decode(written[name])).tournament
        assert found[name]["name"] == again.name
        assert len(found[name]["players"]) == len(again.entrants)
        for entrant in again.entrants:
            got = found[name]["players"][str(entrant.id)]
            assert got[0] == name_of(entrant)
            assert got[1] == entrant.points_x10, (name, entrant.id)
            told = opponents(again, entrant.id)
            if again.is_team:  # it fills boards in from the match of the teams
                assert all(each in got[2] for each in told), (name, entrant.id)
            else:
                assert got[2] == told, (name, entrant.id)
        names = {entrant.id: name_of(entrant) for entrant in again.entrants}
        assert found[name]["teams"] == {
            team.name: [names[player] for player in team.roster] for team in again.teams
        }


def test_synthetic_files_lose_nothing() -> None:
    for size in SYNTHETIC.values():
        written = from_tournament(with_own_points(synthetic(*size)), Form.TRF26)
        assert not written.findings
    assert not from_tournament(with_own_points(league()), Form.TRF26).findings
