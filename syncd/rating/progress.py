"""How far a tournament has come: rounds without a single result.

Such rounds only mean that the tournament goes on. When their days have passed all the
same, somebody has to look.

Source: practice of rating officers: each round has at least one game or forfeit, and
there is at least one rated game.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.rating import wording
from syncd.rating.outcomes import Status
from syncd.rating.reason import Reason, Why

if TYPE_CHECKING:
    from syncd.rating.crosstable import Crosstable


_START: Final = Text(
    "No game has been played yet.",
    "Es ist noch keine Partie gespielt.",
)


def open_rounds(table: Crosstable) -> list[int]:
    """Return the rounds in which no pairing has its final result."""
    done = {each.game.round for each in table.done()}
    return [number for number in range(1, table.rounds + 1) if number not in done]


def progress_reason(table: Crosstable, today: dt.date) -> Reason | None:
    """Return the reason to wait for more rounds, None if each round has a result."""
    to_come = open_rounds(table)
    started = bool(table.having(Status.RATED))
    if started and not to_come:
        return None
    why, text = (Why.ROUNDS, _rounds(to_come)) if started else (Why.NOT_STARTED, _START)
    last_day = _last_day(table, to_come)
    if last_day is None:
        return Reason(why, text, needs_person=False)
    if last_day < today:
        return Reason(why, text, needs_person=True)
    return Reason(
        why, text, needs_person=False, recheck=last_day + dt.timedelta(days=1)
    )


def _last_day(table: Crosstable, numbers: list[int]) -> dt.date | None:
    """Return the planned day of the last of these rounds, None if unknown."""
    planned = enumerate(table.tournament.round_dates, start=1)
    days = [day for number, day in planned if day and number in numbers]
    return max(days, default=None)


def _rounds(numbers: list[int]) -> Text:
    which = wording.rounds(numbers)
    return Text(
        f"There is no result yet in {which.en}. Enter the results and export again. If "
        "the tournament ended early, first set its games without a result as not "
        "played in CLM and export again; confirm what is then left with `syncd "
        "confirm`.",
        f"Noch ohne Ergebnis: {which.de}. Bitte die Ergebnisse eintragen und erneut "
        "exportieren. Ist das Turnier vorzeitig beendet, zuerst die Partien ohne "
        "Ergebnis in CLM als nicht gespielt eintragen und erneut exportieren; was dann "
        "noch offen ist, mit `syncd confirm` bestätigen.",
    )
