"""CLM's team exports against what its database really held.

Run with `-s` to see one line per file.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from syncd.formats.trf import decode, to_tournament
from syncd.formats.trf.teams.home_solver import MOST_STEPS
from syncd.model.findings import Severity, has_errors
from syncd.model.tournament import Kind

if TYPE_CHECKING:
    from syncd.formats.trf import Reading

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
FILES = [
    path for key in ("T02", "T03", "T05") for path in sorted(CLM.glob(f"{key}*.trf"))
]
GAMES = {"T02": 96, "T03": 34, "T05": 80}
KINDS = {"T02": Kind.SWISS, "T03": Kind.ROUND_ROBIN, "T05": Kind.ROUND_ROBIN}
CONTRADICTORY = {"T02": 68, "T03": 23, "T05": 57}
LETTERS = {
    0: "01", 1: "10", 2: "==", 3: "00", 4: "-+", 5: "+-", 6: "--", 9: "0=", 10: "=0",
}  # fmt: skip
"""`ergebnis` as the home player has it -> letters of home and guest."""


def read(path: Path) -> Reading:
    return to_tournament(decode(path.read_bytes()))


def truth_of(path: Path) -> dict[str, Any]:
    text = (CLM / "truth" / f"{path.name[:3]}.json").read_text(encoding="utf-8")
    truth: dict[str, Any] = json.loads(text)
    return truth


def numbers(truth: dict[str, Any]) -> dict[str, int]:
    """Return club and member number -> start number: a person has one, the first."""
    found: dict[str, int] = {}
    for team in truth["teams"].values():
        players = team["players"]
        for player in players.values() if isinstance(players, dict) else players:
            key = f"{player['zps']}-{player['mgl_nr']}"
            found.setdefault(key, len(found) + 1)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_game_comes_out_right(path: Path) -> None:
    truth, reading = truth_of(path), read(path)
    number = numbers(truth)
    expected = set()
    for game in truth["games"]:
        if game["home_player"] and game["guest_player"]:
            home, guest = (number[game[f"{side}_player"]] for side in ("home", "guest"))
            letters = LETTERS[game["ergebnis_home_view"]]
            if not game["home_is_white"]:
                home, guest, letters = guest, home, letters[::-1]
            expected.add((game["round"], home, guest, letters))
    found = {
        (game.round, game.white, game.black, game.white_result + game.black_result)
        for game in reading.tournament.pairings.games()
    }
    turned = [item for item in reading.findings if item.code == "clm.home_view"]
    sys.stdout.write(
        f"\n{path.name:22} games {len(expected):3}  right {len(expected & found):3}"
        f"  corrected {len(turned):2} "
    )
    assert expected == found
    assert GAMES[path.name[:3]] == len(found)
    assert CONTRADICTORY[path.name[:3]] == len(turned)
    assert {Severity.INFO} == {item.severity for item in turned}
    assert all(item.line and item.column for item in turned)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_home_team_comes_out_right(path: Path) -> None:
    tournament = read(path).tournament
    played = {
        (match["round"], match["home"], match["guest"])
        for match in truth_of(path)["matches"]
        if any(points is not None for points in match.get("board_points", ()))
    }
    found = {(match.round, match.home, match.guest) for match in tournament.matches}
    assert played == found
    assert all(match.is_home_known for match in tournament.matches)
    assert KINDS[path.name[:3]] is tournament.kind


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_left_to_ask(path: Path) -> None:
    assert not has_errors(read(path).findings)


def changed(path: Path, old: str, new: str) -> Reading:
    text = path.read_text(encoding="latin-1")
    assert old in text
    return to_tournament(decode(text.replace(old, new).encode("latin-1")))


def test_old_points_leave_every_cell_alone() -> None:
    """Player 1 of T02 has a quarter of his points more than any reading gives."""
    path = CLM / "T02_clm.trf"
    reading = changed(path, "2002/  /    3.5 ", "2002/  /    4.5 ")
    assert "clm.home_impossible" in {item.code for item in reading.findings}
    assert has_errors(reading.findings)
    letters = {cells.results for cells in reading.tournament.pairings.rows.values()}
    assert "110=Z" in letters
    assert not any(match.is_home_known for match in reading.tournament.matches)


def test_two_loops_mixed_are_asked_for() -> None:
    for path in CLM.glob("T01*.trf"):
        codes = {item.code for item in read(path).findings if has_errors([item])}
        assert {"trf.loops"} == codes


def hostile_league(teams: int, rounds: int, boards: int) -> bytes:
    """Return a league whose points come from nowhere: sums with many readings."""
    chance = random.Random(7)
    rows: dict[int, list[str]] = {n: [] for n in range(1, teams * boards + 1)}
    order = list(range(teams))
    for _ in range(rounds):
        chance.shuffle(order)
        for one, two in zip(order[::2], order[1::2], strict=True):
            for board in range(boards):
                players = one * boards + board + 1, two * boards + board + 1
                letter = chance.choice("10=1")
                for own, other in (players, players[::-1]):
                    rows[own].append(f"{other:>6} {'wb'[own > other]} {letter}")
    lines = ["### Tournament Section  ", f"082 {teams}", f"142 {rounds}"]
    for n, cells in rows.items():
        points = (
            float(sum(cell[-1] == "1" for cell in cells))
            if chance.random() < 0.5
            else chance.randrange(2 * rounds) / 2
        )
        head = f"001 {n:>4} m    {'Muster,Max ' + str(n):<33} {'':4} GER {0:>11} "
        lines.append(f"{head}1990/  /   {points:>4} {0:>4}" + "".join(cells))
    for team in range(teams):
        roster = "".join(f" {team * boards + n + 1:>4}" for n in range(boards))
        lines.append(f"310 {team + 1:>3} {'Team ' + str(team):<62}{roster}")
    return "\n".join(lines).encode()


def test_a_hostile_league_ends_within_the_limit() -> None:
    """Its equations are asked at most so often as the limit says, whatever it holds."""
    reading = to_tournament(decode(hostile_league(200, 20, 8)))
    codes = {item.code for item in reading.findings if has_errors([item])}
    assert codes & {"clm.home_impossible", "clm.home_too_many", "clm.home_open"}
    assert MOST_STEPS < 10_000_000
