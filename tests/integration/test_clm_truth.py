"""CLM's individual exports of all generations against what its database really held.

Run with `-s` to see one line per file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from syncd.formats.trf import decode, to_tournament
from syncd.model.findings import has_errors
from syncd.model.tournament import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.trf import Reading
    from syncd.model.tournament import Entrant

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
FILES = sorted(CLM.glob("E*.trf"))

KINDS = {1: Kind.SWISS, 2: Kind.ROUND_ROBIN, 3: Kind.KNOCKOUT, 6: Kind.UNKNOWN}
"""`typ` of the database; 6 is the free system, which no export names."""

LETTERS = {
    0: "01", 1: "10", 2: "==", 3: "00", 4: "-+", 5: "+-", 6: "--", 7: "--",
    9: "0=", 10: "=0", None: "00",
}  # fmt: skip
"""`ergebnis` of White's row -> the letters of White's and Black's cell."""

BYES = {5: "F", 8: "U", 11: "F", 12: "H", 13: "Z"}
"""`ergebnis` of a row without an opponent -> its letter."""

DUMMY = {5: "U", None: "Z"}
"""`ergebnis` against a start number nobody has -> how it is to be read."""

LOST = {"E05": 15, "E09": 1}
"""Games that the export itself loses: a second loop, a second game in one round."""

RECOMPUTED_TWZ = {("E01", 4): 2206}
"""The export has the DWZ here, where the database dump has another number."""

UMLAUTS = str.maketrans(
    {
        "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss",
        "á": "a", "é": "e", "ó": "o", "ç": "c",
    }
)  # fmt: skip


class Entry(NamedTuple):
    """One player's side of a pairing."""

    round: int
    player: int
    opponent: int
    colour: str
    letter: str


def as_exported(text: str) -> str:
    """Return a text as CLM writes it: umlauts spelled out, other scripts lost."""
    return text.translate(UMLAUTS).encode("latin-1", "replace").decode("latin-1")


def truth_of(path: Path) -> dict[str, Any]:
    text = (CLM / "truth" / f"{path.name[:3]}.json").read_text(encoding="utf-8")
    truth: dict[str, Any] = json.loads(text)
    return truth


def read(path: Path) -> Reading:
    return to_tournament(decode(path.read_bytes()))


def true_entries(truth: dict[str, Any]) -> Iterator[list[Entry]]:
    """Yield the one or two sides of each pairing of the database."""
    for pairing in truth["pairings"]:
        white, black = pairing["white"], pairing["black"]
        number, code = pairing["round"], pairing["ergebnis_white_row"]
        known = [side for side in (white, black) if str(side) in truth["players"]]
        if len(known) == 1:
            letter = DUMMY[code] if white and black else BYES[code]
            yield [Entry(number, known[0], 0, "-", letter)]
        else:
            letters = LETTERS[code]
            yield [
                Entry(number, white, black, "w", letters[0]),
                Entry(number, black, white, "b", letters[1]),
            ]


def read_entries(reading: Reading) -> set[Entry]:
    """Return every cell of the file that says something about an opponent or bye."""
    return {
        Entry(index + 1, player, *cell)
        for player, cells in reading.tournament.pairings.rows.items()
        for index, cell in enumerate(
            zip(cells.opponents, cells.colours, cells.results, strict=True)
        )
    }


def read_games(reading: Reading) -> set[tuple[int, int, int, str, str]]:
    return {
        (game.round, game.white, game.black, game.white_result, game.black_result)
        for game in reading.tournament.pairings.games()
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_players(path: Path) -> None:
    players = truth_of(path)["players"]
    entrants = read(path).tournament.entrants
    assert [player["snr"] for player in players.values()] == [e.id for e in entrants]
    for entrant in entrants:
        player = players[str(entrant.id)]
        assert expected_identity(player) == identity(entrant)
        if path.name.endswith("_clm.trf"):
            twz = RECOMPUTED_TWZ.get((path.name[:3], entrant.id), player["twz"])
            assert expected_details(player, twz) == details(entrant)


def expected_identity(player: dict[str, Any]) -> tuple[object, ...]:
    surname, _, forename = as_exported(player["name"]).partition(",")
    return (
        surname,
        forename,
        player["geschlecht"].lower(),
        player["titel"],
        player["FIDEelo"] or None,
        player["FIDEcco"],
        player["FIDEid"] or None,
        int(player["birthYear"]) or None,
    )


def identity(entrant: Entrant) -> tuple[object, ...]:
    return (
        entrant.surname,
        entrant.forename,
        entrant.sex,
        entrant.title,
        entrant.rating,
        entrant.federation,
        entrant.fide_id,
        entrant.birth_year,
    )


def expected_details(player: dict[str, Any], twz: int) -> tuple[object, ...]:
    numbers = [player["start_dwz"], player["FIDEelo"], twz]
    has_club = bool(player["zps"])
    return (
        player["zps"] or "",
        player["mgl_nr"] if has_club else None,
        as_exported(player["verein"]),
        *(number or None for number in numbers),
    )


def details(entrant: Entrant) -> tuple[object, ...]:
    return (
        entrant.vkz,
        entrant.member_number,
        entrant.club,
        entrant.dwz,
        entrant.elo,
        entrant.twz,
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_games_and_byes(path: Path) -> None:
    pairings = list(true_entries(truth_of(path)))
    reading = read(path)
    present = read_entries(reading)
    found = read_games(reading)
    games = [pair for pair in pairings if len(pair) > 1]
    byes = {entry for pair in pairings if len(pair) == 1 for entry in pair}
    kept = [pair for pair in games if set(pair) <= present]
    true_games = {
        (one.round, one.player, one.opponent, one.letter, other.letter)
        for one, other in games
    }
    one_sided = {game for game in found - true_games if " " in game[3:]}
    wrong = found - true_games - one_sided
    sys.stdout.write(
        f"\n{path.name:14} players {len(reading.tournament.entrants):3}"
        f"  games {len(games):3}  in file {len(kept):3}"
        f"  one-sided {len(one_sided)}  byes {len(byes):2}  wrong {len(wrong)} "
    )
    assert not wrong
    assert byes <= present
    assert LOST.get(path.name[:3], 0) == len(games) - len(kept)
    assert (path.name[:3] == "E09") == bool(one_sided)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_tournament(path: Path) -> None:
    truth = truth_of(path)["tournament"]
    tournament = read(path).tournament
    name, city = as_exported(truth["name"]), as_exported(truth["city"] or "")
    assert "_genA_" in path.name or city == tournament.city or "?" in tournament.city
    if "_gen" in path.name and "?" in tournament.name:
        lost = [one for one in read(path).findings if one.code == "clm.lost_letters"]
        assert lost[0].value == tournament.name
    else:
        assert name == tournament.name
    assert truth["runden"] == tournament.rounds
    assert KINDS[truth["typ"]] == tournament.kind
    assert not tournament.is_team
    dates = [str(tournament.start), str(tournament.end)]
    assert [truth["dateStart"], truth["dateEnd"]] == dates or dates == ["None", "None"]
    if "_genA_" in path.name:
        assert ("", "") == (tournament.city, tournament.time_control_text)
    elif path.name.endswith("_clm.trf"):
        pairs = [line.split("=") for line in truth["params"].split("\n") if line]
        assert pairs == [list(pair) for pair in tournament.parameters]
        tiebreaks = truth["tiebr1"], truth["tiebr2"], truth["tiebr3"]
        assert tiebreaks == tournament.tiebreaks


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_round_dates(path: Path) -> None:
    rounds = truth_of(path).get("rounds", [])  # none before the draw
    first_loop = [one["date"] for one in rounds if one["dg"] == 1]
    dates = read(path).tournament.round_dates
    assert first_loop == [str(date) for date in dates if date]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_only_what_is_lost_or_not_said_stops_a_report(path: Path) -> None:
    waits = {"E05", "E09"}  # second loop lost; free system, several games per round
    assert (path.name[:3] in waits) == has_errors(read(path).findings)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_contact_data_is_taken(path: Path) -> None:
    tournament = repr(read(path).tournament)
    for player in truth_of(path)["players"].values():
        assert not player["email"] or player["email"] not in tournament
        assert not player["tel_no"] or player["tel_no"] not in tournament
