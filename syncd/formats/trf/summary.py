"""How much a file holds, in five numbers.

Source: command-line contract, `check`: what counts as a player, team, game and bye.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.trf.fide_records import PLAYER
from syncd.formats.trf.numbers import positive
from syncd.formats.trf.records import Records
from syncd.formats.trf.teams import team_lines
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
    return Summary(
        players=sum(
            positive(records.text(line)[number]) is not None for line in records["001"]
        ),
        teams=len(team_lines(records)),
        rounds=tournament.rounds * tournament.loops,
        games=sum(1 for _ in tournament.pairings.games()),
        byes=_byes(reading),
    )


def _byes(reading: Reading) -> int:
    """Return how many entries are byes; one against nobody's number is always one."""
    without_opponent = sum(
        result in _BYES
        for cells in reading.tournament.pairings.rows.values()
        for opponent, result in zip(cells.opponents, cells.results, strict=True)
        if not opponent
    )
    return without_opponent + reading.absences
