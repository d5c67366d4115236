"""How much a file holds, in five numbers.

This is what `syncd check` prints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.trf.lines.numbers import positive
from syncd.formats.trf.players.cells import OpponentNumbers, cut_cells
from syncd.formats.trf.players.odd_cells import UNREADABLE
from syncd.formats.trf.players.rows import read_rows
from syncd.formats.trf.records import Records
from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.formats.trf.teams.rosters import team_lines
from syncd.model import results

if TYPE_CHECKING:
    from syncd.formats.trf.mapping import Reading
    from syncd.formats.trf.records import Decoded

_BYES: Final = results.BYES | {results.FORFEIT_WIN, results.DRAW}
"""TRF06 writes byes as `+` and `=` without an opponent."""


class Summary(NamedTuple):
    """What a file holds.

    Attributes:
        players: 001 lines with a start number above 0.
        teams: lines that name a team, also one called "spielfrei".
        rounds: rounds of all loops.
        games: pairings of two players, forfeits included; each once per round.
        byes: entries without an opponent that are no mere absence.
    """

    players: int
    teams: int
    rounds: int
    games: int
    byes: int


def summary(decoded: Decoded, reading: Reading) -> Summary:
    """Return the numbers of a file.

    Args:
        decoded: the file.
        reading: what `to_tournament` made of it.
    """
    records, tournament = Records(decoded.lines), reading.tournament
    number = PLAYER.slice("number")
    players = [positive(records.text(line)[number]) for line in records["001"]]
    return Summary(
        players=sum(player is not None for player in players),
        teams=len(team_lines(records)),
        rounds=tournament.rounds * tournament.loops,
        games=sum(1 for _ in tournament.pairings.games()),
        byes=_byes(records, tournament.pairings.rounds),
    )


def _byes(records: Records, rounds: int) -> int:
    """Return how many cells are byes.

    Counted as the file has them: one against a number that nobody has may have been
    read as an absence.
    """
    rows = read_rows(records).by_id
    numbers = OpponentNumbers(rows)
    cells = cut_cells([row.text for row in rows.values()], rounds, numbers)
    return sum(
        UNREADABLE < opponent < 0 or (opponent == 0 and letter in _BYES)
        for row in cells
        for opponent, letter in zip(row.opponents, row.results, strict=True)
    )
