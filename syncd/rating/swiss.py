"""When a Swiss tournament has all its rounds.

Nothing in the file says who should have been paired. A player without an entry in the
last round is fine if he had left before; many players gone at once look like a
tournament that broke off or a damaged export.

Source: practice of rating officers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.model import results
from syncd.rating import wording
from syncd.rating.reason import Reason, Why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.pairings import Cells
    from syncd.rating.crosstable import Crosstable


def swiss_reasons(table: Crosstable) -> Iterator[Reason]:
    """Yield what speaks against a Swiss tournament being complete."""
    yield from _unpaired_at_the_end(table)
    yield from _dropouts(table)


def _unpaired_at_the_end(table: Crosstable) -> Iterator[Reason]:
    pairings = table.tournament.pairings
    if pairings.rounds < max(table.rounds, 1):
        return
    index = table.rounds - 1
    before = table.active(index) if index else set(table.entrants)
    missing = [
        table.entrants[key]
        for key, cells in pairings.rows.items()
        if key in before and _is_blank(cells, index)
    ]
    if not missing or len(missing) == len(pairings.rows):
        return
    who = wording.players(missing)
    text = Text(
        f"In the last round ({table.rounds}) these players have neither a game nor a "
        f"bye, although they were there before: {who.en}. Enter what is missing, or "
        "say with `syncd confirm` that they had left.",
        f"In der letzten Runde ({table.rounds}) haben diese Spieler weder Partie noch "
        f"Freilos, obwohl sie vorher dabei waren: {who.de}. Bitte nachtragen oder mit "
        "`syncd confirm` bestätigen, dass sie ausgestiegen sind.",
    )
    yield Reason(Why.LAST_ROUND, text, needs_person=True)


def _is_blank(cells: Cells, index: int) -> bool:
    return not cells.opponents[index] and cells.results[index] == results.BLANK


def _dropouts(table: Crosstable) -> Iterator[Reason]:
    most = 0
    for number in sorted({each.game.round for each in table.done()}):
        active = len(table.active(number))
        if 2 * active < most:
            yield Reason(Why.DROPOUTS, _fewer(number, active, most), needs_person=True)
            return
        most = max(most, active)


def _fewer(number: int, active: int, most: int) -> Text:
    return Text(
        f"In round {number} only {active} players take part, there were {most} before. "
        "If that is right, say so with `syncd confirm`; if not, export again.",
        f"In Runde {number} sind nur noch {active} Spieler dabei, vorher waren es "
        f"{most}. Falls das stimmt, bitte mit `syncd confirm` bestätigen, sonst erneut "
        "exportieren.",
    )
