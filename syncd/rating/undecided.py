"""Games whose result the file leaves open or tells in two ways.

Source: practice of rating officers; CLM's source, site/clm/api/db_trf_export.php (an
open game is written as 0 for both).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.rating import wording
from syncd.rating.outcomes import Status
from syncd.rating.reason import Reason, Why

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from syncd.rating.crosstable import Crosstable


def undecided_games(
    table: Crosstable, ignored_rounds: Sequence[int]
) -> Iterator[Reason]:
    """Yield one reason for each sort of game that nobody can rate yet.

    Args:
        table: the crosstable.
        ignored_rounds: rounds that are still to be played anyway.
    """
    groups = (
        (Why.OPEN_GAMES, {Status.OPEN}, _open),
        (Why.ZERO_ZERO, {Status.ZERO_ZERO}, _zero_zero),
        (Why.CONTRADICTION, {Status.ONE_SIDED, Status.CONTRADICTORY}, _contradiction),
    )
    for why, statuses, say in groups:
        games = [
            each.game
            for each in table.having(*statuses)
            if each.game.round not in ignored_rounds
        ]
        if games:
            text = say(len(games), wording.games(games, table.entrants))
            yield Reason(why, text, needs_person=why is not Why.OPEN_GAMES)


def _open(count: int, games: Text) -> Text:
    return Text(
        f"Results are missing ({count}): {games.en}. Enter them and export again.",
        f"Ergebnisse fehlen ({count}): {games.de}. Bitte eintragen und erneut "
        "exportieren.",
    )


def _zero_zero(count: int, games: Text) -> Text:
    return Text(
        f"Both players show 0 ({count}): {games.en}. In a TRF, CLM writes open games "
        "like that too; in its XML, 0:0 is a result. Played: enter the result. Not "
        "played: set it as not played in CLM. Then export again. To confirm it with "
        "`syncd confirm` means that it was played and really ended 0-0.",
        f"Bei beiden Spielern steht 0 ({count}): {games.de}. In der TRF-Datei schreibt "
        "CLM so auch offene Partien; in der XML-Datei ist 0:0 ein Ergebnis. Gespielt: "
        "bitte das Ergebnis eintragen. Nicht gespielt: in CLM als nicht gespielt "
        "eintragen. Danach erneut exportieren. Eine Bestätigung mit `syncd confirm` "
        "heißt: Die Partie wurde gespielt und endete wirklich 0:0.",
    )


def _contradiction(count: int, games: Text) -> Text:
    return Text(
        f"The two players' lines do not agree ({count}): {games.en}. Correct the "
        "results and export again.",
        f"Die Zeilen der beiden Spieler passen nicht zusammen ({count}): {games.de}. "
        "Bitte die Ergebnisse berichtigen und erneut exportieren.",
    )
